//! A planned answer → what leaves, as data.

use fewtools_contract::{Answer, Field, Filter, Items, Next, Paging, Picked, Rows, Segment, Way};

use super::Ice;
use crate::lower::api::Operation;
use crate::plan::answers::NextPlan;
use crate::plan::surface::{AnswerPlan, FieldPlan, FromPlan, SegmentPlan, VariantPlan};

impl<'a> Ice<'a, '_, '_> {
    /// What leaves of an answer.
    pub(super) fn answer(&self, answer: &AnswerPlan) -> Answer<'a> {
        match answer {
            AnswerPlan::Whole => Answer::Whole,
            AnswerPlan::Object { fields, .. } => Answer::Object(self.fields_of(fields)),
            AnswerPlan::Rows { at, fields, ordered_by, limits, limit, .. } => Answer::Rows(Rows {
                at: self.segments(at),
                pick: self.fields_of(fields),
                keep: None,
                ordered_by: self.text(ordered_by),
                default: limits.default,
                max: limits.max,
                limit: *limit,
            }),
        }
    }

    /// How pages follow each other; a schema that cannot be read says nothing of it.
    pub(super) fn paging(&self, operation: &Operation, variant: &VariantPlan) -> Paging<'a> {
        let planned = self.next_pages.plan(operation, &variant.inputs).ok().flatten();
        let next = planned.map(|NextPlan { at, input }| Next::Body { at: self.segments(&at), input });
        Paging { next, ..Paging::NONE }
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
            FromPlan::At(at) => Picked::At(Way::here(self.segments(at))),
            FromPlan::Each { at, filter, pick } => Picked::Each {
                of: Items {
                    at: Way::here(self.segments(at)),
                    filter: filter
                        .as_ref()
                        .map(|(at, equals)| Filter { at: self.segments(at), equals: self.json(equals) }),
                    sort: None,
                    first: 0,
                },
                pick: self.fields_of(pick),
            },
        }
    }

    pub(super) fn segments(&self, segments: &[SegmentPlan]) -> &'a [Segment<'a>] {
        self.list(segments.iter().map(|segment| match segment {
            SegmentPlan::Key(key) => Segment::Key(self.text(key)),
            SegmentPlan::Index(index) => Segment::Index(*index),
        }))
    }
}
