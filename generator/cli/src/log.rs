//! Writes what the server logs to standard error: standard output may belong to the protocol.

use std::io;

use tracing::{Level, Subscriber};
use tracing_subscriber::filter::{LevelFilter, Targets, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use crate::output;

/// Begins to log these levels; without any, those of `RUST_LOG`, or calls and what goes wrong.
pub fn start(levels: Option<Targets>) {
    let levels = levels.or_else(from_environment).unwrap_or_else(usual);
    // Somebody who has begun to log already keeps at it.
    let _ = lines(levels, io::stderr).try_init();
}

/// Lines of these levels. Below a warning the protocol library shows whole requests, with arguments that are nobody's to
/// keep, so no level makes it say more.
fn lines<W>(levels: Targets, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let discreet = filter_fn(|about| !is_of_the_protocol(about.target()) || *about.level() <= Level::WARN);
    let lines = fmt::layer().with_writer(writer).with_ansi(false);
    registry().with(lines).with(levels).with(discreet)
}

fn is_of_the_protocol(target: &str) -> bool {
    target.split("::").next() == Some("rmcp")
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, PoisonError};

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn logged(levels: &str) -> String {
        let written = Written::default();
        let writer = written.clone();
        let levels = levels.parse().expect("levels");
        tracing::subscriber::with_default(lines(levels, move || writer.clone()), || {
            tracing::trace!(target: "rmcp::service", "whole request");
            tracing::debug!(target: "rmcp", "whole request");
            tracing::info!(target: "rmcp::service", "whole request");
            tracing::warn!(target: "rmcp::service", "late");
            tracing::debug!(target: "fewtools::log", "call sent");
        });
        let bytes = written.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn the_protocol_library_never_shows_a_request() {
        for levels in ["trace", "debug", "rmcp=trace,fewtools=debug,warn", "rmcp::service=debug,debug"] {
            let logged = logged(levels);
            assert!(!logged.contains("whole request"), "{levels}: {logged}");
            assert!(logged.contains("late") && logged.contains("call sent"), "{levels}: {logged}");
        }
        assert_eq!(logged("off"), "");
    }
}
