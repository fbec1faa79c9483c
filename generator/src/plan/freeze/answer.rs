//! A planned answer → what leaves, as data.

use fewtools_contract::{Answer, Field, Filter, Next, Picked, Rows, Segment};

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
                ordered_by: self.text(ordered_by),
                default: limits.default,
                max: limits.max,
                limit: *limit,
            }),
        }
    }

    /// Where an answer names its next page; a schema that cannot be read names none.
    pub(super) fn next(&self, operation: &Operation, variant: &VariantPlan) -> Option<Next<'a>> {
        let planned = self.next_pages.plan(operation, &variant.inputs);
        let NextPlan { at, input } = planned.ok().flatten()?;
        Some(Next { at: self.segments(&at), input })
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
            FromPlan::At(at) => Picked::At(self.segments(at)),
            FromPlan::Each { at, filter, pick } => Picked::Each {
                at: self.segments(at),
                filter: filter
                    .as_ref()
                    .map(|(at, equals)| Filter { at: self.segments(at), equals: self.json(equals) }),
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
