//! Connections → requests kept and answers played, one thread for each listener and connection.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::{Kept, Received, Script, raw};

/// What listeners and the site share.
#[derive(Default)]
pub struct Shared {
    pub script: Kept<Option<Script>>,
    pub received: Kept<Vec<Received>>,
    pub written: AtomicU64,
    pub stop: AtomicBool,
}

/// Starts to listen.
pub fn start(listener: TcpListener, index: usize, shared: Arc<Shared>) {
    thread::spawn(move || {
        for stream in listener.incoming() {
            if shared.stop.load(Ordering::SeqCst) {
                return;
            }
            let Ok(stream) = stream else { continue };
            let shared = Arc::clone(&shared);
            thread::spawn(move || converse(stream, index, &shared));
        }
    });
}

/// One request and its answer; then the connection ends.
fn converse(mut stream: TcpStream, index: usize, shared: &Shared) {
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).and_then(|()| stream.set_write_timeout(patience)).unwrap();
    let Some(received) = raw::read(&mut stream, index) else { return };
    let head = received.method == "HEAD";
    shared.received.lock().unwrap().push(received);
    let script = shared.script.lock().unwrap().take().unwrap_or_default();
    let Ok(mut sent) = stream.try_clone() else { return };
    let mut count = |bytes: &[u8]| {
        sent.write_all(bytes)?;
        shared.written.fetch_add(bytes.len() as u64, Ordering::SeqCst);
        Ok(())
    };
    // Whoever does not want the rest closes the connection.
    let _ = script.write(head, &mut count);
}
