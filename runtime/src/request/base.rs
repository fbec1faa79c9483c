//! Judges the address that all paths are appended to.

use http::Uri;

/// The address without the slash at its end.
///
/// # Errors
/// A phrase that says what is wrong with it; it does not repeat the address, which may hold a secret.
pub(crate) fn checked(address: &str) -> Result<String, String> {
    if address.is_empty() {
        return Err(
            "no base address is known: the document's `servers` (`host` in 2.0) name none that is absolute; give one (`upstream.url` or `upstream.retrieved_from` in the manifest, or `--upstream`)".to_owned()
        );
    }
    let uri: Uri = address.parse().map_err(|_| "the base address is not a valid URL".to_owned())?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Err("the base address must begin with `http://` or `https://`".to_owned());
    }
    if uri.authority().is_none_or(|authority| authority.host().is_empty()) {
        return Err("the base address names no host".to_owned());
    }
    if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return Err("the base address must not hold a user or password; say them under `auth`".to_owned());
    }
    if address.contains(['?', '#']) {
        return Err("the base address must end with its path, without `?` or `#`".to_owned());
    }
    Ok(address.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_path_and_drops_the_last_slash() {
        assert_eq!(
            checked("https://a.example/base%20dir/v1/").as_deref(),
            Ok("https://a.example/base%20dir/v1")
        );
        assert_eq!(checked("http://127.0.0.1:80").as_deref(), Ok("http://127.0.0.1:80"));
    }

    #[test]
    fn refuses_what_is_no_base() {
        for bad in
            ["", "/api", "ftp://a.example", "https://u:p@a.example", "https://a.example/?x=1", "http://"]
        {
            assert!(checked(bad).is_err(), "{bad}");
        }
    }
}
