//! One case → its entries, each with the facts that were compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::data::{self, Node};
use super::expected::{Call, Case, Check, Played, Reply, SchemaFact, Setup, ToolFact, When};
use super::judge::{self, Answered, Facts, Scratch};
use super::product::{Built, Line, Names, Outcome, Product, Settings, Tool, Workshop, declared, fields_of};

/// What a call was made with, and what came of it.
type Called = (Rc<Built>, Settings, Outcome);

/// One entry of a case: the list it stands in and its index there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub section: &'static str,
    pub index: usize,
    pub name: String,
}

/// What was compared for one entry.
pub struct Judged {
    pub entry: Entry,
    pub facts: Facts,
}

/// A case that is being run.
pub struct Run<'c> {
    case: Case,
    folder: &'c Path,
    scratch: &'c Scratch,
    workshop: Workshop,
    /// Every operation that is offered.
    ops: Vec<String>,
    /// What became of offering all of them.
    whole: Rc<Built>,
    lines: BTreeMap<(Settings, String), Line>,
    /// Every tool that can have an output schema has one, and its answers are held to it.
    outputs: bool,
}

/// Why there is no tool to call.
struct Shut(String);

impl<'c> Run<'c> {
    /// Reads a case and offers the operations of its document.
    ///
    /// # Errors
    /// A `case.yaml` that is not understood.
    pub fn of(folder: &'c Path, stated: &Node, scratch: &'c Scratch, outputs: bool) -> Result<Self, String> {
        let (case, _) = data::read::<Case>(stated)?;
        let mut workshop = Workshop::of(folder);
        let mut ops = workshop.all.clone();
        let calls = case.checks.iter().map(|check| &check.call.op);
        let calls = calls.chain(case.replies.iter().map(|reply| &reply.call.op));
        let named = calls.chain(case.schema.iter().map(|fact| &fact.op));
        for op in named.chain(case.tools.iter().filter_map(|fact| fact.op.as_ref())) {
            if !ops.contains(op) {
                ops.push(op.clone());
            }
        }
        let settings = Settings { outputs, ..Settings::of(&case, &Setup::default()) };
        let whole = workshop.build(&settings, &ops);
        Ok(Self { case, folder, scratch, workshop, ops, whole, lines: BTreeMap::new(), outputs })
    }

    /// Every entry, in the order of the file; what is said of compiling comes first and is none.
    pub fn entries(&self) -> Vec<Entry> {
        let case = &self.case;
        let entry = |section, index, name: &str| Entry { section, index, name: name.to_owned() };
        let mut entries = vec![entry("compile", 0, "")];
        entries.extend(case.checks.iter().enumerate().map(|(at, check)| entry("checks", at, &check.name)));
        let schema = case.schema.iter().enumerate();
        entries.extend(schema.map(|(at, fact)| entry("schema", at, &format!("{} {}", fact.op, fact.arg))));
        let tools = case.tools.iter().enumerate();
        entries.extend(tools.map(|(at, fact)| entry("tools", at, fact.op.as_deref().unwrap_or("all"))));
        entries.extend(case.replies.iter().enumerate().map(|(at, reply)| entry("replies", at, &reply.name)));
        entries.extend(case.codegen.iter().map(|_| entry("codegen", 0, "")));
        entries.extend(case.limits.iter().map(|_| entry("limits", 0, "")));
        // What a case says of the generator alone is compared once.
        let once = |entry: &Entry| ["compile", "codegen", "limits"].contains(&entry.section);
        entries.retain(|entry| !self.outputs || !once(entry));
        entries
    }

    /// Compares what one entry states.
    pub fn judge(&mut self, entry: &Entry) -> Facts {
        let mut facts = Facts::default();
        let case = self.case.clone();
        match entry.section {
            "compile" => judge::compile(&mut facts, &case, &self.whole, &self.workshop),
            "checks" => self.check(&mut facts, &case.checks[entry.index]),
            "schema" => self.schema(&mut facts, &case.schema[entry.index]),
            "tools" => self.tools(&mut facts, &case.tools[entry.index]),
            "replies" => self.reply(&mut facts, &case.replies[entry.index]),
            "codegen" => self.codegen(&mut facts),
            _ => self.limits(&mut facts),
        }
        facts
    }

