//! What a real run of a call has to confirm: asked for where nobody knows it yet, compared, and told on a dry run.

use fewtools_contract::{Confirm, Expected};
use serde_json::Value;

use super::basis::Basis;
use super::course::{Course, Stop};
use crate::answer::{Answered, Purpose};
use crate::audit::AuditOutcome;
use crate::gate::receipt::Subject;
use crate::gate::{self, Run, confirm};
use crate::request::Carried;

impl Course<'_> {
    /// Asks for what has to be confirmed where that is needed, and compares. Gives the preview, where that was asked for.
    pub(super) async fn confirm(
        &mut self,
        gate: &Confirm<'static>,
        inputs: &[Option<Value>],
    ) -> Result<Option<Answered>, Stop> {
        let preview = match gate.equals {
            Expected::Preview { .. } => Some(self.previewed(inputs).await?),
            Expected::Input(_) | Expected::Lookup { .. } => None,
        };
        let expected = match &preview {
            Some(preview) => previewed(gate, preview),
            None => self.known(gate, inputs).await?,
        };
        let Some(expected) = expected else {
            self.watch.ended(AuditOutcome::Refused, None);
            return Err(Stop::Failed(confirm::nothing_to_confirm(self.route, gate)));
        };
        let carried = self.carried_by(gate)?;
        let subject = self.subject(inputs, &expected, &carried);
        let judged = confirm::judge(gate, &subject, self.dispatcher.receipts.as_ref());
        judged.map(|()| preview).map_err(|fault| self.refuse(vec![fault]))
    }

    /// Asks the upstream what a real run of the same call would do.
    pub(super) async fn previewed(&mut self, inputs: &[Option<Value>]) -> Result<Answered, Stop> {
        let sent = gate::sent(self.route, inputs, Run::Previewed);
        self.ask(Purpose::Preview, &sent, None).await
    }

    /// What has to be confirmed, where it is known without a preview.
    pub(super) async fn known(
        &mut self,
        gate: &Confirm<'static>,
        inputs: &[Option<Value>],
    ) -> Result<Option<String>, Stop> {
        match gate.equals {
            Expected::Input(index) => Ok(confirm::text_of(inputs.get(index).and_then(Option::as_ref))),
            Expected::Lookup { at, .. } => {
                let sent = gate::sent(self.route, inputs, Run::Previewed);
                let answered = self.ask(Purpose::Lookup, &sent, None).await?;
                // The same read, so that it is made once. Where it says nothing to change, that is found out later.
                let merging = self.route.merging.as_ref().filter(|merging| merging.is_looked_up);
                self.basis = merging.and_then(|merging| Basis::of(merging.merge, &answered).ok());
                Ok(confirm::text_in(&answered, at))
            }
            Expected::Preview { .. } => Ok(None),
        }
    }

    /// The name and the value of what a real run of the same call confirms.
    pub(super) fn confirmation(
        &mut self,
        gate: &Confirm<'static>,
        inputs: &[Option<Value>],
        expected: Option<String>,
    ) -> Result<Option<(&'static str, String)>, Stop> {
        let Some(expected) = expected else { return Ok(None) };
        let carried = self.carried_by(gate)?;
        let subject = self.subject(inputs, &expected, &carried);
        let told = confirm::to_repeat(gate, &subject, self.dispatcher.receipts.as_ref());
        Ok(told.map(|text| (confirm::name(self.route, gate), text)))
    }

    /// The credentials that a receipt belongs to.
    fn carried_by(&mut self, gate: &Confirm<'static>) -> Result<Vec<Carried>, Stop> {
        if gate.receipt { self.carried(self.call) } else { Ok(Vec::new()) }
    }

    fn subject<'s>(
        &'s self,
        inputs: &'s [Option<Value>],
        expected: &'s str,
        carried: &'s [Carried],
    ) -> Subject<'s> {
        Subject { route: self.route, inputs, expected, caller: self.caller, carried }
    }
}

/// What has to be confirmed, in the upstream's own preview.
pub(super) fn previewed(gate: &Confirm<'_>, answered: &Answered) -> Option<String> {
    match gate.equals {
        Expected::Preview { at } => confirm::text_in(answered, at),
        Expected::Input(_) | Expected::Lookup { .. } => None,
    }
}
