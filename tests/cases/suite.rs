//! The folder of cases → tests, and at the end what was compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::{env, thread};

use fewtools_tests::fixtures;
use libtest_mimic::{Arguments, Failed, Trial};

use super::judge::{self, Facts, Scratch};
use super::{flips, run};

/// The folder of cases, where it is not the one beside the project.
const FOLDER: &str = "FEWTOOLS_CASES";

/// Bytes of stack for one case: schemas nest.
const STACK: usize = 16 << 20;

pub fn main() -> ExitCode {
    if let Some(folder) = env::var_os(judge::ALONE) {
        return alone(Path::new(&folder));
    }
    let arguments = Arguments::from_args();
    let own = run::folders(&fixtures::project().join("tests/cases/own"));
    let cases = match shared() {
        Ok(folder) => run::folders(&folder),
        Err(why) if env::var_os("CI").is_some() => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
        Err(why) => {
            println!("{why}; only the project's own are run");
            Vec::new()
        }
    };
    let all: Vec<PathBuf> = cases.into_iter().chain(own).collect();
    let scratch = Arc::new(Scratch::of(all.clone()));
    let told = Arc::new(Mutex::new(Told::default()));
    let passes = [false, true].map(|outputs| all.iter().map(move |folder| (folder, outputs)));
    let passes = passes.into_iter().flatten();
    let mut trials: Vec<Trial> =
        passes.map(|(folder, outputs)| trial(folder, outputs, &scratch, &told)).collect();
    trials.extend(flips::trials(&all, &scratch));
    let conclusion = libtest_mimic::run(&arguments, trials);
    told.lock().unwrap().print();
    conclusion.exit_code()
}

/// The folder that holds the shared cases.
fn shared() -> Result<PathBuf, String> {
    let beside = || fixtures::project().join("../shared/cases");
    let folder = env::var_os(FOLDER).map_or_else(beside, PathBuf::from);
    match folder.is_dir() {
        true => Ok(folder),
        false => Err(format!("there is no folder of cases at {}; {FOLDER} names another", folder.display())),
    }
}

/// One case; with `outputs` once more, every tool with the output schema that can be derived for it.
fn trial(folder: &Path, outputs: bool, scratch: &Arc<Scratch>, told: &Arc<Mutex<Told>>) -> Trial {
    let name = folder.file_name().unwrap().to_string_lossy();
    let name = if outputs { format!("{name} with output schemas") } else { name.into_owned() };
    let (folder, scratch, told) = (folder.to_owned(), Arc::clone(scratch), Arc::clone(told));
    Trial::test(name.clone(), move || {
        let judged = deep(move || judge_all(&folder, outputs, &scratch, &name))?;
        let failures = judged.failures.clone();
        told.lock().unwrap().add(judged);
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
    })
}

fn judge_all(folder: &Path, outputs: bool, scratch: &Scratch, name: &str) -> Result<Told, Failed> {
    let mut told = Told { cases: usize::from(!outputs), ..Told::default() };
    for one in run::case(folder, scratch, outputs)? {
        let entry = &one.entry;
        if entry.section != "compile" {
            *told.entries.entry(entry.section).or_default() += 1;
        }
        let place = format!("{name} {}[{}] {}", entry.section, entry.index, entry.name);
        if one.facts.compared == 0 && entry.section != "limits" {
            told.failures.push(format!("{place}: nothing is compared"));
        }
        told.leaves.extend(one.facts.taken.words().map(|leave| format!("  {place}: {leave}")));
        told.failures.extend(one.facts.failures.iter().map(|failure| format!("{place}: {failure}")));
        told.facts.add(Facts { failures: Vec::new(), ..one.facts });
    }
    Ok(told)
}

/// Runs on a thread with a deep stack.
pub fn deep<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = thread::Builder::new().stack_size(STACK).spawn(work).unwrap();
    match thread.join() {
        Ok(value) => value,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Runs one case and prints the memory it took.
fn alone(folder: &Path) -> ExitCode {
    let folder = folder.to_owned();
    let went = deep(move || run::case(&folder, &Scratch::of(Vec::new()), false).is_ok());
    match judge::peak().filter(|_| went) {
        Some(megabytes) => {
            println!("{megabytes}");
            ExitCode::SUCCESS
        }
        None => ExitCode::FAILURE,
    }
}

/// What was compared.
#[derive(Default)]
struct Told {
    cases: usize,
    entries: BTreeMap<&'static str, usize>,
    facts: Facts,
    failures: Vec<String>,
    /// Where a leave was taken, and which.
    leaves: Vec<String>,
}

impl Told {
    fn add(&mut self, other: Self) {
        self.cases += other.cases;
        for (section, count) in other.entries {
            *self.entries.entry(section).or_default() += count;
        }
        self.facts.add(other.facts);
        self.failures.extend(other.failures);
        self.leaves.extend(other.leaves);
    }

    fn print(&self) {
        if self.cases == 0 {
            return;
        }
        let sections: Vec<String> =
            self.entries.iter().map(|(section, count)| format!("{count} {section}")).collect();
        let taken = &self.facts.taken;
        println!(
            "{} cases, {} entries ({}), {} single facts compared, {} do not hold",
            self.cases,
            self.entries.values().sum::<usize>(),
            sections.join(", "),
            self.facts.compared,
            self.failures.len(),
        );
        println!(
            "leave taken: {} refusals in place of a request, {} requests in place of a refusal, {} optional checks that \
             do not apply, {} illegal values read as what they stand for",
            taken.refusals, taken.requests, taken.optional, taken.lenient,
        );
        let mut leaves = self.leaves.clone();
        leaves.sort();
        leaves.iter().for_each(|leave| println!("{leave}"));
    }
}