    /// The tool for an operation: of all tools together, or of a manifest that offers it alone.
    fn open(&mut self, setup: &Setup, op: &str) -> Result<(Rc<Built>, Settings), Shut> {
        let settings = Settings { outputs: self.outputs, ..Settings::of(&self.case, setup) };
        let ops = self.ops.clone();
        let mut built = self.workshop.build(&settings, &ops);
        if built.product.is_none() {
            built = self.workshop.build(&settings, &[op.to_owned()]);
        }
        if built.product.is_none() {
            return Err(Shut(built.errors()));
        }
        Ok((built, settings))
    }

    /// A line to the tool for an operation.
    fn line<'s>(&'s mut self, built: &Built, settings: &Settings, op: &str) -> Result<&'s mut Line, Shut> {
        let (product, tool) = tool_of(built, op)?;
        let key = (settings.clone(), op.to_owned());
        if !self.lines.contains_key(&key) {
            let line = Line::of(product, tool, settings).map_err(Shut)?;
            self.lines.insert(key.clone(), line);
        }
        self.lines.get_mut(&key).ok_or_else(|| Shut("no line".to_owned()))
    }

    fn call(
        &mut self,
        setup: &Setup,
        call: &Call,
        played: Option<&Played>,
    ) -> Result<Result<Called, String>, Shut> {
        let (built, settings) = self.open(setup, &call.op)?;
        let (_, tool) = tool_of(&built, &call.op)?;
        let line = self.line(&built, &settings, &call.op)?;
        let outcome =
            tool.names.arguments(&call.args).and_then(|arguments| line.call(tool, &arguments, played));
        Ok(outcome.map(|outcome| (Rc::clone(&built), settings, outcome)))
    }

    fn check(&mut self, facts: &mut Facts, check: &Check) {
        let (built, outcome) = match self.call(&check.setup, &check.call, None) {
            Err(shut) => return self.shut(facts, check, &shut),
            Ok(Err(why)) => return facts.fail(why),
            Ok(Ok((built, _, outcome))) => (built, outcome),
        };
        held(facts, &built, &check.call.op, &outcome);
        let names = match tool_of(&built, &check.call.op) {
            Ok((_, tool)) => &tool.names,
            Err(shut) => return facts.fail(shut.0),
        };
        match &check.refuse {
            Some(_) => self.refusal(facts, check, names, &outcome),
            None => requests(facts, check, &outcome),
        }
    }

    /// There is no tool: the generator or the start has refused.
    fn shut(&self, facts: &mut Facts, check: &Check, shut: &Shut) {
        let at_setup = check.refuse.as_ref().filter(|refuse| refuse.when == Some(When::Setup));
        if let Some(refuse) = at_setup {
            let arg = refuse.arg.as_deref().unwrap_or_default();
            return facts
                .that(shut.0.contains(arg), || format!("the refusal does not name {arg}: {}", shut.0));
        }
        let may = check.optional || check.or_refuse || judge::passes(&self.case, &self.whole);
        facts.that(may, || format!("there is no tool: {}", shut.0));
        match check.or_refuse {
            true => facts.taken.refusals += 1,
            false => facts.taken.optional += 1,
        }
    }

    fn refusal(&mut self, facts: &mut Facts, check: &Check, names: &Names, outcome: &Outcome) {
        let Some(refuse) = &check.refuse else { return };
        if let Some(request) = check.or_request.as_ref().filter(|_| !outcome.sent.is_empty()) {
            facts.taken.requests += 1;
            return judge::request(facts, request, outcome);
        }
        if check.optional && !outcome.sent.is_empty() && self.is_without_nulls(check, outcome) {
            facts.taken.optional += 1;
            return facts.that(true, String::new);
        }
        let target = refuse.arg.as_ref().map(|arg| names.target(arg));
        judge::refusal(facts, refuse, target.as_ref(), outcome);
    }

    /// Whether a call was taken as the same call without its null arguments.
    fn is_without_nulls(&mut self, check: &Check, outcome: &Outcome) -> bool {
        let args = check.call.args.map().unwrap_or_default();
        let given: Vec<_> = args.iter().filter(|(_, value)| *value != Node::Null).cloned().collect();
        if given.len() == args.len() {
            return false;
        }
        let call = Call { op: check.call.op.clone(), args: Node::Map(given) };
        let Ok(Ok((_, _, other))) = self.call(&check.setup, &call, None) else { return false };
        let requests = |outcome: &Outcome| -> Vec<_> {
            outcome.sent.iter().map(|sent| (sent.url.clone(), sent.received.body.clone())).collect()
        };
        requests(&other) == requests(outcome)
    }

    fn schema(&mut self, facts: &mut Facts, fact: &SchemaFact) {
        let known = self.known(&fact.op);
        let (built, settings) = match self.open(&Setup::default(), &fact.op) {
            Ok(open) => open,
            Err(shut) => return self.none(facts, &shut),
        };
        let found = match (tool_of(&built, &fact.op), self.line(&built, &settings, &fact.op)) {
            (Ok(found), Ok(line)) => (found, line),
            (Err(shut), _) | (_, Err(shut)) => return facts.fail(shut.0),
        };
        judge::argument(facts, fact, found.0, known.as_ref(), found.1);
    }

    /// The arguments of a call that leads to a request.
    fn known(&self, op: &str) -> Option<Node> {
        let good = |check: &&Check| check.call.op == op && check.request.is_some();
        let checks = self.case.checks.iter().filter(good).map(|check| &check.call);
        let replies = self.case.replies.iter().map(|reply| &reply.call).filter(|call| call.op == op);
        checks.chain(replies).next().map(|call| call.args.clone())
    }

    /// There is no tool for a fact about one.
    fn none(&self, facts: &mut Facts, shut: &Shut) {
        facts.that(judge::passes(&self.case, &self.whole), || format!("there is no tool: {}", shut.0));
        facts.taken.optional += 1;
    }

    fn tools(&mut self, facts: &mut Facts, fact: &ToolFact) {
        let op = fact.op.clone().filter(|_| !fact.all);
        let first = op.clone().or_else(|| self.ops.first().cloned()).unwrap_or_default();
        let built = match self.open(&Setup::default(), &first) {
            Ok((built, _)) => built,
            // What was not built is not there, and the messages say why.
            Err(shut) if fact.absent_or_explained.is_some() => {
                return facts
                    .that(shut.0.contains(&first), || format!("{first} is not explained: {}", shut.0));
            }
            Err(_) if fact.when == Some(When::Accepted) && judge::passes(&self.case, &self.whole) => {
                facts.taken.optional += 1;
                return facts.that(true, String::new);
            }
            Err(shut) => return self.none(facts, &shut),
        };
        let Some(product) = &built.product else { return };
        let tools = product
            .tools
            .iter()
            .filter(|(name, _)| op.as_ref().is_none_or(|op| op == *name))
            .collect::<Vec<_>>();
        if fact.op.is_none() && !fact.all {
            return facts.fail("neither `all` nor `op` is said");
        }
        judge::published(facts, fact, &tools, product);
    }

    fn reply(&mut self, facts: &mut Facts, reply: &Reply) {
        let (built, settings, outcome) = match self.call(&reply.setup, &reply.call, Some(&reply.reply)) {
            Err(shut) => return self.none(facts, &shut),
            Ok(Err(why)) => return facts.fail(why),
            Ok(Ok(went)) => went,
        };
        let Ok((product, tool)) = tool_of(&built, &reply.call.op) else { return facts.fail("no tool") };
        held(facts, &built, &reply.call.op, &outcome);
        let workshop = &self.workshop;
        let matched = |declared: &str| is_taken_as(workshop, product, &settings, reply, &outcome, declared);
        let folder = self.folder;
        let answered = Answered {
            outcome: &outcome,
            played: &reply.reply,
            names: &tool.names,
            listed: &tool.listed,
            no_header_to: reply.then.as_ref().and_then(|then| then.no_header_to.as_ref()),
            matched: &matched,
            memory: &|| judge::alone(folder),
        };
        facts.that(!outcome.sent.is_empty(), || format!("nothing was sent: {}", outcome.text));
        if let Some(result) = &reply.result {
            judge::result(facts, result, &answered);
        }
        if !reply.result_any_of.is_empty() {
            judge::any_result(facts, &reply.result_any_of, &answered);
        }
        if let Some(then) = &reply.then {
            judge::then(facts, then, reply.or_error, &outcome);
        }
        if let Some(host) = &reply.no_request_to {
            judge::never_reached(facts, host, &outcome);
        }
    }

    fn codegen(&mut self, facts: &mut Facts) {
        let Some(expected) = self.case.codegen.clone() else { return };
        match &self.whole.product {
            Some(product) => judge::codegen(facts, &expected, &self.case.id, product, self.scratch),
            None => self.none(facts, &Shut(self.whole.errors())),
        }
    }

    fn limits(&mut self, facts: &mut Facts) {
        let Some(limits) = self.case.limits.clone() else { return };
        let folder = self.folder;
        judge::limits(facts, &limits, &self.whole, &self.workshop, &|| judge::alone(folder));
    }
}

