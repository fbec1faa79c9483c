//! Work → how long it takes.

use std::time::{Duration, Instant};

/// The shortest time of so many runs: what disturbs a run only makes it longer.
pub(crate) fn shortest<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let began = Instant::now();
        let made = work();
        let time = began.elapsed();
        drop(made);
        time
    };
    (0..runs).map(time).min().unwrap_or_default()
}

/// Rounds that the runs of one piece of work are spread over, so that a disturbance hits every piece.
const ROUNDS: usize = 5;
/// Runs in a round.
const RUNS: usize = 200;

/// The middle time of each piece of work, of the round in which that is shortest. The pieces take turns.
pub(crate) struct Middles<const N: usize>([Duration; N]);

impl<const N: usize> Middles<N> {
    /// No time yet.
    pub(crate) fn new() -> Self {
        Self([Duration::MAX; N])
    }

    /// Rounds to run every piece in.
    pub(crate) fn rounds() -> impl Iterator<Item = usize> {
        0..ROUNDS
    }

    /// Runs one piece for a round.
    pub(crate) async fn time(&mut self, piece: usize, mut work: impl AsyncFnMut()) {
        let mut times = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let began = Instant::now();
            work().await;
            times.push(began.elapsed());
        }
        times.sort_unstable();
        if let (Some(shortest), Some(middle)) = (self.0.get_mut(piece), times.get(RUNS / 2)) {
            *shortest = (*shortest).min(*middle);
        }
    }

    /// The times.
    pub(crate) fn done(self) -> [Duration; N] {
        self.0
    }
}
