//! A small crate that uses the project as its users do: a build script, and the emitted tools in the library.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use crate::fixtures::project;

/// Everything is compiled as fast as can be: nothing of it runs for long.
const PROFILE: &str = "[profile.dev]
debug = 0

[profile.dev.build-override]
opt-level = 0
debug = 0
";

/// The crate, in a folder of its own.
pub struct Downstream {
    folder: PathBuf,
}

impl Downstream {
    /// A crate without a manifest of tools yet. What was in the folder is removed.
    pub fn new(folder: &Path) -> Self {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder.join("src")).unwrap();
        let project = project().canonicalize().unwrap();
        let at = |path: &str| project.join(path).display().to_string().replace('\\', "/");
        let manifest = format!(
            "[package]\nname = \"downstream\"\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n\
             [dependencies]\nfewtools = {{ path = \"{}\", default-features = false }}\n\n\
             [build-dependencies]\nfewtools-build = {{ path = \"{}\" }}\n\n[workspace]\n\n{PROFILE}",
            at("runtime"),
            at("generator"),
        );
        for (name, text) in [
            ("Cargo.toml", manifest.as_str()),
            ("build.rs", "fn main() {\n    fewtools_build::compile(\"curation.yaml\");\n}\n"),
            ("src/lib.rs", "#![deny(warnings)]\n\nfewtools::include_tools!();\n"),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        fs::copy(project.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self { folder: folder.to_owned() }
    }

    /// Its folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// The files in its folder, by path.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut folders = vec![self.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        files.sort();
        files
    }

    /// Runs `cargo build` in a target folder. Nothing is downloaded.
    pub fn build(&self, target: &Path) -> Output {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["build", "--offline", "--message-format=json"]).current_dir(self.path());
        command.env("CARGO_TARGET_DIR", target).env("CARGO_TERM_COLOR", "never");
        for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            command.env_remove(variable);
        }
        command.output().unwrap()
    }
}
