//! Tells which arguments a variant still needs, singly and in groups.

use fewtools_contract::{Body, Content, Group, GroupKind, Source};
use serde_json::Value;

use super::{names, text};
use crate::dispatch::Route;
use crate::refusal::{Fault, reason};

/// Judges what is there. `given` holds one place for each input of the variant.
pub(super) fn check(route: &Route, given: &[Option<Value>], faults: &mut Vec<Fault>) {
    let call = Given { route, given };
    let missing = call.missing();
    let unmet: Vec<&Group<'_>> = route.variant.groups.iter().filter(|group| call.is_unmet(group)).collect();
    faults.extend(call.refuse(&missing, &unmet));
    faults.extend(route.variant.groups.iter().filter_map(|group| call.overfull(group)));
}

/// All that a variant needs: arguments by name, groups joined by `|`.
pub(super) fn needs(route: &Route) -> Vec<String> {
    let required = route.variant.inputs.iter().filter(|input| input.required);
    let mut single: Vec<String> = Vec::new();
    for name in required.map(|input| route.argument(input).name) {
        if !single.iter().any(|known| known == name) {
            single.push(name.to_owned());
        }
    }
    let groups = route.variant.groups.iter().filter(|group| group.kind != GroupKind::AtMostOne);
    single.into_iter().chain(groups.map(|group| members(route, group).join("|"))).collect()
}

/// Whether a group that takes one argument has one, so that no default of the others is sent beside it.
pub(super) fn crowded_out(route: &Route, given: &[Option<Value>], argument: usize) -> bool {
    let call = Given { route, given };
    let single = route.variant.groups.iter().filter(|group| group.kind != GroupKind::AnyOf);
    single.filter(|group| group.arguments.contains(&argument)).any(|group| call.count(group) > 0)
}

/// The inputs whose defaults are not sent: those of an optional body that nothing begins.
pub(super) fn without_body(route: &Route, given: &[Option<Value>]) -> Vec<usize> {
    let Some(body) = body(route).filter(|body| !body.required) else { return Vec::new() };
    let Content::Fields { fields, more } = body.content else { return Vec::new() };
    let sources: Vec<Source<'_>> = fields.iter().map(|field| field.source).chain(more).collect();
    if sources.iter().any(|source| begins_body(*source, given)) {
        return Vec::new();
    }
    let inputs = sources.into_iter().filter_map(|source| match source {
        Source::Input(index) => Some(index),
        Source::Fixed(_) => None,
    });
    inputs.collect()
}

/// The body of the variant's one request.
fn body(route: &Route) -> Option<Body<'static>> {
    route.variant.work.exchange()?.call.body
}

/// Whether a value makes an optional body be sent: one that is given, or a constant, which every call sends. A default
/// alone does not.
fn begins_body(source: Source<'_>, given: &[Option<Value>]) -> bool {
    match source {
        Source::Input(index) => given.get(index).is_some_and(Option::is_some),
        Source::Fixed(_) => true,
    }
}

fn members<'t>(route: &'t Route, group: &Group<'_>) -> Vec<&'t str> {
    group.arguments.iter().filter_map(|index| route.tool.arguments.get(*index)).map(|a| a.name).collect()
}

struct Given<'r> {
    route: &'r Route,
    given: &'r [Option<Value>],
}

impl<'r> Given<'r> {
    fn has_input(&self, index: usize) -> bool {
        self.given.get(index).is_some_and(Option::is_some) || self.route.default(index).is_some()
    }

    fn has_value(&self, source: Source<'_>) -> bool {
        match source {
            Source::Input(index) => self.has_input(index),
            Source::Fixed(_) => true,
        }
    }

    /// How many arguments of a group are given.
    fn count(&self, group: &Group<'_>) -> usize {
        let is_given = |argument: &&usize| {
            let mut inputs = self.route.variant.inputs.iter().zip(self.given);
            inputs.any(|(input, value)| value.is_some() && input.argument == **argument)
        };
        group.arguments.iter().filter(is_given).count()
    }

    fn is_unmet(&self, group: &Group<'_>) -> bool {
        let inputs = self.route.variant.inputs.iter().enumerate();
        let mut members = inputs.filter(|(_, input)| group.arguments.contains(&input.argument));
        group.kind != GroupKind::AtMostOne && !members.any(|(index, _)| self.has_input(index))
    }

    /// The inputs that have to be there and are not, one for each argument.
    fn missing(&self) -> Vec<usize> {
        let in_body = self.needed_by_body();
        let inputs = self.route.variant.inputs.iter().enumerate();
        let needed = inputs.filter(|(index, input)| input.required || in_body.contains(index));
        let mut arguments = Vec::new();
        let mut missing = Vec::new();
        for (index, input) in needed.filter(|(index, _)| !self.has_input(*index)) {
            if !arguments.contains(&input.argument) {
                arguments.push(input.argument);
                missing.push(index);
            }
        }
        missing
    }

