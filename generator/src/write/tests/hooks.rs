//! A function of the host program that takes every type there is, under names that Rust does not take as they are.

use crate::diagnostics::{Place, Pointer};
use crate::load::Documents;
use crate::lower::curation::HookReturn;
use crate::plan::{HookPlan, HookType};

pub(super) fn plans() -> Vec<HookPlan> {
    let text = |name: &str| (name.to_owned(), HookType::Text);
    let nested = HookType::Object(vec![text("self"), text("\"; panic!(); //")]);
    let of = HookType::Object(vec![
        ("messageCount".to_owned(), HookType::Integer),
        ("message_count".to_owned(), HookType::Number),
        ("type".to_owned(), HookType::Boolean),
        ("3rd".to_owned(), HookType::List(Box::new(nested), true)),
        ("any".to_owned(), HookType::Any),
    ]);
    let plan = |name: &str, arguments, returns| HookPlan {
        name: name.to_owned(),
        makes: vec![format!("Queue.{name}"), "Queue.`\n*/".to_owned()],
        arguments,
        returns,
        at: Place::new(Documents::MANIFEST, Pointer::root()),
    };
    let list = HookType::List(Box::new(of), false);
    vec![
        plan("trend", vec![("of".to_owned(), list)], Some(HookReturn::Text)),
        plan("match", vec![text("type"), text("self")], Some(HookReturn::Integer)),
        plan("whole", vec![("of".to_owned(), HookType::Any)], None),
        plan("is_idle", vec![text("of")], Some(HookReturn::Boolean)),
        plan("share", vec![text("of")], Some(HookReturn::Number)),
    ]
}
