//! A planned answer → what leaves, as data.

use fewtools_contract::{
    Answer, Detail, Field, Filter, Finding, Items, Keep, Link, Next, Paging, Phrase, Picked, Rows, Segment,
    Sort, Turned,
};

use super::Ice;
use crate::plan::pages::{PagesPlan, TurnPlan};
use crate::plan::surface::{
    AnswerPlan, FieldPlan, FindingPlan, FromPlan, ItemsPlan, PhrasePlan, SegmentPlan,
};

impl<'a> Ice<'a, '_, '_> {
    /// What leaves of an answer.
    pub(super) fn answer(&self, answer: &AnswerPlan, keep: Option<&(usize, Vec<SegmentPlan>)>) -> Answer<'a> {
        match answer {
            AnswerPlan::Whole => Answer::Whole,
            AnswerPlan::Object { fields, .. } => Answer::Object(self.fields_of(fields)),
            AnswerPlan::Rows { at, fields, ordered_by, limits, limit, .. } => Answer::Rows(Rows {
                at: self.segments(at),
                pick: self.fields_of(fields),
                keep: keep.map(|(input, at)| Keep { input: *input, at: self.segments(at) }),
                ordered_by: self.text(ordered_by),
                default: limits.default,
                max: limits.max,
                limit: *limit,
            }),
            AnswerPlan::Detail { input, brief, full } => Answer::Detail(Detail {
                input: *input,
                brief: self.arena.alloc(self.answer(brief, keep)),
                full: self.arena.alloc(self.answer(full, keep)),
            }),
            AnswerPlan::Link { to: Some((resource, inputs)), .. } => {
                Answer::Link(Link { resource: *resource, inputs: self.list(inputs.iter().copied()) })
            }
            AnswerPlan::Link { to: None, .. } => Answer::Whole,
        }
    }

    /// How pages follow each other.
    pub(super) fn paging(&self, pages: &PagesPlan) -> Paging<'a> {
        let next = pages.next.as_ref().map(|next| match next {
            TurnPlan::Body { at, input } => Next::Body { at: self.segments(at), input: *input },
            TurnPlan::Offset { input, first } => Next::Offset { input: *input, first: *first },
            TurnPlan::Page { input, first } => Next::Page { input: *input, first: *first },
        });
        Paging {
            next,
            resume: pages.resume,
            turned: self.list(pages.turned.iter().map(|turned| Turned {
                slot: self.text(&turned.slot.name),
                check: self.check(&turned.check),
            })),
            named: self.list(pages.named.iter().copied()),
            follow: pages.follow.max(1),
        }
    }

    fn fields_of(&self, fields: &[FieldPlan]) -> &'a [Field<'a>] {
        self.list(
            fields
                .iter()
                .map(|field| Field { name: self.text(&field.name), value: self.picked(&field.from) }),
        )
    }

    fn picked(&self, from: &FromPlan) -> Picked<'a> {
        match from {
            FromPlan::At { at, node, .. }
                if node.is_text_of_number(&self.planner.api.schemas, self.planner.types) =>
            {
                Picked::Digits(self.way(at))
            }
            FromPlan::At { at, lists: Some(lists), .. } => {
                Picked::Scalars { at: self.way(at), lists: *lists }
            }
            FromPlan::At { at, lists: None, .. } => Picked::At(self.way(at)),
            FromPlan::Text { at, most, .. } => Picked::Text { at: self.way(at), most: *most },
            FromPlan::Object { at, pick, .. } => {
                Picked::Object { at: self.way(at), pick: self.fields_of(pick) }
            }
            FromPlan::Each { of, lists: Some(lists), .. } => {
                Picked::EachScalars { of: self.items(of), lists: *lists }
            }
            FromPlan::Each { of, pick, lists: None } => {
                Picked::Each { of: self.items(of), pick: self.fields_of(pick) }
            }
            FromPlan::Count(of) => Picked::Count(self.items(of)),
            FromPlan::Sum { of, at, .. } => Picked::Sum { of: self.items(of), at: self.segments(at) },
            FromPlan::Constant(value) => Picked::Constant(self.json(value)),
            FromPlan::Now => Picked::Now,
            FromPlan::Hook { hook, of, .. } => {
                Picked::Hook { hook: *hook, of: self.list(of.iter().map(|way| self.way(way))) }
            }
            FromPlan::Findings(findings) => {
                Picked::Findings(self.list(findings.iter().map(|finding| self.finding(finding))))
            }
        }
    }

    fn items(&self, items: &ItemsPlan) -> Items<'a> {
        let filter = items.filter.as_ref();
        let sort = items.sort.as_ref();
        Items {
            at: self.way(&items.at),
            filter: filter.map(|(at, equals)| Filter { at: self.segments(at), equals: self.json(equals) }),
            sort: sort.map(|(at, descending)| Sort { at: self.segments(at), descending: *descending }),
            first: items.first,
        }
    }

    fn finding(&self, finding: &FindingPlan) -> Finding<'a> {
        let say = finding.say.iter().map(|phrase| match phrase {
            PhrasePlan::Text(text) => Phrase::Text(self.text(text)),
            PhrasePlan::Field(index) => Phrase::Field(*index),
        });
        Finding { when: self.condition(&finding.when), say: self.list(say) }
    }

    pub(super) fn segments(&self, segments: &[SegmentPlan]) -> &'a [Segment<'a>] {
        self.list(segments.iter().map(|segment| match segment {
            SegmentPlan::Key(key) => Segment::Key(self.text(key)),
            SegmentPlan::Index(index) => Segment::Index(*index),
        }))
    }
}
