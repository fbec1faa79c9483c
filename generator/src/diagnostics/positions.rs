//! Places → lines and columns, by one pass over each file that has any.

use std::collections::BTreeMap;
use std::ops::Range;

use super::events::{Event, Shape, events};
use super::{FileId, Part, Place, Pointer};
use crate::load::Documents;

/// Where a place is in its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The bytes of the text that are meant, on one line unless a text spans several.
    pub bytes: Range<usize>,
}

/// The positions of the places of one report.
#[derive(Debug, Default)]
pub struct Positions {
    found: BTreeMap<Place, Position>,
}

impl Positions {
    /// Looks up places. Each file is passed once, and only when a place is in it.
    ///
    /// A place that is not there gets the position of the nearest mapping or list around it.
    pub fn find<'a>(documents: &Documents, places: impl IntoIterator<Item = &'a Place>) -> Self {
        let mut by_file: BTreeMap<FileId, Vec<&Place>> = BTreeMap::new();
        for place in places {
            by_file.entry(place.file).or_default().push(place);
        }
        let mut found = BTreeMap::new();
        for (file, places) in by_file {
            let Some(source) = documents.source(file) else { continue };
            let ranges = ranges(&source.text, &places);
            let starts: Vec<_> = ranges.iter().flatten().map(|range| range.start).collect();
            let mut lines = lines(&source.text, starts).into_iter();
            for (place, range) in places.into_iter().zip(ranges) {
                let Some(bytes) = range else { continue };
                let Some((line, column)) = lines.next() else { break };
                found.insert(place.clone(), Position { line, column, bytes });
            }
        }
        Self { found }
    }

    /// The position of a place that was looked up; `None` when its file has none.
    pub fn of(&self, place: &Place) -> Option<&Position> {
        self.found.get(place)
    }
}

/// The line and column of every key that stands at each pointer, in order; several when a key is repeated.
pub fn occurrences(text: &str, pointers: &[Pointer]) -> Vec<Vec<(usize, usize)>> {
    let mut tree = Wanted::default();
    let nodes: Vec<_> = pointers.iter().map(|pointer| tree.add(pointer)).collect();
    tree.scan(text);
    let starts = |node: usize| {
        let node = tree.nodes.get(node);
        node.map(|node| node.keys.iter().map(|key| key.start).collect()).unwrap_or_default()
    };
    nodes.into_iter().map(|node| lines(text, starts(node))).collect()
}

/// The bytes of each place.
fn ranges(text: &str, places: &[&Place]) -> Vec<Option<Range<usize>>> {
    let mut tree = Wanted::default();
    for place in places.iter().filter(|place| !matches!(place.part, Part::Text { .. })) {
        tree.add(&place.pointer);
    }
    if !places.iter().all(|place| matches!(place.part, Part::Text { .. })) {
        tree.scan(text);
    }
    places
        .iter()
        .map(|place| match place.part {
            Part::Text { line, column } => Some(word(text, line, column)),
            part => tree.range(text, &place.pointer, part),
        })
        .collect()
}

/// The pointers that are looked for, as a tree of their segments; the root is the first node.
struct Wanted {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    children: BTreeMap<String, usize>,
    /// Where its key stands, more than once when it is repeated.
    keys: Vec<Range<usize>>,
    value: Option<Seen>,
}

struct Seen {
    bytes: Range<usize>,
    /// Whether the bytes are all of it: not for a list or a mapping that goes by indentation.
    whole: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { nodes: vec![Node::default()] }
    }
}

/// A list or a mapping that is open.
struct Frame {
    shape: Shape,
    bracketed: bool,
    node: Option<usize>,
    start: usize,
    /// The items before this one.
    index: usize,
    /// The node of the key just read; the inner `None` is a key nobody looks for.
    key: Option<Option<usize>>,
}

impl Wanted {
    /// Adds a pointer; gives its node.
    fn add(&mut self, pointer: &Pointer) -> usize {
        let mut node = 0;
        for segment in pointer.segments() {
            let next = self.nodes.len();
            let Some(here) = self.nodes.get_mut(node) else { break };
            node = *here.children.entry(segment).or_insert(next);
            if node == next {
                self.nodes.push(Node::default());
            }
        }
        node
    }

    fn child(&self, node: Option<usize>, segment: &str) -> Option<usize> {
        self.nodes.get(node?)?.children.get(segment).copied()
    }

    /// Passes over a text and notes where the nodes are.
    fn scan(&mut self, text: &str) {
        let mut open: Vec<Frame> = Vec::new();
        for (event, bytes) in events(text) {
            match event {
                Event::Close => {
                    let Some(frame) = open.pop() else { break };
                    self.close(&frame, bytes.end);
                    settle(open.last_mut());
                }
                Event::Open { shape, bracketed } => {
                    let node = self.node(open.last());
                    open.push(Frame { shape, bracketed, node, start: bytes.start, index: 0, key: None });
                    self.see(node, bytes, false);
                }
                Event::Scalar(key) if awaits_key(open.last()) => self.key(open.last_mut(), &key, bytes),
                Event::Scalar(_) | Event::Alias => {
                    let node = self.node(open.last());
                    self.see(node, bytes, true);
                    settle(open.last_mut());
                }
            }
        }
    }

