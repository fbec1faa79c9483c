//! The fields of a result → where each comes from, in the words of the manifest.

use fewtools_contract::Comparison;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::plan::{
    ConditionPlan, FieldPlan, FromPlan, ItemsPlan, OperandPlan, OriginPlan, PhrasePlan, SegmentPlan, Surface,
    ToolPlan, VariantPlan, WayPlan,
};

/// What rows are kept by.
#[derive(Debug, Serialize)]
pub struct KeepExplained {
    /// The way to the field of a row.
    pub field: String,
    /// The argument that it has to be.
    pub argument: String,
}

/// The names that indices stand for.
pub(super) struct Words<'s> {
    surface: &'s Surface<'s>,
    tool: &'s ToolPlan,
    variant: &'s VariantPlan,
}

/// A field's name, and where it comes from.
type Named = (String, String);

impl<'s> Words<'s> {
    /// Those of a variant.
    pub(super) fn of(surface: &'s Surface<'_>, tool: &'s ToolPlan, variant: &'s VariantPlan) -> Self {
        Self { surface, tool, variant }
    }

    /// The name of a step.
    pub(super) fn step(&self, index: usize) -> &str {
        let steps = self.variant.steps.as_ref().map(|composite| composite.steps.as_slice());
        steps.unwrap_or_default().get(index).map_or("", |step| step.name.value.as_str())
    }

    /// What the rows of the variant are kept by.
    pub(super) fn keep(&self) -> Option<KeepExplained> {
        let (input, way) = self.variant.keep.as_ref()?;
        Some(KeepExplained { field: path(way), argument: self.input(*input).to_owned() })
    }

    fn input(&self, index: usize) -> &str {
        let input = self.variant.inputs.get(index);
        let argument = input.and_then(|input| self.tool.arguments.get(input.argument));
        argument.map_or("", |argument| argument.name.as_str())
    }

    /// A way as the manifest writes it.
    pub(super) fn way(&self, way: &WayPlan) -> String {
        match &way.from {
            OriginPlan::Here => path(&way.path),
            OriginPlan::Input(index) => format!("$inputs.{}", self.input(*index)),
            OriginPlan::Status(step) => format!("$steps.{}.status", self.step(*step)),
            OriginPlan::Header(step, name) => format!("$steps.{}.headers.{name}", self.step(*step)),
            OriginPlan::Body(step) if way.path.is_empty() => format!("$steps.{}.body", self.step(*step)),
            OriginPlan::Body(step) => format!("$steps.{}.body#/{}", self.step(*step), path(&way.path)),
        }
    }

    fn fields(&self, fields: &[FieldPlan]) -> Vec<Named> {
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        let mut named = Vec::new();
        for FieldPlan { name, from } in fields {
            match from {
                FromPlan::Each { of, pick, .. } if !pick.is_empty() => {
                    let items = self.items(of);
                    let inner = self.fields(pick).into_iter();
                    named.extend(
                        inner.map(|(inner, to)| (format!("{name}[].{inner}"), format!("{items}/{to}"))),
                    );
                }
                FromPlan::Object { at, pick, .. } => {
                    let at = self.way(at);
                    let inner = self.fields(pick).into_iter();
                    named.extend(inner.map(|(inner, to)| (format!("{name}.{inner}"), format!("{at}/{to}"))));
                }
                FromPlan::Each { of, .. } => named.push((format!("{name}[]"), self.items(of))),
                FromPlan::Findings(findings) => {
                    named.extend(findings.iter().enumerate().map(|(index, finding)| {
                        let when = self.condition(&finding.when, &names);
                        (
                            format!("{name}[{index}]"),
                            format!("when {when}: {}", sentence(&finding.say, &names)),
                        )
                    }))
                }
                other => named.push((name.clone(), self.one(other))),
            }
        }
        named
    }

