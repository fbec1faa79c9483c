//! The scripts of `tests/validators` with what they need → verdicts on requests and readings of slots.
//!
//! They are installed into the target folder once, from the lists of exact versions beside them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fewtools_tests::corpus::Entry;
use fewtools_tests::fixtures;
use serde::Deserialize;

/// The time one document may take.
const LIMIT: Duration = Duration::from_secs(600);
const FILES: [&str; 7] = [
    "package.json",
    "package-lock.json",
    "requirements.txt",
    "documents.py",
    "requests.mjs",
    "requests.py",
    "slots.py",
];

/// Installed judges.
pub struct Judges {
    folder: PathBuf,
}

/// What a judge says of one request.
#[derive(Debug, Deserialize)]
pub struct Verdict {
    /// The operation that was called.
    pub operation: String,
    /// `required` or `all`.
    pub call: String,
    /// What is wrong: a kind and a sentence each.
    pub faults: Vec<(String, String)>,
}

/// The slots of one operation as a script reads them.
#[derive(Debug, Deserialize)]
pub struct Reading {
    /// Method and path.
    pub route: String,
    /// Each slot and whether a request needs it.
    pub slots: std::collections::BTreeMap<String, bool>,
}

impl Judges {
    /// Installs the judges where they are not there yet; `None` where that is not possible, and that is said. Where `CI`
    /// is set it has to be possible.
    pub fn ready() -> Option<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("validators");
        match install(&folder) {
            Ok(()) => Some(Self { folder }),
            Err(why) => {
                skip(&why);
                None
            }
        }
    }

    /// The verdicts on the requests in a file, one for each.
    ///
    /// # Errors
    /// What the script says where it fails.
    pub fn requests(&self, entry: &Entry, requests: &Path) -> Result<Vec<Verdict>, String> {
        let mut command = match entry.release() {
            "2.0" => self.script("node", "requests.mjs"),
            _ => self.script(&self.python(), "requests.py"),
        };
        command.arg(&entry.file).arg(requests);
        lines(command)
    }

    /// The slots of every operation.
    ///
    /// # Errors
    /// What the script says where it fails.
    pub fn slots(&self, entry: &Entry) -> Result<Vec<Reading>, String> {
        let mut command = self.script(&self.python(), "slots.py");
        command.arg(&entry.file);
        lines(command)
    }

    fn python(&self) -> String {
        self.folder.join("python/bin/python").display().to_string()
    }

    fn script(&self, program: &str, name: &str) -> Command {
        let mut command = Command::new(program);
        command.arg(self.folder.join(name)).env("PYTHONUTF8", "1");
        command
    }
}

#[expect(clippy::print_stderr, reason = "a suite that is left out has to be seen")]
fn skip(why: &str) {
    let what = format!("the validators cannot be installed: {why}");
    assert!(std::env::var_os("CI").is_none(), "{what}");
    eprintln!(
        "skipped: {what}\n`tests/validators/README.md` says what they need: node, npm, python3 with venv"
    );
}

/// Copies the scripts, and gets what they need where the lists of versions have changed.
fn install(folder: &Path) -> Result<(), String> {
    let from = fixtures::project().join("tests/validators");
    let said = |error: std::io::Error| error.to_string();
    fs::create_dir_all(folder).map_err(said)?;
    for name in FILES {
        fs::copy(from.join(name), folder.join(name)).map_err(said)?;
    }
    let lists =
        ["package-lock.json", "requirements.txt"].map(|name| fs::read(from.join(name)).unwrap()).concat();
    let installed = folder.join("installed");
    if fs::read(&installed).is_ok_and(|known| known == lists) {
        return Ok(());
    }
    let python = folder.join("python");
    let python = python.to_str().ok_or("the target folder is no UTF-8")?;
    let pip = format!("{python}/bin/pip");
    let steps: [&[&str]; 3] = [
        &["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        &["python3", "-m", "venv", python],
        &[&pip, "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"],
    ];
    for step in steps {
        let output = Command::new(step[0]).args(&step[1..]).current_dir(folder).output();
        let output = output.map_err(|error| format!("`{}`: {error}", step[0]))?;
        if !output.status.success() {
            return Err(format!("`{}`: {}", step.join(" "), String::from_utf8_lossy(&output.stderr)));
        }
    }
    fs::write(installed, lists).map_err(said)
}

/// Runs a script that writes one JSON object a line.
fn lines<T: for<'a> Deserialize<'a>>(mut command: Command) -> Result<Vec<T>, String> {
    let said = |error: std::io::Error| error.to_string();
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(said)?;
    let mut output = child.stdout.take().ok_or("no output")?;
    let mut errors = child.stderr.take().ok_or("no errors")?;
    let output = std::thread::spawn(move || std::io::read_to_string(&mut output));
    let errors = std::thread::spawn(move || std::io::read_to_string(&mut errors));
    let began = Instant::now();
    let status = loop {
        match child.try_wait().map_err(said)? {
            Some(status) => break status,
            None if began.elapsed() > LIMIT => {
                child.kill().map_err(said)?;
                return Err("it took too long".to_owned());
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let text =
        |thread: std::thread::JoinHandle<std::io::Result<String>>| thread.join().unwrap().map_err(said);
    let (output, errors) = (text(output)?, text(errors)?);
    if !status.success() {
        let last = errors.lines().rev().find(|line| !line.is_empty()).unwrap_or_default();
        return Err(format!("{status}: {last}"));
    }
    let parsed =
        output.lines().map(|line| serde_json::from_str(line).map_err(|error| format!("{error}: {line}")));
    parsed.collect()
}
