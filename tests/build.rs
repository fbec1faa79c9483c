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
    with_output_schemas(out);
    let table = format!("static CASES: &[(&str, &fewtools_contract::Catalogue<'static>)] = &[\n{table}];\n");
    fs::write(out.join("cases.rs"), modules + &table).unwrap();
}

/// Emits the broker console with the output schema of every tool, which its own listing leaves out: what it lists says
/// what each answer has to be.
fn with_output_schemas(out: &Path) {
    let console = fixtures::folder("broker-console");
    let copy = out.join("console");
    fs::create_dir_all(copy.join("prompts")).unwrap();
    for file in fs::read_dir(console.join("prompts")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), copy.join("prompts").join(file.file_name())).unwrap();
    }
    fs::copy(console.join("openapi.yaml"), copy.join("openapi.yaml")).unwrap();
    let manifest = without_deletion(&fs::read_to_string(console.join("curation.yaml")).unwrap());
    let (head, tools) = manifest.split_once("\ntools:\n").unwrap();
    let (tools, tail) = tools.split_once("\nrenamed:").unwrap();
    let tools = tools.replace("\n    about:", "\n    output_schema: true\n    about:");
    let head = head.replace("listing: 2000, per_tool: 200", "listing: none, per_tool: none");
    fs::write(copy.join("curation.yaml"), format!("{head}\ntools:\n{tools}\nrenamed:{tail}")).unwrap();
    println!("cargo::rerun-if-changed={}", console.display());
    if let Err(report) = Builder::new(copy.join("curation.yaml")).out_dir(out.join("output-schemas")).run() {
        report.tell_cargo(&mut io::stdout());
        process::exit(0);
    }
}

/// The manifest without the one variant that answers nothing, of which no schema can be promised.
fn without_deletion(manifest: &str) -> String {
    let (head, deletion) = manifest.split_once("      delete:\n        call: deleteAlertRule\n").unwrap();
    let (_, tail) = deletion.split_once("\n\n").unwrap();
    let (head, notes) = head.split_once("    notes: { confirm: 'The rule name, to delete' }\n").unwrap();
    let excluded = "exclude:\n  - { ops: [deleteAlertRule], why: It answers nothing. }\n";
    format!("{head}{notes}\n{}", tail.replace("exclude:\n", excluded))
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
