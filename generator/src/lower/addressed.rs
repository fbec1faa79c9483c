//! A path template and the parameters of its operation → both without what routers and people write beside the names, and
//! with each pair of the query once.

use std::rc::Rc;

use fewtools_contract::Location;

use crate::diagnostics::{Fault, Level, Place};
use crate::lower::api::{Parameter, TemplatePart};
use crate::lower::parameters::undeclared;
use crate::lower::reading::Remarks;

/// The template and the parameters of the operation at this place, as they are sent.
pub(super) fn of(
    template: Vec<TemplatePart>,
    mut parameters: Vec<Rc<Parameter>>,
    operation: &Place,
    remarks: &mut Remarks,
) -> (Vec<TemplatePart>, Vec<Rc<Parameter>>) {
    let template = expanded(template, &mut parameters, operation);
    let template = named(routed(template, &parameters), &parameters);
    let template = asked_once(template, &mut parameters, remarks);
    (template, parameters)
}

/// Takes out the variables that stand for pairs of the query, `{?q,page*}` and `{&q}` (RFC 6570, sections 3.2.8 and 3.2.9):
/// a parameter writes each pair. A name that nothing declares in the query is a text that may be left out.
fn expanded(
    template: Vec<TemplatePart>,
    parameters: &mut Vec<Rc<Parameter>>,
    operation: &Place,
) -> Vec<TemplatePart> {
    if !template.iter().any(|part| pairs_of(part).is_some()) {
        return template;
    }
    let mut kept = Vec::new();
    for part in template {
        let Some(names) = pairs_of(&part) else {
            push(&mut kept, part);
            continue;
        };
        let names = names.split(',').map(bare).filter(|name| !name.is_empty());
        for name in names {
            let writes_it = |one: &Rc<Parameter>| match one.location {
                Location::Query => one.name == name,
                location => location == Location::Querystring,
            };
            if !parameters.iter().any(writes_it) {
                parameters.push(undeclared(Location::Query, name, operation).into());
            }
        }
    }
    kept
}

/// The names of a variable that stands for pairs of the query.
fn pairs_of(part: &TemplatePart) -> Option<&str> {
    match part {
        TemplatePart::Parameter(name) => name.strip_prefix(['?', '&']),
        TemplatePart::Text(_) => None,
    }
}

/// Makes variables of segments that routers read as such, `:id` and `<int:id>`, where a path parameter of that name has no
/// other place.
fn routed(template: Vec<TemplatePart>, parameters: &[Rc<Parameter>]) -> Vec<TemplatePart> {
    let is_placed = |name: &str| {
        template.iter().any(|part| matches!(part, TemplatePart::Parameter(known) if known == name))
    };
    let lost = parameters.iter().filter(|one| one.location == Location::Path && !is_placed(&one.name));
    let lost: Vec<&str> = lost.map(|parameter| parameter.name.as_str()).collect();
    if lost.is_empty() {
        return template;
    }
    let mut parts = Vec::new();
    for part in template {
        let TemplatePart::Text(text) = part else {
            parts.push(part);
            continue;
        };
        for (index, segment) in text.split('/').enumerate() {
            if index > 0 {
                push(&mut parts, TemplatePart::Text("/".to_owned()));
            }
            // What stands behind a variable is no whole segment: `{id}:cancel`.
            let name = routed_name(segment).filter(|name| index > 0 && lost.contains(name));
            let text = || TemplatePart::Text(segment.to_owned());
            push(&mut parts, name.map_or_else(text, |name| TemplatePart::Parameter(name.to_owned())));
        }
    }
    parts
}

fn routed_name(segment: &str) -> Option<&str> {
    let colon = segment.strip_prefix(':');
    let angles = || segment.strip_prefix('<')?.strip_suffix('>')?.split(':').next_back();
    colon.or_else(angles)
}

/// Gives each variable that nothing declares its bare name: `{id:[0-9]+}`, `{name=projects/*}`, `{+path}`, `{proxy+}` and
/// `{ id }` are what routers read. The mark stays where another variable has the bare name.
fn named(template: Vec<TemplatePart>, parameters: &[Rc<Parameter>]) -> Vec<TemplatePart> {
    let is_declared = |name: &str| {
        parameters.iter().any(|parameter| parameter.location == Location::Path && parameter.name == name)
    };
    let marked = |part: &TemplatePart| matches!(part, TemplatePart::Parameter(name) if bare(name) != name);
    if !template.iter().any(marked) {
        return template;
    }
    let is_shared = |marked: &str| {
        let is_other = |name: &str| name != marked && bare(name) == bare(marked);
        template.iter().any(|part| matches!(part, TemplatePart::Parameter(name) if is_other(name)))
    };
    let renamed = template.iter().map(|part| match part {
        TemplatePart::Parameter(name) if !is_declared(name) && !is_shared(name) => {
            TemplatePart::Parameter(bare(name).to_owned())
        }
        part => part.clone(),
    });
    renamed.collect()
}

