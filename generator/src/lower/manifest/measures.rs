//! `8s` and `8MiB` → milliseconds and bytes.

/// The units of time, in milliseconds.
const TIMES: [(&str, u64); 5] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];

/// The units of size, in bytes.
const SIZES: [(&str, u64); 7] = [
    ("B", 1),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
];

/// The milliseconds of a text like `8s`, `500ms` or `2m`.
pub(super) fn milliseconds(text: &str) -> Option<u32> {
    u32::try_from(measure(text, &TIMES)?).ok()
}

/// The bytes of a text like `8kB` or `8 MiB`.
pub(super) fn bytes(text: &str) -> Option<u64> {
    measure(text, &SIZES)
}

/// A whole number from 1, and a unit.
fn measure(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|character: char| !character.is_ascii_digit())?;
    let (number, unit) = text.split_at_checked(digits)?;
    let (_, factor) = units.iter().find(|(name, _)| *name == unit.trim_start())?;
    number.parse::<u64>().ok()?.checked_mul(*factor).filter(|measure| *measure > 0)
}
