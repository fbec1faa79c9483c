//! What goes over the wire, read raw, for a catalogue made by hand and an API that is a stub.

mod both;
mod catalogue;
mod http;
mod listing;
mod resources;
mod shelves;
mod stdio;
mod wire;
