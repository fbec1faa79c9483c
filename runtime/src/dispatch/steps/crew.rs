//! Starts steps when their turn comes, and keeps what becomes of them.

use std::collections::VecDeque;

use fewtools_contract::{Composite, Given, Operand, Origin, Step, Work};
use serde_json::Value;

use super::flight::{self, Flight, Turn};
use super::miss::Miss;
use super::rows::Rows;
use super::{Deadline, argument};
use crate::Caller;
use crate::dispatch::course::Stop;
use crate::dispatch::{Dispatcher, PreparedStep, Route};
use crate::project::{Seen, Sources};
use crate::refusal::Fault;
use crate::request::{self, Carried, Secrets};

/// The steps of one call.
pub(super) struct Crew<'c> {
    dispatcher: &'c Dispatcher,
    pub(super) route: &'c Route,
    pub(super) steps: &'static [Step<'static>],
    prepared: &'c [PreparedStep],
    inputs: &'c [Option<Value>],
    at_once: usize,
    deadline: Deadline,
    /// What each step is sent with.
    carried: Vec<Result<Vec<Carried>, Fault>>,
    states: Vec<State>,
    seen: Vec<Seen>,
    queue: VecDeque<Turn>,
    pub(super) misses: Vec<(Turn, Miss)>,
    /// The steps that run for rows: which, how many they look at, and how many there were.
    pub(super) counts: Vec<(usize, usize, usize)>,
    /// How many rows of each step are not there.
    absent: Vec<usize>,
    /// Something is missing that the answer cannot do without.
    lost: bool,
}

/// How far a step is.
enum State {
    /// Its turn has not come.
    Waiting,
    /// Its one request is under way, or about to be.
    Open,
    /// Its requests for rows are.
    Rows(Rows),
    /// It has answered.
    Answered,
    /// It gives nothing.
    Nothing,
}

impl<'c> Crew<'c> {
    /// The steps of a variant, before the first has started.
    ///
    /// # Errors
    /// [`Stop`] where a credential is not at hand that the answer cannot do without: nothing is sent then.
    pub(super) fn new(
        dispatcher: &'c Dispatcher,
        caller: &'c Caller,
        (route, prepared): (&'c Route, &'c [PreparedStep]),
        inputs: &'c [Option<Value>],
    ) -> Result<Self, Stop> {
        let steps = route.variant.work.steps();
        let (deadline_ms, at_once) = match route.variant.work {
            Work::Steps(Composite { deadline_ms, at_once, .. }) => (deadline_ms, at_once),
            Work::Call(_) | Work::Host => (0, 0),
        };
        let mut carried = Vec::with_capacity(steps.len());
        for step in steps {
            let chosen = dispatcher.credentials.choose(&step.call, caller);
            if let (Err(fault), false) = (&chosen, step.optional) {
                return Err(Stop::Uncredited(fault.clone().into()));
            }
            carried.push(chosen);
        }
        Ok(Self {
            dispatcher,
            route,
            steps,
            prepared,
            inputs,
            at_once: at_once.max(1) as usize,
            deadline: Deadline::in_ms(deadline_ms),
            carried,
            states: steps.iter().map(|_| State::Waiting).collect(),
            seen: steps.iter().map(|_| Seen::default()).collect(),
            queue: VecDeque::new(),
            misses: Vec::new(),
            counts: Vec::new(),
            absent: vec![0; steps.len()],
            lost: false,
        })
    }

