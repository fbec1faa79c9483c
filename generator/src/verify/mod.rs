//! [`Surface`] → [`Verified`]: every rule has passed, or the faults say which did not.

mod rules;
mod savings;
mod suggest;
mod table;
mod verified;

use crate::diagnostics::Sink;
use crate::plan::Surface;

pub use table::{RULES, Rule};
pub use verified::Verified;

/// Judges a surface by every rule. Faults go to the sink, all of them; `None` where one is an error, now or in an
/// earlier stage.
pub fn run<'a>(surface: Surface<'a>, sink: &mut Sink) -> Option<Verified<Surface<'a>>> {
    for rule in RULES {
        sink.extend((rule.check)(&surface));
    }
    if sink.failed() { None } else { Some(Verified::after_all_rules(surface)) }
}
