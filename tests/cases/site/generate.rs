//! A description of many bytes → the bytes, made when they are asked for.

use std::io::{self, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use regex::Regex;

use crate::cases::data::Node;
use crate::cases::expected::Generate;

/// Bytes that are written.
pub enum Stream {
    Bytes(Vec<u8>),
    Endless(String),
}

impl Stream {
    /// How many there are.
    pub fn length(&self) -> Option<usize> {
        match self {
            Self::Bytes(bytes) => Some(bytes.len()),
            Self::Endless(_) => None,
        }
    }

    /// Writes them; endless ones until the other side has enough.
    pub fn write(&self, out: &mut impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        match self {
            Self::Bytes(bytes) => bytes.chunks(64 * 1024).try_for_each(out),
            Self::Endless(word) => {
                let chunk = word.repeat(64 * 1024 / word.len());
                loop {
                    out(chunk.as_bytes())?;
                }
            }
        }
    }
}

/// The bytes of a description.
pub fn stream(generate: &Generate) -> Stream {
    if let Some(word) = &generate.endless {
        return Stream::Endless(word.clone());
    }
    if let Some(mebibytes) = generate.gzip_of_zeros_mebibytes {
        return Stream::Bytes(zeros(mebibytes).unwrap());
    }
    Stream::Bytes(Node::List(items(generate)).json().into_bytes())
}

/// The items of a described array.
pub fn items(generate: &Generate) -> Vec<Node> {
    let Some(item) = &generate.array_of else { return Vec::new() };
    (1..=generate.count.unwrap_or(1)).map(|index| filled(item, index)).collect()
}

fn zeros(mebibytes: u64) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let block = vec![0; 1 << 20];
    for _ in 0..mebibytes {
        encoder.write_all(&block)?;
    }
    encoder.finish()
}

static DESCRIBED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(\d+) (bytes|kB|KiB|MB|MiB) of (?:text|the letter (.))$").unwrap());

/// An item with `$i` as its number, and descriptions of texts as those texts.
fn filled(item: &Node, index: usize) -> Node {
    match item {
        Node::Text(text) if text == "$i" => Node::Number(index.to_string()),
        Node::Text(text) => {
            Node::Text(described(text).unwrap_or_else(|| text.replace("$i", &index.to_string())))
        }
        Node::List(items) => Node::List(items.iter().map(|item| filled(item, index)).collect()),
        Node::Map(members) => {
            Node::Map(members.iter().map(|(key, value)| (key.clone(), filled(value, index))).collect())
        }
        other => other.clone(),
    }
}

fn described(text: &str) -> Option<String> {
    let found = DESCRIBED.captures(text)?;
    let unit = match &found[2] {
        "kB" => 1000,
        "KiB" => 1 << 10,
        "MB" => 1_000_000,
        "MiB" => 1 << 20,
        _ => 1,
    };
    let bytes = found[1].parse::<usize>().ok()? * unit;
    let letter = found.get(3).map_or("x", |letter| letter.as_str());
    Some(letter.repeat(bytes / letter.len()))
}
