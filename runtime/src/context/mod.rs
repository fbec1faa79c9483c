//! What a caller is offered: which tools, and beside them resources, prompts, completions and instructions.

mod check;
mod rows;
mod surface;

pub(crate) use self::rows::{Unread, text_of};
pub(crate) use self::surface::{Surface, Surfaces};
