//! A stage that takes long → one line on standard error that names it.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::output;

/// How long a stage may take without a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// A stage that is running; dropped when it is done.
pub struct Progress {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Begins a stage of this name: `reading`. Only a terminal is told of it.
    pub fn of(stage: &'static str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { running: None };
        }
        let (done, ended) = channel();
        let watch = thread::spawn(move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                output::aside(&format!("{stage} …\n"));
            }
        });
        Self { running: Some((done, watch)) }
    }
}

impl Drop for Progress {
    /// Waits for the line, so that it never stands below what comes next.
    fn drop(&mut self) {
        if let Some((done, watch)) = self.running.take() {
            drop(done);
            let _ = watch.join();
        }
    }
}
