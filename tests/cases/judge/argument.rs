//! Facts about one argument: calls in which everything else is fine.

use super::{Facts, is_refused};
use crate::cases::data::Node;
use crate::cases::expected::SchemaFact;
use crate::cases::product::{Line, Outcome, Product, Target, Tool, valid};

/// A tool that is called to find out about one argument of it.
struct Trial<'a> {
    line: &'a mut Line,
    tool: &'a Tool,
    fact: &'a SchemaFact,
    target: Target,
    /// Everything else, by the tool's own names.
    rest: Vec<(String, Node)>,
}

/// What is stated of an argument. `known` are the arguments of a call that is known to be fine.
pub fn argument(
    facts: &mut Facts,
    fact: &SchemaFact,
    (product, tool): (&Product, &Tool),
    known: Option<&Node>,
    line: &mut Line,
) {
    let rest = required(product, tool, known);
    let target = tool.names.target(&fact.arg);
    let mut trial = Trial { line, tool, fact, target, rest };
    if let Some(required) = fact.required {
        trial.is_required(facts, required);
    }
    for value in &fact.accepts {
        trial.accepts(facts, value);
    }
    for value in &fact.rejects {
        trial.rejects(facts, value);
    }
    if let Some(part) = &fact.description_contains {
        let [name] = trial.target.arguments()[..] else { return facts.fail("no single argument is meant") };
        let text = tool.listed["inputSchema"]["properties"][name]["description"].as_str().unwrap_or_default();
        facts.that(text.contains(part), || format!("the text of {name} lacks {part:?}: {text:?}"));
    }
}

impl Trial<'_> {
    fn is_required(&mut self, facts: &mut Facts, required: bool) {
        let outcome = self.call(None);
        match outcome {
            Ok(outcome) if required => is_refused(facts, Some(&self.target), &outcome),
            Ok(outcome) => {
                facts.that(!outcome.sent.is_empty(), || format!("refused without it: {}", outcome.text));
            }
            Err(why) => facts.fail(why),
        }
    }

    fn accepts(&mut self, facts: &mut Facts, value: &Node) {
        match self.call(Some(value)) {
            Ok(outcome) => {
                facts
                    .that(!outcome.sent.is_empty(), || format!("refuses {}: {}", value.json(), outcome.text));
            }
            Err(why) => facts.fail(why),
        }
    }

    fn rejects(&mut self, facts: &mut Facts, value: &Node) {
        let outcome = match self.call(Some(value)) {
            Ok(outcome) => outcome,
            Err(why) => return facts.fail(why),
        };
        if !outcome.sent.is_empty() && self.is_lenient(value, &outcome) {
            facts.compared += 1;
            facts.taken.lenient += 1;
            return;
        }
        let mut judged = Facts::default();
        is_refused(&mut judged, Some(&self.target), &outcome);
        let why = judged.failures.join("; ");
        facts.that(judged.hold(), || format!("{}: {why}", value.json()));
    }

    /// Whether the value was taken for what it stands for: JSON text for an object or array (some clients send
    /// that), `null` for nothing at all. The request must then be the one of that value.
    fn is_lenient(&mut self, value: &Node, outcome: &Outcome) -> bool {
        let meant = match value {
            Node::Null => None,
            Node::Text(text) => match Node::of_json(text) {
                Ok(inner @ (Node::List(_) | Node::Map(_))) => Some(inner),
                _ => return false,
            },
            _ => return false,
        };
        let Ok(other) = self.call(meant.as_ref()) else { return false };
        let requests = |outcome: &Outcome| -> Vec<_> {
            outcome.sent.iter().map(|sent| (sent.url.clone(), sent.received.body.clone())).collect()
        };
        requests(&other) == requests(outcome)
    }

    fn call(&mut self, value: Option<&Node>) -> Result<Outcome, String> {
        let mut arguments = self.rest.clone();
        match &self.target {
            Target::Argument(name) | Target::Nowhere(name) => arguments.retain(|(known, _)| known != name),
            Target::Inside { argument, key } => {
                let inner = arguments.iter_mut().find(|(known, _)| known == argument);
                if let Some((_, Node::Map(members))) = inner {
                    members.retain(|(known, _)| known != key);
                }
            }
            Target::Body(all) => arguments.retain(|(known, _)| !all.contains(known)),
        }
        if let Some(value) = value {
            let own = self.tool.names.arguments(&Node::Map(vec![(self.fact.arg.clone(), value.clone())]))?;
            for (name, value) in own.map().unwrap_or_default() {
                match (arguments.iter_mut().find(|(known, _)| known == name), value) {
                    (Some((_, Node::Map(members))), Node::Map(more)) => members.extend(more.iter().cloned()),
                    (_, value) => arguments.push((name.clone(), value.clone())),
                }
            }
        }
        self.line.call(self.tool, &Node::Map(arguments), None)
    }
}

/// A value for every argument that a call needs.
fn required(product: &Product, tool: &Tool, known: Option<&Node>) -> Vec<(String, Node)> {
    let known = known.and_then(|args| tool.names.arguments(args).ok());
    let entry = product.entry(tool);
    let inputs = entry.variants.iter().flat_map(|variant| variant.inputs);
    let needed = inputs.filter(|input| input.required).filter_map(|input| {
        let name = entry.arguments.get(input.argument)?.name;
        let value = known.as_ref().and_then(|known| known.get(name).cloned());
        Some((name.to_owned(), value.unwrap_or_else(|| valid(&input.check))))
    });
    needed.collect()
}
