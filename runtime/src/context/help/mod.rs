//! Explains the tools that a caller is offered: all of them in short, or one of them whole.

mod facts;
mod index;
mod reference;
mod words;

use fewtools_contract::Tool;
use serde_json::{Map, Value};

use self::reference::Detail;
use super::Surface;
use crate::{Dispatcher, Refusal, Reply, arguments};

impl Dispatcher {
    /// The answer of the help tool: the same as a text to read and as data, each below the cap of results.
    ///
    /// # Errors
    /// [`Refusal`] of a tool that is not offered, in the same words as of one that is not there.
    pub(crate) fn explain(
        &self,
        surface: &Surface,
        help: &Tool<'_>,
        arguments: Map<String, Value>,
    ) -> Result<Reply, Refusal> {
        let tools: Vec<&'static Tool<'static>> =
            surface.tools().filter_map(|index| self.routes().tool(index)).map(|route| route.tool).collect();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
        let chosen = arguments::word(help, arguments, &names)?;
        let room = match self.catalogue().result_tokens {
            0 => usize::MAX,
            tokens => tokens as usize * 4,
        };
        let tool = chosen.and_then(|name| tools.iter().find(|tool| tool.name == name));
        Ok(match tool {
            Some(tool) => self.reference(tool, room),
            None => index::of(self.catalogue(), help, &tools).within(room),
        })
    }

    /// As much of a tool's reference as there is room for.
    fn reference(&self, tool: &Tool<'_>, room: usize) -> Reply {
        let whole = reference::of(self.catalogue(), tool, Detail::Whole);
        if whole.fits(room) {
            return whole.within(room);
        }
        let short = reference::of(self.catalogue(), tool, Detail::WithoutDescriptions);
        if short.fits(room) {
            short.within(room)
        } else {
            reference::of(self.catalogue(), tool, Detail::Names).within(room)
        }
    }
}

/// A text and the same as data.
struct Explained {
    text: String,
    data: Map<String, Value>,
}

/// Said at the end of what is cut.
const CUT: &str = "\n[Cut to stay below the cap of results.]";

impl Explained {
    fn fits(&self, room: usize) -> bool {
        self.text.chars().count() <= room && length(&self.data) <= room
    }

    /// Leaves out what there is no room for: the end of the text, and of the data the longest lists.
    fn within(mut self, room: usize) -> Reply {
        if self.text.chars().count() > room {
            self.text = self.text.chars().take(room.saturating_sub(CUT.len())).collect();
            self.text.push_str(CUT);
        }
        for list in ["definitions", "arguments", "variants", "tools"] {
            if length(&self.data) > room && self.data.shift_remove(list).is_some() {
                self.data.insert("truncated".to_owned(), true.into());
            }
        }
        Reply { text: self.text, structured: Some(self.data), attachment: None, link: None, is_error: false }
    }
}

fn length(data: &Map<String, Value>) -> usize {
    serde_json::to_string(data).map_or(0, |text| text.chars().count())
}
