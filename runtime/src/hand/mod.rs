//! Tools that are written in Rust: what is listed of one, what stands before it, and the function that runs.

mod arguments;
mod catalogue;
mod context;
mod failure;
mod judge;

#[cfg(test)]
mod tests;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use fewtools_contract::{
    Annotations, Answer, Argument, Check, Confirm, Denial, DryRun, Effect, Expected, Gates, Input, Mode,
    Preview, Tool, Types, Variant, Work,
};
use serde_json::Value;

pub use self::arguments::{ArgumentField, Arguments, FromArgument, type_of};
pub(crate) use self::catalogue::extended;
pub use self::context::{Answered, Context};
pub use self::failure::Failed;
pub(crate) use self::failure::Why;
use crate::arguments::nearest::shown;

/// What a tool that is written in Rust does.
///
/// ```
/// use fewtools::{Context, Failed, Handler};
/// use serde_json::{Value, json};
///
/// fewtools::arguments! {
///     /// What `idle_queues` takes.
///     pub struct IdleQueues {
///         /// The cluster.
///         cluster_id("clusterId"): String,
///         limit: Option<i64>,
///     }
/// }
///
/// struct FindIdle;
///
/// impl Handler for FindIdle {
///     type Arguments = IdleQueues;
///
///     async fn call(&self, context: Context<'_>, arguments: IdleQueues) -> Result<Value, Failed> {
///         // `context.operation(…)`, which generated functions call, asks the API.
///         Ok(json!({ "cluster": arguments.cluster_id, "limit": arguments.limit }))
///     }
/// }
///
/// let tool = fewtools::HandTool::new("idle_queues", "Queues that nobody reads.", FindIdle);
/// # let _ = tool;
/// // Dispatcher::builder(&tools::CATALOGUE).tool(tool)
/// ```
pub trait Handler: Send + Sync + 'static {
    /// The arguments, as [`crate::arguments!`] makes them.
    type Arguments: Arguments;

    /// Runs an accepted call. What it gives leaves as the answer of a whole, below the cap of results. What it asks the
    /// API through the context goes down the same road as every call of a tool, with the credentials of its caller.
    fn call(
        &self,
        context: Context<'_>,
        arguments: Self::Arguments,
    ) -> impl Future<Output = Result<Value, Failed>> + Send;
}

/// A tool that is written in Rust, as [`crate::Builder::tool`] takes it.
///
/// It only reads unless [`HandTool::effect`] says otherwise, and then it has the gates that the manifest asks of any
/// tool: what may destroy has a dry run and a confirmation, every other change a dry run or a reason.
#[derive(Clone)]
#[must_use]
pub struct HandTool {
    name: String,
    about: String,
    fields: Vec<ArgumentField>,
    effect: Effect,
    dry_run: Option<String>,
    /// The argument, and the one whose value it repeats.
    confirm: Option<(String, String)>,
    receipt: bool,
    ungated: Option<String>,
    output_schema: String,
    result_tokens: u32,
    profiles: Vec<String>,
    run: Function,
}

