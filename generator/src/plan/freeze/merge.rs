//! A planned read before a write → data.

use fewtools_contract::{Kept, KeptField, Merge};

use super::Ice;
use crate::plan::surface::{KeptPlan, MergePlan};

impl<'a> Ice<'a, '_, '_> {
    /// What a variant reads before it writes.
    pub(super) fn merge(&self, merge: &MergePlan) -> Option<Merge<'a>> {
        let operation = self.planner.api.operations.get(merge.request.operation?)?;
        Some(Merge {
            call: self.call(operation, &merge.request),
            at: self.segments(&merge.at),
            kept: self.kept(&merge.kept),
            if_match: merge.if_match.is_some(),
            schema: self.text(&merge.schema),
        })
    }

    fn kept(&self, kept: &KeptPlan) -> Kept<'a> {
        match kept {
            KeptPlan::Nothing => Kept::Nothing,
            KeptPlan::All => Kept::All,
            KeptPlan::Fields { fields, others } => Kept::Fields {
                fields: self.list(fields.iter().map(|field| KeptField {
                    name: self.text(&field.name),
                    nulls: field.nulls,
                    kept: self.kept(&field.kept),
                })),
                others: *others,
            },
        }
    }
}
