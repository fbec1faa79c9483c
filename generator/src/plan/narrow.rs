//! A planned tool → the same tool with only some of its variants, or one of them as a tool of its own.

use super::arguments;
use super::surface::{
    ArgumentPlan, DiscriminatorPlan, ExpectedPlan, InputPlan, StepPlan, ToolPlan, VariantPlan,
};
use super::tools::annotations;

/// The tool with the variants that are kept, in their order; `None` where none is.
///
/// What depends on the variants follows: the arguments and what is listed of each, the groups, the default, the other
/// spellings and the hints. The discriminator stays, so that a call reads the same with one variant as with all; it is
/// required once the default is gone.
pub(super) fn to(tool: &ToolPlan, keep: impl Fn(&VariantPlan) -> bool) -> Option<ToolPlan> {
    let kept: Vec<usize> = tool
        .variants
        .iter()
        .enumerate()
        .filter(|(_, variant)| keep(variant))
        .map(|(index, _)| index)
        .collect();
    if kept.is_empty() {
        return None;
    }
    let variants: Vec<&VariantPlan> = kept.iter().filter_map(|index| tool.variants.get(*index)).collect();
    let mut narrowed = with(tool, &variants, |argument| {
        tool.discriminator.as_ref().is_some_and(|chooser| chooser.argument == argument)
    });
    narrowed.discriminator =
        tool.discriminator.as_ref().map(|chooser| follow(tool, &narrowed, chooser, &kept));
    if let Some(chooser) = &narrowed.discriminator
        && let Some(argument) = narrowed.arguments.get_mut(chooser.argument)
    {
        argument.required = chooser.default.is_none();
    }
    Some(narrowed)
}

/// Each variant as a tool of its own; see [`alone`].
pub(super) fn apart(tool: &ToolPlan) -> Vec<ToolPlan> {
    (0..tool.variants.len()).filter_map(|index| alone(tool, index)).collect()
}

/// One variant as a tool of its own: `<tool>_<variant>`, described by the variant's `about` where it has one, without
/// discriminator.
///
/// An argument that no variant takes stays with the first, so that the fault about it is told once.
fn alone(tool: &ToolPlan, index: usize) -> Option<ToolPlan> {
    let variant = tool.variants.get(index)?;
    let chooser = tool.discriminator.as_ref().map(|chooser| chooser.argument);
    let mut single =
        with(tool, &[variant], |argument| index == 0 && chooser != Some(argument) && is_idle(tool, argument));
    let name = &variant.name;
    single.name.value = expanded_name(&tool.name.value, &name.value);
    single.name.at = name.at.clone();
    if !variant.about.is_empty() {
        single.about.value.clone_from(&variant.about);
    }
    for variant in &mut single.variants {
        variant.name.value.clear();
    }
    Some(single)
}

/// The name of a variant's own tool.
pub(super) fn expanded_name(tool: &str, variant: &str) -> String {
    format!("{tool}_{variant}")
}

/// The tool with these variants and the arguments they take, or that stay for another reason; no discriminator.
fn with(tool: &ToolPlan, variants: &[&VariantPlan], stays: impl Fn(usize) -> bool) -> ToolPlan {
    let taken = |argument: usize| {
        stays(argument) || variants.iter().any(|variant| input(variant, argument).is_some())
    };
    let order: Vec<usize> = (0..tool.arguments.len()).filter(|argument| taken(*argument)).collect();
    let arguments = order.iter().filter_map(|old| argument(tool, *old, variants)).collect();
    let variants: Vec<VariantPlan> = variants.iter().map(|variant| renumbered(variant, &order)).collect();
    ToolPlan {
        name: tool.name.clone(),
        entry: tool.entry.clone(),
        about: tool.about.clone(),
        mode: tool.mode,
        output_schema: tool.output_schema.clone(),
        arguments,
        discriminator: None,
        annotations: annotations(&variants),
        variants,
        mixed_posture: tool.mixed_posture,
    }
}

/// What is listed of an argument by these variants.
fn argument(tool: &ToolPlan, index: usize, variants: &[&VariantPlan]) -> Option<ArgumentPlan> {
    let whole = tool.arguments.get(index)?;
    let takers: Vec<(&VariantPlan, &InputPlan)> =
        variants.iter().filter_map(|variant| Some((*variant, input(variant, index)?))).collect();
    let Some((_, first)) = takers.first() else { return Some(whole.clone()) };
    let is_of_document = whole.note_at.is_none() && !whole.note.is_empty();
    let labelled: Vec<_> =
        takers.iter().map(|(variant, input)| (variant.label.as_str(), &input.listed)).collect();
    let (schema, differs) = arguments::listed_once(&labelled);
    Some(ArgumentPlan {
        schema,
        differs,
        note: if is_of_document { first.about.clone() } else { whole.note.clone() },
        required: takers.len() == variants.len() && takers.iter().all(|(_, input)| input.required),
        ..whole.clone()
    })
}

/// The variant with the new places of its arguments; `order` has the old ones.
fn renumbered(variant: &VariantPlan, order: &[usize]) -> VariantPlan {
    let new = |old: usize| order.iter().position(|kept| *kept == old);
    let mut variant = variant.clone();
    for input in &mut variant.inputs {
        input.argument = new(input.argument).unwrap_or_default();
    }
    for step in variant.steps.iter_mut().flat_map(|composite| &mut composite.steps) {
        for input in &mut step.request.inputs {
            input.argument = new(input.argument).unwrap_or(StepPlan::NO_ARGUMENT);
        }
    }
    let confirm = variant.gates.confirm.as_mut().and_then(|confirm| confirm.equals.as_mut());
    if let Some(ExpectedPlan::Lookup { request, .. }) = confirm {
        **request = renumbered(request, order);
    }
    if let Some(merge) = &mut variant.merge {
        *merge.request = renumbered(&merge.request, order);
    }
    for (_, arguments) in &mut variant.groups {
        *arguments = arguments.iter().filter_map(|old| new(*old)).collect();
    }
    variant
}

/// The discriminator with the new places of its argument, default and other spellings.
fn follow(
    tool: &ToolPlan,
    narrowed: &ToolPlan,
    chooser: &DiscriminatorPlan,
    kept: &[usize],
) -> DiscriminatorPlan {
    let new = |old: usize| kept.iter().position(|kept| *kept == old);
    let name = tool.arguments.get(chooser.argument).map(|argument| &argument.name);
    let argument = narrowed.arguments.iter().position(|argument| Some(&argument.name) == name);
    let aliases = chooser.aliases.iter();
    DiscriminatorPlan {
        argument: argument.unwrap_or_default(),
        at: chooser.at.clone(),
        default: chooser.default.and_then(new),
        aliases: aliases.filter_map(|(alias, variant)| Some((alias.clone(), new(*variant)?))).collect(),
    }
}

fn input(variant: &VariantPlan, argument: usize) -> Option<&InputPlan> {
    variant.inputs.iter().find(|input| input.argument == argument)
}

fn is_idle(tool: &ToolPlan, argument: usize) -> bool {
    tool.variants.iter().all(|variant| input(variant, argument).is_none())
}
