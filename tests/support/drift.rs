//! A copy of the broker console's document and manifest, to which an upstream team and a careless editor do things.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures;

/// What was done, the code of the fault it has to be, and a text of the line it has to be at.
pub struct Drift {
    /// The code.
    pub code: &'static str,
    /// The file.
    pub file: &'static str,
    /// What stands on the line.
    pub line: &'static str,
    from: &'static str,
    to: &'static str,
}

/// Four things that happen to a surface.
pub const DRIFTS: [Drift; 4] = [
    Drift {
        code: "tool-over-budget",
        file: "curation.yaml",
        line: "Where two nodes are configured differently",
        from: "Where two nodes are configured differently, and whether it matters.",
        to: LONG,
    },
    Drift {
        code: "unknown-projection-path",
        file: "curation.yaml",
        line: "FlowStats:       [p50Ms, p95Ms",
        from: "        p95Ms: { type: [integer, 'null'] }\n",
        to: "",
    },
    Drift {
        code: "uncovered-operation",
        file: "openapi.yaml",
        line: "get: # the new one",
        from: "\npaths:\n",
        to: "\npaths:\n  /licences:\n    get: # the new one\n      operationId: listLicences\n      responses: { '200': { description: The licences. } }\n",
    },
    Drift {
        code: "unfilled-requirement",
        file: "openapi.yaml",
        line: "name: region",
        from: "      operationId: getQueue\n",
        to: "      operationId: getQueue\n      parameters:\n        - { name: region, in: query, required: true, schema: { type: string } }\n",
    },
];

/// So long that the tool is over its 200 tokens, though the listing is within its own budget.
const LONG: &str = "Where two nodes are configured differently, and whether it matters, told for every \
setting that either of them has, with the value on the left and the value on the right, and with a word on whether \
the difference is one that people make on purpose, one that is of no consequence, or one that will split the cluster \
in two at the worst of times. Ask for it after every change of a node, before every upgrade, and whenever a cluster \
that was well yesterday is not well today. It reads and changes nothing, and it asks every node only once, so that it \
may be asked as often as you like, also of a cluster that is under load and answers slowly or not at all.";

/// Puts the document, the manifest and its prompts into a folder.
pub fn copy(folder: &Path) -> PathBuf {
    fs::create_dir_all(folder.join("prompts")).unwrap();
    for name in files() {
        fs::copy(fixtures::folder("broker-console").join(&name), folder.join(&name)).unwrap();
    }
    folder.join("curation.yaml")
}

/// The files that a surface is made of, relative to its folder: the manifest, the document, and the prompts by name.
pub fn files() -> Vec<PathBuf> {
    let prompts = fs::read_dir(fixtures::folder("broker-console").join("prompts")).unwrap();
    let mut prompts: Vec<_> =
        prompts.map(|prompt| Path::new("prompts").join(prompt.unwrap().file_name())).collect();
    prompts.sort();
    ["curation.yaml", "openapi.yaml"].into_iter().map(PathBuf::from).chain(prompts).collect()
}

/// Lets all four happen.
pub fn happen(folder: &Path) {
    for drift in &DRIFTS {
        let changed = ["openapi.yaml", "curation.yaml"].into_iter().filter(|name| {
            let file = folder.join(name);
            let text = fs::read_to_string(&file).unwrap();
            let found = text.matches(drift.from).count() == 1;
            if found {
                fs::write(&file, text.replace(drift.from, drift.to)).unwrap();
            }
            found
        });
        assert_eq!(changed.count(), 1, "`{}` stands in one file once", drift.from.trim());
    }
}

impl Drift {
    /// `file:line`, where its fault has to be.
    pub fn place(&self, folder: &Path) -> String {
        let text = fs::read_to_string(folder.join(self.file)).unwrap();
        let lines: Vec<_> = text.lines().enumerate().filter(|(_, line)| line.contains(self.line)).collect();
        assert_eq!(lines.len(), 1, "`{}`", self.line);
        format!("{}:{}", self.file, lines[0].0 + 1)
    }
}
