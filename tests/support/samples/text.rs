//! A view of a text → a text: by format, by pattern, else one that needs encoding, of a length that is allowed.

use super::view::View;
use super::{Fill, Mood, Place, pattern};

/// The text of a view; `None` where its pattern has none.
pub(super) fn of(view: &View<'_>, mood: Mood, index: usize) -> Option<String> {
    if !view.patterns.is_empty() {
        let wanted = view.length.0.max(1);
        let mut found = view.patterns.iter().filter_map(|one| pattern::text(one, wanted, index));
        let all = |text: &String| {
            let length = text.chars().count();
            length >= view.length.0 && length <= view.length.1 && pattern::all_match(&view.patterns, text)
        };
        let mut shown = view.shown.iter().filter_map(|value| value.as_str()).map(str::to_owned);
        return found
            .find(all)
            .or_else(|| pattern::usual(&view.patterns, view.length))
            .or_else(|| shown.next_back());
    }
    if view.is_base64 || matches!(view.format, "byte" | "binary" | "base64" | "base64url") {
        return Some(["YSBiL2M/ZCZlPWYr", "AAEC/f7/"][index % 2].to_owned());
    }
    let of_format = by_format(view.format).map(|texts| texts[index % texts.len()]);
    if let Some(text) = of_format.filter(|text| (view.length.0..=view.length.1).contains(&text.len())) {
        return Some(text.to_owned());
    }
    Some(free(view, mood, index))
}

fn free(view: &View<'_>, mood: Mood, index: usize) -> String {
    let base = match (mood.fill, mood.place) {
        (Fill::Required, _) => "sample",
        (_, Place::Anywhere | Place::Path) => "a b/c?d&e=f+g%h#ü",
        (_, Place::Header) => "a b/c?d&e=f+g%h#",
        (_, Place::RawCookie | Place::Spaced) => "a/c?d&e=f+g%h#",
    };
    let end = if index == 0 { String::new() } else { index.to_string() };
    let kept = view.length.1.saturating_sub(end.len());
    let mut text: String = base.chars().take(kept).collect::<String>().trim_end().to_owned();
    text.push_str(&end);
    let missing = view.length.0.saturating_sub(text.chars().count());
    text.extend(std::iter::repeat_n('x', missing));
    text.chars().take(view.length.1).collect()
}

/// Two texts of a format; `None` for a format that says nothing of the characters.
fn by_format(format: &str) -> Option<[&'static str; 2]> {
    Some(match format {
        "date" | "full-date" => ["2024-02-29", "2025-01-31"],
        "date-time" | "datetime" => ["2024-02-29T12:30:00Z", "2025-01-31T23:59:59.5+02:00"],
        "date-time-local" => ["2024-02-29T12:30:00", "2025-01-31T23:59:59"],
        "time" => ["12:30:00Z", "23:59:59Z"],
        "duration" => ["PT15M", "P1DT2H"],
        "uuid" | "guid" => ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "9c5b94b1-35ad-49bb-b118-8e8fc24abf80"],
        "uri" | "url" | "iri" | "uri-reference" | "iri-reference" => {
            ["https://example.com/a%20b?c=d&e=f", "https://example.com/2"]
        }
        "uri-template" => ["https://example.com/{id}", "/{a}/{b}"],
        "email" | "idn-email" => ["a+b@example.com", "c@example.com"],
        "hostname" | "idn-hostname" => ["example.com", "a.example.com"],
        "ipv4" | "ip" => ["192.0.2.1", "192.0.2.2"],
        "ipv6" => ["2001:db8::1", "2001:db8::2"],
        "ip-cidr" | "cidr" => ["192.0.2.0/24", "198.51.100.0/24"],
        "json-pointer" => ["/a/b", "/c"],
        "regex" => ["^a.*$", "b+"],
        "json" | "json-string" => ["{\"a\":1}", "[1,2]"],
        "int32" | "int64" | "uint32" | "uint64" | "integer" => ["7", "8"],
        "float" | "double" | "decimal" | "number" => ["2.5", "3.5"],
        _ => return None,
    })
}
