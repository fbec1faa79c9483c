//! A document → the manifest that would list one tool for each operation: what curation saves is measured against it.

use indexmap::IndexMap;

use crate::diagnostics::{Place, Pointer};
use crate::load::Documents;
use crate::lower::Api;
use crate::lower::api::Operation;
use crate::lower::curation::{
    Budget, Ceiling, Coverage, Curation, GateNames, Policy, RowsLimits, SchemaEntry, Spot, ToolEntry,
    UpstreamEntry, Word,
};
use crate::plan;

/// One tool for each readable operation, named after it, with every slot as an argument and its one-line summary as
/// the only text.
pub fn curation(api: &Api) -> Curation {
    let at = Place::new(Documents::DOCUMENT, Pointer::root());
    let ids: Vec<&str> = api.operations.iter().map(|operation| operation.id.as_str()).collect();
    let names = plan::tool_names(&ids);
    let tools = names.into_iter().zip(&api.operations);
    let tools =
        tools.map(|(name, operation)| (name, Spot::new(tool(operation), operation.at.clone()))).collect();
    let no_ceiling = || Spot::new(Ceiling::None, at.clone());
    Curation {
        types: Default::default(),
        pages: Default::default(),
        client: Vec::new(),
        name: Word::new("per_endpoint".to_owned(), at.clone()),
        about: String::new(),
        refuse_by_protocol: false,
        upstream: UpstreamEntry::default(),
        coverage: Coverage { uncovered: Policy::Allow, undecided: Policy::Allow, not_offered: Vec::new() },
        schema: SchemaEntry::default(),
        budget: Budget {
            listing: no_ceiling(),
            per_tool: no_ceiling(),
            average: no_ceiling(),
            instructions: no_ceiling(),
            resources: no_ceiling(),
            prompts: no_ceiling(),
            result: no_ceiling(),
        },
        rows: RowsLimits { default: 25, max: 100 },
        error_code: Word::new("/code".to_owned(), at.clone()),
        gates: GateNames::usual(&at),
        subjects: IndexMap::new(),
        permissions: IndexMap::new(),
        resources: IndexMap::new(),
        prompts: IndexMap::new(),
        instructions: None,
        help: None,
        profiles: IndexMap::new(),
        auth: IndexMap::new(),
        args: IndexMap::new(),
        tools,
        projections: IndexMap::new(),
        errors: Vec::new(),
        renamed: IndexMap::new(),
        exclude: Vec::new(),
        at,
    }
}

fn tool(operation: &Operation) -> ToolEntry {
    let at = operation.at.clone();
    let about = Word::new(plan::one_line(&operation.summary, &operation.description), at.clone());
    ToolEntry::calling(about, Word::new(operation.id.clone(), at))
}
