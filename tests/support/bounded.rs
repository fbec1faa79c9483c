//! Work → its result, or a failure when it takes too long.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Does the work in a thread of the usual stack size, and panics when it takes longer or panics itself.
pub fn within<T: Send + 'static>(seconds: u64, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, result) = mpsc::channel();
    let worker = thread::spawn(move || drop(done.send(work())));
    match result.recv_timeout(Duration::from_secs(seconds)) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("it takes longer than {seconds} seconds"),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            std::panic::resume_unwind(worker.join().expect_err("nothing was sent"))
        }
    }
}
