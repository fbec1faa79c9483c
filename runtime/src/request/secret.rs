//! Tells by its name what holds a secret, where nothing else says so.

/// What stands for a value that is not shown.
pub(crate) const MASK: &str = "***";

/// Words that mean a secret wherever they stand in a name.
const ANYWHERE: [&str; 7] = ["apikey", "credential", "passphrase", "passwd", "password", "secret", "token"];
/// Words that mean one where they stand alone: `author` and `keyword` are none.
const ALONE: [&str; 13] = [
    "auth",
    "authorization",
    "bearer",
    "cookie",
    "jwt",
    "key",
    "otp",
    "pin",
    "pwd",
    "session",
    "sid",
    "sig",
    "signature",
];

/// Whether a name is one of a secret.
pub(crate) fn is_named_secret(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let bare: String = lower.chars().filter(char::is_ascii_alphanumeric).collect();
    ANYWHERE.iter().any(|word| bare.contains(word)) || words(name).any(|word| ALONE.contains(&word.as_str()))
}

/// The words of `X-Api-Key`, `api_key` and `apiKey`.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut spaced = String::with_capacity(name.len() + 8);
    let mut after_lower = false;
    for c in name.chars() {
        if (c.is_ascii_uppercase() && after_lower) || !c.is_ascii_alphanumeric() {
            spaced.push(' ');
        }
        if c.is_ascii_alphanumeric() {
            spaced.push(c.to_ascii_lowercase());
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    spaced.split_whitespace().map(str::to_owned).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_names() {
        for name in [
            "api_key",
            "X-Api-Key",
            "apiKey",
            "APIKEY",
            "access_token",
            "userPassword",
            "sig",
            "clientSecret",
        ] {
            assert!(is_named_secret(name), "{name}");
        }
        for name in ["author", "keyword", "shipping", "design", "queueName", "passenger", ""] {
            assert!(!is_named_secret(name), "{name}");
        }
    }
}
