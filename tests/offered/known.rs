//! The tables of `tests/validators/README.md` → which differences are known, and who is right.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use fewtools_tests::fixtures;

/// A table of known differences: documents, kind, words, who is right, why.
pub struct Known {
    rows: Vec<Row>,
    /// How often a row was met by a document.
    met: RefCell<BTreeMap<(usize, String), usize>>,
}

struct Row {
    documents: Vec<String>,
    kind: String,
    words: String,
    right: String,
}

impl Known {
    /// The table below a headline.
    pub fn table(headline: &str) -> Self {
        let text = std::fs::read_to_string(fixtures::project().join("tests/validators/README.md")).unwrap();
        let section = text.split("\n## ").find(|section| section.starts_with(headline)).unwrap();
        let lines = section.lines().filter(|line| line.starts_with("| ")).skip(2);
        let rows: Vec<Row> = lines.map(row).collect();
        assert!(!rows.is_empty(), "no table below `{headline}`");
        Self { rows, met: RefCell::default() }
    }

    /// Who is right about a difference that fits the words of a row; `None` for one that is not known.
    pub fn right(&self, document: &str, kind: &str, fits: impl Fn(&str) -> bool) -> Option<&str> {
        let is_known = |row: &Row| {
            row.documents.iter().any(|name| name == document) && row.kind == kind && fits(&row.words)
        };
        let index = self.rows.iter().position(is_known)?;
        *self.met.borrow_mut().entry((index, document.to_owned())).or_default() += 1;
        Some(&self.rows[index].right)
    }

    /// Documents of rows that nothing was found for: they have to go.
    pub fn unmet(&self) -> Vec<String> {
        let met = self.met.borrow();
        let listed = self
            .rows
            .iter()
            .enumerate()
            .flat_map(|(index, row)| row.documents.iter().map(move |name| (index, name, row)));
        let unmet = listed.filter(|(index, name, _)| !met.contains_key(&(*index, (*name).clone())));
        unmet
            .map(|(_, name, row)| format!("{name}: nothing is `{}` `{}` any more", row.kind, row.words))
            .collect()
    }

    /// How often each row was met, and by which documents.
    pub fn summary(&self) -> String {
        let mut text = String::from("\n## Known, and where\n\n");
        for ((index, document), count) in &*self.met.borrow() {
            let row = &self.rows[*index];
            let _ = writeln!(text, "- {} `{}`: {document}, {count} ×", row.kind, row.words);
        }
        text
    }
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [documents, kind, words, right, _why] = cells[..] else { panic!("a row of five cells: {line}") };
    Row {
        documents: documents.split(", ").map(str::to_owned).collect(),
        kind: kind.trim_matches('`').to_owned(),
        words: words.trim_matches('`').to_owned(),
        right: right.to_owned(),
    }
}
