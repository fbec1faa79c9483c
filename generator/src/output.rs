//! Files → disk, or a comparison with what is there: the only module that writes.

mod ours;
mod replaced;

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use crate::diagnostics::clean;
use crate::write::Files;

/// What is done with the files.
pub enum Mode<'a> {
    /// They are written; a file whose bytes are the same already is left alone, so that nothing is built anew. A text that was
    /// made before and is made no more is removed. Nothing is written where that would replace what was not made here.
    Write,
    /// They are compared with what is there; nothing is written.
    Check {
        /// The command that writes them.
        repair: &'a str,
    },
    /// They are printed, one after the other.
    Print(&'a mut dyn io::Write),
}

/// The path of every file that was written or was right already; empty after [`Mode::Print`].
///
/// # Errors
/// A file that cannot be read or written, in [`Mode::Write`] every file that is somebody else's, and in [`Mode::Check`] every
/// file that is not as it should be.
pub fn deliver(files: &Files, folder: &Path, mode: Mode<'_>) -> Result<Vec<PathBuf>, OutputError> {
    match mode {
        Mode::Write => write(files, folder),
        Mode::Check { repair } => check(files, folder, repair),
        Mode::Print(out) => print(files, out).map(|()| Vec::new()),
    }
}

/// Why files are not where they should be.
#[derive(Debug)]
pub enum OutputError {
    /// A file or folder could not be read or written.
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Something stands where files would go, and was not made here.
    Foreign {
        /// Each place of such a file.
        paths: Vec<PathBuf>,
    },
    /// Files on disk are not what would be written.
    Differs {
        /// Each file and how it differs.
        files: Vec<(PathBuf, Difference)>,
        /// The command that writes them.
        repair: String,
    },
}

/// How a file on disk differs from what would be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// There is none.
    Missing,
    /// It was made before, and is made no more.
    Stale,
    /// It was not made here.
    Foreign,
    /// Only in line ends.
    LineEnds,
    /// From this line on, counted from 1.
    Line(usize),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("is missing"),
            Self::Stale => f.write_str("is made no more"),
            Self::Foreign => f.write_str("was not made by fewtools: move it away, or choose another folder"),
            Self::LineEnds => f.write_str(
                "differs only in line ends: git wrote them for this system; put `* text=auto eol=lf` in \
                 `.gitattributes`",
            ),
            Self::Line(line) => write!(f, "differs from line {line} on"),
        }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "`{}`: {error}", shown(path)),
            Self::Foreign { paths } => {
                let paths: Vec<String> = paths.iter().map(|path| format!("`{}`", shown(path))).collect();
                let paths = paths.join(", ");
                write!(f, "nothing is written, because fewtools did not make what is at {paths}: ")?;
                f.write_str("move it away, or choose another folder")
            }
            Self::Differs { files, repair } => {
                for (path, difference) in files {
                    writeln!(f, "`{}` {difference}", shown(path))?;
                }
                write!(f, "run `{repair}`")
            }
        }
    }
}

impl std::error::Error for OutputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            Self::Foreign { .. } | Self::Differs { .. } => None,
        }
    }
}

fn write(files: &Files, folder: &Path) -> Result<Vec<PathBuf>, OutputError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| OutputError::Io { path, error }
    };
    let is_foreign = |(name, bytes): (&str, &[u8])| {
        let path = folder.join(name);
        let is_kept = !ours::holds(&path, bytes) && !ours::may_be_replaced(folder, name);
        is_kept.then_some(path)
    };
    let foreign: Vec<PathBuf> = files.iter().filter_map(is_foreign).collect();
    if !foreign.is_empty() {
        return Err(OutputError::Foreign { paths: foreign });
    }
    fs::create_dir_all(folder).map_err(failed(folder))?;
    let all = || files.iter().map(|(name, bytes)| (folder.join(name), bytes));
    let changed: Vec<(PathBuf, &[u8])> = all().filter(|(path, bytes)| !ours::holds(path, bytes)).collect();
    replaced::all(&changed).map_err(|(path, error)| OutputError::Io { path, error })?;
    for path in stale(files, folder) {
        fs::remove_file(&path).map_err(failed(&path))?;
    }
    Ok(all().map(|(path, _)| path).collect())
}

