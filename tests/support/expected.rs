//! A text and the file that holds the expected one → a clear difference, or a new file on demand.

use std::path::Path;
use std::{env, fs};

use similar::TextDiff;

/// Set to rewrite expected files instead of comparing with them.
pub const UPDATE: &str = "FEWTOOLS_UPDATE";

/// How a text differs from the file, ready to be printed; `None` where it does not.
///
/// With `FEWTOOLS_UPDATE` set the file is rewritten first. A file that is not there differs.
pub fn difference(file: &Path, text: &str) -> Option<String> {
    if env::var_os(UPDATE).is_some() && fs::read_to_string(file).ok().as_deref() != Some(text) {
        fs::write(file, text).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    if expected == text {
        return None;
    }
    let diff = TextDiff::from_lines(expected.as_str(), text).unified_diff().context_radius(4).to_string();
    let name = file.strip_prefix(crate::fixtures::project()).unwrap_or(file).display();
    Some(format!("{name} is not what was expected (`-`), but (`+`):\n{diff}"))
}

/// Fails with all differences at once, and the command that accepts them.
pub fn assert_none(differences: &[String]) {
    assert!(
        differences.is_empty(),
        "{}\nread them; `{UPDATE}=1 INSTA_UPDATE=always cargo test -p fewtools-tests` accepts them",
        differences.join("\n")
    );
}
