//! Colours → terminals alone, or where they are asked for.

use crate::library::{Library, Run};

/// Every command that says something to people.
const COMMANDS: [&[&str]; 5] = [
    &["check"],
    &["budget", "--per-endpoint"],
    &["explain"],
    &["explain", "nothing"],
    &["generate", "--check"],
];

fn is_coloured(run: &Run) -> bool {
    run.out.contains('\u{1b}') || run.err.contains('\u{1b}')
}

#[test]
fn a_pipe_gets_plain_text() {
    for library in [Library::good(), Library::faulty()] {
        for words in COMMANDS {
            let run = library.run(words);
            assert!(!is_coloured(&run), "{words:?}: {run:?}");
        }
    }
}

#[test]
fn colours_come_where_they_are_forced_and_go_where_they_are_not_wanted() {
    let library = Library::faulty();
    for words in COMMANDS {
        let forced = Run::of(library.command(words).env("CLICOLOR_FORCE", "1"));
        assert!(is_coloured(&forced), "{words:?}: {forced:?}");
        let unwanted = Run::of(library.command(words).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1"));
        assert!(!is_coloured(&unwanted), "{words:?}: {unwanted:?}");
    }
}

#[test]
fn data_is_never_coloured() {
    let library = Library::good();
    for words in
        [&["listing"][..], &["budget", "--json"], &["explain", "--json"], &["check", "--format", "json"]]
    {
        let run = Run::of(library.command(words).env("CLICOLOR_FORCE", "1"));
        assert!(run.code == 0 && !run.out.contains('\u{1b}'), "{words:?}: {run:?}");
    }
}
