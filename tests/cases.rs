//! Each case made after a public bug report: its document is offered as tools, its calls are made, and everything it
//! states is compared. `tests/README.md` says where the cases come from and how they are read.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

#[path = "cases/mod.rs"]
mod cases;

fn main() -> std::process::ExitCode {
    cases::main()
}
