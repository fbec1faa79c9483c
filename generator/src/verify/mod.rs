//! [`Surface`] → [`Verified`]: every rule has passed, or the faults say which did not.

mod check;
mod remarks;
mod rules;
mod savings;
mod suggest;
mod table;
mod told;
mod verified;

use crate::diagnostics::Sink;
use crate::plan::Surface;

pub use table::{RULES, Rule};
pub use verified::Verified;

/// Judges a surface by every rule. Faults go to the sink, all of them.
///
/// # Errors
/// Gives the surface back where a fault is an error, now or in an earlier stage.
pub fn run<'a>(surface: Surface<'a>, sink: &mut Sink) -> Result<Verified<Surface<'a>>, Box<Surface<'a>>> {
    sink.extend(remarks::of(&surface));
    sink.extend(check::run(RULES, &surface));
    if sink.failed() { Err(Box::new(surface)) } else { Ok(Verified::after_all_rules(surface)) }
}
