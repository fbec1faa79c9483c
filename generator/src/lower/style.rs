//! `style`, `explode` and `allowReserved` → an encoding, with the defaults of OpenAPI 3.1, section 4.8.12.2.

use fewtools_contract::{Location, Style};

use crate::diagnostics::Fault;
use crate::lower::api::Encoding;
use crate::lower::node::Node;
use crate::lower::version::Dialect;

const STYLES: [(&str, Style); 8] = [
    ("simple", Style::Simple),
    ("label", Style::Label),
    ("matrix", Style::Matrix),
    ("form", Style::Form),
    ("spaceDelimited", Style::SpaceDelimited),
    ("pipeDelimited", Style::PipeDelimited),
    ("deepObject", Style::DeepObject),
    ("cookie", Style::Cookie),
];

/// How a parameter with a schema is written.
///
/// # Errors
/// `unknown-style`: a style that is none, or that its location does not have.
pub(super) fn of_parameter(
    dialect: Dialect,
    node: &Node,
    name: &str,
    location: Location,
) -> Result<Encoding, Fault> {
    let allowed: &[&str] = match location {
        Location::Path => &["simple", "label", "matrix"],
        Location::Query | Location::Querystring => &["form", "spaceDelimited", "pipeDelimited", "deepObject"],
        Location::Header => &["simple"],
        Location::Cookie if dialect >= Dialect::V32 => &["form", "cookie"],
        Location::Cookie => &["form"],
    };
    let mut encoding = styled(node, &format!("parameter `{name}`"), allowed)?;
    // Before 3.2 the switch says something about the query alone.
    if let Encoding::Styled { allow_reserved, .. } = &mut encoding
        && location != Location::Query
        && dialect < Dialect::V32
    {
        *allow_reserved = false;
    }
    Ok(encoding)
}

/// How a field of a form or multipart body is written by style.
///
/// # Errors
/// `unknown-style`.
pub(super) fn of_field(node: &Node, name: &str) -> Result<Encoding, Fault> {
    styled(node, &format!("field `{name}`"), &["form", "spaceDelimited", "pipeDelimited", "deepObject"])
}

/// By style; the first of the allowed styles is the default.
fn styled(node: &Node, noun: &str, allowed: &[&str]) -> Result<Encoding, Fault> {
    let default = allowed.first().copied().unwrap_or("simple");
    let written = node.get("style");
    let word = written.as_ref().map_or(default, |style| style.value.as_str().unwrap_or_default());
    // `simple` and `form` differ in their place alone: each is written for the other, with its own default of `explode`.
    let meant = if matches!(word, "simple" | "form") && !allowed.contains(&word) { default } else { word };
    let known = STYLES.iter().find(|(style, _)| *style == meant && allowed.contains(style));
    let Some((_, style)) = known else {
        let at = node.at.key("style");
        let styles = allowed.iter().map(|style| format!("`{style}`")).collect::<Vec<_>>().join(", ");
        return Err(Fault::error(
            "unknown-style",
            at,
            format!("{noun} has the style `{word}`, which is none here"),
        )
        .instead(format!("write {styles}, or leave `style` out")));
    };
    let explode = node.value.get("explode").and_then(serde_json::Value::as_bool);
    Ok(Encoding::Styled {
        style: *style,
        explode: explode.unwrap_or(matches!(style, Style::Form | Style::Cookie) && word != "simple"),
        allow_reserved: node.is_set("allowReserved"),
    })
}
