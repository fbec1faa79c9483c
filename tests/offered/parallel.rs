//! Work on many things → the results in their order, made by as many threads as there are cores.

use std::sync::Mutex;

/// Works on each thing.
pub fn map<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(things.into_iter().enumerate());
    let results = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((index, thing)) = { queue.lock().unwrap().next() } {
                    let result = work(thing);
                    results.lock().unwrap().push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
