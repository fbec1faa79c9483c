//! Unformatted Rust → the text of the file, and the comment in front of it.

use fewtools_contract::{CONTRACT, budget, listing};

use super::{Emission, Files};
use crate::diagnostics::clean;

/// The most characters of a file's name that are shown.
const LONGEST_NAME: usize = 200;

/// Parsed and laid out; ends with a newline. Comments that are not doc comments do not survive.
pub(super) fn rust(rendered: &str) -> String {
    let file = syn::parse_file(rendered).expect("the templates make Rust");
    prettyplease::unparse(&file)
}

/// Two lines: what made the file from what, and what it is worth. Names only: no folder, no time.
pub(super) fn header(emission: &Emission<'_>) -> String {
    let version = emission.generator_version;
    let (manifest, document) = (file_name(emission.manifest_name), file_name(emission.document_name));
    let tokens = budget::tokens(&listing::text(emission.listing));
    let tools = emission.catalogue.tools.len();
    format!(
        "{}{version} from {manifest} and {document}; do not edit.\n\
         // contract {CONTRACT}, tools {tools}, listing tokens {tokens}\n",
        Files::RUST_MARK
    )
}

fn file_name(path: &str) -> String {
    clean::line(path.rsplit(['/', '\\']).next().unwrap_or_default(), LONGEST_NAME)
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_name_has_no_folder_and_no_line_end() {
        assert_eq!(file_name("/home/me/curation.yaml"), "curation.yaml");
        assert_eq!(file_name("C:\\api\\openapi.json"), "openapi.json");
        assert_eq!(file_name("a\nfn main() {}.yaml"), "a\\nfn main() {}.yaml");
    }
}
