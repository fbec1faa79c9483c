//! Documents → what was offered of each and what its calls became, worked out in as many threads as there are cores.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use fewtools::contract::{Content, Tool, Types};
use fewtools_build::explain::OperationExplained;
use fewtools_tests::corpus::Entry;
use fewtools_tests::samples::Fill;

use crate::calls::{Call, Trial};
use crate::offer::{self, Served};
use crate::parallel;

/// What became of one document.
pub struct Outcome {
    /// The document.
    pub entry: Entry,
    /// Why nothing of it was read.
    pub refusal: Option<String>,
    /// Operations that are not offered: operation and reason.
    pub left_out: BTreeMap<String, String>,
    /// Operations that are served.
    pub tools: Vec<Tried>,
    /// The operations of the document, with their slots.
    pub operations: Vec<OperationExplained>,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// A tool and its two calls.
pub struct Tried {
    /// The operation's name.
    pub operation: String,
    /// Method and path of the operation.
    pub route: String,
    /// Whether the body is one argument though its schema is an object.
    pub whole_object: bool,
    /// The call with the required arguments, and the one with all.
    pub calls: [Call; 2],
}

impl Tried {
    /// Whether both calls left as one request each.
    pub fn is_offered(&self) -> bool {
        self.calls.iter().all(|call| call.request.is_ok())
    }
}

impl Outcome {
    /// How many operations are offered.
    pub fn offered(&self) -> usize {
        self.tools.iter().filter(|tool| tool.is_offered()).count()
    }
}

/// What became of these documents, in their order.
pub fn of_all(entries: Vec<Entry>) -> Vec<Outcome> {
    parallel::map(entries, |entry| {
        let began = Instant::now();
        let mut outcome = of(entry);
        outcome.seconds = began.elapsed().as_secs_f64();
        outcome
    })
}

/// A panic is a refusal like any other.
fn of(entry: Entry) -> Outcome {
    let mut outcome = Outcome {
        entry: entry.clone(),
        refusal: None,
        left_out: BTreeMap::new(),
        tools: Vec::new(),
        operations: Vec::new(),
        seconds: 0.0,
    };
    let offered = catch_unwind(AssertUnwindSafe(|| {
        let offer = offer::offer(&entry)?;
        let tools = offer.served.as_ref().map_or(Ok(Vec::new()), tried)?;
        Ok::<_, String>((offer, tools))
    }));
    match offered.unwrap_or_else(|_| Err("panic".to_owned())) {
        Ok((offer, tools)) => {
            outcome.left_out = offer.left_out;
            outcome.tools = tools;
            outcome.operations = offer.served.map(|served| served.explanation.operations).unwrap_or_default();
        }
        Err(refusal) => outcome.refusal = Some(refusal),
    }
    outcome
}

fn tried(served: &Served) -> Result<Vec<Tried>, String> {
    let trial = Trial::of(served)?;
    let tools = served.catalogue.tools.iter().zip(&served.explanation.tools).zip(&served.schemas);
    let tried = tools.map(|((tool, explained), schemas)| Tried {
        operation: explained.variants[0].operation.clone().unwrap_or_default(),
        route: explained.variants[0].route.clone().unwrap_or_default(),
        whole_object: has_whole_object(tool),
        calls: [Fill::Required, Fill::All].map(|fill| trial.call(tool, schemas, fill)),
    });
    Ok(tried.collect())
}

fn has_whole_object(tool: &Tool<'_>) -> bool {
    let Some(variant) = tool.variants.first() else { return false };
    let body = variant.work.exchange().and_then(|exchange| exchange.call.body);
    let whole = body.is_some_and(|body| matches!(body.content, Content::Whole(_)));
    let object = |types: Types| types.without(Types::NULL) == Types::OBJECT;
    whole && variant.inputs.iter().any(|input| input.slot == "body" && object(input.check.types))
}
