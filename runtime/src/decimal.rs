//! Compares decimal texts exactly, digit by digit, so that no bound is rounded through a float.

use std::cmp::Ordering;

/// How two JSON numbers compare; `None` where a text is no number.
pub(crate) fn compare(left: &str, right: &str) -> Option<Ordering> {
    Some(Decimal::parse(left)?.order(&Decimal::parse(right)?))
}

/// Whether the text is a number without a fraction.
pub(crate) fn is_whole(text: &str) -> bool {
    Decimal::parse(text).is_some_and(|number| number.digits.len() as i64 <= number.magnitude)
}

/// A number as `0.digits × 10^magnitude`, without zeros at either end of its digits.
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    magnitude: i64,
}

impl Decimal {
    fn parse(text: &str) -> Option<Self> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        if whole.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        let trailing = digits.iter().rev().take_while(|digit| **digit == b'0').count();
        if leading == digits.len() {
            return Some(Self { negative: false, digits: Vec::new(), magnitude: 0 });
        }
        let magnitude = exponent_of(exponent)?.saturating_add(whole.len() as i64 - leading as i64);
        let digits = digits.get(leading..digits.len() - trailing)?.to_vec();
        Some(Self { negative, digits, magnitude })
    }

    fn order(&self, other: &Self) -> Ordering {
        let by_size = |left: &Self, right: &Self| match (left.digits.is_empty(), right.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // The shorter of two equal beginnings is the smaller, which is how slices compare.
            (false, false) => {
                left.magnitude.cmp(&right.magnitude).then_with(|| left.digits.cmp(&right.digits))
            }
        };
        match (self.negative, other.negative) {
            (false, false) => by_size(self, other),
            (true, true) => by_size(other, self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

/// The exponent, held at the ends of its type: no comparison needs to tell larger ones apart.
fn exponent_of(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX / 2).min(i64::MAX / 2);
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_beyond_floats() {
        for (left, order, right) in [
            ("9007199254740993", Ordering::Greater, "9007199254740992"),
            ("18446744073709551616", Ordering::Greater, "18446744073709551615"),
            ("-1", Ordering::Less, "0.001"),
            ("-0", Ordering::Equal, "0.000"),
            ("1e3", Ordering::Equal, "1000.0"),
            ("0.10000000000000000001", Ordering::Greater, "0.1"),
            ("-2", Ordering::Less, "-1.5"),
            ("1e999999999999999999999", Ordering::Greater, "5"),
            ("5", Ordering::Equal, "5.0"),
        ] {
            assert_eq!(compare(left, right), Some(order), "{left} {right}");
        }
        assert_eq!(compare("", "1"), None);
        assert_eq!(compare("1", "abc"), None);
    }

    #[test]
    fn tells_whole_numbers() {
        assert!(is_whole("5.0") && is_whole("1e2") && is_whole("0") && is_whole("-120"));
        assert!(!is_whole("5.5") && !is_whole("1e-1") && !is_whole("x"));
    }
}
