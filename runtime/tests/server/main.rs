//! What goes over the wire, read raw, for a catalogue made by hand and an API that is a stub.

mod both;
mod catalogue;
mod shelves;
mod wire;

mod bearer;
mod completions;
mod gates;
mod hand;
mod help;
mod http;
mod listing;
mod profiles;
mod prompts;
mod resources;
mod stdio;
