//! A base address → why no request can go there.

use url::Url;

/// What the runtime would refuse of an address; `None` for a good one.
pub fn refused(address: &str) -> Option<&'static str> {
    let Ok(url) = Url::parse(address) else { return Some("it is no address") };
    let wrong = [
        (!matches!(url.scheme(), "http" | "https"), "it begins with neither `http://` nor `https://`"),
        (url.host_str().is_none_or(str::is_empty), "it names no host"),
        (
            !url.username().is_empty() || url.password().is_some(),
            "it holds a user or a password; say them under `auth`",
        ),
        (address.contains(['?', '#']), "it goes on after its path, with `?` or `#`"),
        (
            !address.is_ascii() || address.contains(char::is_whitespace),
            "it holds characters that an address encodes",
        ),
    ];
    wrong.into_iter().find(|(wrong, _)| *wrong).map(|(_, why)| why)
}

/// The address without what could be a secret, to be shown.
pub fn shown(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    match authority.rsplit_once('@') {
        Some((_, host)) => format!("{scheme}://…@{host}{path}"),
        None => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{refused, shown};

    #[test]
    fn refuses_what_no_request_can_go_to() {
        for good in ["https://a.example", "http://127.0.0.1:80/v1/", "https://a.example/v1/b%20c"] {
            assert_eq!(refused(good), None, "{good}");
        }
        for bad in [
            "ftp://a.example",
            "wss://a.example",
            "https://u:p@a.example",
            "https://u@a.example",
            "https://a.example/?x=1",
            "https://a.example/#x",
            "https://b\u{fc}cher.example",
            "https://a.example/b c",
            "a.example",
        ] {
            assert!(refused(bad).is_some(), "{bad}");
        }
        assert_eq!(shown("https://u:p@a.example/v1"), "https://…@a.example/v1");
    }
}
