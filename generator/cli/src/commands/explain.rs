//! `fewtools explain`: a manifest and a name → what it resolves to.

mod text;

use bumpalo::Bump;
use fewtools_build::diagnostics::nearest;
use fewtools_build::explain::explain;
use fewtools_build::plan::Surface;

use crate::args::Explain;
use crate::outcome::{Failure, Outcome};
use crate::{output, stages};

/// Explains one tool or operation, or everything. Faults are shown too: what they leave out is not explained.
pub fn run(args: &Explain) -> Result<Outcome, Failure> {
    let (name, manifest) = args.name_and_manifest();
    let input = stages::read(manifest);
    let arena = Bump::new();
    let checked = stages::check(&arena, &input);
    stages::show_faults(&input, &checked);
    let Some(surface) = checked.surface() else { return Ok(Outcome::Faults) };
    let Some(explanation) = explain(surface, name) else {
        output::error(&unknown(surface, name.unwrap_or_default()));
        return Ok(Outcome::Faults);
    };
    if args.json {
        output::json(&explanation)?;
    } else {
        output::text(&text::text(&explanation))?;
    }
    Ok(Outcome::of(&checked))
}

/// What is said of a name that nothing has.
fn unknown(surface: &Surface<'_>, name: &str) -> String {
    let tools = surface.tools.iter().map(|tool| tool.name.value.as_str());
    let operations = surface.decisions.iter().flat_map(|decision| [&*decision.id, &*decision.route]);
    let meant = nearest(name, tools.chain(operations));
    let meant = meant.map_or_else(String::new, |meant| format!("; instead: `{meant}`"));
    format!("no tool or operation is named `{name}`{meant}")
}
