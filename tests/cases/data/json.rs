//! JSON text → a tree that keeps every number as it is written, and refuses a key written twice.

use super::node::Node;

/// The tree of a JSON text.
pub fn parse(text: &str) -> Result<Node, String> {
    let mut parser = Parser { text, at: 0 };
    let node = parser.value()?;
    parser.skip();
    match parser.rest() {
        "" => Ok(node),
        rest => Err(format!("unexpected {:?} after the value", beginning(rest))),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn value(&mut self) -> Result<Node, String> {
        self.skip();
        match self.rest().bytes().next() {
            Some(b'{') => self.map(),
            Some(b'[') => self.list(),
            Some(b'"') => self.string().map(Node::Text),
            Some(b'-' | b'0'..=b'9') => Ok(self.number()),
            _ if self.take("null") => Ok(Node::Null),
            _ if self.take("true") => Ok(Node::Bool(true)),
            _ if self.take("false") => Ok(Node::Bool(false)),
            _ => Err(format!("no JSON value at {:?}", beginning(self.rest()))),
        }
    }

    fn number(&mut self) -> Node {
        let inside = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let length = self.rest().find(|c| !inside(c)).unwrap_or(self.rest().len());
        let text = self.rest()[..length].to_owned();
        self.at += length;
        Node::Number(text)
    }

    fn string(&mut self) -> Result<String, String> {
        let mut escaped = false;
        let end = self.rest().char_indices().skip(1).find(|(_, c)| {
            let ends = *c == '"' && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        });
        let (end, _) = end.ok_or("a text without an end")?;
        let quoted = &self.rest()[..=end];
        self.at += end + 1;
        serde_json::from_str(quoted).map_err(|error| error.to_string())
    }

    fn list(&mut self) -> Result<Node, String> {
        self.take("[");
        let mut items = Vec::new();
        if self.take("]") {
            return Ok(Node::List(items));
        }
        loop {
            items.push(self.value()?);
            match (self.take(","), self.take("]")) {
                (true, _) => {}
                (false, true) => return Ok(Node::List(items)),
                (false, false) => return Err("a list without an end".to_owned()),
            }
        }
    }

    fn map(&mut self) -> Result<Node, String> {
        self.take("{");
        let mut members: Vec<(String, Node)> = Vec::new();
        if self.take("}") {
            return Ok(Node::Map(members));
        }
        loop {
            self.skip();
            if !self.rest().starts_with('"') {
                return Err(format!("no key at {:?}", beginning(self.rest())));
            }
            let key = self.string()?;
            if members.iter().any(|(known, _)| *known == key) {
                return Err(format!("the key {key:?} stands twice"));
            }
            if !self.take(":") {
                return Err(format!("no colon after {key:?}"));
            }
            members.push((key, self.value()?));
            match (self.take(","), self.take("}")) {
                (true, _) => {}
                (false, true) => return Ok(Node::Map(members)),
                (false, false) => return Err("a map without an end".to_owned()),
            }
        }
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(20).collect()
}
