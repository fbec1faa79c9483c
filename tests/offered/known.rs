//! The tables of `tests/validators/README.md` → which differences are known, and who is right.

use std::cell::RefCell;
use std::collections::BTreeSet;

use fewtools_tests::fixtures;

/// A table of known differences: documents, kind, words, who is right, why.
pub struct Known {
    rows: Vec<Row>,
    met: RefCell<BTreeSet<usize>>,
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

    /// Who is right about a difference; `None` for one that is not known.
    pub fn right(&self, document: &str, kind: &str, sentence: &str) -> Option<&str> {
        let fits = |row: &Row| {
            let named = row.documents.iter().any(|name| name == "any" || name == document);
            named && row.kind == kind && sentence.contains(&row.words)
        };
        let index = self.rows.iter().position(fits)?;
        self.met.borrow_mut().insert(index);
        Some(&self.rows[index].right)
    }

    /// Rows that nothing was found for: they have to go.
    pub fn unmet(&self) -> Vec<String> {
        let met = self.met.borrow();
        let unmet = self.rows.iter().enumerate().filter(|(index, _)| !met.contains(index));
        unmet.map(|(_, row)| format!("nothing is `{}` `{}` any more", row.kind, row.words)).collect()
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
