//! One fault, as data; renderers make text of it.

use std::fmt;

use super::Place;

/// How much a fault matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The run fails.
    Error,
    /// Worth a look; the run goes on.
    Warning,
    /// For information.
    Note,
}

impl Level {
    /// The word that is printed.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// The stable name of a kind of fault, in the words of the fault: `uncovered-operation`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// One fault: what is wrong, where, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its kind.
    pub code: Code,
    /// How much it matters.
    pub level: Level,
    /// Where it is; `None` for a fault of the whole run.
    pub place: Option<Place>,
    /// What is wrong: a lower-case phrase without a full stop, user words in backticks.
    pub what: String,
    /// What to write instead; empty when there is nothing to say.
    pub instead: String,
    /// Other places that matter, each with what it shows.
    pub also: Vec<(Place, String)>,
    /// Further lines that belong to the fault, such as a table of sizes.
    pub detail: Vec<String>,
}

impl Fault {
    /// An error at a place.
    pub fn error(code: &'static str, place: Place, what: impl Into<String>) -> Self {
        Self::new(code, Level::Error, Some(place), what)
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, place: Place, what: impl Into<String>) -> Self {
        Self::new(code, Level::Warning, Some(place), what)
    }

    /// A fault of any level, with or without a place.
    pub fn new(code: &'static str, level: Level, place: Option<Place>, what: impl Into<String>) -> Self {
        Self {
            code: Code(code),
            level,
            place,
            what: what.into(),
            instead: String::new(),
            also: Vec::new(),
            detail: Vec::new(),
        }
    }

    /// The same fault with what to write instead.
    #[must_use]
    pub fn instead(mut self, instead: impl Into<String>) -> Self {
        self.instead = instead.into();
        self
    }

    /// The same fault with another place that matters.
    #[must_use]
    pub fn also(mut self, place: Place, label: impl Into<String>) -> Self {
        self.also.push((place, label.into()));
        self
    }

    /// The same fault with further lines.
    #[must_use]
    pub fn detail(mut self, lines: impl IntoIterator<Item = String>) -> Self {
        self.detail.extend(lines);
        self
    }
}

/// `code: what`, and `; instead: …` where there is something to say.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.what)?;
        if !self.instead.is_empty() {
            write!(f, "; instead: {}", self.instead)?;
        }
        Ok(())
    }
}
