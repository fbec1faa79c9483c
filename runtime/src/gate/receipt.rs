//! Proves that a dry run of the same call was seen: a short keyed digest, and nothing that is kept.

use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Map, Value};
use sha2::Sha256;

use crate::Caller;
use crate::dispatch::Route;
use crate::number;
use crate::request::Carried;

/// The variable of the environment with the key that all copies of a server share.
pub(crate) const KEY: &str = "FEWTOOLS_RECEIPT_KEY";
/// The fewest characters of that key.
const SHORTEST: usize = 16;
/// The seconds of a window. A receipt is good in the one it was made in and in the next.
const WINDOW: u64 = 600;
/// The bytes of a receipt, which is written in hexadecimal digits.
const BYTES: usize = 4;

/// Makes and judges receipts.
pub(crate) struct Receipts {
    keyed: Hmac<Sha256>,
    server: &'static str,
}

/// What a receipt is about.
pub(crate) struct Subject<'s> {
    /// The variant.
    pub(crate) route: &'s Route,
    /// Its inputs, the gates' among them.
    pub(crate) inputs: &'s [Option<Value>],
    /// What has to be confirmed.
    pub(crate) expected: &'s str,
    /// Who calls.
    pub(crate) caller: &'s Caller,
    /// The credentials that are sent for them.
    pub(crate) carried: &'s [Carried],
}

/// A window of time, counted from 1970.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window(u64);

impl Window {
    /// The present one.
    pub(crate) fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(since.as_secs() / WINDOW)
    }

    /// The one before.
    pub(crate) fn previous(self) -> Self {
        Self(self.0.saturating_sub(1))
    }
}

impl Receipts {
    /// Receipts by the key of the environment, else by one that lives as long as the process.
    pub(crate) fn start(
        server: &'static str,
        environment: &dyn Fn(&str) -> Option<String>,
        problems: &mut Vec<String>,
    ) -> Option<Self> {
        let given = environment(KEY).map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
        if given.as_ref().is_some_and(|key| key.chars().count() < SHORTEST) {
            problems.push(format!("`{KEY}` has to have {SHORTEST} characters or more"));
        }
        let key = match given {
            Some(key) => key.into_bytes(),
            None => random(problems)?,
        };
        // A key of any length is taken (RFC 2104, section 2).
        let keyed = Hmac::new_from_slice(&key).ok()?;
        Some(Self { keyed, server })
    }

    /// What a real run confirms: the text and the receipt.
    pub(crate) fn issue(&self, subject: &Subject<'_>, window: Window) -> String {
        let digest = self.digest(subject, window).finalize().into_bytes();
        let hex: String = digest.iter().take(BYTES).map(|byte| format!("{byte:02x}")).collect();
        format!("{}#{hex}", subject.expected)
    }

    /// Whether this was issued for the subject in this window or in the one before.
    pub(crate) fn accepts(&self, subject: &Subject<'_>, given: &str, window: Window) -> bool {
        let Some((text, receipt)) = given.rsplit_once('#') else { return false };
        let Some(receipt) = bytes(receipt).filter(|_| text == subject.expected) else { return false };
        // The comparison takes the same time for every receipt.
        [window, window.previous()]
            .map(|window| self.digest(subject, window).verify_truncated_left(&receipt).is_ok())
            .contains(&true)
    }

    fn digest(&self, subject: &Subject<'_>, Window(window): Window) -> Hmac<Sha256> {
        let mut digest = self.keyed.clone();
        let mut add = |part: &[u8]| {
            digest.update(&(part.len() as u64).to_le_bytes());
            digest.update(part);
        };
        let Subject { route, inputs, expected, caller, carried } = subject;
        for text in [self.server, route.tool.name, route.variant.name, expected] {
            add(text.as_bytes());
        }
        add(arguments(route, inputs).as_bytes());
        add(&window.to_le_bytes());
        // The API may know all callers by one key of the server's.
        let own = [
            caller.authorization().map(|digest| digest.to_vec()),
            caller.profile().map(|name| name.as_bytes().to_vec()),
        ];
        for part in own {
            add(&[u8::from(part.is_some())]);
            add(&part.unwrap_or_default());
        }
        carried.iter().for_each(|credential| add(credential.secret()));
        digest
    }
}

fn random(problems: &mut Vec<String>) -> Option<Vec<u8>> {
    let mut key = vec![0; 32];
    match getrandom::fill(&mut key) {
        Ok(()) => {
            tracing::warn!("{KEY} is not set: confirmations are only good in this process and until it ends");
            Some(key)
        }
        Err(_) => {
            problems.push(format!("the system gives no random numbers for receipts; set `{KEY}`"));
            None
        }
    }
}

/// All arguments but those that make the difference between a dry run and a real one, in canonical JSON.
fn arguments(route: &Route, inputs: &[Option<Value>]) -> String {
    let gates = route.variant.gates;
    let own = [gates.dry_run.map(|gate| gate.input), gates.confirm.map(|gate| gate.input)];
    let given = route.variant.inputs.iter().zip(inputs).enumerate();
    let given = given.filter(|(index, _)| !own.contains(&Some(*index)));
    let members =
        given.filter_map(|(_, (input, value))| Some((route.argument(input).name.to_owned(), value.clone()?)));
    number::to_json(&canonical(Value::Object(members.collect())))
}

/// The value with the keys of every object in order.
fn canonical(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<(String, Value)> = members.into_iter().collect();
            members.sort_by(|(one, _), (other, _)| one.cmp(other));
            Value::Object(
                members.into_iter().map(|(key, value)| (key, canonical(value))).collect::<Map<_, _>>(),
            )
        }
        Value::Array(items) => items.into_iter().map(canonical).collect(),
        scalar => scalar,
    }
}

fn bytes(hex: &str) -> Option<[u8; BYTES]> {
    let plain = hex.len() == 2 * BYTES && hex.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    u32::from_str_radix(hex, 16).ok().filter(|_| plain).map(u32::to_be_bytes)
}
