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
        let build = "fn main() {\n    fewtools_build::compile(\"curation.yaml\");\n}\n";
        let library = "#![deny(warnings)]\n\nfewtools::include_tools!();\n";
        let generator =
            format!("\n[build-dependencies]\nfewtools-build = {{ path = \"{}\" }}\n\n", at("generator"));
        Self::of_files(folder, &generator, &[("build.rs", build), ("src/lib.rs", library)])
    }

    /// A program of this build script and this main file. What was in the folder is removed.
    pub fn of_program(folder: &Path, build: &str, main: &str) -> Self {
        let dependencies = format!(
            "tokio = {{ version = \"1\", features = [\"macros\", \"rt\"] }}\n\n\
             [build-dependencies]\nfewtools-build = {{ path = \"{}\" }}\n\n",
            at("generator"),
        );
        Self::of_files(folder, &dependencies, &[("build.rs", build), ("src/main.rs", main)])
            .with_all_features()
    }

    /// The crate with every feature of the runtime.
    fn with_all_features(self) -> Self {
        let path = self.folder.join("Cargo.toml");
        let manifest = fs::read_to_string(&path).unwrap().replace(", default-features = false", "");
        fs::write(path, manifest).unwrap();
        self
    }

    /// A crate of modules that were emitted before, each with its name. What was in the folder is removed.
    pub fn of_modules(folder: &Path, modules: &[(String, &str)]) -> Self {
        let library: String = modules.iter().map(|(name, _)| format!("pub mod {name};\n")).collect();
        let library = format!("#![deny(warnings)]\n\n{library}");
        let files: Vec<_> = modules.iter().map(|(name, text)| (format!("src/{name}.rs"), *text)).collect();
        let files = files.iter().map(|(name, text)| (name.as_str(), *text));
        Self::of_files(folder, "", &files.chain([("src/lib.rs", library.as_str())]).collect::<Vec<_>>())
    }

    fn of_files(folder: &Path, dependencies: &str, files: &[(&str, &str)]) -> Self {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder.join("src")).unwrap();
        let manifest = format!(
            "[package]\nname = \"downstream\"\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n\
             [dependencies]\nfewtools = {{ path = \"{}\", default-features = false }}\n\
             {dependencies}\n[workspace]\n\n{PROFILE}",
            at("runtime"),
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        fs::copy(project().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
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

/// A folder of the project, as a manifest of cargo writes it.
fn at(path: &str) -> String {
    project().canonicalize().unwrap().join(path).display().to_string().replace('\\', "/")
}