    /// Where a field without parts comes from.
    fn one(&self, from: &FromPlan) -> String {
        match from {
            FromPlan::At { at, .. } => self.way(at),
            FromPlan::Text { at, most, .. } => format!("{}, cut to {most} bytes", self.way(at)),
            FromPlan::Count(of) => format!("count of {}", self.items(of)),
            FromPlan::Sum { of, at, .. } => format!("sum of {}/{}", self.items(of), path(at)),
            FromPlan::Constant(value) => format!("= {value}"),
            FromPlan::Now => "$now".to_owned(),
            FromPlan::Hook { hook, of, .. } => {
                let name = self.surface.hooks.get(*hook).map_or("", |hook| hook.name.as_str());
                let of: Vec<String> = of.iter().map(|way| self.way(way)).collect();
                format!("{name}({})", of.join(", "))
            }
            FromPlan::Object { .. } | FromPlan::Each { .. } | FromPlan::Findings(_) => String::new(),
        }
    }

    /// `sessions[state == "open", by -size, first 3]`
    fn items(&self, items: &ItemsPlan) -> String {
        let filter = items.filter.as_ref().map(|(at, equals)| format!("{} == {equals}", path(at)));
        let sort = items.sort.as_ref();
        let sort =
            sort.map(|(at, descending)| format!("by {}{}", if *descending { "-" } else { "" }, path(at)));
        let first = (items.first > 0).then(|| format!("first {}", items.first));
        let narrowed: Vec<String> = filter.into_iter().chain(sort).chain(first).collect();
        format!("{}[{}]", self.way(&items.at), narrowed.join(", "))
    }

    /// A condition; the names are those of the fields that it can name.
    pub(super) fn condition(&self, condition: &ConditionPlan, names: &[&str]) -> String {
        let joined = |parts: &[ConditionPlan], sign: &str| {
            let parts: Vec<String> = parts.iter().map(|part| self.condition(part, names)).collect();
            format!("({})", parts.join(sign))
        };
        match condition {
            ConditionPlan::All(parts) => joined(parts, " && "),
            ConditionPlan::Any(parts) => joined(parts, " || "),
            ConditionPlan::Not(denied) => match self.condition(denied, names) {
                one if matches!(**denied, ConditionPlan::Compare { .. }) => format!("!({one})"),
                one => format!("!{one}"),
            },
            ConditionPlan::Holds(operand) => self.operand(operand, names),
            ConditionPlan::Compare { left, by, right } => {
                format!("{} {} {}", self.operand(left, names), sign(*by), self.operand(right, names))
            }
        }
    }

    fn operand(&self, operand: &OperandPlan, names: &[&str]) -> String {
        match operand {
            OperandPlan::Field(index) => names.get(*index).copied().unwrap_or_default().to_owned(),
            OperandPlan::Way(way) => self.way(way),
            OperandPlan::Constant(Value::String(text)) => format!("'{text}'"),
            OperandPlan::Constant(value) => value.to_string(),
        }
    }
}

/// The fields, in their order: name → where it comes from.
pub(super) fn named(fields: &[FieldPlan], words: &Words<'_>) -> Map<String, Value> {
    words.fields(fields).into_iter().map(|(name, from)| (name, from.into())).collect()
}

fn sentence(say: &[PhrasePlan], names: &[&str]) -> String {
    let phrase = |phrase: &PhrasePlan| match phrase {
        PhrasePlan::Text(text) => text.clone(),
        PhrasePlan::Field(index) => format!("{{{}}}", names.get(*index).copied().unwrap_or_default()),
    };
    say.iter().map(phrase).collect()
}

fn sign(by: Comparison) -> &'static str {
    match by {
        Comparison::Equal => "==",
        Comparison::Unequal => "!=",
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::More => ">",
        Comparison::AtLeast => ">=",
    }
}

pub(super) fn path(segments: &[SegmentPlan]) -> String {
    let words: Vec<String> = segments
        .iter()
        .map(|segment| match segment {
            SegmentPlan::Key(key) => key.clone(),
            SegmentPlan::Index(index) => index.to_string(),
        })
        .collect();
    words.join("/")
}
