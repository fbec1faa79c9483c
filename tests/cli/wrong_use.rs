//! Words that are no command → exit code 2, and what would be one.

use crate::library::Library;

#[test]
fn wrong_words_are_told_and_nothing_is_done() {
    let library = Library::good();
    for (words, said) in [
        (vec![], "Usage: fewtools <COMMAND>"),
        (vec!["chek"], "'check'"),
        (vec!["check", "--josn"], "unexpected argument '--josn'"),
        (vec!["check", "--format", "xml"], "[possible values: human, json]"),
        (vec!["check", "curation.yaml", "openapi.yaml"], "unexpected argument 'openapi.yaml'"),
        (vec!["serve"], "<--stdio|--http <ADDR>>"),
        (vec!["serve", "--stdio", "--http", "127.0.0.1:0"], "cannot be used with"),
        (vec!["serve", "--stdio", "--allow-host", "example.org"], "cannot be used with"),
        (vec!["serve", "--http", "8080"], "like `127.0.0.1:8080`"),
        (vec!["serve", "--stdio", "--upstream", "nowhere"], "must begin with `http://` or `https://`"),
    ] {
        let run = library.run(&words);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words:?}: {}", run.err);
        assert!(run.err.contains(said), "{words:?}: {}", run.err);
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    let library = Library::good();
    let help = library.run(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    for word in
        ["check", "generate", "budget", "listing", "explain", "serve", "Exit codes: 0 good, 1 faults found"]
    {
        assert!(help.out.contains(word), "{}", help.out);
    }
    for command in ["check", "generate", "budget", "listing", "explain", "serve"] {
        let help = library.run(&[command, "--help"]);
        assert_eq!((help.code, help.err.as_str()), (0, ""));
        assert!(help.out.contains("[MANIFEST]"), "{}", help.out);
    }
    assert_eq!(library.run(&["--version"]).out, concat!("fewtools ", env!("CARGO_PKG_VERSION"), "\n"));
}
