//! The emitted source of every case → crates that are checked by the compiler, one for each edition.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use fewtools_build::write::Files;
use fewtools_tests::fixtures;

use crate::cases::product::{Settings, Workshop};

const EDITIONS: [&str; 3] = ["2018", "2021", "2024"];

/// What the compiler says of every case, asked once.
pub struct Scratch {
    cases: Vec<PathBuf>,
    said: OnceLock<BTreeMap<String, String>>,
}

impl Scratch {
    /// Crates for these folders of cases, made when they are first asked for.
    pub fn of(cases: Vec<PathBuf>) -> Self {
        Self { cases, said: OnceLock::new() }
    }

    /// Whether the source of a case compiles in an edition.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn compiles(&self, edition: &str, id: &str) -> Result<(), String> {
        let said = self.said.get_or_init(|| self.check());
        let text = said.get(edition).ok_or_else(|| format!("edition {edition} is not tried"))?;
        let mine: Vec<&str> = text.lines().filter(|line| line.contains(&file(id))).collect();
        let others = text.lines().any(|line| line.contains(": error"));
        match (mine.is_empty(), text.contains(FINISHED) || others) {
            (true, true) => Ok(()),
            (true, false) => Err(text.clone()),
            (false, _) => Err(mine.join("; ")),
        }
    }

    fn check(&self) -> BTreeMap<String, String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
        fs::create_dir_all(folder.join("emitted")).unwrap();
        let mut modules = String::from("#![deny(warnings)]\n");
        for (index, case) in self.cases.iter().enumerate() {
            let id = case.file_name().unwrap().to_string_lossy();
            let mut workshop = Workshop::of(case);
            let all = workshop.all.clone();
            let built = workshop.build(&Settings::default(), &all);
            let Some(product) = &built.product else { continue };
            let files = product.emitted();
            put(&folder.join("emitted").join(file(&id)), files.get(Files::RUST).unwrap_or_default());
            let path = format!("../emitted/{}", file(&id));
            writeln!(modules, "pub mod case_{index} {{\n    include!({path:?});\n}}").unwrap();
        }
        lay_out(&folder, &modules);
        EDITIONS.map(|edition| (edition.to_owned(), say(&folder, edition))).into_iter().collect()
    }
}

/// What cargo says at the end where there is no error.
const FINISHED: &str = "Finished";

fn file(id: &str) -> String {
    format!("{id}.rs")
}

fn lay_out(folder: &Path, modules: &str) {
    let members = EDITIONS.map(|edition| format!("\"e{edition}\"")).join(", ");
    put(
        &folder.join("Cargo.toml"),
        format!("[workspace]\nresolver = \"2\"\nmembers = [{members}]\n").as_bytes(),
    );
    let lock = fs::read(fixtures::project().join("Cargo.lock")).unwrap();
    if !folder.join("Cargo.lock").exists() {
        put(&folder.join("Cargo.lock"), &lock);
    }
    let runtime = fs::canonicalize(fixtures::project().join("runtime")).unwrap();
    for edition in EDITIONS {
        let package = format!(
            "[package]\nname = \"e{edition}\"\nversion = \"0.0.0\"\nedition = {edition:?}\npublish = false\n\
             [lib]\npath = \"lib.rs\"\n\
             [dependencies]\nfewtools = {{ path = {runtime:?}, default-features = false }}\n"
        );
        let place = folder.join(format!("e{edition}"));
        fs::create_dir_all(&place).unwrap();
        put(&place.join("Cargo.toml"), package.as_bytes());
        put(&place.join("lib.rs"), modules.as_bytes());
    }
}

fn say(folder: &Path, edition: &str) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["check", "--offline", "--message-format", "short", "-p", &format!("e{edition}")])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env_remove("RUSTFLAGS")
        .output();
    match output {
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    }
}

/// Writes a file unless it is there already, so that nothing is compiled anew for nothing.
fn put(path: &Path, bytes: &[u8]) {
    if fs::read(path).ok().as_deref() != Some(bytes) {
        fs::write(path, bytes).unwrap();
    }
}
