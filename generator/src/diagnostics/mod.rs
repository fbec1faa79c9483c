//! Faults as plain data: a code, a place, what is wrong and what to write instead; and their renderers.

mod events;
mod fault;
mod kind;
mod nearest;
mod place;
mod positions;
mod sink;

pub use fault::{Code, Fault, Level};
pub use kind::kind;
pub use nearest::nearest;
pub use place::{FileId, Part, Place, Pointer};
pub use positions::{Position, Positions, occurrences};
pub use sink::Sink;
