//! `type` and `collectionFormat` → an encoding (OpenAPI 2.0, parameter object).

use fewtools_contract::{Location, Style};

use crate::diagnostics::Fault;
use crate::lower::api::Encoding;
use crate::lower::declared::{Declaration, In};

/// How a parameter or a field of a form is written. Only lists differ in it; they are comma-separated by default.
///
/// # Errors
/// `unknown-style`: a format that is none in its place, or a list of lists.
pub(super) fn encoding(declared: &Declaration) -> Result<Encoding, Fault> {
    let repeats = matches!(declared.place, In::Form | In::Sent(Location::Query));
    let (style, explode) = match (is_list(declared), repeats) {
        (false, true) => (Style::Form, true),
        (false, false) => (Style::Simple, false),
        (true, _) => list(declared, repeats)?,
    };
    Ok(Encoding::Styled { style, explode, allow_reserved: false })
}

/// Whether a parameter takes a list.
pub(super) fn is_list(declared: &Declaration) -> bool {
    declared.node.text("type") == Some("array")
}

/// The style of a list. One whose pairs can be repeated is `multi`; where there are no pairs, that word has nothing to
/// say, and the list is written as usual.
fn list(declared: &Declaration, repeats: bool) -> Result<(Style, bool), Fault> {
    let node = &declared.node;
    if node.get("items").is_some_and(|items| items.text("type") == Some("array")) {
        let what = format!("parameter `{}` is a list of lists, which is not written", declared.name);
        return Err(Fault::error("unknown-style", node.at.key("items"), what).instead("a list of texts"));
    }
    let word = node.get("collectionFormat").map_or("csv", |word| word.value.as_str().unwrap_or_default());
    Ok(match word {
        "csv" if repeats => (Style::Form, false),
        "csv" | "multi" if !repeats => (Style::Simple, false),
        "ssv" => (Style::SpaceDelimited, false),
        "tsv" => (Style::TabDelimited, false),
        "pipes" => (Style::PipeDelimited, false),
        "multi" => (Style::Form, true),
        word => {
            let what = format!(
                "parameter `{}` has the collection format `{word}`, which is none here",
                declared.name
            );
            let instead = "`csv`, `ssv`, `tsv`, `pipes` or `multi`";
            return Err(Fault::error("unknown-style", node.at.key("collectionFormat"), what).instead(instead));
        }
    })
}
