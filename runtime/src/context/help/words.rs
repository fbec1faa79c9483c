//! Says in words what a variant does, what stands before it, and what an argument looks like.

use fewtools_contract::{Confirm, Conversion, Effect, Expected, Preview, Tool, Variant};

/// What a call does to the API.
pub(super) fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "Only reads.",
        Effect::Additive => "Adds; takes nothing away.",
        Effect::Idempotent => "Sets; a second call changes nothing more.",
        Effect::Destructive => "May remove or overwrite.",
    }
}

/// The gates of a variant, a sentence each.
pub(super) fn gates(tool: &Tool<'_>, variant: &Variant<'_>) -> Vec<String> {
    let name = |input: usize| argument(tool, variant, input);
    let dry_run = variant.gates.dry_run.map(|gate| {
        let who = match gate.preview {
            Preview::Local => "it shows the request that would be sent",
            Preview::Upstream { .. } => "the API tells what would happen",
        };
        format!("A dry run unless {}=false: {who}.", name(gate.input))
    });
    let confirm = variant.gates.confirm.map(|gate| confirm(tool, variant, &gate));
    let cap = variant.gates.cap.map(|cap| {
        format!("Refused where it would change very much at once, unless {}=true.", name(cap.input))
    });
    [dry_run, confirm, cap].into_iter().flatten().collect()
}

fn confirm(tool: &Tool<'_>, variant: &Variant<'_>, gate: &Confirm<'_>) -> String {
    let equals = match gate.equals {
        Expected::Input(input) => format!("the value of {}", argument(tool, variant, input)),
        Expected::Lookup { .. } => "the name of what it is about, to the letter".to_owned(),
        Expected::Preview { .. } => "what the dry run answers, to the letter".to_owned(),
    };
    let receipt = if gate.receipt { ", with the receipt that its dry run gives" } else { "" };
    format!("A real run needs {} to be {equals}{receipt}.", argument(tool, variant, gate.input))
}

fn argument<'t>(tool: &Tool<'t>, variant: &Variant<'_>, input: usize) -> &'t str {
    let index = variant.inputs.get(input).map(|input| input.argument);
    index.and_then(|index| tool.arguments.get(index)).map_or("", |argument| argument.name)
}

/// How a value is written that is not sent as it is; empty where nothing is to be said.
pub(super) fn form(conversion: Conversion) -> String {
    match conversion {
        Conversion::None | Conversion::Digits { .. } => String::new(),
        Conversion::Resume => "What an earlier answer says under `next`.".to_owned(),
        Conversion::Uuid => "A UUID.".to_owned(),
        Conversion::Date => "A date like 2026-07-28.".to_owned(),
        Conversion::DateTime => "A date and time like 2026-07-28T09:30:00Z.".to_owned(),
        Conversion::Duration | Conversion::DurationSeconds | Conversion::DurationIso => {
            "A duration like 15m.".to_owned()
        }
        Conversion::RowLimit { max, .. } => format!("From 1 to {max} rows."),
        Conversion::IdListText | Conversion::IdListInteger | Conversion::IdListJoined => {
            "Ids with commas between them.".to_owned()
        }
        Conversion::Bytes => "Bytes as base64 text.".to_owned(),
    }
}

/// A text with a full stop at its end; empty for an empty one.
pub(super) fn sentence(text: &str) -> String {
    if text.is_empty() || text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
