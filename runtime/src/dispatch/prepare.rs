//! Prepares the tools of a catalogue: parses every constant, compiles every schema, once.

use std::sync::Arc;

use fewtools_contract as contract;
use fewtools_contract::{
    Answer, Call, Catalogue, Conversion, Given, Input, Origin, Picked, Preview, Step, Tool, Variant, Way,
};
use serde_json::{Value, json};

use super::basis::Merging;
use super::output::Output;
use super::routes::{PreparedStep, Role, Route, Routes, ToolRoute, Work};
use super::{StartError, check, steps};
use crate::arguments::convert::{Ready, convert, digits_inside};
use crate::arguments::schema::{Compiler, Schema};
use crate::project::{Constants, parts};
use crate::request::{Prepared, base};

impl Routes {
    /// The routes of a catalogue that nothing is sent for: for what can be said without an upstream.
    pub(crate) fn of(catalogue: &'static Catalogue<'static>) -> Result<Self, StartError> {
        let mut problems = Vec::new();
        let routes = Start::new(catalogue, Some("http://localhost".to_owned()), &mut problems).routes();
        if problems.is_empty() { Ok(routes) } else { Err(StartError::new(problems)) }
    }
}

/// Prepares one tool after the other.
pub(super) struct Start<'p> {
    catalogue: &'static Catalogue<'static>,
    /// The address of every request, if the host program gave one.
    given: Option<String>,
    /// Whether answers are held to the output schemas of their tools.
    pub(super) validates: bool,
    compiler: Compiler,
    problems: &'p mut Vec<String>,
}

impl<'p> Start<'p> {
    pub(super) fn new(
        catalogue: &'static Catalogue<'static>,
        given: Option<String>,
        problems: &'p mut Vec<String>,
    ) -> Self {
        Self { catalogue, given, validates: false, compiler: Compiler::new(catalogue.definitions), problems }
    }

    pub(super) fn routes(mut self) -> Routes {
        let Catalogue { tools, profiles, resources, operations, .. } = self.catalogue;
        let mut each: Vec<&'static Tool<'static>> = tools.to_vec();
        for tool in profiles.iter().flat_map(|profile| profile.tools) {
            if !each.iter().any(|known| std::ptr::eq(*known, *tool)) {
                each.push(tool);
            }
        }
        Routes {
            tools: each.into_iter().map(|tool| self.tool(Role::Tool, tool)).collect(),
            whole: tools.len(),
            resources: resources.iter().map(|resource| self.tool(Role::Resource, resource.tool)).collect(),
            operations: operations.iter().map(|tool| self.tool(Role::Operation, tool)).collect(),
        }
    }

    fn tool(&mut self, role: Role, tool: &'static Tool<'static>) -> ToolRoute {
        check::tool(tool, self.problems);
        let variants = tool.variants.iter().map(|variant| self.variant(role, tool, variant)).collect();
        ToolRoute { tool, variants, output: Output::of(tool, self.output(tool)) }
    }

    /// The schema that the answers of a tool are held to.
    fn output(&mut self, tool: &Tool<'static>) -> Option<Arc<Schema>> {
        if !self.validates {
            return None;
        }
        let schema = self.compiler.schema(tool.output_schema, tool.name)?;
        let compiled = schema.check().map_err(|error| {
            self.problems
                .push(format!("the output schema of tool `{}` cannot be compiled: {error}", tool.name));
        });
        compiled.map(|()| schema).ok()
    }

    fn variant(
        &mut self,
        role: Role,
        tool: &'static Tool<'static>,
        variant: &'static Variant<'static>,
    ) -> Route {
        check::variant(tool, variant, self.catalogue, self.problems);
        let place = check::place(tool, variant);
        let schemas = variant.inputs.iter();
        let schemas = schemas.map(|input| self.compiler.schema(input.check.schema, &place)).collect();
        let turned = variant.work.exchange().map_or(&[][..], |exchange| exchange.paging.turned);
        let turned = turned.iter().map(|turned| self.compiler.schema(turned.check.schema, &place)).collect();
        Route {
            tool,
            variant,
            role,
            work: self.work(&place, tool, variant),
            constants: Constants::of(variant).unwrap_or_else(|text| {
                self.problems.push(format!("{place}: the constant `{text}` is not JSON"));
                Constants::default()
            }),
            hook: hook(variant),
            lookup: lookup(variant).map(|call| self.prepared(&place, call, names(tool, variant))),
            merging: self.merging(&place, tool, variant),
            preview: self.preview(&place, variant),
            defaults: (0..)
                .zip(variant.inputs)
                .map(|(index, input)| self.default(&place, variant, index, input))
                .collect(),
            schemas,
            turned,
            whole: variant.work.exchange().and_then(|exchange| self.body(&exchange.call, &place)),
        }
    }

    fn work(&mut self, place: &str, tool: &Tool<'static>, variant: &'static Variant<'static>) -> Work {
        match &variant.work {
            contract::Work::Call(exchange) => {
                Work::Call(self.prepared(place, &exchange.call, names(tool, variant)))
            }
            contract::Work::Steps(composite) => {
                let steps = composite.steps.iter().enumerate();
                Work::Steps(
                    steps.map(|(index, step)| self.step(place, tool, variant, (index, step))).collect(),
                )
            }
            contract::Work::Host => Work::Host,
        }
    }

