//! Reads `Retry-After` (RFC 9110, section 10.2.3) into words: `30 seconds`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::HeaderMap;
use http::header::RETRY_AFTER;

/// How long to wait, if the answer says it.
pub(super) fn wait(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    match text.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
            Some(moment(text)?.saturating_sub(now))
        }
    }
}

/// A waiting time in words; `a moment` where none is known.
pub(super) fn in_words(wait: Option<Duration>) -> String {
    let Some(seconds) = wait.map(|wait| wait.as_secs()) else { return "a moment".to_owned() };
    let (count, unit) = match seconds {
        0..120 => (seconds, "second"),
        120..7_200 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3_600), "hour"),
    };
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

/// The time since 1970 of an HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT`.
fn moment(text: &str) -> Option<Duration> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let parts: Vec<&str> = text.split_once(", ")?.1.split([' ', ':']).collect();
    let [day, month, year, hour, minute, second, "GMT"] = parts.as_slice() else { return None };
    let month = MONTHS.iter().position(|known| known == month)? as u64 + 1;
    let number = |text: &str, most: u64| text.parse::<u64>().ok().filter(|number| *number <= most);
    let days = days(number(year, 9_999)?, month, number(day, 31)?)?;
    let seconds = number(hour, 23)? * 3_600 + number(minute, 59)? * 60 + number(second, 60)?;
    Some(Duration::from_secs(days * 86_400 + seconds))
}

/// The days from 1970 to a day of the Gregorian calendar, counted in years that begin in March, so that the day
/// that comes and goes is the last one.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    let of_years = year * 365 + year / 4 - year / 100 + year / 400;
    let of_months = (month * 153 + 2) / 5;
    (of_years + of_months + day).checked_sub(719_469)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_dates() {
        for (text, seconds) in [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
        ] {
            assert_eq!(moment(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        assert_eq!(moment("tomorrow, at noon"), None);
        assert_eq!(moment("Thu, 01 Jan 1969 00:00:00 GMT"), None);
    }

    #[test]
    fn says_times() {
        for (seconds, words) in
            [(0, "0 seconds"), (1, "1 second"), (90, "90 seconds"), (125, "3 minutes"), (7_200, "2 hours")]
        {
            assert_eq!(in_words(Some(Duration::from_secs(seconds))), words);
        }
        assert_eq!(in_words(None), "a moment");
    }
}
