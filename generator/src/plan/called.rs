//! The slots of an operation → those that an argument of some name could mean, without a walk over all of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::naming;
use super::slots::{Slot, SlotKind, Slots};

/// Slots by every name that an argument could have for them.
pub(super) struct Called<'s>(BTreeMap<String, Vec<&'s Rc<Slot>>>);

impl<'s> Called<'s> {
    /// Those of an operation, by wire name, sanitised wire name and own argument name.
    pub(super) fn of(slots: &'s Slots) -> Self {
        let mut called: BTreeMap<String, Vec<&Rc<Slot>>> = BTreeMap::new();
        for slot in slots.list.iter().filter(|slot| slot.kind != SlotKind::More) {
            let mut names = vec![slot.wire.clone(), naming::sanitised(&slot.wire), slot.argument.clone()];
            names.sort();
            names.dedup();
            names.into_iter().for_each(|name| called.entry(name).or_default().push(slot));
        }
        Self(called)
    }

    /// The slots that an argument of this name could mean, in their order.
    pub(super) fn get(&self, argument: &str) -> Vec<&'s Rc<Slot>> {
        let found = self.0.get(argument).cloned().unwrap_or_default();
        match found.iter().find(|slot| slot.argument == argument && found.len() > 1 && slot.wire != argument)
        {
            Some(exact) => vec![*exact],
            None => found,
        }
    }
}
