//! The road of a dry run: by the API, or to the request that would be sent.

use serde_json::Value;

use super::confirming::previewed;
use super::course::{Course, Stop};
use crate::answer::Purpose;
use crate::arguments::Page;
use crate::audit::AuditOutcome;
use crate::gate::{self, Run};
use crate::pages;
use crate::project::Frame;
use crate::request::Secrets;
use crate::{Reply, project};

/// Said beside a body that holds only what changes.
const UNCHANGED: &str = "The body holds what changes; everything else in it stays as the API has it.";

impl Course<'_> {
    /// A dry run by the upstream.
    pub(super) async fn preview(&mut self, inputs: &[Option<Value>], page: Page) -> Result<Reply, Stop> {
        let gate = self.route.variant.gates.confirm.filter(|gate| gate.receipt);
        let known = match &gate {
            Some(gate) => self.known(gate, inputs).await?,
            None => None,
        };
        let sent = gate::sent(self.route, inputs, Run::Previewed);
        let answered = self.ask(Purpose::Preview, &sent, None).await?;
        let confirm = match &gate {
            Some(gate) => {
                let expected = known.or_else(|| previewed(gate, &answered));
                self.confirmation(gate, inputs, expected)?
            }
            None => None,
        };
        let frame = Frame::of_dry_run(confirm);
        Ok(match pages::rows_of(self.route, inputs) {
            Some(spec) => self.listed(spec, inputs, (answered, page), &frame),
            None => self.project(inputs, answered, &frame),
        })
    }

    /// A dry run that nobody is asked for: the request is built and shown.
    pub(super) async fn show(&mut self, inputs: &[Option<Value>]) -> Result<Reply, Stop> {
        let confirm = match &self.route.variant.gates.confirm {
            Some(gate) => {
                let expected = self.known(gate, inputs).await?;
                self.confirmation(gate, inputs, expected)?
            }
            None => None,
        };
        let call = self.call;
        let carried = self.carried(call)?;
        let sent = gate::sent(self.route, inputs, Run::Real);
        // What the API has is judged and not shown: no projection chose its fields.
        let change = match self.merged(&sent).await? {
            Some(_) => Some(self.change(&sent)?),
            None => None,
        };
        let request = self.build(call, &sent, change.as_ref(), (&carried, Secrets::LeftOut))?;
        let catalogue = self.dispatcher.catalogue;
        let mut told = gate::would_send(&request, call.call.body.map(|body| body.kind), catalogue.schemes);
        if change.is_some() {
            told.insert("note".to_owned(), UNCHANGED.into());
        }
        self.watch.ended(AuditOutcome::Shown, None);
        Ok(project::shown(self.route, told, self.tokens(), &Frame::of_dry_run(confirm)))
    }
}