/// The name of a variable without the marks around it; all of it where nothing else is left.
fn bare(variable: &str) -> &str {
    let name = variable.split([':', '=']).next().unwrap_or_default().trim();
    let name = name.trim_start_matches(['+', '*']).trim_end_matches(['+', '*', '?']);
    if name.is_empty() { variable } else { name }
}

/// A pair of the query that the path writes: `action=list`, `q={q}`.
struct Pair(Vec<TemplatePart>);

impl Pair {
    /// Its name, where that is text.
    fn name(&self) -> Option<&str> {
        match self.0.first() {
            Some(TemplatePart::Text(text)) => text.split('=').next(),
            _ => None,
        }
    }

    /// Whether its value is the variable of its own name.
    fn is_variable(&self) -> bool {
        match self.0.as_slice() {
            [TemplatePart::Text(text), TemplatePart::Parameter(name)] => text.strip_suffix('=') == Some(name),
            _ => false,
        }
    }
}

/// Takes out of the path's query what a parameter writes as well: its variable, and the constant in place of one that has to
/// be given. A parameter that may be left out and whose value the path holds already is left out.
fn asked_once(
    template: Vec<TemplatePart>,
    parameters: &mut Vec<Rc<Parameter>>,
    remarks: &mut Remarks,
) -> Vec<TemplatePart> {
    let Some((mut path, pairs)) = parted(&template) else { return template };
    let mut kept = Vec::new();
    for pair in pairs {
        let is_it = |parameter: &Rc<Parameter>| {
            parameter.location == Location::Query && pair.name() == Some(parameter.name.as_str())
        };
        match parameters.iter().position(is_it) {
            Some(index) if pair.is_variable() || parameters.get(index).is_some_and(|one| one.required) => {}
            Some(index) => {
                let parameter = parameters.remove(index);
                remarks.of_operation(parameter.at.clone(), || settled(&parameter));
                kept.push(pair);
            }
            None => kept.push(pair),
        }
    }
    for (index, Pair(parts)) in kept.into_iter().enumerate() {
        push(&mut path, TemplatePart::Text(if index == 0 { "?" } else { "&" }.to_owned()));
        parts.into_iter().for_each(|part| push(&mut path, part));
    }
    path
}

fn settled(parameter: &Parameter) -> Fault {
    let what = format!("the parameter `{}` is left out: the path says its value", parameter.name);
    Fault::new("settled-parameter", Level::Note, Some(parameter.at.clone()), what)
        .instead("leave it out of the query of the path")
}

/// The template before its query, and the pairs of that; `None` where there is none.
fn parted(template: &[TemplatePart]) -> Option<(Vec<TemplatePart>, Vec<Pair>)> {
    let asks = |part: &TemplatePart| matches!(part, TemplatePart::Text(text) if text.contains('?'));
    let at = template.iter().position(asks)?;
    let TemplatePart::Text(text) = template.get(at)? else { return None };
    let (before, query) = text.split_once('?')?;
    let mut path = template.get(..at)?.to_vec();
    push(&mut path, TemplatePart::Text(before.to_owned()));
    let mut pairs = vec![Pair(Vec::new())];
    let rest = template.get(at + 1..)?.iter().cloned();
    for part in [TemplatePart::Text(query.to_owned())].into_iter().chain(rest) {
        let TemplatePart::Text(text) = part else {
            pairs.last_mut()?.0.push(part);
            continue;
        };
        for (index, piece) in text.split('&').enumerate() {
            if index > 0 {
                pairs.push(Pair(Vec::new()));
            }
            push(&mut pairs.last_mut()?.0, TemplatePart::Text(piece.to_owned()));
        }
    }
    pairs.retain(|Pair(parts)| !parts.is_empty());
    Some((path, pairs))
}

/// Adds a part; texts that meet become one.
fn push(parts: &mut Vec<TemplatePart>, part: TemplatePart) {
    match (parts.last_mut(), part) {
        (_, TemplatePart::Text(text)) if text.is_empty() => {}
        (Some(TemplatePart::Text(last)), TemplatePart::Text(text)) => last.push_str(&text),
        (_, part) => parts.push(part),
    }
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn marks_are_no_part_of_a_name() {
        for (variable, name) in [
            ("id", "id"),
            (" id ", "id"),
            ("id:[0-9]{4}", "id"),
            ("id:int?", "id"),
            ("name=projects/*", "name"),
            ("+path", "path"),
            ("**path", "path"),
            ("proxy+", "proxy"),
            ("id?", "id"),
            (".format", ".format"),
            ("*", "*"),
        ] {
            assert_eq!(bare(variable), name, "{variable}");
        }
    }
}