    /// The inputs that an optional body, or an optional object inside of one, needs once any of its fields has a value.
    fn needed_by_body(&self) -> Vec<usize> {
        let Some(body) = body(self.route) else { return Vec::new() };
        let Content::Fields { fields, more } = body.content else { return Vec::new() };
        let mut sources = fields.iter().map(|field| field.source).chain(more);
        if !body.required && !sources.any(|source| begins_body(source, self.given)) {
            return Vec::new();
        }
        let needed = fields.iter().enumerate().filter(|(own, field)| match field.needed_in {
            None => false,
            Some(0) => true,
            Some(depth) => {
                let object = field.at.get(..depth).unwrap_or_default();
                let mut others = fields.iter().enumerate().filter(|(other, _)| other != own);
                others.any(|(_, other)| other.at.starts_with(object) && self.has_value(other.source))
            }
        });
        needed
            .map(|(_, field)| field)
            .filter_map(|field| match field.source {
                Source::Input(index) => Some(index),
                Source::Fixed(_) => None,
            })
            .collect()
    }

    /// What the variant itself needs is told with what else it takes; what every call of the family needs comes after.
    fn refuse(&self, missing: &[usize], unmet: &[&Group<'_>]) -> Vec<Fault> {
        let family = self.route.tool.discriminator.is_some();
        let (always, own): (Vec<usize>, Vec<usize>) =
            missing.iter().partition(|index| family && self.is_listed_as_required(**index));
        let mut faults: Vec<Fault> = own.iter().map(|index| self.absent(*index)).collect();
        faults.extend(unmet.iter().map(|group| self.absent_group(group)));
        if let Some(first) = faults.first_mut() {
            first.text = format!("{}{}", self.needs_sentence(&own, unmet), first.text);
        }
        let mut shared: Vec<Fault> = always.iter().map(|index| self.absent(*index)).collect();
        if let Some(first) = shared.first_mut() {
            let adverb = if faults.is_empty() { "" } else { " always" };
            let names = text::list(&self.names(&always));
            first.text = format!("{}{adverb} needs {names}.{}", self.route.tool.name, first.text);
        }
        faults.append(&mut shared);
        faults
    }

    fn needs_sentence(&self, own: &[usize], unmet: &[&Group<'_>]) -> String {
        let mut needed = self.names(own);
        let mut phrases: Vec<String> = if needed.is_empty() { Vec::new() } else { vec![text::list(&needed)] };
        for group in unmet {
            let names = members(self.route, group);
            let word = if group.kind == GroupKind::AnyOf { "at least one of" } else { "one of" };
            phrases.push(format!("{word} {}", text::list(&names)));
            needed.extend(names);
        }
        let said = format!("{} needs {}.", self.route.subject(), phrases.join(", and "));
        let taken = names::taken(self.route.tool, self.route.variant);
        let others: Vec<&str> = taken.into_iter().filter(|name| !needed.contains(name)).collect();
        if others.is_empty() { said } else { format!("{said} It also takes {}.", text::list(&others)) }
    }

    fn overfull(&self, group: &Group<'_>) -> Option<Fault> {
        if group.kind == GroupKind::AnyOf || self.count(group) < 2 {
            return None;
        }
        let names = members(self.route, group);
        let said = format!("{} takes only one of {}.", self.route.subject(), text::list(&names));
        let argument = names.first().copied().unwrap_or_default();
        Some(Fault::new(reason::GROUP, argument, said).accepting(names))
    }

    fn absent(&self, index: usize) -> Fault {
        let Some(input) = self.route.variant.inputs.get(index) else {
            return Fault::new(reason::MISSING, "", String::new());
        };
        let name = self.route.argument(input).name;
        let takes = text::takes(name, &input.check);
        Fault::new(reason::MISSING, name, takes).accepting(text::words(input.check.values))
    }

    fn absent_group(&self, group: &Group<'_>) -> Fault {
        let names = members(self.route, group);
        Fault::new(reason::GROUP, names.first().copied().unwrap_or_default(), String::new()).accepting(names)
    }

    fn is_listed_as_required(&self, index: usize) -> bool {
        let input = self.route.variant.inputs.get(index);
        input.is_some_and(|input| self.route.argument(input).required)
    }

    fn names(&self, inputs: &[usize]) -> Vec<&'r str> {
        let inputs = inputs.iter().filter_map(|index| self.route.variant.inputs.get(*index));
        inputs.map(|input| self.route.argument(input).name).collect()
    }
}
