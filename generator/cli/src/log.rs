//! Writes what the server logs to standard error: standard output may belong to the protocol.

use std::io;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use crate::output;

/// Begins to log these levels; without any, those of `RUST_LOG`, or calls and what goes wrong.
pub fn start(levels: Option<Targets>) {
    let levels = levels.or_else(from_environment).unwrap_or_else(usual);
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(false);
    // Somebody who has begun to log already keeps at it.
    let _ = registry().with(lines).with(levels).try_init();
}

/// The protocol library warns of every error that it answers, in the caller's own words.
fn usual() -> Targets {
    let levels = Targets::new().with_default(LevelFilter::WARN).with_target("fewtools", LevelFilter::INFO);
    levels.with_target("rmcp", LevelFilter::ERROR)
}

fn from_environment() -> Option<Targets> {
    let text = std::env::var("RUST_LOG").ok().filter(|text| !text.is_empty())?;
    let levels = text.parse();
    if levels.is_err() {
        output::warning(&"`RUST_LOG` is no list of levels, like `warn` or `info,fewtools=debug`");
    }
    levels.ok()
}
