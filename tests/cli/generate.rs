//! `fewtools generate`

use crate::library::Library;

/// Where the code is when nothing else is said.
const CODE: &str = "src/fewtools/fewtools.rs";

#[test]
fn code_is_written_once_and_compared_afterwards() {
    let library = Library::good();
    let missing = library.run(&["generate", "--check"]);
    assert_eq!((missing.code, missing.out.as_str()), (1, ""));
    assert!(missing.err.contains("is missing") && !library.has("src"), "{}", missing.err);

    let written = library.run(&["generate"]);
    assert_eq!((written.code, written.out.as_str()), (0, ""));
    assert!(written.err.contains(CODE), "{}", written.err);
    let code = library.read(CODE);
    assert_eq!(library.run(&["generate", "--check"]).code, 0);
    assert_eq!(library.run(&["generate"]).code, 0);
    assert_eq!(library.read(CODE), code);
}

#[test]
fn code_that_differs_is_named_with_the_command_that_writes_it() {
    let library = Library::good();
    library.run(&["generate", "--out", "made here"]);
    let path = "made here/fewtools.rs";
    let edited = library.read(path).replace("find_books", "seek_books");
    library.write(path, &edited);
    let run = library.run(&["generate", "--check", "--out", "made here"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("`made here/fewtools.rs` differs from line"), "{}", run.err);
    assert!(run.err.contains("run `fewtools generate ./curation.yaml --out 'made here'`"), "{}", run.err);
    assert_eq!(library.read(path), edited);
}

#[test]
fn nothing_is_written_where_a_rule_has_not_passed() {
    let library = Library::faulty();
    let run = library.run(&["generate"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(!library.has("src"));
}

#[test]
fn a_folder_that_cannot_be_made_is_wrong_use() {
    let library = Library::good();
    let run = library.run(&["generate", "--out", "openapi.yaml/code"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("openapi.yaml/code"), "{}", run.err);
}

#[test]
fn texts_for_the_model_are_written_for_review() {
    let library = Library::with_context();
    assert_eq!(library.run(&["generate"]).code, 0);
    let prompts = library.read("src/fewtools/prompts.txt");
    assert!(prompts.contains("== plan_season ==\nPlan the season of plot {{plot}}."), "{prompts}");
    let instructions = library.read("src/fewtools/instructions.txt");
    assert!(instructions.contains("== profile sower =="), "{instructions}");
    assert!(!Library::good().has("src/fewtools/prompts.txt"));
}

#[test]
fn a_text_that_is_made_no_more_is_removed() {
    let library = Library::with_context();
    library.run(&["generate"]);
    library.write("src/fewtools/notes.txt", "Mine.\n");
    let manifest = library.read("curation.yaml");
    let (before, after) = manifest.split_once("\ninstructions:").expect("instructions");
    let (_, after) = after.split_once("\nhelp:").expect("a help tool");
    library.write("curation.yaml", &format!("{before}\nhelp:{after}"));
    let run = library.run(&["generate", "--check"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("`./src/fewtools/instructions.txt` is made no more"), "{}", run.err);
    assert!(library.has("src/fewtools/instructions.txt"));
    assert_eq!(library.run(&["generate"]).code, 0);
    assert!(!library.has("src/fewtools/instructions.txt") && library.has("src/fewtools/prompts.txt"));
    assert_eq!(library.read("src/fewtools/notes.txt"), "Mine.\n");
    assert_eq!(library.run(&["generate", "--check"]).code, 0);
}

#[test]
fn what_it_has_not_made_is_never_replaced() {
    for (name, text) in
        [("fewtools.rs", "// Mine.\n"), ("listing.json", "[\"mine\"]\n"), ("prompts.txt", "Mine.\n")]
    {
        let library = Library::with_context();
        library.write(name, text);
        let run = library.run(&["generate", "--out", "."]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        let said =
            format!("fewtools did not make what is at `./{name}`: move it away, or choose another folder");
        assert!(run.err.contains(&said), "{}", run.err);
        assert_eq!(library.read(name), text);
        assert!(name == "fewtools.rs" || !library.has("fewtools.rs"), "nothing is written at all");
        let check = library.run(&["generate", "--check", "--out", "."]);
        assert_eq!(check.code, 1);
        assert!(check.err.contains(&format!("`./{name}` was not made by fewtools")), "{}", check.err);
    }
}

#[cfg(unix)]
#[test]
fn no_link_is_written_through() {
    let library = Library::good();
    assert_eq!(library.run(&["generate"]).code, 0);
    let other = library.read(CODE).replace("fewtools-build", "fewtools-build 0 and") + "// Kept elsewhere.\n";
    library.write("elsewhere.rs", &other);
    library.link("../../elsewhere.rs", CODE);
    let run = library.run(&["generate"]);
    assert!(run.code == 2 && run.err.contains(CODE), "{}", run.err);
    assert_eq!(library.read("elsewhere.rs"), other);
    library.link("../../nowhere.rs", CODE);
    assert_eq!(library.run(&["generate"]).code, 2);
    assert!(!library.has("nowhere.rs"));
}
