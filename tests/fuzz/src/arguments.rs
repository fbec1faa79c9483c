//! A tool's name and the JSON of its arguments → a result or a refusal, and nothing accepted that the document forbids.

use std::str;

use super::{oracle, request, surface};

/// Bytes as a tool's name on the first line and its arguments on the rest. Gives how many requests are sent.
pub fn check_arguments(bytes: &[u8]) -> usize {
    let text = str::from_utf8(bytes).unwrap_or_default();
    let (tool, arguments) = text.split_once('\n').unwrap_or_default();
    let Ok(read) = fewtools::read_arguments(arguments) else { return 0 };
    let Some(sent) = surface::call(tool, read) else { return 0 };
    request::judge(tool, &sent);
    oracle::judge(tool, arguments, &sent);
    1
}
