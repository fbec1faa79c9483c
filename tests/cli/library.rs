//! A copy of the library's files in a folder of its own → runs of the command there.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use fewtools_tests::fixtures;
use serde_json::Value;
use tempfile::TempDir;

/// The command.
pub(crate) const FEWTOOLS: &str = env!("CARGO_BIN_EXE_fewtools-under-test");

/// Variables that turn colours on or off.
const COLOUR_VARIABLES: [&str; 3] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"];

/// A folder with `curation.yaml` and `openapi.yaml`.
pub(crate) struct Library {
    folder: TempDir,
}

/// What a run of the command gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Library {
    /// The library as it should be.
    pub(crate) fn good() -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("cli/library");
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["curation.yaml", "openapi.yaml"] {
            fs::copy(source.join(name), folder.path().join(name)).expect("a copy");
        }
        Self { folder }
    }

    /// A surface with resources, prompts, instructions, a help tool and profiles.
    pub(crate) fn with_context() -> Self {
        let source = fixtures::folder("accept/context");
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("prompts")).expect("a folder");
        for name in ["curation.yaml", "openapi.yaml", "prompts/plan_season.md", "prompts/tidy_up.md"] {
            fs::copy(source.join(name), folder.path().join(name)).expect("a copy");
        }
        Self { folder }
    }

    /// The library with words of its manifest put in the place of others.
    pub(crate) fn with(changes: &[(&str, &str)]) -> Self {
        let library = Self::good();
        let manifest = changes.iter().fold(library.read("curation.yaml"), |text, (old, new)| {
            assert!(text.contains(old), "the manifest has no `{old}`");
            text.replace(old, new)
        });
        library.write("curation.yaml", &manifest);
        library
    }

    /// The library with three faults: a call, an argument and a projection path that are misspelt.
    pub(crate) fn faulty() -> Self {
        Self::with(&[
            ("call: getBook", "call: getBok"),
            ("args: [shelf, limit]", "args: [shelv, limit]"),
            ("author: author/name", "author: author/nme"),
        ])
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("a file")
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).expect("a file");
    }

    /// Puts a link in the place of what is there.
    #[cfg(unix)]
    pub(crate) fn link(&self, to: &str, name: &str) {
        let path = self.folder.path().join(name);
        fs::remove_file(&path).expect("a file");
        std::os::unix::fs::symlink(to, path).expect("a link");
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.folder.path().join(name).exists()
    }

    /// The command in the folder, with these words and nothing to read; neither colours nor their absence are asked for.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(FEWTOOLS);
        command.args(words).current_dir(self.folder.path()).stdin(Stdio::null());
        COLOUR_VARIABLES.iter().for_each(|variable| {
            command.env_remove(variable);
        });
        command
    }

    /// Runs the command to its end.
    pub(crate) fn run(&self, words: &[&str]) -> Run {
        Run::of(&mut self.command(words))
    }
}

impl Run {
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().expect("the command runs");
        let text = |bytes| String::from_utf8(bytes).expect("text").replace("fewtools-under-test", "fewtools");
        Self {
            code: output.status.code().expect("an exit code"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// Standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }

    /// Everything that was written, to be compared with what is expected.
    pub(crate) fn all(&self) -> String {
        format!("exit code {}\n--- standard output\n{}--- standard error\n{}", self.code, self.out, self.err)
    }
}
