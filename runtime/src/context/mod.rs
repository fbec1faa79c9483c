//! What a caller is offered: which tools, and beside them resources, prompts, completions and instructions.

mod surface;

mod check;
mod make;

mod resources;

mod address;
mod rows;

mod prompts;

mod fence;

mod complete;

mod help;
mod link;

pub use self::complete::{Completed, Completing, UnknownReference};
pub use self::prompts::PromptError;
pub use self::resources::ReadError;
pub(crate) use self::rows::text_of;
pub(crate) use self::surface::{Surface, Surfaces};