    /// What is known of the steps.
    pub(super) fn sources(&self) -> Sources<'_> {
        let sources = Sources::new(self.inputs, &self.route.constants, &self.dispatcher.functions);
        Sources { steps: &self.seen, ..sources }
    }

    /// Runs all steps to their ends. Once something is missing that the answer cannot do without, nothing more is
    /// started, and only those are waited for that may say more of it.
    pub(super) async fn work(&mut self) {
        let mut flights: Vec<Flight<'c>> = Vec::new();
        loop {
            let mut moved = self.open();
            while flights.len() < self.at_once
                && let Some(turn) = self.next()
            {
                moved = true;
                match self.start(turn) {
                    Ok(flight) => flights.push(flight),
                    Err(miss) => self.settle(turn, Err(miss)),
                }
            }
            if self.lost {
                flights.retain(|flight| self.step(flight.turn).is_some_and(decides));
            }
            if moved {
                continue;
            }
            if flights.is_empty() {
                return;
            }
            let (turn, seen) = flight::landed(&mut flights).await;
            self.settle(turn, seen);
        }
    }

    /// The turn that is next: what the answer cannot do without comes first.
    fn next(&mut self) -> Option<Turn> {
        let needed = |turn: &Turn| self.step(*turn).is_some_and(decides);
        self.queue.remove(self.queue.iter().position(needed).unwrap_or_default())
    }

    /// Opens the steps whose turn has come. Whether there was one.
    fn open(&mut self) -> bool {
        let mut opened = false;
        for (index, step) in self.steps.iter().enumerate() {
            let waits = matches!(self.states.get(index), Some(State::Waiting));
            if self.lost || !waits || !step.after.iter().all(|after| self.has_ended(*after)) {
                continue;
            }
            opened = true;
            let state = self.opened(index, step);
            if let Some(place) = self.states.get_mut(index) {
                *place = state;
            }
        }
        opened
    }

    fn has_ended(&self, step: usize) -> bool {
        matches!(self.states.get(step), Some(State::Answered | State::Nothing))
    }

    /// What becomes of a step whose turn has come. It is left out where something that it waits for gave nothing.
    fn opened(&mut self, index: usize, step: &Step<'static>) -> State {
        let lacks = |after: &usize| !matches!(self.states.get(*after), Some(State::Answered));
        let sources = self.sources();
        if step.after.iter().any(lacks) || step.when.is_some_and(|when| !sources.hold(&when)) {
            return State::Nothing;
        }
        let Some(each) = step.each else {
            self.queue.push_back(Turn { step: index, row: None });
            return State::Open;
        };
        let Some(Value::Array(array)) = sources.at(&each.rows, &Value::Null) else { return State::Nothing };
        let mut rows = Rows::of(array, each.most);
        let count = rows.items.len();
        self.counts.push((index, count, array.len()));
        if count == 0 {
            self.answer(index, Seen { body: rows.whole(), ..Seen::default() });
            return State::Answered;
        }
        self.queue.extend((0..count).map(|row| Turn { step: index, row: Some(row) }));
        State::Rows(rows)
    }

    fn step(&self, turn: Turn) -> Option<&'static Step<'static>> {
        self.steps.get(turn.step)
    }

    /// Builds and sends a request, in the time that is left.
    fn start(&self, turn: Turn) -> Result<Flight<'c>, Miss> {
        let (dispatcher, route) = (self.dispatcher, self.route);
        let there = self.step(turn).zip(self.prepared.get(turn.step)).zip(self.carried.get(turn.step));
        let Some(((step, prepared), carried)) = there else { return Err(Miss::Unknown("")) };
        let values = self.values(turn, (step, prepared))?;
        let carried = carried.as_ref().map_err(|fault| Miss::Uncredited(fault.clone()))?;
        let limits = &dispatcher.catalogue.upstream;
        let built = request::build(&prepared.call, &values, (carried, Secrets::Written), limits);
        let mut request = built.map_err(|fault| self.unsendable(step, fault))?;
        request.timeout_ms = request.timeout_ms.min(self.deadline.left());
        let landing = Box::pin(flight::ask(dispatcher, route, (step, prepared), values, request));
        Ok(Flight { turn, landing })
    }

    /// The values that the request of a step is made of. What the API leaves open is not sent.
    fn values(
        &self,
        turn: Turn,
        (step, prepared): (&Step<'static>, &PreparedStep),
    ) -> Result<Vec<Option<Value>>, Miss> {
        let sources = self.sources();
        let row = match (self.states.get(turn.step), turn.row) {
            (Some(State::Rows(rows)), Some(row)) => rows.items.get(row),
            _ => None,
        };
        let here = row.unwrap_or(&Value::Null);
        let value = |(index, given): (usize, &Given<'static>)| {
            let value = match given.value {
                Operand::Way(way) => {
                    let of_caller = matches!(way.from, Origin::Input(_)) && way.path.is_empty();
                    sources.at(&way, here).filter(|value| of_caller || !value.is_null()).cloned()
                }
                Operand::Constant(_) | Operand::Field(_) => Some(sources.value(&given.value, here).clone()),
            };
            match value {
                None if given.required => Err(Miss::Unknown(given.slot)),
                Some(value) => {
                    let judged = prepared.judge(index, given, &value);
                    judged.map(Some).map_err(|fault| Miss::Unfit(given.slot, fault))
                }
                None => Ok(None),
            }
        };
        let values: Vec<Option<Value>> =
            step.given.iter().enumerate().map(value).collect::<Result<_, _>>()?;
        let judged = prepared.whole(step.name).map_or(Ok(()), |whole| whole.judge(&values));
        judged.map(|()| values).map_err(|faults| unfit(step, faults))
    }

    /// A value that its place cannot carry: the caller's own is for the caller to change.
    fn unsendable(&self, step: &Step<'static>, fault: Fault) -> Miss {
        let arguments: Vec<&'static str> =
            self.route.variant.inputs.iter().map(|input| self.route.argument(input).name).collect();
        let of_caller = |given: &Given<'_>| argument(given, &arguments) == Some(fault.argument.as_str());
        let elsewhere = step.given.iter().find(|given| given.slot == fault.argument);
        match elsewhere {
            Some(given) if !step.given.iter().any(of_caller) => Miss::Unsendable(given.slot),
            _ => Miss::Refused(vec![fault]),
        }
    }

    /// Keeps what came of a request.
    fn settle(&mut self, turn: Turn, outcome: Result<Seen, Miss>) {
        let seen = match outcome {
            Ok(seen) => Some(seen),
            Err(miss) => {
                if let Some(absent) = self.absent.get_mut(turn.step).filter(|_| miss.is_absence()) {
                    *absent += 1;
                }
                self.lost |= !self.does_without(turn, &miss);
                self.misses.push((turn, miss));
                None
            }
        };
        match (self.states.get_mut(turn.step), turn.row) {
            (Some(State::Rows(rows)), Some(row)) => {
                let body = seen.map(|seen| seen.body).unwrap_or_default();
                if let Some(whole) = rows.take(row, body) {
                    self.answer(turn.step, Seen { body: whole, ..Seen::default() });
                }
            }
            (Some(state), _) => match seen {
                Some(seen) => self.answer(turn.step, seen),
                None => *state = State::Nothing,
            },
            (None, _) => {}
        }
        if self.lost {
            self.queue.clear();
        }
    }

    /// Whether the answer can do without a run that misses like this: where the step can, and where a row is not there and
    /// others are. Where no row is, that is said of the step.
    pub(super) fn does_without(&self, turn: Turn, miss: &Miss) -> bool {
        let Some(step) = self.step(turn) else { return false };
        let rows = self.counts.iter().find(|(index, ..)| *index == turn.step).map_or(0, |(_, rows, _)| *rows);
        let of_some = self.absent.get(turn.step).is_some_and(|absent| *absent < rows);
        does_without(step, miss) || (turn.row.is_some() && miss.is_absence() && of_some)
    }

    fn answer(&mut self, step: usize, answered: Seen) {
        if let (Some(seen), Some(state)) = (self.seen.get_mut(step), self.states.get_mut(step)) {
            *seen = answered;
            *state = State::Answered;
        }
    }
}

/// What is made of several values and does not fit: where the fault is told of an argument it is for the caller to change.
fn unfit(step: &Step<'static>, faults: Vec<Fault>) -> Miss {
    let slot = |fault: &Fault| step.given.iter().map(|given| given.slot).find(|slot| *slot == fault.argument);
    match faults.iter().find_map(|fault| Some((slot(fault)?, fault))) {
        Some((slot, fault)) => Miss::Unfit(slot, fault.clone()),
        None => Miss::Refused(faults),
    }
}

/// Whether a denial of this step is one of the call.
fn decides(step: &Step<'_>) -> bool {
    !step.optional && step.if_denied.is_none()
}

/// Whether the answer can do without a step that misses like this. What a caller gave wrong is always told.
fn does_without(step: &Step<'_>, miss: &Miss) -> bool {
    let spared = step.optional || (step.if_denied.is_some() && miss.is_denial());
    spared && !matches!(miss, Miss::Refused(_))
}
