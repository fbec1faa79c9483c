//! What an argument must satisfy → a value that does, for calls whose other argument is looked at.

use fewtools_contract::{Check, Types};

use crate::cases::data::Node;

/// A value that the flat facts of a check accept.
pub fn valid(check: &Check<'_>) -> Node {
    if let Some(value) = check.values.first() {
        return Node::of_json(value).unwrap_or(Node::Null);
    }
    let text = |text: &str| Node::Text(text.to_owned());
    let least = usize::try_from(check.min_length).unwrap_or(1).max(1);
    match check.types {
        types if types.meets(Types::STRING) => text(&"a".repeat(least)),
        types if types.meets(Types::INTEGER) || types.meets(Types::NUMBER) => {
            let bound = [check.minimum, check.maximum].into_iter().find(|bound| !bound.is_empty());
            Node::Number(bound.unwrap_or("1").to_owned())
        }
        types if types.meets(Types::BOOLEAN) => Node::Bool(true),
        types if types.meets(Types::ARRAY) => {
            let item =
                if check.items.meets(Types::STRING) { text("a") } else { Node::Number("1".to_owned()) };
            Node::List(vec![item])
        }
        types if types.meets(Types::OBJECT) => Node::Map(Vec::new()),
        _ => Node::Null,
    }
}
