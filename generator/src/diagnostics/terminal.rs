//! Faults → text for people, laid out as rustc lays out its errors.

use annotate_snippets::{AnnotationKind, Group, Level as Said, Origin, Renderer, Snippet};

use super::excerpt::{Excerpt, excerpt};
use super::report::{Report, Spot};
use super::{Fault, Level, clean};
use crate::load::Documents;

/// The most characters of a phrase.
const MOST: usize = 1_000;

/// Whether the text has colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// No escape sequences.
    #[default]
    Plain,
    /// ANSI colours.
    Coloured,
}

/// The faults with their source lines, and how many there are; empty when there is none.
pub fn report(faults: &[Fault], documents: &Documents, style: Style) -> String {
    let report = Report::new(faults, documents);
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let mut text = String::new();
    for fault in &report.faults {
        text.push_str(&renderer.render(&groups(fault, &report)));
        text.push_str("\n\n");
    }
    let sum = report.sum();
    if !sum.is_empty() {
        text.push_str(&renderer.render(&[Group::with_title(Said::ERROR.no_name().primary_title(sum))]));
        text.push('\n');
    }
    text
}

/// One fault. A line that was cut follows its place in a group of its own: only so the place keeps its true column.
fn groups<'a>(fault: &Fault, report: &Report<'_>) -> Vec<Group<'a>> {
    let said = level(fault.level);
    let title = said.clone().primary_title(clean::line(&fault.what, MOST)).id(fault.code.0);
    let mut before = Vec::new();
    let mut group = match fault.place.as_ref().and_then(|place| report.spot(place)) {
        None => Group::with_title(title),
        Some(spot) => match line(&spot) {
            None => title.element(origin(&spot)),
            Some((line, excerpt)) if excerpt.is_cut => {
                before.push(title.element(origin(&spot)));
                Group::with_level(said).element(snippet(line, excerpt, AnnotationKind::Primary, None))
            }
            Some((line, excerpt)) => {
                title.element(snippet(line, excerpt, AnnotationKind::Primary, None).path(spot.name))
            }
        },
    };
    for (place, label) in &fault.also {
        let Some(spot) = report.spot(place) else { continue };
        group = with_label(group, spot, clean::line(label, MOST));
    }
    if !fault.detail.is_empty() {
        let lines: Vec<_> = fault.detail.iter().map(|line| clean::line(line, MOST)).collect();
        group = group.element(Said::NOTE.no_name().message(lines.join("\n")));
    }
    if !fault.instead.is_empty() {
        group = group.element(Said::HELP.message(clean::line(&fault.instead, MOST)));
    }
    before.push(group);
    before
}

/// Another place that matters.
fn with_label<'a>(group: Group<'a>, spot: Spot<'_>, label: String) -> Group<'a> {
    match line(&spot) {
        Some((line, excerpt)) if !excerpt.is_cut => {
            group.element(snippet(line, excerpt, AnnotationKind::Context, Some(label)).path(spot.name))
        }
        _ => group.element(origin(&spot)).element(Said::NOTE.message(label)),
    }
}

fn level(level: Level) -> Said<'static> {
    match level {
        Level::Error => Said::ERROR,
        Level::Warning => Said::WARNING,
        Level::Note => Said::NOTE,
    }
}

fn line(spot: &Spot<'_>) -> Option<(usize, Excerpt)> {
    spot.position.map(|position| (position.line, excerpt(spot.text, position)))
}

fn origin<'a>(spot: &Spot<'_>) -> Origin<'a> {
    let origin = Origin::path(spot.name.clone());
    match spot.position {
        Some(position) => origin.line(position.line).char_column(position.column),
        None => origin,
    }
}

fn snippet<'a>(
    line: usize,
    excerpt: Excerpt,
    kind: AnnotationKind,
    label: Option<String>,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let annotation = kind.span(excerpt.mark).label(label);
    Snippet::source(excerpt.text).line_start(line).annotation(annotation)
}
