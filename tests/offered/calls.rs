//! A served tool → two calls of it, with its required arguments and with all, and the requests they became.

use std::collections::BTreeSet;
use std::sync::Arc;

use fewtools::contract::{Argument, Encoding, Input, Location, Source, Style, Tool, Variant};
use fewtools::{Caller, Dispatcher, Reply, Request};
use fewtools_tests::recorder::Recorder;
use fewtools_tests::samples::{Fill, Mood, Place, Sampler, TURNS};
use serde_json::{Map, Value};

use crate::offer::Served;

/// What became of one call.
pub struct Call {
    /// Which arguments were meant to be given.
    pub fill: Fill,
    /// The arguments that were given.
    pub arguments: Map<String, Value>,
    /// Optional arguments that were left out because every value of them was refused, and why.
    pub dropped: Vec<(String, String)>,
    /// The one request; `Err` tells why there is none, or not one.
    pub request: Result<Request, String>,
}

impl Call {
    /// What the call was to give, in words.
    pub fn name(&self) -> &'static str {
        match self.fill {
            Fill::Required => "required",
            Fill::All => "all",
        }
    }
}

/// Calls the tools of one catalogue over an upstream that only records.
pub struct Trial<'s> {
    dispatcher: Dispatcher,
    upstream: Arc<Recorder>,
    sampler: Sampler<'s>,
    runtime: tokio::runtime::Runtime,
}

impl<'s> Trial<'s> {
    /// Starts the catalogue with a credential for every scheme.
    ///
    /// # Errors
    /// Why it does not start.
    pub fn of(served: &'s Served) -> Result<Self, String> {
        let upstream = Arc::new(Recorder::default());
        let builder = Dispatcher::builder(served.catalogue).upstream(upstream.clone());
        let dispatcher = builder.environment(|_| Some("user:s3cret".to_owned())).build();
        let dispatcher = dispatcher.map_err(|error| error.to_string())?;
        let runtime =
            tokio::runtime::Builder::new_current_thread().build().map_err(|error| error.to_string())?;
        Ok(Self { dispatcher, upstream, sampler: Sampler::new(&served.definitions), runtime })
    }

    /// Calls a tool with its required arguments or with all of them. A value that is refused is made anew; an
    /// optional argument of which no value is accepted is left out.
    pub fn call(&self, tool: &Tool<'_>, schemas: &[Value], fill: Fill) -> Call {
        let mut call = Call { fill, arguments: Map::new(), dropped: Vec::new(), request: Err(String::new()) };
        let Some(variant) = tool.variants.first() else { return call };
        let mut draft = Draft::of(tool, variant, schemas, fill);
        loop {
            call.arguments = draft.arguments(&self.sampler);
            let refusal = match self.run(tool.name, call.arguments.clone()) {
                Ok(request) => {
                    call.request = Ok(request);
                    return call;
                }
                Err(refusal) => refusal,
            };
            if !draft.improve(&refusal, &mut call.dropped) {
                call.request = Err(refusal.text);
                return call;
            }
        }
    }

    fn run(&self, tool: &str, arguments: Map<String, Value>) -> Result<Request, Refused> {
        let reply = self.runtime.block_on(self.dispatcher.call(&Caller::anonymous(), tool, arguments));
        let mut requests = self.upstream.take();
        match (requests.pop(), requests.len(), reply) {
            (Some(request), 0, _) => Ok(request),
            (None, _, Ok(reply)) => Err(Refused::of(&reply)),
            (None, _, Err(malformed)) => {
                Err(Refused { text: malformed.to_string(), arguments: BTreeSet::new() })
            }
            (Some(_), more, _) => {
                Err(Refused { text: format!("{} requests", more + 1), arguments: BTreeSet::new() })
            }
        }
    }
}

/// Why no request left.
struct Refused {
    text: String,
    arguments: BTreeSet<String>,
}

impl Refused {
    fn of(reply: &Reply) -> Self {
        let data = reply.structured.clone().unwrap_or_default();
        let faults = data.get("faults").and_then(Value::as_array).into_iter().flatten();
        let first = data.get("argument").into_iter();
        let names = first.chain(faults.filter_map(|fault| fault.get("argument")));
        let arguments = names.filter_map(Value::as_str).map(str::to_owned).collect();
        let reason = data.get("reason").and_then(Value::as_str).unwrap_or("answered");
        Self { text: format!("{reason}: {}", reply.text), arguments }
    }
}

/// Arguments that are tried.
struct Draft<'t> {
    given: Vec<Given<'t>>,
    fill: Fill,
}

struct Given<'t> {
    argument: &'t Argument<'t>,
    /// What is listed and what the document says.
    schemas: [Value; 2],
    place: Place,
    turn: usize,
    dropped: bool,
}

impl<'t> Draft<'t> {
    fn of(tool: &'t Tool<'t>, variant: &'t Variant<'t>, schemas: &[Value], fill: Fill) -> Self {
        let inputs = variant.inputs.iter().zip(schemas).filter_map(|(input, schema)| {
            let argument = tool.arguments.get(input.argument)?;
            (fill == Fill::All || argument.required).then(|| Given {
                argument,
                schemas: [listed(argument), schema.clone()],
                place: place(variant, input),
                turn: 0,
                dropped: false,
            })
        });
        Self { given: inputs.collect(), fill }
    }

    fn arguments(&self, sampler: &Sampler<'_>) -> Map<String, Value> {
        let kept = self.given.iter().filter(|given| !given.dropped);
        let valued = kept.filter_map(|given| {
            let [listed, meant] = &given.schemas;
            // Late turns give less, where members exclude each other, or more, where they tell alternatives apart.
            let fill = match self.fill {
                Fill::All if given.turn >= TURNS / 2 => Fill::Required,
                Fill::Required if given.turn >= TURNS / 2 => Fill::All,
                fill => fill,
            };
            let mood = Mood { place: given.place, fill, turn: given.turn };
            Some((given.argument.name.to_owned(), sampler.value(&[meant, listed], mood)?))
        });
        valued.collect()
    }

    /// Changes what was refused; `false` where nothing is left to change.
    fn improve(&mut self, refusal: &Refused, dropped: &mut Vec<(String, String)>) -> bool {
        let mut changed = false;
        for given in self.given.iter_mut().filter(|given| refusal.arguments.contains(given.argument.name)) {
            if given.turn < TURNS {
                given.turn += 1;
                changed = true;
            } else if !given.argument.required && !given.dropped {
                given.dropped = true;
                dropped.push((given.argument.name.to_owned(), refusal.text.clone()));
                changed = true;
            }
        }
        changed
    }
}

fn listed(argument: &Argument<'_>) -> Value {
    serde_json::from_str(argument.schema).expect("a listed schema is JSON")
}

/// Where an argument goes.
fn place(variant: &Variant<'_>, input: &Input<'_>) -> Place {
    let goes_here = |source: Source<'_>| {
        let index = if let Source::Input(index) = source { variant.inputs.get(index) } else { None };
        index.is_some_and(|own| own.argument == input.argument)
    };
    let parameters = variant.work.calls().flat_map(|call| call.parameters);
    let parameter = parameters.into_iter().find(|parameter| goes_here(parameter.source));
    match parameter.map(|parameter| (parameter.location, parameter.encoding)) {
        Some((Location::Path, _)) => Place::Path,
        Some((Location::Header, _)) => Place::Header,
        Some((Location::Cookie, Encoding::Styled { style: Style::Cookie, .. })) => Place::RawCookie,
        Some((_, Encoding::Styled { style: Style::SpaceDelimited, .. })) => Place::Spaced,
        _ => Place::Anywhere,
    }
}
