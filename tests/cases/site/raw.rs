//! Bytes of a connection → one HTTP/1.1 request, as it was written.

use std::io::Read;

/// A request as it was received.
#[derive(Debug, Clone)]
pub struct Received {
    pub listener: usize,
    /// The origin that the listener stands for.
    pub origin: String,
    pub method: String,
    /// Path and query.
    pub target: String,
    /// In order, with names as they were written.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Received {
    /// The value of a header, several lines joined by commas.
    pub fn header(&self, name: &str) -> Option<String> {
        let lines = self.headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        let values: Vec<&str> = lines.map(|(_, value)| value.as_str()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }
}

/// Reads one request; `None` where the connection ends before it is whole.
pub fn read(stream: &mut impl Read, listener: usize) -> Option<Received> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        fill(stream, &mut bytes)?;
    };
    // A header may hold bytes that are no UTF-8; each is kept as one character.
    let head: String = match std::str::from_utf8(&bytes[..end]) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes[..end].iter().map(|byte| char::from(*byte)).collect(),
    };
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, target) = (first.next()?.to_owned(), first.next()?.to_owned());
    let header =
        |line: &str| line.split_once(':').map(|(name, value)| (name.to_owned(), value.trim().to_owned()));
    let headers: Vec<(String, String)> = lines.filter_map(header).collect();
    let rest = bytes.split_off(end + 4);
    let mut received =
        Received { listener, origin: String::new(), method, target, headers, body: Vec::new() };
    received.body = body(stream, &received, rest)?;
    Some(received)
}

fn body(stream: &mut impl Read, request: &Received, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    if request.header("transfer-encoding").is_some_and(|value| value.contains("chunked")) {
        return chunks(stream, bytes);
    }
    let length = request.header("content-length").map_or(Some(0), |length| length.parse().ok())?;
    while bytes.len() < length {
        fill(stream, &mut bytes)?;
    }
    bytes.truncate(length);
    Some(bytes)
}

fn chunks(stream: &mut impl Read, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = loop {
            match bytes.windows(2).position(|window| window == b"\r\n") {
                Some(at) => break at,
                None => fill(stream, &mut bytes)?,
            }
        };
        let size = std::str::from_utf8(&bytes[..end]).ok()?.split(';').next()?.trim().to_owned();
        let size = usize::from_str_radix(&size, 16).ok()?;
        while bytes.len() < end + 2 + size + 2 {
            fill(stream, &mut bytes)?;
        }
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes.drain(..end + 2 + size + 2);
    }
}

fn fill(stream: &mut impl Read, bytes: &mut Vec<u8>) -> Option<()> {
    let mut buffer = [0; 16 * 1024];
    match stream.read(&mut buffer) {
        Ok(count) if count > 0 => {
            bytes.extend_from_slice(&buffer[..count]);
            Some(())
        }
        _ => None,
    }
}
