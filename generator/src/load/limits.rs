//! How much of a file is taken in before it is refused.

/// The most bytes a file may have: four times the largest public document known, and then some.
pub const MAX_BYTES: u64 = 64 << 20;

/// The most levels of nesting, the root counted. A subtree can be written and read again by a JSON parser with the
/// usual limit of 128.
pub const MAX_DEPTH: usize = 128;

/// The most values a file may hold, aliases expanded; a public document of 13 MB holds half a million.
pub const MAX_NODES: usize = 4_000_000;

/// The most values that aliases may add.
pub(super) const MAX_ALIAS_VALUES: usize = 250_000;

/// The most files a document may be made of; a public document of 2,850 files is known.
///
/// The bounds on files, bytes and values together bound the time of reading, whatever the machine.
pub const MAX_FILES: usize = 4_000;

/// The most bytes the files that a document refers to may have together.
pub const MAX_TOTAL_BYTES: u64 = 2 * MAX_BYTES;

/// The most repeated keys that are told one by one.
pub(super) const MAX_REPEATED: usize = 50;
