//! Two decimal texts → whether they are the same number, whatever their size.

/// Whether two numbers, written as JSON writes them, are equal.
pub fn same(one: &str, other: &str) -> bool {
    match (Decimal::of(one), Decimal::of(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// A number without a fraction part in its digits and without zeros at either end of them.
#[derive(Debug, PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn of(text: &str) -> Option<Self> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let front = all.trim_start_matches('0');
        let digits = front.trim_end_matches('0');
        if digits.is_empty() {
            return Some(Self { negative: false, digits: String::new(), exponent: 0 });
        }
        let zeros = i64::try_from(front.len() - digits.len()).ok()?;
        let exponent = exponent - i64::try_from(fraction.len()).ok()? + zeros;
        Some(Self { negative, digits: digits.to_owned(), exponent })
    }
}
