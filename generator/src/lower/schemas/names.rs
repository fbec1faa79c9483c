//! The places that references lead to → the keys of `$defs`, one each, the same in every run.

use indexmap::IndexMap;

use crate::diagnostics::Place;
use crate::load::Documents;

/// A key keeps so many characters of what it is made of.
const LONGEST: usize = 64;

/// The keys given so far.
///
/// Keys are made of `A-Za-z0-9._-` and `:`, so that they need no escape in a reference.
#[derive(Debug, Default)]
pub(super) struct Names {
    places: IndexMap<String, Place>,
    keys: IndexMap<Place, String>,
}

impl Names {
    /// The key of a place: the component's name, or a readable rest of the path with a hash behind a `:`, which no
    /// component's name has.
    pub(super) fn of(&mut self, place: &Place) -> String {
        if let Some(key) = self.keys.get(place) {
            return key.clone();
        }
        let mut key = component(place).unwrap_or_else(|| path(place));
        while self.places.contains_key(&key) {
            key.push_str(":2");
        }
        self.places.insert(key.clone(), place.clone());
        self.keys.insert(place.clone(), key.clone());
        key
    }

    /// The place of a key.
    pub(super) fn place(&self, key: &str) -> Option<&Place> {
        self.places.get(key)
    }
}

/// The name of a schema component of the document, where it needs no change.
fn component(place: &Place) -> Option<String> {
    let name = place.pointer.as_str().strip_prefix("/components/schemas/")?;
    let plain = !name.is_empty() && name.len() <= LONGEST && name.chars().all(is_plain);
    (plain && place.file == Documents::DOCUMENT).then(|| name.to_owned())
}

fn path(place: &Place) -> String {
    let path = place.pointer.as_str();
    let shown = path.strip_prefix("/components/schemas/").unwrap_or(path);
    let shown: Vec<char> =
        shown.trim_start_matches('/').chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let end: String = shown.iter().skip(shown.len().saturating_sub(LONGEST)).collect();
    format!("{end}:{:08x}", hash(&format!("{}{path}", place.file.0)))
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-')
}

/// FNV-1a, folded to 32 bits: the hash of the standard library may change with the compiler.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash >> 32) ^ (hash & 0xffff_ffff)
}