impl HandTool {
    /// A tool of this name and description that only reads.
    pub fn new<H: Handler>(name: impl Into<String>, about: impl Into<String>, handler: H) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
            fields: H::Arguments::FIELDS.to_vec(),
            effect: Effect::Read,
            dry_run: None,
            confirm: None,
            receipt: false,
            ungated: None,
            output_schema: String::new(),
            result_tokens: 0,
            profiles: Vec::new(),
            run: Arc::new(handler),
        }
    }

    /// What it does to the API. Operations that do more are refused to it.
    pub fn effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// Makes every call a dry run unless this argument is `false`. In a dry run no operation that changes something is
    /// sent: where the function asks for one, the call ends with the request that would be sent.
    pub fn dry_run(mut self, argument: impl Into<String>) -> Self {
        self.dry_run = Some(argument.into());
        self
    }

    /// Lets a real run happen only where this argument repeats the value of another.
    pub fn confirm(mut self, argument: impl Into<String>, equals: impl Into<String>) -> Self {
        self.confirm = Some((argument.into(), equals.into()));
        self
    }

    /// Lets a real run happen only after a dry run: what is confirmed ends in the receipt that a dry run of the same
    /// arguments by the same caller has given in the last ten to twenty minutes.
    pub fn receipt(mut self) -> Self {
        self.receipt = true;
        self
    }

    /// Says why it changes something and has no dry run.
    pub fn ungated(mut self, reason: impl Into<String>) -> Self {
        self.ungated = Some(reason.into());
        self
    }

    /// Lists this JSON Schema for its answers, whose root is an object.
    pub fn output_schema(mut self, schema: &Value) -> Self {
        self.output_schema = schema.to_string();
        self
    }

    /// Holds its answers below so many tokens instead of those of the catalogue.
    pub fn result_tokens(mut self, most: u32) -> Self {
        self.result_tokens = most;
        self
    }

    /// Offers it to the callers of these profiles too. Callers without a profile are always offered it.
    pub fn in_profiles<P: Into<String>>(mut self, profiles: impl IntoIterator<Item = P>) -> Self {
        self.profiles.extend(profiles.into_iter().map(Into::into));
        self
    }

    /// The listed name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The function that runs.
    pub(crate) fn function(&self) -> Function {
        self.run.clone()
    }

    /// The tool as all others are. It is made once, at the start, and never freed.
    fn tool(&self) -> &'static Tool<'static> {
        let mut arguments: Vec<Argument<'static>> = self.fields.iter().map(listed).collect();
        let mut inputs: Vec<Input<'static>> = self.fields.iter().enumerate().map(taken).collect();
        let mut gate = |name: &str, check: Check<'static>, schema: &'static str, default: &'static str| {
            let index = inputs.len();
            arguments.push(Argument { name: kept(name), schema, note: "", required: false });
            inputs.push(Input { check, default, ..Input::plain(index) });
            index
        };
        let boolean = Check { types: Types::BOOLEAN, ..Check::ANY };
        let dry_run = self.dry_run.as_deref().map(|name| DryRun {
            input: gate(name, boolean, "{\"type\":\"boolean\"}", "true"),
            preview: Preview::Local,
        });
        let text = Check { types: Types::STRING, ..Check::ANY };
        let confirm = self.confirm.as_ref().map(|(name, equals)| Confirm {
            input: gate(name, text, "{\"type\":\"string\"}", ""),
            equals: Expected::Input(
                self.fields.iter().position(|field| field.name == equals).unwrap_or_default(),
            ),
            receipt: self.receipt,
        });
        let variant = Variant {
            name: "",
            about: "",
            effect: self.effect,
            inputs: leak(inputs),
            groups: &[],
            gates: Gates { dry_run, confirm, cap: None },
            denial: Denial::OPEN,
            work: Work::Host,
            answer: Answer::Whole,
        };
        Box::leak(Box::new(Tool {
            name: kept(&self.name),
            about: kept(&self.about),
            mode: Mode::Simple,
            arguments: leak(arguments),
            discriminator: None,
            variants: leak(vec![variant]),
            annotations: annotations(self.effect),
            output_schema: kept(&self.output_schema),
            result_tokens: self.result_tokens,
        }))
    }
}

impl fmt::Debug for HandTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HandTool").field("name", &shown(&self.name)).finish_non_exhaustive()
    }
}

fn annotations(effect: Effect) -> Annotations {
    Annotations {
        read_only: effect == Effect::Read,
        destructive: effect == Effect::Destructive,
        idempotent: effect == Effect::Idempotent,
    }
}

fn listed(field: &ArgumentField) -> Argument<'static> {
    Argument { name: field.name, schema: field.schema, note: field.note.trim(), required: field.required }
}

fn taken((index, field): (usize, &ArgumentField)) -> Input<'static> {
    Input { required: field.required, check: field.check, ..Input::plain(index) }
}

fn kept(text: &str) -> &'static str {
    String::leak(text.to_owned())
}

fn leak<T>(values: Vec<T>) -> &'static [T] {
    Vec::leak(values)
}

/// A function that runs accepted calls.
pub(crate) type Function = Arc<dyn Run>;

/// The future of an answer.
pub(crate) type Running<'c> = Pin<Box<dyn Future<Output = Result<Value, Failed>> + Send + 'c>>;

/// A [`Handler`], whatever its arguments are.
pub(crate) trait Run: Send + Sync {
    /// Runs a call with one value for each field.
    fn run<'c>(&'c self, context: Context<'c>, values: Vec<Option<Value>>) -> Running<'c>;
}

impl<H: Handler> Run for H {
    fn run<'c>(&'c self, context: Context<'c>, values: Vec<Option<Value>>) -> Running<'c> {
        match H::Arguments::read(&mut values.into_iter()) {
            Some(arguments) => Box::pin(self.call(context, arguments)),
            None => Box::pin(std::future::ready(Err(Failed::unread()))),
        }
    }
}
