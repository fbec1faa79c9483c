//! A regular expression → a short text that it matches.

use regex_syntax::hir::{Class, Hir, HirKind};

use super::view::Span;

/// The characters that are taken from a class before others.
const LIKED: &str = "a1Abc23Z9 _-/.:";
/// Texts that many patterns with look-around mean.
const USUAL: [&str; 8] =
    ["sample", "Sample1!", "sample-name", "a1b2c3d4", "12", "sample.name", "A", "/sample"];

/// A text of at least the wanted length that a pattern matches, another one for each index; `None` where the pattern
/// has look-around or is none.
pub(super) fn text(pattern: &str, wanted: usize, index: usize) -> Option<String> {
    let hir = regex_syntax::ParserBuilder::new().build().parse(pattern).ok()?;
    (0..=wanted).find_map(|more| {
        let mut text = String::new();
        write(&hir, more, index, &mut text)?;
        (text.chars().count() >= wanted).then_some(text)
    })
}

/// Whether every pattern matches, as far as it can be told.
pub(super) fn all_match(patterns: &[&str], text: &str) -> bool {
    patterns.iter().all(|pattern| regex::Regex::new(pattern).map_or(true, |pattern| pattern.is_match(text)))
}

/// A usual text of this length that every pattern matches.
pub(super) fn usual(patterns: &[&str], length: Span) -> Option<String> {
    let fits = |text: &&&str| (length.0..=length.1).contains(&text.len()) && all_match(patterns, text);
    USUAL.iter().find(fits).map(|text| (*text).to_owned())
}

/// Writes one match; each repetition that can go on is repeated this many times more than it must.
fn write(hir: &Hir, more: usize, index: usize, text: &mut String) -> Option<()> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(member(class, index)?),
        HirKind::Capture(capture) => write(&capture.sub, more, index, text)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| write(part, more, index, text))?,
        HirKind::Alternation(branches) => {
            write(branches.get(index % branches.len().max(1))?, more, index, text)?
        }
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX);
            let least = repetition.min.max(u32::from(repetition.min == 0 && most == u32::MAX));
            let times = least.saturating_add(u32::try_from(more).ok()?).min(most);
            (0..times).try_for_each(|_| write(&repetition.sub, 0, index, text))?;
        }
    }
    Some(())
}

fn member(class: &Class, index: usize) -> Option<char> {
    let Class::Unicode(class) = class else { return None };
    let has = |c: &char| class.ranges().iter().any(|range| (range.start()..=range.end()).contains(c));
    let liked: Vec<char> = LIKED.chars().filter(has).collect();
    let turned = liked.get(index % liked.len().max(1)).copied();
    turned.or_else(|| class.ranges().first().map(|range| range.start()))
}
