//! What happened against what a case states, one fact at a time.

mod argument;
mod body;
mod codegen;
mod compile;
mod facts;
mod limits;
mod multipart;
mod published;
mod refusal;
mod request;
mod result;
mod scratch;
mod then;
mod url;

pub use argument::argument;
pub use codegen::codegen;
pub use compile::{compile, passes};
pub use facts::Facts;
pub use limits::{ALONE, alone, limits, peak};
pub use published::{are_stable, published};
pub use refusal::{is_refused, refusal};
pub use request::{any_request, request};
pub use result::{Answered, any_result, fits_output, result};
pub use scratch::Scratch;
pub use then::{never_reached, then};