    /// The node of the value that comes next.
    fn node(&self, frame: Option<&Frame>) -> Option<usize> {
        let Some(frame) = frame else { return Some(0) };
        match frame.shape {
            Shape::Mapping => frame.key.flatten(),
            Shape::List => {
                frame.node?;
                self.child(frame.node, &frame.index.to_string())
            }
        }
    }

    fn key(&mut self, frame: Option<&mut Frame>, key: &str, bytes: Range<usize>) {
        let Some(frame) = frame else { return };
        let node = self.child(frame.node, key);
        frame.key = Some(node);
        if let Some(node) = node.and_then(|node| self.nodes.get_mut(node)) {
            node.keys.push(bytes);
        }
    }

    /// Notes a value; of a repeated key it is the first that counts.
    fn see(&mut self, node: Option<usize>, bytes: Range<usize>, whole: bool) {
        if let Some(node) = node.and_then(|node| self.nodes.get_mut(node)) {
            node.value.get_or_insert(Seen { bytes, whole });
        }
    }

    fn close(&mut self, frame: &Frame, end: usize) {
        let node = frame.node.and_then(|node| self.nodes.get_mut(node));
        let Some(seen) = node.and_then(|node| node.value.as_mut()) else { return };
        if frame.bracketed && seen.bytes.start == frame.start {
            *seen = Seen { bytes: frame.start..end, whole: true };
        }
    }

    /// The bytes to point at for a node, or for the nearest one around it that is there.
    fn range(&self, text: &str, pointer: &Pointer, part: Part) -> Option<Range<usize>> {
        let mut node = self.nodes.first()?;
        let mut best = Self::of_value(text, node);
        for segment in pointer.segments() {
            let Some(next) = node.children.get(&segment).and_then(|index| self.nodes.get(*index)) else {
                return best;
            };
            if next.keys.is_empty() && next.value.is_none() {
                return best;
            }
            node = next;
            best = Self::of_value(text, node).or(best);
        }
        match part {
            Part::Key => node.keys.first().cloned().or(best),
            _ => best,
        }
    }

    /// The value where it fits on one line, else its key, else its first line.
    fn of_value(text: &str, node: &Node) -> Option<Range<usize>> {
        let key = node.keys.first().cloned();
        let Some(Seen { bytes, whole }) = &node.value else { return key };
        let fits = |range: &Range<usize>| text.get(range.clone()).is_some_and(|part| !part.contains('\n'));
        if *whole && !bytes.is_empty() && fits(bytes) {
            return Some(bytes.clone());
        }
        key.or_else(|| {
            let rest = text.get(bytes.start..)?;
            let line = rest.split('\n').next().unwrap_or_default().trim_end();
            Some(bytes.start..bytes.start + line.len())
        })
    }
}

fn awaits_key(frame: Option<&Frame>) -> bool {
    frame.is_some_and(|frame| frame.shape == Shape::Mapping && frame.key.is_none())
}

/// Goes on to the next item or key.
fn settle(frame: Option<&mut Frame>) {
    if let Some(frame) = frame {
        frame.index += 1;
        frame.key = match frame.key {
            // A key that is itself a list or a mapping is nobody's, but a value follows it.
            None if frame.shape == Shape::Mapping => Some(None),
            _ => None,
        };
    }
}

/// The word at a line and column, one character at least.
fn word(text: &str, line: usize, column: usize) -> Range<usize> {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(before..).unwrap_or_default();
    let rest = rest.split('\n').next().unwrap_or_default();
    let skipped =
        rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.trim_end().len(), |(at, _)| at);
    let start = before + skipped;
    let spot = rest.get(skipped..).unwrap_or_default();
    let letters = spot.find(|c: char| !(c.is_alphanumeric() || "_-$./".contains(c))).unwrap_or(spot.len());
    let length = letters.max(spot.chars().next().map_or(0, char::len_utf8));
    start..start + length
}

/// The line and column of each offset, in the order of the offsets given.
fn lines(text: &str, offsets: Vec<usize>) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..offsets.len()).collect();
    order.sort_by_key(|index| offsets.get(*index));
    let mut found = vec![(1, 1); offsets.len()];
    let (mut at, mut line, mut column) = (0, 1, 1);
    for index in order {
        let offset = offsets.get(index).copied().unwrap_or_default();
        let passed = text.get(at..offset).unwrap_or_default();
        line += passed.bytes().filter(|byte| *byte == b'\n').count();
        column = match passed.rfind('\n') {
            Some(end) => 1 + passed.chars().count() - passed.get(..=end).unwrap_or_default().chars().count(),
            None => column + passed.chars().count(),
        };
        at = offset.max(at);
        if let Some(slot) = found.get_mut(index) {
            *slot = (line, column);
        }
    }
    found
}

#[cfg(test)]
mod tests;
