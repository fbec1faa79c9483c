//! Text and data → standard output and standard error; colours reach terminals alone.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use fewtools_build::diagnostics::printable;
use serde::Serialize;

use crate::outcome::Failure;

/// What an error begins with.
const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// What a warning begins with.
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// Writes data to standard output, byte for byte, and a line end.
///
/// # Errors
/// Standard output that cannot be written. A reader that has gone is none: it had enough.
pub fn data(text: &str) -> Result<(), Failure> {
    written(writeln!(io::stdout().lock(), "{text}"))
}

/// Writes a value to standard output as JSON with line ends.
///
/// # Errors
/// As for [`data`].
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    data(&serde_json::to_string_pretty(value).map_err(Failure::new)?)
}

/// Writes text for people to standard output, colours where they are wanted.
///
/// # Errors
/// As for [`data`].
pub fn text(text: &str) -> Result<(), Failure> {
    written(anstream::stdout().lock().write_all(text.as_bytes()))
}

/// Writes text for people to standard error, colours where they are wanted. Nobody can be told where that fails.
pub fn aside(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Says on standard error what is wrong, as it is: control characters are escaped, line ends are kept.
pub fn error(what: &impl Display) {
    labelled("error", ERROR, what);
}

/// Warns on standard error.
pub fn warning(what: &impl Display) {
    labelled("warning", WARNING, what);
}

fn labelled(label: &str, style: Style, what: &impl Display) {
    let what = what.to_string();
    let lines: Vec<String> = what.lines().map(printable).collect();
    aside(&format!("{style}{label}{style:#}: {}\n", lines.join("\n")));
}

fn written(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("standard output cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}
