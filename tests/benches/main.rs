//! What reading a document and calling a tool cost → tables of times and of ratios to what they cannot do without.

mod calling;
mod checking;
mod clock;
mod growing;
mod reading;
mod steps;
mod table;

/// That of the command, for all that is measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    if checking::alone() {
        return;
    }
    // One thread: client, server and API share it, so that a time is the work done and not the machine's idle cores.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    reading::run();
    checking::run();
    growing::check();
    runtime.block_on(calling::run());
    runtime.block_on(steps::run());
    runtime.block_on(growing::run());
}
