//! Costs → tables for people: tools by size, then the parts of each.

use anstyle::{AnsiColor, Style};
use fewtools_build::budget::{Cost, Costs, PerEndpoint, ToolCost};
use fewtools_build::diagnostics::printable;

use crate::summary::counted;

const HEAD: Style = Style::new().bold();
const OVER: Style = AnsiColor::Red.on_default();

/// The whole report; every line ends.
pub fn table(costs: &Costs) -> String {
    let mut tools: Vec<&ToolCost> = costs.tools.iter().collect();
    tools.sort_by(|one, other| other.characters.cmp(&one.characters).then_with(|| one.name.cmp(&other.name)));
    let mut text = sizes(costs, &tools);
    for tool in tools {
        text.push_str(&parts(tool));
    }
    if let Some(per_endpoint) = &costs.per_endpoint {
        text.push_str(&comparison(costs, per_endpoint));
    }
    text
}

/// The tools by size, their average and their sum, and what stands beside them.
fn sizes(costs: &Costs, tools: &[&ToolCost]) -> String {
    let whole = counted(tools.len(), "tool");
    let mut rows: Vec<(String, Cost)> = tools.iter().map(|tool| (printable(&tool.name), tool.cost)).collect();
    rows.push(("on average".to_owned(), costs.average));
    rows.push((format!("tools/list, {whole}"), costs.listing));
    let profiles = costs.profiles.iter();
    rows.extend(profiles.map(|(name, cost)| (format!("profile {}", printable(name)), *cost)));
    let beside = [
        ("instructions", costs.instructions),
        ("resources/list", costs.resources),
        ("prompts/list", costs.prompts),
    ];
    rows.extend(beside.into_iter().filter_map(|(name, cost)| Some((name.to_owned(), cost?))));
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{HEAD}{:width$} tokens  limit{HEAD:#}\n", "");
    for (name, cost) in rows {
        text.push_str(&format!("{name:width$} {:>6} {:>6}{}\n", cost.tokens, limit(cost), over(cost)));
    }
    text
}

fn limit(cost: Cost) -> String {
    cost.limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string())
}

fn over(cost: Cost) -> String {
    match cost.over() {
        0 => String::new(),
        over => format!("  {OVER}{over} over{OVER:#}"),
    }
}

/// What the parts of one tool cost: its text, then each argument and the text in it.
fn parts(tool: &ToolCost) -> String {
    let text = |argument: Option<&str>| {
        tool.texts.iter().find(|text| text.argument.as_deref() == argument).map(|text| text.size.tokens)
    };
    let width = tool.arguments.iter().map(|argument| argument.name.chars().count()).max().unwrap_or(0);
    let width = width.max(5);
    let mut lines = format!("\n{HEAD}{}{HEAD:#}\n", printable(&tool.name));
    lines.push_str(&format!("  {:width$} {:>6}\n", "about", text(None).unwrap_or(0)));
    for argument in &tool.arguments {
        let note = text(Some(&argument.name)).map(|tokens| format!("  {tokens} of them its text"));
        let (name, tokens) = (printable(&argument.name), argument.size.tokens);
        lines.push_str(&format!("  {name:width$} {tokens:>6}{}\n", note.unwrap_or_default()));
    }
    lines
}

fn comparison(costs: &Costs, per_endpoint: &PerEndpoint) -> String {
    let times = per_endpoint.factor.map_or_else(String::new, |factor| format!("  {factor} times as large"));
    let mut text = format!("\n{HEAD}{:22} tokens  tools{HEAD:#}\n", "");
    text.push_str(&format!("{:22} {:>6} {:>6}\n", "curated", costs.listing.tokens, costs.tools.len()));
    let (tokens, tools) = (per_endpoint.tokens, per_endpoint.tools);
    text.push_str(&format!("{:22} {tokens:>6} {tools:>6}{times}\n", "one tool per operation"));
    if per_endpoint.left_out > 0 {
        text.push_str(&format!(
            "left out, cannot be read: {}\n",
            counted(per_endpoint.left_out, "operation")
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use fewtools_build::budget::{ArgumentCost, Size, TextCost};

    use super::*;

    #[test]
    fn the_dearest_tool_comes_first_and_says_what_it_is_over() {
        let tool = |name: &str, tokens: usize| ToolCost {
            name: name.to_owned(),
            cost: Cost { tokens, limit: Some(10) },
            characters: tokens * 4,
            texts: vec![TextCost { argument: None, size: Size { tokens: 3, characters: 12 } }],
            arguments: vec![ArgumentCost { name: "id".to_owned(), size: Size { tokens: 5, characters: 20 } }],
        };
        let costs = Costs {
            listing: Cost { tokens: 21, limit: None },
            average: Cost { tokens: 10, limit: None },
            instructions: None,
            resources: Some(Cost { tokens: 7, limit: Some(9) }),
            prompts: None,
            profiles: Default::default(),
            tools: vec![tool("small", 8), tool("large", 12)],
            per_endpoint: None,
        };
        let plain = anstream::adapter::strip_str(&table(&costs)).to_string();
        let rows: Vec<&str> = plain.lines().take(6).map(str::trim_end).collect();
        assert_eq!(
            rows,
            [
                "                    tokens  limit",
                "large                   12     10  2 over",
                "small                    8     10",
                "on average              10   none",
                "tools/list, 2 tools     21   none",
                "resources/list           7      9",
            ]
        );
    }
}
