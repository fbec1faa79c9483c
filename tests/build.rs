//! Emits the surface of every accepted and hostile fixture into `OUT_DIR`, as the build script of a user's crate would,
//! and one file that includes them all.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a build script")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io, process};

use fewtools_build::Builder;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "support/fixtures.rs"]
mod fixtures;

fn main() {
    let out = env::var_os("OUT_DIR").unwrap();
    let out = Path::new(&out);
    let mut modules = String::new();
    let mut table = String::new();
    for case in cases() {
        println!("cargo::rerun-if-changed={}", case.folder.display());
        let module = case.name.replace(['/', '-'], "_");
        let folder = out.join(&module);
        if let Err(report) = Builder::new(case.manifest()).out_dir(&folder).run() {
            report.tell_cargo(&mut io::stdout());
            process::exit(0);
        }
        let file = folder.join("fewtools.rs");
        writeln!(modules, "mod {module} {{\n    include!({:?});\n}}", file.to_str().unwrap()).unwrap();
        writeln!(table, "    ({:?}, &{module}::tools::CATALOGUE),", case.name).unwrap();
    }
    let table = format!("static CASES: &[(&str, &fewtools_contract::Catalogue<'static>)] = &[\n{table}];\n");
    fs::write(out.join("cases.rs"), modules + &table).unwrap();
}

/// The cases that are emitted, by their folder below `fixtures`.
fn cases() -> Vec<fixtures::Case> {
    let mut cases = Vec::new();
    for kind in ["accept", "hostile"] {
        println!("cargo::rerun-if-changed={}", fixtures::folder(kind).display());
        for case in fixtures::cases(kind) {
            let benign = case.folder.join("benign");
            let name = format!("{kind}/{}", case.name);
            if benign.is_dir() {
                cases.push(fixtures::Case { name: format!("{name}/benign"), folder: benign });
            }
            cases.push(fixtures::Case { name, ..case });
        }
    }
    cases
}
