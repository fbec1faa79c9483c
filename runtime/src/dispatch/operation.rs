//! Asks the API for a function of a tool, down the road of all calls: checks, credentials, denials.

use serde_json::{Map, Value};

use super::course::Stop;
use super::{Dispatcher, Route, Work, host};
use crate::answer::{self, Asked, Purpose};
use crate::arguments::{self, Accepted};
use crate::gate;
use crate::hand::{Answered, Context, Failed, Why};
use crate::request::{self, Prepared, Secrets};
use crate::upstream::Request;
use crate::{Caller, Refusal, log};

impl Dispatcher {
    /// Asks the API for a function of a tool.
    pub(crate) async fn operation(
        &self,
        context: &Context<'_>,
        index: usize,
        caller: &Caller,
        arguments: Map<String, Value>,
    ) -> Result<Answered, Failed> {
        let known = self.routes.operation(index).ok_or_else(|| beyond(context.route, "no operation"))?;
        let Accepted { route, inputs, .. } = arguments::accept(known, arguments).map_err(refused)?;
        let Work::Call(prepared) = &route.work else { return Err(beyond(context.route, known.tool.name)) };
        if route.variant.effect > context.route.variant.effect {
            return Err(beyond(context.route, known.tool.name));
        }
        let request = self.request(context, (route, prepared), &inputs, caller)?;
        let url = request.url.clone();
        let asked = Asked::new(self.catalogue, route, (Purpose::Run, prepared.call), &inputs, &url);
        if asked.changes() {
            context.watch.sends();
        }
        let outcome = self.send(&asked, log::What::Call(Purpose::Run, &inputs), request).await;
        match answer::read(self.catalogue, &asked, outcome) {
            Ok(answered) => Ok(Answered { status: answered.status, body: host::body(answered.content) }),
            Err(failure) => Err(Failed::failure(failure)),
        }
    }

    /// The request of an operation, to be sent. In a dry run one that changes something is only shown.
    fn request(
        &self,
        context: &Context<'_>,
        (route, prepared): (&Route, &Prepared),
        inputs: &[Option<Value>],
        caller: &Caller,
    ) -> Result<Request, Failed> {
        let held_back = context.dry && route.variant.effect.is_mutation();
        let carried = self.credentials.choose(prepared.call, caller);
        let carried = carried.map_err(|fault| Failed(Why::Stop(Stop::Uncredited(fault.into()))))?;
        let secrets = if held_back { Secrets::LeftOut } else { Secrets::Written };
        let built = request::build(prepared, inputs, (&carried, secrets), &self.catalogue.upstream);
        let request = built.map_err(|fault| refused(arguments::hinted(route, vec![fault])))?;
        if held_back {
            let kind = prepared.call.body.map(|body| body.kind);
            return Err(Failed(Why::Shown(gate::would_send(&request, kind, self.catalogue.schemes))));
        }
        Ok(request)
    }
}

fn refused(refusal: Refusal) -> Failed {
    Failed(Why::Stop(Stop::Refused(refusal)))
}

/// An operation that is not there, or does more than the tool says of itself. That is a fault of the program.
fn beyond(route: &Route, operation: &str) -> Failed {
    let tool = route.tool.name;
    tracing::error!(tool, operation, "a tool asks for an operation that it may not have");
    Failed::new("internal-error", format!("{tool} asks for more than it may do. Nothing was sent."))
}
