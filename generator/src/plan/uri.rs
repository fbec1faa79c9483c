//! An address template (RFC 6570, level 1) → its text and variables, or what is wrong with it.

/// A piece of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressPart {
    /// Text that stands there to the letter.
    Text(String),
    /// A variable, by name.
    Variable(String),
}

/// The most characters of an address.
const MAX_ADDRESS: usize = 512;

/// Why a text is no address.
#[derive(Debug, PartialEq, Eq)]
pub struct BadAddress {
    /// What is wrong, in words that go on from the address.
    pub why: String,
    /// What to write instead.
    pub instead: &'static str,
}

/// Takes an address to pieces.
///
/// # Errors
/// It has no scheme, a character that no address has (RFC 3986), braces around something else than a name, a name twice,
/// or two variables without a `/` between them, which no reader could tell apart.
pub fn parse(address: &str) -> Result<Vec<AddressPart>, BadAddress> {
    check_scheme(address)?;
    let mut parts = Vec::new();
    let mut rest = address;
    while let Some((text, from)) = rest.split_once('{') {
        push_text(&mut parts, text)?;
        let Some((name, after)) = from.split_once('}') else {
            return Err(bad("has a `{` without its `}`", "`{name}`"));
        };
        push_variable(&mut parts, name)?;
        rest = after;
    }
    push_text(&mut parts, rest)?;
    Ok(parts)
}

/// The variables of an address, in order.
pub fn variables(parts: &[AddressPart]) -> Vec<String> {
    let variable = |part: &AddressPart| match part {
        AddressPart::Variable(name) => Some(name.clone()),
        AddressPart::Text(_) => None,
    };
    parts.iter().filter_map(variable).collect()
}

/// The scheme of an address, `console` of `console://clusters`.
pub fn scheme(address: &str) -> &str {
    address.split_once(':').map_or("", |(scheme, _)| scheme)
}

/// The last segment that says something: `clusters` of `console://clusters`, `topology` of `cluster://{id}/topology`.
pub fn last_word(parts: &[AddressPart]) -> String {
    for part in parts.iter().rev() {
        let word = match part {
            AddressPart::Text(text) => text.rsplit(['/', ':', '?']).find(|word| !word.is_empty()),
            AddressPart::Variable(name) => Some(name.as_str()),
        };
        if let Some(word) = word {
            return super::naming::sanitised(word);
        }
    }
    String::new()
}

/// Whether some address is one of both. A variable matches one or more characters other than `/`.
pub fn overlap(one: &[AddressPart], other: &[AddressPart]) -> bool {
    let (one, other) = (segments(one), segments(other));
    one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| meet(one, other))
}

/// A segment between two `/`: the text before its variable, and after it where there is one.
type Segment = (String, Option<String>);

fn segments(parts: &[AddressPart]) -> Vec<Segment> {
    let mut segments = vec![(String::new(), None)];
    for part in parts {
        match part {
            AddressPart::Variable(_) => {
                segments.last_mut().into_iter().for_each(|last| last.1 = Some(String::new()))
            }
            AddressPart::Text(text) => {
                for (index, piece) in text.split('/').enumerate() {
                    if index > 0 {
                        segments.push((String::new(), None));
                    }
                    let Some((before, after)) = segments.last_mut() else { continue };
                    after.as_mut().unwrap_or(before).push_str(piece);
                }
            }
        }
    }
    segments
}

fn meet(one: &Segment, other: &Segment) -> bool {
    let fits = |text: &str, before: &str, after: &str| {
        text.len() > before.len() + after.len() && text.starts_with(before) && text.ends_with(after)
    };
    match (one, other) {
        ((text, None), (other, None)) => text == other,
        ((text, None), (before, Some(after))) | ((before, Some(after)), (text, None)) => {
            fits(text, before, after)
        }
        ((before, Some(after)), (other_before, Some(other_after))) => {
            (before.starts_with(other_before.as_str()) || other_before.starts_with(before.as_str()))
                && (after.ends_with(other_after.as_str()) || other_after.ends_with(after.as_str()))
        }
    }
}

