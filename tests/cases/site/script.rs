//! A stated answer → the bytes that are written.

use std::fmt::Write;
use std::io;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::generate::{self, Stream};
use crate::cases::expected::Played;

/// One answer.
pub struct Script {
    status: u16,
    pub headers: Vec<(String, String)>,
    body: Stream,
    close_early: bool,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            status: 200,
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: Stream::Bytes(b"{}".to_vec()),
            close_early: false,
        }
    }
}

impl Script {
    pub fn of(played: &Played) -> Self {
        let named = played.headers.iter().map(|(name, value)| (name.clone(), value.shown()));
        let body = match (&played.body.text, &played.body.base64, &played.body.generate) {
            (Some(text), _, _) => Stream::Bytes(text.clone().into_bytes()),
            (_, Some(base64), _) => Stream::Bytes(STANDARD.decode(base64).unwrap()),
            (_, _, Some(generated)) => generate::stream(generated),
            _ => Stream::Bytes(Vec::new()),
        };
        Self {
            status: played.status,
            headers: named.chain(played.header_list.iter().cloned()).collect(),
            body,
            close_early: played.close_early,
        }
    }

    /// Writes the answer; `head` for an answer whose body stays away.
    pub fn write(&self, head: bool, out: &mut impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut text = format!("HTTP/1.1 {} Stated\r\nconnection: close\r\n", self.status);
        for (name, value) in &self.headers {
            write!(text, "{name}: {value}\r\n").unwrap();
        }
        let says_length = self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        let bodiless = head || matches!(self.status, 204 | 304);
        if let Some(length) = self.body.length().filter(|_| !says_length && !bodiless) {
            write!(text, "content-length: {length}\r\n").unwrap();
        }
        text.push_str("\r\n");
        out(text.as_bytes())?;
        match &self.body {
            _ if bodiless => Ok(()),
            Stream::Bytes(bytes) if self.close_early => out(&bytes[..bytes.len() / 2]),
            body => body.write(out),
        }
    }
}
