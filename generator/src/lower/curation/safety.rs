//! The manifest's gates, subjects and permissions as written.

use serde_json::Value;

use super::{ArgType, Spot, Word};
use crate::diagnostics::Place;

/// `gates` of the manifest: the names of the gates' arguments.
#[derive(Debug, Clone)]
pub struct GateNames {
    /// `dry_run.arg`, `dryRun` when absent.
    pub dry_run: Word,
    /// `confirm.arg`, `confirm` when absent.
    pub confirm: Word,
    /// `cap`; without it no tool has a cap.
    pub cap: Option<CapNames>,
}

impl GateNames {
    /// The names where the manifest says none; no cap.
    pub fn usual(at: &Place) -> Self {
        let named = |name: &str| Spot::new(name.to_owned(), at.clone());
        Self { dry_run: named("dryRun"), confirm: named("confirm"), cap: None }
    }
}

/// `gates.cap` of the manifest.
#[derive(Debug, Clone)]
pub struct CapNames {
    /// `arg`, `override` when absent.
    pub arg: Word,
    /// `tripped_by.status`
    pub status: u16,
    /// `tripped_by.code`; empty for any.
    pub code: String,
    /// `tripped_by.error_code`: where the code stands in this answer alone.
    pub error_code: Option<Word>,
    /// Where `tripped_by` stands.
    pub at: Place,
}

/// `gates` of a tool or a variant.
#[derive(Debug, Clone, Default)]
pub struct GatesEntry {
    /// `dry_run`
    pub dry_run: Option<Spot<DryRunEntry>>,
    /// `confirm`
    pub confirm: Option<Spot<ConfirmEntry>>,
    /// `cap`
    pub cap: Option<Spot<CapEntry>>,
}

/// `dry_run` of a tool or a variant.
#[derive(Debug, Clone)]
pub enum DryRunEntry {
    /// `{ local: true }`
    Local,
    /// `{ upstream: slot }`, and `on` where the slot is no boolean: what it holds on a dry run.
    Upstream {
        /// The slot.
        slot: Box<Word>,
        /// `on`
        on: Option<Box<Spot<Value>>>,
    },
}

/// `confirm` of a tool or a variant.
#[derive(Debug, Clone)]
pub struct ConfirmEntry {
    /// `equals`
    pub equals: Spot<ExpectedEntry>,
    /// `lookup`: the operation that `$lookup` is the answer of.
    pub lookup: Option<Word>,
    /// `receipt: required`
    pub receipt: bool,
}

/// A runtime expression in `confirm.equals`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedEntry {
    /// `$request.path.x`, the wire name.
    Path(String),
    /// `$lookup.body#/p`, a JSON Pointer.
    Lookup(String),
    /// `$preview.body#/p`, a JSON Pointer.
    Preview(String),
}

/// `cap` of a tool or a variant.
#[derive(Debug, Clone)]
pub struct CapEntry {
    /// `upstream`: the slot that lifts it.
    pub slot: Word,
    /// `foreseen`: where the preview says that the call is over the cap, as `$preview.body#/p`; the pointer.
    pub foreseen: Option<Word>,
}

/// One entry of `subjects`.
#[derive(Debug, Clone)]
pub struct SubjectEntry {
    /// `arg`: the argument that names it.
    pub arg: Word,
    /// `type` of that argument, as in `args`.
    pub ty: Option<Spot<ArgType>>,
    /// `denial`
    pub denial: Spot<DenialShape>,
    /// `told_by`
    pub told_by: Option<Spot<ToldByEntry>>,
    /// `say`; the generator has a sentence of its own without it.
    pub say: Option<Word>,
    /// `found_at`: the address of a resource whose rows name what there is.
    pub found_at: Option<Word>,
}

/// Whether the existence of what an id names is a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DenialShape {
    /// Missing and forbidden are one answer.
    Hide,
    /// What is missing is said to be missing.
    Reveal,
    /// What is missing is answered with what this caller may see.
    Enumerate,
}

/// `told_by`: the answer of the upstream that means this subject.
#[derive(Debug, Clone)]
pub struct ToldByEntry {
    /// `status`
    pub status: u16,
    /// `code`; empty for any.
    pub code: String,
    /// `error_code`: where the code stands in this answer alone.
    pub error_code: Option<Word>,
}

/// One entry of `permissions`.
#[derive(Debug, Clone)]
pub struct PermissionEntry {
    /// The operation as the key names it.
    pub operation: Word,
    /// The permission; `None` for `none`: every caller may.
    pub name: Option<String>,
}
