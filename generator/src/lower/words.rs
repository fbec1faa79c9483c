//! Names as an API writes them → names as Rust writes them.

/// In small letters, `_` between words: `messageCount` becomes `message_count`. Empty where no letter or digit is left.
pub fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        if !character.is_ascii_alphanumeric() {
            before = ' ';
            continue;
        }
        let is_small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let ends_capitals =
            before.is_ascii_uppercase() && characters.peek().is_some_and(char::is_ascii_lowercase);
        let begins = before == ' ' || (character.is_ascii_uppercase() && (is_small(before) || ends_capitals));
        if begins && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
        before = character;
    }
    snake
}

/// Every word with a capital: `message_count` and `messageCount` become `MessageCount`.
pub fn camel(name: &str) -> String {
    let words = snake(name);
    let words = words.split('_').map(|word| {
        let mut characters = word.chars();
        let first = characters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(characters).collect::<String>()
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::{camel, snake};

    #[test]
    fn words_are_told_apart() {
        for (name, small, capitals) in [
            ("messageCount", "message_count", "MessageCount"),
            ("HTTPStatus", "http_status", "HttpStatus"),
            ("x-rate.limit", "x_rate_limit", "XRateLimit"),
            ("already_snake", "already_snake", "AlreadySnake"),
            ("p99Latency", "p99_latency", "P99Latency"),
            ("__", "", ""),
            ("größe", "gr_e", "GrE"),
        ] {
            assert_eq!((snake(name).as_str(), camel(name).as_str()), (small, capitals));
        }
    }
}
