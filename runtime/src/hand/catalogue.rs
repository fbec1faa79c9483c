//! Puts tools that are written in Rust into a catalogue, and measures the listing of all.

use fewtools_contract::{Catalogue, Ceilings, Profile, Tool, budget, instructions, listing};

use super::{HandTool, judge};

/// A catalogue with these tools after its own. It is made once, at the start, and never freed.
pub(crate) fn extended(
    catalogue: &'static Catalogue<'static>,
    hand: &[HandTool],
    problems: &mut Vec<String>,
) -> &'static Catalogue<'static> {
    if hand.is_empty() {
        return catalogue;
    }
    let made: Vec<&'static Tool<'static>> = hand.iter().map(HandTool::tool).collect();
    hand.iter().for_each(|tool| judge::tool(tool, catalogue, problems));
    let profile = |profile: &Profile<'static>| {
        let offered =
            hand.iter().zip(&made).filter(|(tool, _)| tool.profiles.iter().any(|name| name == profile.name));
        let tools = [profile.tools, &offered.map(|(_, tool)| *tool).collect::<Vec<_>>()].concat();
        let instructions = told(profile.instructions, profile.tools, &tools);
        Profile { tools: Vec::leak(tools), instructions, ..*profile }
    };
    let profiles: Vec<Profile<'static>> = catalogue.profiles.iter().map(profile).collect();
    let tools = Vec::leak([catalogue.tools, &made].concat());
    let instructions = told(catalogue.instructions, catalogue.tools, tools);
    let extended = Catalogue { tools, profiles: Vec::leak(profiles), instructions, ..*catalogue };
    measure(&extended, &made, problems);
    Box::leak(Box::new(extended))
}

/// The instructions of some tools, told of more. Their lines about the tools become those about all of them; a text without
/// such lines names no tools, and stays.
fn told(text: &'static str, some: &[&Tool<'_>], all: &[&Tool<'_>]) -> &'static str {
    let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let parts = [instructions::by_effect, instructions::gates].into_iter();
    let told = parts.fold(lines.clone(), |lines, part| replaced(lines, &part(some), part(all)));
    if told == lines { text } else { String::leak(told.join("\n")) }
}

/// Lines with others in the place of these, where they stand together.
fn replaced(mut lines: Vec<String>, these: &[String], others: Vec<String>) -> Vec<String> {
    let length = these.len().max(1);
    if let Some(at) = lines.windows(length).position(|window| window == these) {
        lines.splice(at..at + length, others);
    }
    lines
}

/// Tells of a listing, of a tool written in Rust, or of instructions that name one, over their ceiling.
fn measure(catalogue: &Catalogue<'_>, hand: &[&Tool<'_>], problems: &mut Vec<String>) {
    let Ceilings { listing: all, per_tool, .. } = catalogue.ceilings;
    let Ok(listed) = listing::tools(catalogue) else { return };
    let measured = budget::measure(&listed);
    let of_hand = |name: &str| hand.iter().any(|tool| tool.name == name);
    let costs: Vec<&(String, usize)> = measured.tools.iter().filter(|(name, _)| of_hand(name)).collect();
    let over = |cost: usize, ceiling: u32| ceiling > 0 && cost > ceiling as usize;
    let told = budget::tokens(catalogue.instructions);
    if over(told, catalogue.ceilings.instructions) {
        let ceiling = catalogue.ceilings.instructions;
        problems.push(format!(
            "the instructions cost {told} tokens with the tools written in Rust; their ceiling is {ceiling}"
        ));
    }
    for (name, cost) in costs.iter().filter(|(_, cost)| over(*cost, per_tool)) {
        problems.push(format!("tool `{name}` costs {cost} tokens; the ceiling of one tool is {per_tool}"));
    }
    if over(measured.listing, all) {
        let each: Vec<String> = costs.iter().map(|(name, cost)| format!("`{name}` {cost}")).collect();
        problems.push(format!(
            "the listing costs {} tokens with the tools written in Rust ({}); its ceiling is {all}",
            measured.listing,
            each.join(", ")
        ));
    }
}
