//! What was made, before anybody writes it: file names and their bytes, in a fixed order.

use indexmap::IndexMap;

/// Files by name, in the order they were made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files {
    files: IndexMap<String, Vec<u8>>,
}

impl Files {
    /// The name of the file that a crate includes.
    pub const RUST: &'static str = "fewtools.rs";
    /// The name of the listing, for people who review it.
    pub const LISTING: &'static str = "listing.json";

    /// The name of the instructions, for people who review them.
    pub const INSTRUCTIONS: &'static str = "instructions.txt";
    /// The name of the prompts with their texts, for people who review them.
    pub const PROMPTS: &'static str = "prompts.txt";

    /// Adds a file; a file of the same name is replaced.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>) {
        self.files.insert(name.into(), text.into());
    }

    /// The bytes of a file.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(Vec::as_slice)
    }

    /// The files in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// The same files, one of them under another name.
    #[must_use]
    pub fn renamed(self, from: &str, to: &str) -> Self {
        let name = |name: String| if name == from { to.to_owned() } else { name };
        Self { files: self.files.into_iter().map(|(key, bytes)| (name(key), bytes)).collect() }
    }
}
