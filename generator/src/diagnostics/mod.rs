//! Faults as plain data: a code, a place, what is wrong and what to write instead.

mod fault;
mod place;
mod sink;

pub use fault::{Code, Fault, Level};
pub use place::{FileId, Part, Place, Pointer};
pub use sink::Sink;
