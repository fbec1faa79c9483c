//! `fewtools serve`, as far as it does not get to serve; what it serves is in `served` and `calls`.

use std::io::Write;
use std::net::TcpListener;
use std::process::Stdio;

use crate::library::{Library, Run};

#[test]
fn nothing_is_served_where_a_rule_has_not_passed() {
    let run = Library::faulty().run(&["serve", "--stdio"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("unknown-operation"), "{}", run.err);
}

#[test]
fn an_address_that_others_reach_has_to_be_allowed() {
    let run = Library::good().run(&["serve", "--http", "0.0.0.0:0"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("`--allow-host`") && run.err.contains("`127.0.0.1`"), "{}", run.err);
}

/// The library with a credential of the process that serves it.
fn locked(security: &str) -> Library {
    let library = Library::good();
    let document = library.read("openapi.yaml");
    let document = document.replacen("paths:\n", &format!("security: {security}\npaths:\n"), 1);
    let schemes = "components:\n  securitySchemes:\n    key: { type: http, scheme: bearer }\n    jwt: { type: http, scheme: bearer }\n    \
                   user: { type: http, scheme: basic }\n    app: { type: apiKey, in: header, name: X-App }\n";
    library.write("openapi.yaml", &document.replacen("components:\n", schemes, 1));
    library
}

#[test]
fn others_use_the_credentials_of_the_process_only_with_a_token_or_where_someone_said_so() {
    let library = locked("[{ key: [] }]");
    library.write("short", "tooshort");
    let run = |words: &[&str]| {
        let words = [&["serve", "--allow-host", "library.test", "--http"], words].concat();
        let mut command = library.command(&words);
        command.env("LIBRARY_KEY", "s3cret").env("EMPTY", "");
        Run::of(&mut command)
    };
    let open = run(&["0.0.0.0:0"]);
    assert_eq!((open.code, open.out.as_str()), (2, ""));
    let said = "`0.0.0.0:0` can be reached from other machines, and whoever does uses the credentials in `LIBRARY_KEY`; ask \
                for a token with `--bearer-env` or `--bearer-file`, or say `--allow-anyone`";
    assert!(open.err.contains(said), "{}", open.err);
    for (words, said) in [
        (["0.0.0.0:0", "--bearer-env", "EMPTY"], "the environment variable `EMPTY` holds no bearer token"),
        (["0.0.0.0:0", "--bearer-env", "ABSENT"], "the environment variable `ABSENT` cannot be read"),
        (["0.0.0.0:0", "--bearer-file", "short"], "`short` holds no bearer token"),
        (["127.0.0.1:0", "--bearer-file", "absent"], "`absent` cannot be read"),
    ] {
        let refused = run(&words);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{}", refused.err);
        assert!(refused.err.contains(said), "{}", refused.err);
    }
    // A host that a proxy passes on is reached as such an address is; names of this machine are not.
    let passed = run(&["127.0.0.1:0"]);
    let said = "`--allow-host library.test` lets in what other machines send through a proxy, and whoever does uses the \
                credentials in `LIBRARY_KEY`; ask for a token";
    assert_eq!((passed.code, passed.out.as_str()), (2, ""));
    assert!(passed.err.contains(said), "{}", passed.err);
    // An address that is taken ends what would serve.
    let listener = TcpListener::bind("0.0.0.0:0").expect("a free port");
    let taken = listener.local_addr().expect("an address").to_string();
    let anyone = run(&[&taken, "--allow-anyone"]);
    assert!(anyone.err.contains("whoever does uses the credentials in `LIBRARY_KEY`"), "{}", anyone.err);
    assert!(anyone.err.contains("cannot listen on"), "{}", anyone.err);
}

#[test]
fn a_host_that_is_missing_is_told_with_the_rest() {
    let library = locked("[{ key: [] }]");
    let run = |words: &[&str]| {
        let words = [&["serve", "--http", "0.0.0.0:0"], words].concat();
        Run::of(library.command(&words).env("LIBRARY_KEY", "s3cret").env("SHORT", "too short for it"))
    };
    for words in [&[][..], &["--allow-anyone"], &["--bearer-env", "SHORT"]] {
        let refused = run(words);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{}", refused.err);
        assert!(refused.err.contains("say with `--allow-host` under which name"), "{}", refused.err);
        let rest = if words.len() == 2 { "no spaces" } else { "the credentials in `LIBRARY_KEY`" };
        assert!(refused.err.contains(rest), "{}", refused.err);
    }
}

#[test]
fn only_what_is_refused_is_told_to_need_a_credential() {
    let serve = |auth: &str, set: &[&str]| {
        let library = locked("[{ jwt: [] }, { key: [] }, { user: [], app: [] }]");
        let manifest = library.read("curation.yaml").replacen("tools:\n", &format!("{auth}tools:\n"), 1);
        library.write("curation.yaml", &manifest);
        let mut command = library.command(&["serve", "--stdio"]);
        let run = Run::of(command.stdin(Stdio::null()).envs(set.iter().map(|name| (name, "s3cret"))));
        assert_eq!(run.code, 0, "{}", run.err);
        run.err.lines().filter(|line| line.starts_with("warning: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    // Any one of the alternatives is enough, and half of one is not.
    for set in [&["LIBRARY_JWT"][..], &["LIBRARY_KEY"], &["LIBRARY_USER", "LIBRARY_APP"]] {
        assert_eq!(serve("", set), [""; 0], "{set:?}");
    }
    let none = "warning: set one of the environment variables `LIBRARY_JWT` or `LIBRARY_KEY` or `LIBRARY_USER` with \
                `LIBRARY_APP`: what needs `jwt` or `key` or `user` with `app` is refused";
    assert_eq!(serve("", &[]), [none]);
    let half = "warning: set one of the environment variables `LIBRARY_JWT` or `LIBRARY_KEY` or `LIBRARY_USER`: what needs \
                `jwt` or `key` or `user` is refused";
    assert_eq!(serve("", &["LIBRARY_APP"]), [half]);
    // What `auth` says comes first.
    let said = serve("auth: { key: { env: SHELF_KEY } }\n", &[]);
    assert!(said[0].contains("variables `SHELF_KEY` or `LIBRARY_JWT` or"), "{said:?}");
}

#[test]
fn a_variable_that_nothing_stands_in_for_is_named() {
    let run = Run::of(locked("[{ key: [] }]").command(&["serve", "--stdio"]).stdin(Stdio::null()));
    assert_eq!(run.code, 0, "{}", run.err);
    let said = "warning: the environment variable `LIBRARY_KEY` is not set: what needs `key` is refused";
    assert!(run.err.contains(said), "{}", run.err);
}

#[test]
fn an_address_that_is_taken_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    // Names of this machine let nobody else in.
    let mapped = address.replace("127.0.0.1", "[::ffff:127.0.0.1]");
    let hosts = ["--allow-host", "localhost:80", "--allow-host", "[::1]"];
    for (address, hosts) in [(&address, &[][..]), (&address, &hosts), (&mapped, &[])] {
        let words = [&["serve", "--http", address], hosts].concat();
        let run = Run::of(locked("[{ key: [] }]").command(&words).env("LIBRARY_KEY", "s3cret"));
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains(&format!("cannot listen on `{address}`")), "{}", run.err);
    }
}

#[test]
fn a_profile_that_is_not_there_is_wrong_use() {
    let run = Library::good().run(&["serve", "--stdio", "--profile", "readers"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("there is no profile `readers`"), "{}", run.err);
}

#[test]
fn standard_output_holds_messages_alone_and_the_end_of_the_input_is_a_good_end() {
    let library = Library::good();
    let mut child = library
        .command(&["serve", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("2 tools, "), "{output:?}");
}