/// What an earlier run made and this one does not.
fn stale(files: &Files, folder: &Path) -> Vec<PathBuf> {
    let gone = Files::OPTIONAL.into_iter().filter(|name| files.get(name).is_none());
    gone.filter(|name| ours::is_made(folder, name)).map(|name| folder.join(name)).collect()
}

fn check(files: &Files, folder: &Path, repair: &str) -> Result<Vec<PathBuf>, OutputError> {
    let mut right = Vec::new();
    let mut wrong = Vec::new();
    for (name, bytes) in files.iter() {
        let path = folder.join(name);
        if ours::holds(&path, bytes) {
            right.push(path);
            continue;
        }
        if !ours::may_be_replaced(folder, name) {
            wrong.push((path, Difference::Foreign));
            continue;
        }
        match fs::read(&path) {
            Ok(found) => wrong.push((path, difference(&found, bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => wrong.push((path, Difference::Missing)),
            Err(error) => return Err(OutputError::Io { path, error }),
        }
    }
    wrong.extend(stale(files, folder).into_iter().map(|path| (path, Difference::Stale)));
    if wrong.is_empty() {
        return Ok(right);
    }
    Err(OutputError::Differs { files: wrong, repair: repair.to_owned() })
}

/// How two texts that differ do so.
fn difference(found: &[u8], wanted: &[u8]) -> Difference {
    if without_returns(found) == without_returns(wanted) {
        return Difference::LineEnds;
    }
    let lines = |bytes: &'_ [u8]| {
        bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let same = lines(found).iter().zip(&lines(wanted)).take_while(|(found, wanted)| found == wanted).count();
    Difference::Line(same + 1)
}

fn without_returns(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().filter(|byte| *byte != b'\r').collect()
}

fn print(files: &Files, out: &mut dyn io::Write) -> Result<(), OutputError> {
    let failed = |error| OutputError::Io { path: PathBuf::from("standard output"), error };
    files.iter().try_for_each(|(_, bytes)| out.write_all(bytes)).map_err(failed)
}

fn shown(path: &Path) -> String {
    clean::line(&path.display().to_string(), usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "// @generated by fewtools-build 0\n";

    /// Code that goes on with this text, and its listing.
    fn files(text: &str) -> Files {
        let mut files = Files::default();
        files.add("a.rs", format!("{CODE}{text}"));
        files.add(Files::LISTING, "[]\n");
        files
    }

    fn put(folder: &Path, text: &str) {
        fs::write(folder.join("a.rs"), format!("{CODE}{text}")).unwrap();
    }

    fn wrong(files: &Files, folder: &Path) -> OutputError {
        deliver(files, folder, Mode::Check { repair: "fewtools generate --out src" }).unwrap_err()
    }

    #[test]
    fn files_are_written_and_then_right() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("new/folder");
        let written = deliver(&files("x\n"), &target, Mode::Write).unwrap();
        assert_eq!(written, [target.join("a.rs"), target.join(Files::LISTING)]);
        assert_eq!(fs::read_to_string(&written[0]).unwrap(), format!("{CODE}x\n"));
        assert_eq!(deliver(&files("x\n"), &target, Mode::Check { repair: "" }).unwrap(), written);
    }

    #[test]
    fn a_file_that_is_right_already_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let written = deliver(&files("x\n"), folder.path(), Mode::Write).unwrap();
        let long_ago = std::time::SystemTime::UNIX_EPOCH;
        fs::File::options().write(true).open(&written[1]).unwrap().set_modified(long_ago).unwrap();
        deliver(&files("y\n"), folder.path(), Mode::Write).unwrap();
        assert_eq!(fs::metadata(&written[1]).unwrap().modified().unwrap(), long_ago);
        assert_eq!(fs::read_to_string(&written[0]).unwrap(), format!("{CODE}y\n"));
    }

    #[test]
    fn a_check_names_every_file_and_the_command_and_writes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "one\ntwo\nthree\n");
        let error = wrong(&files("one\n2\nthree\n"), folder.path());
        let shown = error.to_string().replace(&folder.path().display().to_string(), "src");
        assert_eq!(
            shown,
            "`src/a.rs` differs from line 3 on\n`src/listing.json` is missing\nrun `fewtools generate --out src`"
        );
        assert!(!folder.path().join(Files::LISTING).exists());
    }

    #[test]
    fn a_text_that_is_made_no_more_goes_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, theirs) = (folder.path().join(Files::PROMPTS), folder.path().join(Files::INSTRUCTIONS));
        fs::write(&ours, format!("{}\r\n== plan ==\r\n", Files::MARK.trim_end())).unwrap();
        fs::write(&theirs, "How the shed is locked.\n").unwrap();
        fs::write(folder.path().join("notes.txt"), Files::MARK).unwrap();
        deliver(&files("x\n"), folder.path(), Mode::Print(&mut Vec::new())).unwrap();
        put(folder.path(), "x\n");
        fs::write(folder.path().join(Files::LISTING), "[]\n").unwrap();
        let error = wrong(&files("x\n"), folder.path()).to_string();
        assert!(error.contains("prompts.txt` is made no more\nrun `fewtools generate"), "{error}");
        assert!(ours.exists());
        deliver(&files("x\n"), folder.path(), Mode::Write).unwrap();
        let left = (ours.exists(), theirs.exists(), folder.path().join("notes.txt").exists());
        assert_eq!(left, (false, true, true));
        assert!(deliver(&files("x\n"), folder.path(), Mode::Check { repair: "" }).is_ok());
    }

    #[test]
    fn what_cannot_be_written_leaves_every_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        deliver(&files("x\n"), folder.path(), Mode::Write).unwrap();
        let code = fs::read(folder.path().join("a.rs")).unwrap();
        let in_the_way = folder.path().join(format!(".{}.new", Files::LISTING));
        fs::create_dir(&in_the_way).unwrap();
        let mut changed = files("y\n");
        changed.add(Files::LISTING, "[1]\n");
        assert!(matches!(deliver(&changed, folder.path(), Mode::Write), Err(OutputError::Io { .. })));
        assert_eq!(fs::read(folder.path().join("a.rs")).unwrap(), code);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing else is left over");
        fs::remove_dir(in_the_way).unwrap();
        deliver(&changed, folder.path(), Mode::Write).unwrap();
        assert!(fs::read_to_string(folder.path().join("a.rs")).unwrap().ends_with("y\n"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_listing_is_ours_beside_code_of_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let listing = folder.path().join(Files::LISTING);
        fs::write(&listing, "[1]\n").unwrap();
        let error = deliver(&files("x\n"), folder.path(), Mode::Write).unwrap_err().to_string();
        assert!(error.contains("listing.json`: move it away"), "{error}");
        assert_eq!((fs::read(&listing).unwrap().len(), folder.path().join("a.rs").exists()), (4, false));
        fs::write(folder.path().join("b.rs"), CODE).unwrap();
        fs::write(folder.path().join("a.rs"), "").unwrap();
        deliver(&files("x\n"), folder.path(), Mode::Write).unwrap();
        assert_eq!(fs::read(&listing).unwrap(), b"[]\n");
    }

    #[test]
    fn a_difference_in_line_ends_alone_says_so() {
        let folder = tempfile::tempdir().unwrap();
        deliver(&files("one\r\ntwo\r\n"), folder.path(), Mode::Write).unwrap();
        assert!(wrong(&files("one\ntwo\n"), folder.path()).to_string().contains("only in line ends"));
    }

    #[test]
    fn a_text_that_ends_early_differs_after_its_last_line() {
        assert_eq!(difference(b"one\n", b"one\ntwo\n"), Difference::Line(2));
        assert_eq!(difference(b"one", b"one\n"), Difference::Line(1));
        assert_eq!(difference(b"", b"one\n"), Difference::Line(1));
    }

    #[test]
    fn printing_writes_no_file() {
        let mut out = Vec::new();
        assert!(deliver(&files("x\n"), Path::new("nowhere"), Mode::Print(&mut out)).unwrap().is_empty());
        assert_eq!(out, format!("{CODE}x\n[]\n").as_bytes());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = deliver(&files("x"), &file.join("below"), Mode::Write).unwrap_err();
        assert!(matches!(error, OutputError::Io { .. }) && error.to_string().contains("below"), "{error}");
    }
}
