//! The parts of OpenAPI 2.0 that later versions say in other words → what they say.

mod body;
mod collection;
mod media_types;
mod parameters;
mod responses;
mod servers;

pub(super) use body::body;
pub(super) use parameters::parameters;
pub(super) use responses::responses;
pub(super) use servers::{of_document as servers, of_operation as own_servers};
