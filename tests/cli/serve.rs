//! `fewtools serve`, as far as it does not get to serve; what it serves is in `served` and `calls`.

use std::io::Write;
use std::net::TcpListener;
use std::process::Stdio;

use crate::library::Library;

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

#[test]
fn an_address_that_is_taken_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let run = Library::good().run(&["serve", "--http", &address]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains(&format!("cannot listen on `{address}`")), "{}", run.err);
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
