//! A surface → what its document's reader remarked on the operations that it uses.

use std::rc::Rc;

use indexmap::IndexMap;

use crate::diagnostics::Fault;
use crate::plan::Surface;

/// The remarks in document order, each once however many operations share it.
pub(super) fn of<'s>(surface: &'s Surface<'_>) -> impl Iterator<Item = Fault> + use<'s> {
    let operations = surface.api.operations.iter().zip(&surface.decisions);
    let used = operations.filter(|(_, decision)| !decision.used.is_empty());
    let remarks = used.flat_map(|(operation, _)| &operation.remarks);
    let once: IndexMap<*const Fault, &Fault> =
        remarks.map(|remark| (Rc::as_ptr(remark), &**remark)).collect();
    once.into_values().cloned()
}
