//! A local server that keeps the bytes of every request and plays the answers it is told.
//!
//! It stands for every origin that a case names: each has an address of its own here, and addresses in answers are
//! written to match.

mod generate;
mod listen;
mod raw;
mod script;

use std::net::TcpListener;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

pub use generate::items;
pub use raw::Received;
pub use script::Script;

use crate::cases::expected::Played;
use listen::Shared;

/// One origin of the world outside, and the local address that stands for it.
#[derive(Debug, Clone)]
struct Origin {
    /// `https://api.example.com`
    outside: String,
    /// `http://127.0.0.1:40000`
    inside: String,
}

/// The server.
pub struct Site {
    origins: Vec<Origin>,
    shared: Arc<Shared>,
}

impl Site {
    /// A server that stands for this origin.
    pub fn of(origin: &str) -> Self {
        let mut site = Self { origins: Vec::new(), shared: Arc::default() };
        site.add(origin);
        site
    }

    /// The local address of the first origin.
    pub fn address(&self) -> &str {
        &self.origins[0].inside
    }

    /// Answers the next request with this, and those after it with an empty object.
    pub fn play(&mut self, played: &Played) {
        let mut script = Script::of(played);
        for (_, value) in &mut script.headers {
            *value = self.localised(value);
        }
        *self.shared.script.lock().unwrap() = Some(script);
    }

    /// Every request since the last time, and how many bytes of answers were taken.
    pub fn take(&self) -> (Vec<Received>, u64) {
        let mut received = std::mem::take(&mut *self.shared.received.lock().unwrap());
        for one in &mut received {
            one.origin.clone_from(&self.origins[one.listener].outside);
        }
        *self.shared.script.lock().unwrap() = None;
        (received, self.shared.written.swap(0, Ordering::SeqCst))
    }

    /// A text of the tool with local addresses written as those they stand for.
    pub fn outside(&self, text: &str) -> String {
        self.origins
            .iter()
            .fold(text.to_owned(), |text, origin| text.replace(&origin.inside, &origin.outside))
    }

    /// A header's value with the addresses of origins written as local ones.
    fn localised(&mut self, value: &str) -> String {
        let mut out = String::new();
        let mut rest = value;
        while let Some(at) = rest.find("https://").into_iter().chain(rest.find("http://")).min() {
            let (before, from) = rest.split_at(at);
            let scheme = from.find("://").map_or(0, |at| at + 3);
            let authority = from[scheme..].find(|c: char| !(c.is_ascii_alphanumeric() || ".:-".contains(c)));
            let (origin, after) = from.split_at(authority.map_or(from.len(), |length| scheme + length));
            out.push_str(before);
            out.push_str(&self.add(origin));
            rest = after;
        }
        out + rest
    }

    fn add(&mut self, outside: &str) -> String {
        if let Some(known) = self.origins.iter().find(|origin| origin.outside == outside) {
            return known.inside.clone();
        }
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let inside = format!("http://{}", listener.local_addr().unwrap());
        listen::start(listener, self.origins.len(), Arc::clone(&self.shared));
        self.origins.push(Origin { outside: outside.to_owned(), inside: inside.clone() });
        inside
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        for origin in &self.origins {
            // A last connection wakes the listener, which then ends.
            drop(std::net::TcpStream::connect(origin.inside.trim_start_matches("http://")));
        }
    }
}

/// What the threads share.
type Kept<T> = Mutex<T>;