    /// What is read before a write.
    fn merging(
        &mut self,
        place: &str,
        tool: &Tool<'static>,
        variant: &'static Variant<'static>,
    ) -> Option<Merging> {
        let merge = variant.work.exchange()?.merge.as_ref()?;
        let call = self.prepared(place, &merge.call, names(tool, variant));
        let is_looked_up = lookup(variant).is_some_and(|call| *call == merge.call);
        Some(Merging { call, merge, is_looked_up, schema: self.compiler.schema(merge.schema, place) })
    }

    /// A step, whose values are called by their arguments, or by their slots where they come from elsewhere.
    fn step(
        &mut self,
        place: &str,
        tool: &Tool<'static>,
        variant: &'static Variant<'static>,
        (index, step): (usize, &'static Step<'static>),
    ) -> PreparedStep {
        let arguments = names(tool, variant);
        let name = |given: &Given<'static>| steps::argument(given, &arguments).unwrap_or(given.slot);
        let call = self.prepared(place, &step.call, step.given.iter().map(name).collect());
        let header = |way: Way<'static>| match way.from {
            Origin::Header { step, name } if step == index => Some(name),
            _ => None,
        };
        let ways = parts::all_ways(variant);
        let has_paths = ways.iter().any(|way| way.from == Origin::Body(index) && !way.path.is_empty());
        let schemas =
            step.given.iter().map(|given| self.compiler.schema(given.check.schema, place)).collect();
        let whole = self.body(&step.call, place);
        PreparedStep {
            call,
            headers: ways.into_iter().filter_map(header).collect(),
            schemas,
            whole,
            has_paths,
        }
    }

    /// The schema of a body whose fields alone do not say all of it.
    fn body(&mut self, call: &Call<'static>, place: &str) -> Option<Arc<Schema>> {
        self.compiler.schema(call.body?.schema, place)
    }

    fn prepared(&mut self, place: &str, call: &'static Call<'static>, names: Vec<&'static str>) -> Prepared {
        let base = self.base(call.base);
        let mut found = Vec::new();
        let prepared = Prepared::new(call, base, names, &mut found);
        self.problems.extend(found.into_iter().map(|problem| format!("{place}: {problem}")));
        prepared
    }

    /// What the slot of the dry run's argument holds on a dry run.
    fn preview(&mut self, place: &str, variant: &Variant<'_>) -> Option<Value> {
        match variant.gates.dry_run?.preview {
            Preview::Local | Preview::Upstream { on: "" } => None,
            Preview::Upstream { on } => self.json(place, on),
        }
    }

    fn base(&mut self, own: &str) -> String {
        let address = match &self.given {
            Some(given) => given,
            None if own.is_empty() => self.catalogue.upstream.base,
            None => own,
        };
        base::checked(address).map_err(|problem| self.problems.push(problem)).unwrap_or_default()
    }

    /// The value of an absent input: its default, or for the row limit of an answer the rows it has by default.
    fn default(
        &mut self,
        place: &str,
        variant: &Variant<'_>,
        index: usize,
        input: &Input<'_>,
    ) -> Option<Ready> {
        let answer = match variant.answer {
            Answer::Detail(detail) => *detail.brief,
            one => one,
        };
        let limits_rows = matches!(answer, Answer::Rows(rows) if rows.limit == Some(index));
        let value = match (input.default, input.conversion, answer) {
            ("", Conversion::RowLimit { .. }, Answer::Rows(rows)) if limits_rows => json!(rows.default),
            ("", _, _) => return None,
            (text, _, _) => self.json(place, text)?,
        };
        let converted = convert(input.conversion, value).and_then(|mut ready| {
            input.digits.iter().try_for_each(|way| digits_inside(way, &mut ready.sent))?;
            Ok(ready)
        });
        converted
            .map(|ready| ready.in_pages_of(variant))
            .map_err(|unfit| {
                self.problems.push(format!("{place}: the default of `{}` {}", input.slot, unfit.phrase))
            })
            .ok()
    }

    fn json(&mut self, place: &str, text: &str) -> Option<Value> {
        let parsed = serde_json::from_str(text);
        parsed.map_err(|_| self.problems.push(format!("{place}: a constant is not JSON"))).ok()
    }
}

/// A function of the host program that the result of a variant is made with.
fn hook(variant: &Variant<'static>) -> Option<usize> {
    let mut found = None;
    parts::visit(&variant.answer, &mut |picked, _| {
        if let Picked::Hook { hook, .. } = picked {
            found = found.or(Some(*hook));
        }
    });
    found
}

/// The argument of each input.
fn names(tool: &Tool<'static>, variant: &Variant<'_>) -> Vec<&'static str> {
    let name = |input: &Input<'_>| tool.arguments.get(input.argument).map_or("", |argument| argument.name);
    variant.inputs.iter().map(name).collect()
}

/// The call that tells what a real run has to confirm.
fn lookup(variant: &Variant<'static>) -> Option<&'static Call<'static>> {
    variant.gates.confirm?.lookup()
}
