//! Turns bytes of an answer into a picture or a file beside the text, or into a sentence that describes them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::cap::Cap;
use crate::{Attachment, AttachmentKind, Reply};

/// The most bytes of a picture: what clients take.
const PICTURE: usize = 1 << 20;

/// The reply for bytes of a media type, which is empty for none. A file counts against the cap, as a client may well
/// show its base64 to the model; a picture does not.
pub(super) fn reply(media_type: &str, data: &[u8], status: u16, cap: &Cap<'_>) -> Reply {
    let unnamed = matches!(media_type, "" | "application/octet-stream");
    let picture = picture(data).filter(|_| unnamed || media_type.starts_with("image/"));
    let (kind, media_type, most) = match picture {
        Some(found) => (AttachmentKind::Image, found, PICTURE),
        None if unnamed => (AttachmentKind::File, "application/octet-stream", cap.bytes()),
        None => (AttachmentKind::File, media_type, cap.bytes()),
    };
    let said = format!("The API answered {status} with {} bytes of {media_type}", data.len());
    if data.len() > most {
        return cap.sentence(format!("{said}, which are not shown: the limit is {most} bytes."));
    }
    let media_type = media_type.to_owned();
    cap.sentence(format!("{said}.")).with(Attachment { kind, media_type, data: STANDARD.encode(data) })
}

/// The type of a picture, by how it begins: what only claims to be one is an error in many clients.
fn picture(data: &[u8]) -> Option<&'static str> {
    match data {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}
