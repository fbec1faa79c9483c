//! Turns the address of a resource into the values of its variables, and values into an address.
//!
//! Addresses are compared as raw text: no parser of URLs lower-cases a part of them or refuses an underscore. A
//! variable is one segment, percent-decoded once: a `/` in its value is written `%2F`.

use std::fmt::Write;

use fewtools_contract::UriPart;

/// The most bytes of an address.
const LONGEST: usize = 2_048;

/// The variables and their values, where an address is one of this pattern.
pub(super) fn read(pattern: &[UriPart<'_>], address: &str) -> Option<Vec<(usize, String)>> {
    if address.len() > LONGEST {
        return None;
    }
    let mut rest = address;
    let mut values = Vec::new();
    let mut parts = pattern.iter().peekable();
    while let Some(part) = parts.next() {
        match part {
            UriPart::Text(text) => rest = rest.strip_prefix(text)?,
            UriPart::Variable(index) => {
                let is_last = parts.len() <= 1;
                let (raw, after) = match parts.peek() {
                    Some(UriPart::Text(text)) if is_last => (rest.strip_suffix(text)?, *text),
                    Some(UriPart::Text(text)) => rest.split_at_checked(rest.find(text)?)?,
                    Some(UriPart::Variable(_)) => return None,
                    None => (rest, ""),
                };
                values.push((*index, value(raw)?));
                rest = after;
            }
        }
    }
    rest.is_empty().then_some(values)
}

/// The address with these values. `None` where one is missing, or is nothing that [`read`] gives back.
pub(super) fn write(pattern: &[UriPart<'_>], value_of: impl Fn(usize) -> Option<String>) -> Option<String> {
    let mut address = String::new();
    for (at, part) in pattern.iter().enumerate() {
        match part {
            UriPart::Text(text) => address.push_str(text),
            UriPart::Variable(index) => {
                let value = value_of(*index).filter(|value| is_value(value))?;
                let next = match pattern.get(at + 1) {
                    Some(UriPart::Text(text)) => text.bytes().next(),
                    _ => None,
                };
                encode(&value, next, &mut address);
            }
        }
    }
    (address.len() <= LONGEST).then_some(address)
}

/// RFC 3986, section 2.3: what is not unreserved is encoded; so is the character that ends the variable.
fn encode(value: &str, end: Option<u8>, address: &mut String) {
    for byte in value.bytes() {
        let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        if plain && Some(byte) != end {
            address.push(char::from(byte));
        } else {
            // Writing to a text does not fail.
            let _ = write!(address, "%{byte:02X}");
        }
    }
}

fn value(raw: &str) -> Option<String> {
    if raw.contains(['/', '?', '#']) {
        return None;
    }
    let mut bytes = raw.bytes();
    let mut decoded = Vec::with_capacity(raw.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => hex(bytes.next()?)? << 4 | hex(bytes.next()?)?,
            other => other,
        });
    }
    String::from_utf8(decoded).ok().filter(|value| is_value(value))
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// A value that says something.
fn is_value(value: &str) -> bool {
    !value.is_empty() && !value.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: [UriPart<'_>; 3] =
        [UriPart::Text("broker://"), UriPart::Variable(0), UriPart::Text("/nodes")];

    fn nodes(address: &str) -> Option<String> {
        read(&NODES, address).and_then(|values| values.into_iter().next()).map(|(_, value)| value)
    }

    #[test]
    fn a_value_is_taken_as_it_is_written() {
        for (raw, value) in [
            ("My_DB", "My_DB"),
            ("ZÜRICH", "ZÜRICH"),
            ("a%20b", "a b"),
            ("%25", "%"),
            ("%2520", "%20"),
            ("a.b", "a.b"),
            ("a%2Fb", "a/b"),
            ("%2f", "/"),
        ] {
            assert_eq!(nodes(&format!("broker://{raw}/nodes")).as_deref(), Some(value), "{raw}");
        }
    }

    #[test]
    fn what_is_no_address_of_the_pattern_is_none() {
        let long = format!("broker://{}/nodes", "a".repeat(LONGEST));
        for address in [
            "",
            "broker://",
            "broker:///nodes",
            "broker://a",
            "broker://a/",
            "broker://a/node",
            "broker://a/nodes/",
            "broker://a/b/nodes",
            "broker://a%2/nodes",
            "broker://a%zz/nodes",
            "broker://%/nodes",
            "broker://%ff/nodes",
            "broker://%00/nodes",
            "broker://a%0Ab/nodes",
            "broker://a\nb/nodes",
            "BROKER://a/nodes",
            "other://a/nodes",
            "broker://a/nodes?x",
            "broker://a?/nodes",
            "broker://a#b/nodes",
            " broker://a/nodes",
            "broker://a%+1/nodes",
            &long,
        ] {
            assert_eq!(nodes(address), None, "{address}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let pattern = [
            UriPart::Text("x://"),
            UriPart::Variable(1),
            UriPart::Text("-"),
            UriPart::Variable(0),
            UriPart::Text(".json"),
        ];
        for values in [["a", "b"], ["a-b", "c-d"], ["a.json", "%"], ["ü ?#", "100%25"], ["/", "a/b"]] {
            let address = write(&pattern, |index| values.get(index).map(|value| (*value).to_owned()))
                .expect("an address");
            let mut back = read(&pattern, &address).expect("its values");
            back.sort();
            assert_eq!(back, [(0, values[0].to_owned()), (1, values[1].to_owned())], "{address}");
        }
        for value in ["", "a\nb"] {
            assert_eq!(write(&NODES, |_| Some(value.to_owned())), None, "{value:?}");
        }
        assert_eq!(write(&NODES, |_| None), None);
    }
}
