//! Rust source → its tokens with every literal taken out.

use std::fmt::Write as _;
use std::str::FromStr as _;

use proc_macro2::{TokenStream, TokenTree};

/// The tokens, one a line, a literal as `_`. Comments are no tokens; doc comments are literals. A comma before a closing
/// bracket is left out: the formatter writes it where a literal makes the line too long.
pub fn without_literals(source: &str) -> Vec<String> {
    let mut text = String::new();
    push(TokenStream::from_str(source).unwrap(), &mut text);
    text.replace(",\nend\n", "end\n").lines().map(str::to_owned).collect()
}

fn push(tokens: TokenStream, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                writeln!(text, "{:?}", group.delimiter()).unwrap();
                push(group.stream(), text);
                text.push_str("end\n");
            }
            TokenTree::Literal(_) => text.push_str("_\n"),
            other => writeln!(text, "{other}").unwrap(),
        }
    }
}
