//! A surface → one line that counts it.

use fewtools_build::lower::curation::Ceiling;
use fewtools_build::plan::Surface;

/// `64 operations: 36 used, 28 excluded`
pub fn operations(surface: &Surface<'_>) -> String {
    let all = surface.decisions.len();
    let used = surface.decisions.iter().filter(|decision| !decision.used.is_empty()).count();
    let excluded = surface.decisions.iter().filter(|decision| !decision.excluded.is_empty()).count();
    let left = all.saturating_sub(used + excluded);
    let uncovered = if left == 0 { String::new() } else { format!(", {left} uncovered") };
    format!("{}: {used} used, {excluded} excluded{uncovered}", counted(all, "operation"))
}

/// `13 tools, 1257 of 2000 tokens`
pub fn tools(surface: &Surface<'_>) -> String {
    let tools = counted(surface.measure.tools.len(), "tool");
    let tokens = surface.measure.listing;
    match surface.curation.budget.listing.value {
        Ceiling::Tokens(limit) => format!("{tools}, {tokens} of {}", counted(limit, "token")),
        Ceiling::None => format!("{tools}, {}", counted(tokens, "token")),
    }
}

/// `1 tool`, `2 tools`
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_thing_is_not_many() {
        assert_eq!(
            [counted(0, "tool"), counted(1, "tool"), counted(2, "tool")],
            ["0 tools", "1 tool", "2 tools"]
        );
    }
}