/// A request, or what may stand in its place.
fn requests(facts: &mut Facts, check: &Check, outcome: &Outcome) {
    let refused = outcome.sent.is_empty() && outcome.is_error && outcome.refused_argument().is_some();
    if refused && (check.or_refuse || check.optional) {
        match check.or_refuse {
            true => facts.taken.refusals += 1,
            false => facts.taken.optional += 1,
        }
        return facts.that(true, String::new);
    }
    match &check.request {
        Some(request) => judge::request(facts, request, outcome),
        None if check.request_any_of.is_empty() => {
            facts.fail("the check states neither a request nor a refusal")
        }
        None => judge::any_request(facts, &check.request_any_of, outcome),
    }
}

fn tool_of<'b>(built: &'b Built, op: &str) -> Result<(&'b Product, &'b Tool), Shut> {
    let product = built.product.as_ref().ok_or_else(|| Shut(built.errors()))?;
    let tool = product.tools.get(op).ok_or_else(|| Shut(format!("no tool is made for {op}")))?;
    Ok((product, tool))
}

/// Holds the structured data of a call, of an error too, to the output schema of its tool, where it lists one.
fn held(facts: &mut Facts, built: &Built, op: &str, outcome: &Outcome) {
    let Ok((_, tool)) = tool_of(built, op) else { return };
    if tool.listed.contains_key("outputSchema") {
        let fits = judge::fits_output(&tool.listed, outcome);
        facts.that(fits, || format!("misses its output schema: {:?}", outcome.structured));
    }
}

