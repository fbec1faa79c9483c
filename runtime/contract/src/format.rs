//! Recognises the argument types that are texts of a fixed form: durations, uuids, dates and times.

/// A duration as it is written: a whole number and its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duration {
    amount: u64,
    unit: Unit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Second,
    Minute,
    Hour,
    Day,
}

impl Duration {
    /// Reads `30s`, `15m`, `6h` or `2d`.
    pub fn parse(text: &str) -> Option<Self> {
        let unit = match text.chars().next_back()? {
            's' => Unit::Second,
            'm' => Unit::Minute,
            'h' => Unit::Hour,
            'd' => Unit::Day,
            _ => return None,
        };
        let digits = text.get(..text.len() - 1)?;
        let duration = Self { amount: number(digits)?, unit };
        duration.seconds().map(|_| duration)
    }

    /// Its length in seconds; `None` beyond what the type holds.
    pub fn seconds(self) -> Option<u64> {
        let unit = match self.unit {
            Unit::Second => 1,
            Unit::Minute => 60,
            Unit::Hour => 3_600,
            Unit::Day => 86_400,
        };
        self.amount.checked_mul(unit)
    }

    /// The same in ISO 8601: `PT15M`, `P2D`.
    pub fn iso(self) -> String {
        match self.unit {
            Unit::Second => format!("PT{}S", self.amount),
            Unit::Minute => format!("PT{}M", self.amount),
            Unit::Hour => format!("PT{}H", self.amount),
            Unit::Day => format!("P{}D", self.amount),
        }
    }
}

/// Whether the text is a UUID (RFC 9562, section 4): 8-4-4-4-12 hexadecimal digits.
pub fn is_uuid(text: &str) -> bool {
    let mut groups = text.split('-');
    let fits = [8, 4, 4, 4, 12].into_iter().all(|length| {
        groups
            .next()
            .is_some_and(|group| group.len() == length && group.bytes().all(|byte| byte.is_ascii_hexdigit()))
    });
    fits && groups.next().is_none()
}

/// Whether the text is a day of the calendar (RFC 3339 `full-date`): `2024-02-29`.
pub fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let (Some(year), Some(month), Some(day)) = (fixed(year, 4), fixed(month, 2), fixed(day, 2)) else {
        return false;
    };
    (1..=days_in(year, month)).contains(&day)
}

/// Whether the text is a moment (RFC 3339 `date-time`): `2024-02-29T12:30:00Z`.
pub fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else { return false };
    let Some(at) = time.find(['Z', 'z', '+', '-']) else { return false };
    let (clock, offset) = time.split_at(at);
    is_date(date) && is_clock(clock) && is_offset(offset)
}

fn is_clock(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let parts: Vec<&str> = whole.split(':').collect();
    let [hour, minute, second] = parts.as_slice() else { return false };
    // A leap second is written as 60.
    let fits = |text: &str, most| fixed(text, 2).is_some_and(|number| number <= most);
    let digits = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    fits(hour, 23) && fits(minute, 59) && fits(second, 60) && digits
}

fn is_offset(text: &str) -> bool {
    if text.eq_ignore_ascii_case("z") {
        return true;
    }
    let Some((hour, minute)) = text.get(1..).and_then(|rest| rest.split_once(':')) else { return false };
    fixed(hour, 2).is_some_and(|hour| hour <= 23) && fixed(minute, 2).is_some_and(|minute| minute <= 59)
}

fn days_in(year: u64, month: u64) -> u64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    }
}

fn fixed(text: &str, length: usize) -> Option<u64> {
    (text.len() == length).then(|| number(text)).flatten()
}

fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, seconds, iso) in
            [("30s", 30, "PT30S"), ("15m", 900, "PT15M"), ("6h", 21_600, "PT6H"), ("2d", 172_800, "P2D")]
        {
            let duration = Duration::parse(text).expect(text);
            assert_eq!((duration.seconds(), duration.iso().as_str()), (Some(seconds), iso), "{text}");
        }
        for text in ["", "m", "15", "15 m", "-1m", "+1m", "1.5h", "15M", "9999999999999999999d", "1ü"] {
            assert_eq!(Duration::parse(text), None, "{text}");
        }
    }

    #[test]
    fn uuids_dates_and_times() {
        assert!(is_uuid("123e4567-e89b-12d3-A456-426614174000"));
        assert!(
            !is_uuid("123e4567e89b12d3a456426614174000") && !is_uuid("123e4567-e89b-12d3-a456-42661417400g")
        );
        assert!(
            is_date("2024-02-29") && !is_date("2023-02-29") && !is_date("2024-13-01") && !is_date("24-01-01")
        );
        for good in ["2024-02-29T23:59:60Z", "2024-01-01t00:00:00.123456z", "2024-01-01T10:00:00-07:30"] {
            assert!(is_date_time(good), "{good}");
        }
        for bad in [
            "2024-01-01",
            "2024-01-01T10:00:00",
            "2024-01-01 10:00:00Z",
            "2024-01-01T25:00:00Z",
            "2024-01-01T10:00:00.Z",
            "2024-01-01T10:00:00+0730",
            "2024-01-01T10:00:00Zx",
            "2024-01-01Té",
        ] {
            assert!(!is_date_time(bad), "{bad}");
        }
    }
}
