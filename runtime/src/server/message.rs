//! Turns the bytes of one JSON-RPC message into the message, or into the error that answers it.

#[cfg(feature = "stdio")]
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetMeta};
use rmcp::model::{ErrorData, RequestId};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::arguments::nearest::shown;
#[cfg(feature = "stdio")]
use crate::number;
use crate::twice;

/// The most bytes of one message, the same over both transports.
pub const MAX_MESSAGE: usize = 4 * 1024 * 1024;

/// Reads one message.
///
/// What parses is parsed once. What does not is looked at again, to say what is wrong with it. A known method with
/// wrong `params` is answered here where it does not name a revision, because before `initialize` the protocol
/// library would complain of that alone.
///
/// # Errors
/// The answer to bytes that are no message, as JSON text; `None` for a notification, which is never answered.
#[cfg(feature = "stdio")]
pub(super) fn read(bytes: &[u8]) -> Result<ClientJsonRpcMessage, Option<String>> {
    // RFC 8259, section 8.1: a byte order mark may be ignored.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Some(answer) = doubled(bytes).or_else(|| mistyped(bytes)) {
        return Err(Some(answer));
    }
    let message: ClientJsonRpcMessage = serde_json::from_slice(&number::marked_in_arguments(bytes))
        .map_err(|_| (!is_notification(bytes)).then(|| fault(bytes)))?;
    if let ClientJsonRpcMessage::Request(request) = &message
        && let ClientRequest::CustomRequest(custom) = &request.request
        && request.request.get_meta().protocol_version().is_none()
        && is_for_all(&custom.method)
        && let Some(takes) = takes(&custom.method)
    {
        return Err(Some(answer(&ErrorData::invalid_params(takes, None), Some(request.id.clone()))));
    }
    Ok(message)
}

/// Whether the sender wants no answer, wrong as the rest may be (JSON-RPC 2.0, section 4.1).
#[cfg(feature = "stdio")]
fn is_notification(bytes: &[u8]) -> bool {
    let Ok(Value::Object(message)) = serde_json::from_slice(bytes) else { return false };
    message.get("method").is_some_and(Value::is_string) && !message.contains_key("id")
}

/// The answer to a message whose `params` have a key twice, at any depth: a log or a check could have seen another
/// value than the one that counts. `None` for a message that is not answered, and for what is none.
pub(super) fn doubled(bytes: &[u8]) -> Option<String> {
    let key = twice::key(bytes, 2)?;
    let Ok(Value::Object(message)) = serde_json::from_slice(bytes) else { return None };
    message.get("id")?;
    Some(answer(&ErrorData::invalid_params(given_twice(&key), None), id(bytes)))
}

fn given_twice(key: &str) -> String {
    format!("the key {} is given twice in one object", shown(key))
}

/// The id of a message, whatever else is wrong with it. Of two ids none can be told to be it.
fn id(bytes: &[u8]) -> Option<RequestId> {
    #[derive(Deserialize)]
    struct Identified {
        id: RequestId,
    }
    serde_json::from_slice(bytes).ok().map(|Identified { id }| id)
}

/// Whether every caller has this method. Whether they have the others depends on what they are offered.
#[cfg(feature = "stdio")]
fn is_for_all(method: &str) -> bool {
    !method.starts_with("resources/") && !method.starts_with("prompts/") && !method.starts_with("completion/")
}

/// The answer to a list with a cursor that is no text, which the protocol library would take for none.
pub(super) fn mistyped(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    if !(text.contains("\"cursor\"") && text.contains("/list\"")) {
        return None;
    }
    let Ok(Value::Object(message)) = serde_json::from_str(text) else { return None };
    let method = message.get("method")?.as_str().filter(|method| method.ends_with("/list"))?;
    let cursor = message.get("params")?.get("cursor")?;
    let id = serde_json::from_value(message.get("id")?.clone()).ok();
    let wrong = !cursor.is_string() && !cursor.is_null();
    takes(method).filter(|_| wrong).map(|takes| answer(&ErrorData::invalid_params(takes, None), id))
}

/// What the `params` of a method that this server knows must be. The protocol library hands such a method on as an
/// unknown one when its `params` do not fit.
pub(super) fn takes(method: &str) -> Option<&'static str> {
    match method {
        "initialize" => {
            Some("`initialize` takes `protocolVersion` (text), `capabilities` and `clientInfo` (objects)")
        }
        "server/discover" => Some("`server/discover` takes `_meta` and nothing else"),
        "ping" => Some("`ping` takes an object or nothing"),
        "tools/list" => Some("`tools/list` takes nothing, or `cursor` (text)"),
        "tools/call" => {
            Some("`tools/call` takes `name` (text) and, if the tool needs any, `arguments` (an object)")
        }
        "resources/list" => Some("`resources/list` takes nothing, or `cursor` (text)"),
        "resources/templates/list" => Some("`resources/templates/list` takes nothing, or `cursor` (text)"),
        "resources/read" => Some("`resources/read` takes `uri` (text)"),
        "prompts/list" => Some("`prompts/list` takes nothing, or `cursor` (text)"),
        "prompts/get" => Some(
            "`prompts/get` takes `name` (text) and, if the prompt has any, `arguments` (an object of texts)",
        ),
        "completion/complete" => Some(
            "`completion/complete` takes `ref` (a prompt's name or a resource template's uri) and `argument` (its \
             `name` and `value`, both texts)",
        ),
        _ => None,
    }
}

/// The answer to bytes that are no message, as JSON text.
pub(super) fn fault(bytes: &[u8]) -> String {
    let message = match serde_json::from_slice(bytes) {
        Err(error) => return answer(&ErrorData::parse_error(format!("not JSON: {error}"), None), None),
        Ok(Value::Object(message)) => message,
        Ok(Value::Array(_)) => return invalid("a batch is not taken: send one message at a time", None),
        Ok(_) => return invalid("a message is a JSON object", None),
    };
    let id = id(bytes);
    if let Some(key) = twice::key(bytes, 1) {
        return invalid(&given_twice(&key), id);
    }
    invalid(misshapen(&message).unwrap_or("this is no JSON-RPC message"), id)
}

fn misshapen(message: &Map<String, Value>) -> Option<&'static str> {
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Some("`jsonrpc` must be \"2.0\"");
    }
    if message.get("id").is_some_and(|id| serde_json::from_value::<RequestId>(id.clone()).is_err()) {
        return Some("`id` must be text or a 64-bit integer");
    }
    if message.get("method").is_some_and(|method| !method.is_string()) {
        return Some("`method` must be text");
    }
    if message.get("params").is_some_and(|params| !params.is_object()) {
        return Some("`params` must be an object");
    }
    if message.get("params").and_then(|params| params.get("_meta")).is_some_and(|meta| !meta.is_object()) {
        return Some("`_meta` must be an object");
    }
    let kinds = ["method", "result", "error"].iter().filter(|key| message.contains_key(**key)).count();
    (kinds != 1).then_some("a message has one of `method`, `result` and `error`")
}

/// The answer to more bytes than [`MAX_MESSAGE`], as JSON text.
#[cfg(feature = "stdio")]
pub(super) fn too_large() -> String {
    invalid(&format!("message too large: at most {MAX_MESSAGE} bytes"), None)
}

fn invalid(what: &str, id: Option<RequestId>) -> String {
    answer(&ErrorData::invalid_request(what.to_owned(), None), id)
}

/// JSON-RPC 2.0, section 5: `id` is `null` where the request's could not be read.
fn answer(error: &ErrorData, id: Option<RequestId>) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string()
}
