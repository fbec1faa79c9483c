//! `gates` → the names of the gates' arguments, and the gates of a tool or a variant.

use super::cursor::Members;
use crate::lower::curation::GateNames;

/// `gates` of the manifest.
pub(super) fn names(manifest: &Members<'_>) -> GateNames {
    GateNames::usual(&manifest.at)
}
