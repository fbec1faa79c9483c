//! What reading the document led to, and what it must not lead to.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::process::Command;
use std::{env, fs};

use fewtools_build::diagnostics::Level;
use fewtools_tests::{fixtures, sources};

use super::Facts;
use crate::cases::expected::{Case, Outcome};
use crate::cases::product::{Built, Settings, Workshop};

/// Whether a document that was refused may be.
pub fn passes(case: &Case, built: &Built) -> bool {
    built.product.is_none() && case.compile.outcome == Outcome::OkOrRefuse
}

/// The outcome of offering every operation of the document.
pub fn compile(facts: &mut Facts, case: &Case, built: &Built, workshop: &Workshop) {
    let accepted = built.product.is_some();
    let refused = built.messages.iter().any(|message| message.level == Level::Error);
    facts.that(accepted != refused, || "judged and reported are not the same".to_owned());
    match case.compile.outcome {
        Outcome::Ok | Outcome::OkOrWarn => {
            facts.that(accepted, || format!("the document is refused: {}", built.errors()));
        }
        Outcome::Refuse => facts.that(refused, || "the document is accepted".to_owned()),
        Outcome::OkOrRefuse => facts.that(accepted || refused, || "neither accepted nor refused".to_owned()),
    }
    // A valid document that is accepted as a whole needs no message; anything else has to be told.
    let silent = accepted && case.compile.outcome == Outcome::OkOrRefuse && case.document.valid;
    for word in case.compile.message_mentions.iter().filter(|_| !silent) {
        let told = built.messages.iter().filter(|message| message.level != Level::Note);
        let told: Vec<&str> = told.map(|message| message.text.as_str()).collect();
        facts.that(told.iter().any(|text| text.contains(word)), || {
            format!("no message names {word:?}: {told:?}")
        });
    }
    for what in &case.compile.forbidden {
        forbidden(facts, what, workshop);
    }
}

fn forbidden(facts: &mut Facts, what: &str, workshop: &Workshop) {
    match what {
        "any network connection" | "fetching externalValue" => {
            facts.that(!is_reached(workshop), || "an address in the document was contacted".to_owned());
            let able = able_to_connect();
            facts.that(able.is_empty(), || format!("the generator can connect: {able:?}"));
        }
        "opening any file outside the folder of the document" => {
            let built = workshop.again(&Settings::default(), &workshop.all);
            let outside: Vec<_> =
                built.files.iter().filter(|file| !file.starts_with(workshop.folder())).collect();
            facts.that(outside.is_empty(), || format!("read outside of the folder: {outside:?}"));
        }
        other => facts.fail(format!("it is not known how {other:?} shows")),
    }
}

/// Whether a loopback address that the document names is contacted while it is read.
fn is_reached(workshop: &Workshop) -> bool {
    let document = fs::read_to_string(workshop.folder().join("openapi.yaml")).unwrap_or_default();
    let ports = document
        .split("127.0.0.1:")
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u16>().ok());
    let ports: BTreeSet<u16> = ports.collect();
    let doors: Vec<TcpListener> =
        ports.into_iter().filter_map(|port| TcpListener::bind(("127.0.0.1", port)).ok()).collect();
    workshop.again(&Settings::default(), &workshop.all);
    doors.iter().any(|door| door.set_nonblocking(true).is_ok() && door.accept().is_ok())
}

/// What in the generator, or in the crates it is made of, could open a connection.
fn able_to_connect() -> Vec<String> {
    let words = ["std::net", "TcpStream", "UdpSocket", "ToSocketAddrs"];
    let sources = sources::files("generator/src", ".rs").into_iter();
    let sources = sources.filter(|source| words.iter().any(|word| source.text.contains(word)));
    let crates = ["reqwest", "hyper", "ureq", "curl", "isahc", "attohttpc", "socket2", "mio", "tokio"];
    let tree = tree_of("fewtools-build");
    let crates = crates.iter().filter(|name| tree.contains(**name)).map(|name| (*name).to_owned());
    sources.map(|source| source.path).chain(crates).collect()
}

/// The crates that a crate is made of.
fn tree_of(root: &str) -> BTreeSet<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = Command::new(cargo)
        .args(["tree", "--offline", "--edges", "normal,build", "--prefix", "none", "--format", "{p}"])
        .args(["--package", root])
        .current_dir(fixtures::project())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8_lossy(&tree.stdout).into_owned();
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}
