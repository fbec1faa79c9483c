//! Times → lines of a table on standard output.

use std::time::Duration;

/// Prints a table: what took how long, and how many times the first it is.
#[expect(clippy::print_stdout, reason = "the tables are what a benchmark is run for")]
pub(crate) fn print(title: &str, rows: &[(&str, Duration)]) {
    let Some((_, first)) = rows.first() else { return };
    println!("\n{title}\n{:58} {:>10} {:>7}", "", "time", "ratio");
    for (what, time) in rows {
        println!("{what:58} {:>10} {:>7.2}", in_words(*time), ratio(*time, *first));
    }
}

/// Prints one line more.
#[expect(clippy::print_stdout, reason = "the tables are what a benchmark is run for")]
pub(crate) fn note(text: &str) {
    println!("{text}");
}

fn ratio(time: Duration, first: Duration) -> f64 {
    time.as_secs_f64() / first.as_secs_f64()
}

/// `61.2 ms`, `83.0 µs`
pub(crate) fn in_words(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 1e-3 { format!("{:.1} ms", seconds * 1e3) } else { format!("{:.1} µs", seconds * 1e6) }
}
