//! Faults as plain data: a code, a place, what is wrong and what to write instead; and their renderers.

pub(crate) mod clean;
mod events;
mod excerpt;
mod fault;
pub mod json;
mod kind;
pub mod line;
mod nearest;
mod place;
mod positions;
mod report;
mod sink;
pub mod terminal;

pub use clean::printable;
pub use fault::{Code, Fault, Level};
pub use kind::kind;
pub use nearest::nearest;
pub use place::{FileId, Part, Place, Pointer};
pub use positions::{Position, Positions, occurrences};
pub use sink::Sink;

#[cfg(test)]
mod tests;