fn check_scheme(address: &str) -> Result<(), BadAddress> {
    let instead = "an address like `console://clusters`";
    if address.len() > MAX_ADDRESS {
        return Err(bad("is too long", "at most 512 characters"));
    }
    let scheme = scheme(address);
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "+-.".contains(c);
    if !scheme.starts_with(|c: char| c.is_ascii_lowercase()) || !scheme.chars().all(fits) {
        return Err(bad("has no scheme of lower-case letters before a `:`", instead));
    }
    match address.get(scheme.len() + 1..) {
        Some("" | "//") | None => Err(bad("has nothing behind its scheme", instead)),
        Some(_) => Ok(()),
    }
}

fn push_text(parts: &mut Vec<AddressPart>, text: &str) -> Result<(), BadAddress> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#@!$&'()*+,;=%".contains(c);
    if text.contains('}') {
        return Err(bad("has a `}` without its `{`", "`{name}`"));
    }
    if let Some(odd) = text.chars().find(|c| !fits(*c)) {
        return Err(bad(
            &format!("holds `{}`", odd.escape_default()),
            "letters, digits and signs of an address; others percent-encoded",
        ));
    }
    if !text.is_empty() {
        parts.push(AddressPart::Text(text.to_owned()));
    }
    Ok(())
}

fn push_variable(parts: &mut Vec<AddressPart>, name: &str) -> Result<(), BadAddress> {
    if !super::naming::is_portable(name) {
        let why = format!("has `{{{name}}}`, which is no variable of level 1");
        return Err(bad(&why, "`{name}`: a letter, then at most 47 letters, digits and `_`"));
    }
    if variables(parts).iter().any(|known| known == name) {
        return Err(bad(&format!("has the variable `{name}` twice"), "each variable once"));
    }
    let apart =
        parts.iter().rev().take_while(|part| matches!(part, AddressPart::Text(text) if !text.contains('/')));
    let before = parts.len() - apart.count();
    if before > 0 && matches!(parts.get(before - 1), Some(AddressPart::Variable(_))) {
        let why = format!("has no `/` between `{name}` and the variable before it");
        return Err(bad(&why, "a `/` between two variables"));
    }
    parts.push(AddressPart::Variable(name.to_owned()));
    Ok(())
}

fn bad(why: &str, instead: &'static str) -> BadAddress {
    BadAddress { why: why.to_owned(), instead }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(address: &str) -> Vec<AddressPart> {
        parse(address).unwrap_or_else(|bad| panic!("{address} {}", bad.why))
    }

    #[test]
    fn an_address_is_text_and_variables() {
        let text = |text: &str| AddressPart::Text(text.to_owned());
        let variable = AddressPart::Variable("id".to_owned());
        assert_eq!(parsed("a://{id}/b"), [text("a://"), variable, text("/b")]);
        assert_eq!(parsed("console://clusters"), [text("console://clusters")]);
    }

    #[test]
    fn what_no_reader_could_match_is_refused() {
        for wrong in [
            "clusters",
            "://a",
            "A://b",
            "a:",
            "a://",
            "a://{id",
            "a://id}",
            "a://{+id}",
            "a://{id*}",
            "a://{}",
            "a://{x}/{x}",
            "a://{x}{y}",
            "a://{x}-{y}",
            "a://b c",
            "a://ö",
            "a://\"",
            "a://{x:3}",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert!(parse("a://{x}/{y}").is_ok() && parse("a://v{x}/w-{y}.json").is_ok());
    }

    #[test]
    fn a_name_is_the_last_word_that_says_something() {
        let name = |address: &str| last_word(&parsed(address));
        assert_eq!(name("console://clusters"), "clusters");
        assert_eq!(name("cluster://{id}/topology"), "topology");
        assert_eq!(name("cluster://{id}"), "id");
        assert_eq!(name("cluster://{id}/"), "id");
        assert_eq!(name("a:live-nodes"), "live_nodes");
    }

    #[test]
    fn templates_overlap_where_one_address_is_of_both() {
        let overlaps = |one: &str, other: &str| overlap(&parsed(one), &parsed(other));
        assert!(overlaps("a://{x}/b", "a://{y}/b"));
        assert!(overlaps("a://{x}/b", "a://c/b"));
        assert!(overlaps("a://c-{x}", "a://{x}-d"));
        assert!(!overlaps("a://{x}/b", "a://{x}/c"));
        assert!(!overlaps("a://{x}", "a://{x}/c"));
        assert!(!overlaps("a://c-{x}", "a://d-{x}"));
        assert!(!overlaps("a://c-{x}", "a://c-"));
    }
}
