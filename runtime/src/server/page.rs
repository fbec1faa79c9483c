//! Cuts a list into pages, and reads the cursor of the next one.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

/// Entries of one page.
const PAGE: usize = 100;

/// What a cursor begins with, so that nobody takes it for a number to count with.
const MARK: &str = "after:";

/// The page after this cursor, and the cursor of the next.
///
/// # Errors
/// A cursor that this server never gave.
pub(super) fn page<T>(list: Vec<T>, cursor: Option<&str>) -> Result<(Vec<T>, Option<String>), UnknownCursor> {
    let begin = cursor.map_or(Ok(0), begin)?;
    let next = begin + PAGE;
    let more = (next < list.len()).then(|| BASE64_URL_SAFE_NO_PAD.encode(format!("{MARK}{next}")));
    Ok((list.into_iter().skip(begin).take(PAGE).collect(), more))
}

/// A cursor that this server never gave.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnknownCursor;

/// A list may have become shorter since a cursor was given: then the page is empty.
fn begin(cursor: &str) -> Result<usize, UnknownCursor> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).map_err(|_| UnknownCursor)?;
    let text = String::from_utf8(bytes).map_err(|_| UnknownCursor)?;
    let begin = text.strip_prefix(MARK).and_then(|count| count.parse().ok());
    begin.filter(|begin| (PAGE..=PAGE * PAGE).contains(begin) && begin % PAGE == 0).ok_or(UnknownCursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_one_another() {
        let list: Vec<usize> = (0..250).collect();
        let (first, cursor) = page(list.clone(), None).expect("the first page");
        let (second, cursor) = page(list.clone(), cursor.as_deref()).expect("the second page");
        let (third, end) = page(list.clone(), cursor.as_deref()).expect("the third page");
        assert_eq!([first, second, third].concat(), list);
        assert_eq!(end, None);
        assert_eq!(page(vec![1; 100], None).expect("one page").1, None);
        assert_eq!(page(vec![0; 7], cursor.as_deref()), Ok((Vec::new(), None)));
    }

    #[test]
    fn a_cursor_that_was_never_given_is_unknown() {
        let encoded = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
        for cursor in
            ["", "2", "after:100", "=", &encoded("after:0"), &encoded("after:1"), &encoded("after:-100")]
        {
            assert_eq!(page(vec![0; 500], Some(cursor)), Err(UnknownCursor), "{cursor}");
        }
    }
}