/// Whether the declared answer with this key is the one that applies: of an error, the rule made for it is said; of
/// a success, its fields can be picked and are there.
fn is_taken_as(
    workshop: &Workshop,
    product: &Product,
    settings: &Settings,
    reply: &Reply,
    outcome: &Outcome,
    key: &str,
) -> Result<(), String> {
    if !(200..300).contains(&reply.reply.status) {
        let said = declared(key);
        return outcome.text.contains(&said).then_some(()).ok_or_else(|| outcome.text.clone());
    }
    let fields = fields_of(product.api, &reply.call.op, key);
    if fields.is_empty() {
        return Err("no fields are declared".to_owned());
    }
    let built = workshop.project(settings, &reply.call.op, &fields);
    let (product, tool) = tool_of(&built, &reply.call.op).map_err(|shut| shut.0)?;
    let mut line = Line::of(product, tool, settings)?;
    let arguments = tool.names.arguments(&reply.call.args)?;
    let projected = line.call(tool, &arguments, Some(&reply.reply))?.json();
    let body = reply.reply.body.text.as_deref().and_then(|text| Node::of_json(text).ok());
    let same = fields.iter().all(|field| {
        let value = |node: &Option<Node>| node.as_ref().and_then(|node| node.get(field).cloned());
        value(&projected).is_some() && value(&projected) == value(&body)
    });
    same.then_some(()).ok_or_else(|| format!("{fields:?} of {body:?} became {projected:?}"))
}

/// The folders of cases in a folder.
pub fn folders(folder: &Path) -> Vec<PathBuf> {
    let all = fewtools_tests::fixtures::folders(folder);
    all.into_iter().filter(|folder| folder.join("case.yaml").is_file()).collect()
}

/// The tree of a case.
pub fn stated(folder: &Path) -> Result<Node, String> {
    let text = std::fs::read_to_string(folder.join("case.yaml")).map_err(|error| error.to_string())?;
    data::yaml(&text)
}

/// A whole case.
pub fn case(folder: &Path, scratch: &Scratch, outputs: bool) -> Result<Vec<Judged>, String> {
    let mut run = Run::of(folder, &stated(folder)?, scratch, outputs)?;
    let mut judged = Vec::new();
    for entry in run.entries() {
        let facts = run.judge(&entry);
        judged.push(Judged { entry, facts });
    }
    Ok(judged)
}
