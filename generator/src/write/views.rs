//! A catalogue as the templates see it: the structs themselves, and the few words that are computed.

use std::collections::BTreeSet;

use fewtools_contract::{CONTRACT, Catalogue, Profile, Resource, Tool};
use serde::Serialize;

use super::client::Client;
use super::hooks::Hooks;
use crate::plan::HookPlan;

/// The trait of the functions, and the module of the operations that code calls: no tool's module is called so.
const RESERVED: [&str; 2] = ["Hooks", "client"];

/// What `module.rs.j2` is filled with.
#[derive(Debug, Serialize)]
pub(super) struct Module<'a> {
    /// The contract number that the code is made for.
    pub contract: u32,
    /// What all tools share.
    pub catalogue: &'a Catalogue<'a>,
    /// Every tool that gets a static: those that are listed, and those that resources and profiles run.
    pub tools: Vec<Entry<'a>>,
    /// The modules of the listed tools, in listing order.
    pub listed: Vec<String>,
    /// The module of the help tool.
    pub help: Option<String>,
    /// The resources, each with the module of what it runs.
    pub resources: Vec<ResourceEntry<'a>>,
    /// The profiles, each with the modules of its tools.
    pub profiles: Vec<ProfileEntry<'a>>,
    /// The modules of the operations that code of the host program calls.
    pub operations: Vec<String>,
    /// What that code calls them by; `None` where it calls nothing.
    pub client: Option<Client>,
    /// The functions of the host program; `None` where there are none.
    pub hooks: Option<Hooks>,
}

/// What `tool.rs.j2` is filled with.
#[derive(Debug, Serialize)]
pub(super) struct Entry<'a> {
    /// The tool.
    pub tool: &'a Tool<'a>,
    /// The name of its module.
    pub module: String,
    /// The text of its doc comment.
    pub doc: String,
}

/// A resource.
#[derive(Debug, Serialize)]
pub(super) struct ResourceEntry<'a> {
    /// The resource.
    pub resource: &'a Resource<'a>,
    /// The module of what a read runs.
    pub module: String,
}

/// A profile.
#[derive(Debug, Serialize)]
pub(super) struct ProfileEntry<'a> {
    /// The profile.
    pub profile: &'a Profile<'a>,
    /// The modules of its tools.
    pub tools: Vec<String>,
}

impl<'a> Module<'a> {
    pub(super) fn of(catalogue: &'a Catalogue<'a>, hooks: &[HookPlan]) -> Self {
        let mut modules = Modules { taken: RESERVED.map(str::to_owned).into(), ..Modules::default() };
        let listed = catalogue.tools.iter().map(|tool| modules.add(tool, tool.name)).collect();
        let help = catalogue.help.map(|tool| modules.add(tool, tool.name));
        let resources = catalogue.resources.iter().map(|resource| ResourceEntry {
            resource,
            module: modules.add(resource.tool, resource.tool.name),
        });
        let resources = resources.collect();
        let profiles = catalogue.profiles.iter().map(|profile| ProfileEntry {
            profile,
            tools: profile.tools.iter().map(|tool| modules.narrowed(tool, profile.name)).collect(),
        });
        let profiles = profiles.collect();
        let operations = catalogue.operations.iter();
        let operations =
            operations.map(|tool| modules.add(tool, &format!("of_client_{}", tool.name))).collect();
        let hooks = (!hooks.is_empty()).then(|| Hooks::of(hooks, &modules.taken));
        Self {
            contract: CONTRACT,
            catalogue,
            tools: modules.entries,
            listed,
            help,
            resources,
            profiles,
            operations,
            client: Client::of(catalogue.operations),
            hooks,
        }
    }
}

/// The modules so far. A name is taken once.
#[derive(Default)]
struct Modules<'a> {
    entries: Vec<Entry<'a>>,
    taken: BTreeSet<String>,
}

impl<'a> Modules<'a> {
    /// A module for a tool; its name.
    fn add(&mut self, tool: &'a Tool<'a>, name: &str) -> String {
        let mut module = name.to_owned();
        while !self.taken.insert(module.clone()) {
            module.push('_');
        }
        self.entries.push(Entry { tool, module: module.clone(), doc: doc(tool) });
        module
    }

    /// The module of a tool of a profile: that of the listed tool, unless it is a narrower one.
    fn narrowed(&mut self, tool: &'a Tool<'a>, profile: &str) -> String {
        match self.entries.iter().find(|entry| std::ptr::eq(entry.tool, tool)) {
            Some(entry) => entry.module.clone(),
            None => {
                let is_plain = |c: char| c.is_ascii_alphanumeric();
                let profile: String = profile.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
                self.add(tool, &format!("in_{profile}_{}", tool.name))
            }
        }
    }
}

/// The tool's name, which is an identifier, and a count: nothing that a document or manifest says may become a comment.
fn doc(tool: &Tool<'_>) -> String {
    let operations: BTreeSet<&str> =
        tool.variants.iter().flat_map(|variant| variant.work.calls()).map(|call| call.operation).collect();
    match operations.len() {
        1 => format!(" The tool `{}`: 1 operation.", tool.name),
        count => format!(" The tool `{}`: {count} operations.", tool.name),
    }
}
