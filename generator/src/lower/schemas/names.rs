//! The places that references lead to → the keys of `$defs`, one each, the same in every run.

use std::collections::BTreeMap;
use std::rc::Rc;

use indexmap::IndexMap;

use crate::diagnostics::Place;
use crate::load::Documents;
use crate::lower::schemas::dynamic::Bindings;
use crate::lower::schemas::files::Files;
use crate::lower::version::Dialect;

/// A key keeps so many characters of what it is made of.
const LONGEST: usize = 64;

/// So many keys are told apart by what dynamic references mean in them; beyond, each means what stands around it.
const MOST_BOUND: usize = 1000;

/// The keys given so far.
///
/// Keys are made of `A-Za-z0-9._-` and `:`, so that they need no escape in a reference.
#[derive(Debug, Default)]
pub(super) struct Names {
    files: Files,
    /// The path of the document's own schemas, with a slash behind it.
    own: String,
    places: IndexMap<String, (Place, Rc<Bindings>)>,
    keys: IndexMap<Place, String>,
    /// The keys of schemas that mean something else under other bindings.
    bound: BTreeMap<(Place, Rc<Bindings>), String>,
}

impl Names {
    /// No keys yet.
    pub(super) fn over(documents: &Documents, dialect: Dialect) -> Self {
        let own = format!("{}/", dialect.definitions());
        Self { files: Files::of(documents), own, ..Self::default() }
    }

    /// The key of a place: the component's name, in another file behind that file's; or a readable rest of the path
    /// with a hash behind a `:`, which no component's name has. Another hash tells the bindings.
    pub(super) fn of(&mut self, place: &Place, bindings: &Rc<Bindings>) -> String {
        if bindings.is_empty() || self.bound.len() >= MOST_BOUND {
            return self.unbound(place);
        }
        let bound = (place.clone(), Rc::clone(bindings));
        if let Some(key) = self.bound.get(&bound) {
            return key.clone();
        }
        let key = format!("{}:{:08x}", self.made(place), hash(&bindings.to_string()));
        let key = self.keep(key, bound.clone());
        self.bound.insert(bound, key.clone());
        key
    }

    fn unbound(&mut self, place: &Place) -> String {
        if let Some(key) = self.keys.get(place) {
            return key.clone();
        }
        let key = self.keep(self.made(place), (place.clone(), Rc::default()));
        self.keys.insert(place.clone(), key.clone());
        key
    }

    fn made(&self, place: &Place) -> String {
        let file = self.files.name(place.file);
        component(place, file, &self.own).unwrap_or_else(|| path(place, file, &self.own))
    }

    /// Keeps what a key stands for, under one that is free.
    fn keep(&mut self, mut key: String, meant: (Place, Rc<Bindings>)) -> String {
        while self.places.contains_key(&key) {
            key.push_str(":2");
        }
        self.places.insert(key.clone(), meant);
        key
    }

    /// The keys that are names of components.
    pub(super) fn components(&self) -> Vec<String> {
        self.places.keys().filter(|key| !key.contains(':')).cloned().collect()
    }

    /// The place of a key, and what dynamic references mean there.
    pub(super) fn place(&self, key: &str) -> Option<&(Place, Rc<Bindings>)> {
        self.places.get(key)
    }
}

/// The name of a schema component, where it needs no change: in the document its own, elsewhere the name of the file
/// and its own, or the file's alone for the whole file.
fn component(place: &Place, file: &str, own: &str) -> Option<String> {
    let path = place.pointer.as_str();
    if file.is_empty() {
        return path.strip_prefix(own).filter(|name| is_component(name)).map(str::to_owned);
    }
    let name = ["/components/schemas/", "/definitions/", "/$defs/", "/"]
        .iter()
        .find_map(|start| path.strip_prefix(start));
    match name {
        None => Some(file.to_owned()),
        Some(name) => is_component(name).then(|| format!("{file}.{name}")),
    }
}

fn is_component(name: &str) -> bool {
    !name.is_empty() && name.len() <= LONGEST && name.chars().all(is_plain)
}

fn path(place: &Place, file: &str, own: &str) -> String {
    let path = place.pointer.as_str();
    let shown = path.strip_prefix(own).unwrap_or(path);
    let shown: Vec<char> =
        shown.trim_start_matches('/').chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let end: String = shown.iter().skip(shown.len().saturating_sub(LONGEST)).collect();
    format!("{end}:{:08x}", hash(&format!("{file}#{path}")))
}

pub(super) fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-')
}

/// FNV-1a, folded to 32 bits: the hash of the standard library may change with the compiler.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash >> 32) ^ (hash & 0xffff_ffff)
}
