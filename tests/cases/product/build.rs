//! A manifest → what the generator makes of it, kept for as long as the tests run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use bumpalo::Bump;
use fewtools_build::diagnostics::{Fault, Level, Sink};
use fewtools_build::explain::{self, VariantExplained};
use fewtools_build::load;
use fewtools_build::lower::{self, Api};
use fewtools_build::pipeline::{self, Input};
use fewtools_build::plan::{self, Surface};
use fewtools_build::verify::Verified;
use fewtools_build::write::{self, Emission, Files};
use fewtools_contract::Catalogue;
use serde_json::{Map, Value};

use super::manifest::{self, Projection};
use super::{Names, Settings};

/// What the generator says, without the excerpt of the source.
#[derive(Debug, Clone)]
pub struct Message {
    pub level: Level,
    pub text: String,
}

/// What became of a manifest.
pub struct Built {
    /// The tools; `None` where it is refused.
    pub product: Option<Product>,
    pub messages: Vec<Message>,
    /// From reading the files to the catalogue.
    pub took: Duration,
    /// Every file that was read.
    pub files: Vec<PathBuf>,
}

impl Built {
    /// The errors as one text.
    pub fn errors(&self) -> String {
        let errors = self.messages.iter().filter(|message| message.level == Level::Error);
        errors.map(|message| message.text.as_str()).collect::<Vec<_>>().join(" | ")
    }
}

/// A checked surface.
pub struct Product {
    pub api: &'static Api,
    pub catalogue: &'static Catalogue<'static>,
    /// By operation as the case names it.
    pub tools: BTreeMap<String, Tool>,
    input: &'static Input,
    surface: &'static Verified<Surface<'static>>,
}

/// One tool of a product.
pub struct Tool {
    pub name: String,
    pub listed: Map<String, Value>,
    pub names: Names,
    index: usize,
}

impl Product {
    /// The base address of the operation of a tool.
    pub fn base(&self, tool: &Tool) -> &'static str {
        let own = self
            .catalogue
            .tools
            .get(tool.index)
            .and_then(|tool| tool.variants.first())
            .and_then(|variant| variant.work.exchange())
            .map(|exchange| exchange.call.base);
        own.filter(|base| !base.is_empty()).unwrap_or(self.catalogue.upstream.base)
    }

    /// The tool's entry in the catalogue.
    pub fn entry(&self, tool: &Tool) -> &'static fewtools_contract::Tool<'static> {
        self.catalogue.tools[tool.index]
    }

    /// The emitted files.
    pub fn emitted(&self) -> Files {
        write::run(&Emission::of(self.surface, &self.input.documents))
    }
}

/// Builds the products of one case.
pub struct Workshop {
    folder: tempfile::TempDir,
    /// The operations of the document, readable ones first; empty where it cannot be read.
    pub all: Vec<String>,
    api: Option<&'static Api>,
    built: BTreeMap<(Settings, Vec<String>), Rc<Built>>,
}

impl Workshop {
    /// Copies the files of a case and reads which operations there are.
    pub fn of(case: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(case, folder.path());
        fs::write(
            folder.path().join(MANIFEST),
            manifest::text(None, &Settings::default(), &[], &BTreeSet::new()),
        )
        .unwrap();
        let mut sink = Sink::default();
        let documents = Rc::new(load::run(&folder.path().join(MANIFEST), &mut sink));
        let api: Option<&Api> = lower::api(documents, &mut sink).map(|api| &*Box::leak(Box::new(api)));
        let all = api.map(operations).unwrap_or_default();
        Self { folder, all, api, built: BTreeMap::new() }
    }

    /// Where the document was put.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The tools for these operations.
    pub fn build(&mut self, settings: &Settings, ops: &[String]) -> Rc<Built> {
        let settings = Settings { credentials: BTreeMap::new(), ..settings.clone() };
        let key = (settings, ops.to_vec());
        if let Some(built) = self.built.get(&key) {
            return Rc::clone(built);
        }
        let built = Rc::new(self.run(&key.0, ops, None));
        self.built.insert(key, Rc::clone(&built));
        built
    }

    /// The tool for one operation, whose answer is projected.
    pub fn project(&self, settings: &Settings, op: &str, fields: &[String]) -> Built {
        self.run(settings, &[op.to_owned()], Some(&Projection { op, fields }))
    }

    /// The tools for these operations, made anew.
    pub fn again(&self, settings: &Settings, ops: &[String]) -> Built {
        self.run(settings, ops, None)
    }

    fn run(&self, settings: &Settings, ops: &[String], projection: Option<&Projection<'_>>) -> Built {
        let tools = named(ops);
        let outputs = if settings.outputs { self.outputs(settings, &tools) } else { BTreeSet::new() };
        let mut text = manifest::text(self.api, settings, &tools, &outputs);
        if let Some(projection) = projection {
            text = manifest::projected(&text, projection);
        }
        let start = Instant::now();
        let input = leaked(self.folder.path(), &text);
        let arena: &'static Bump = Box::leak(Box::default());
        let checked = Box::leak(Box::new(pipeline::check(arena, input)));
        let took = start.elapsed();
        let product = checked.verified().zip(input.lowered.as_ref()).map(|(surface, (api, _))| Product {
            api,
            catalogue: &surface.get().catalogue,
            tools: offered(surface.get(), &tools),
            input,
            surface,
        });
        let files = input.documents.sources.iter().map(|source| source.path.clone()).collect();
        Built { product, messages: checked.faults.iter().map(message).collect(), took, files }
    }
}

impl Workshop {
    /// The tools whose output schema can be derived.
    fn outputs(&self, settings: &Settings, tools: &[(String, String)]) -> BTreeSet<String> {
        let all: BTreeSet<String> = tools.iter().map(|(name, _)| name.clone()).collect();
        let text = manifest::text(self.api, settings, tools, &all);
        let input = leaked(self.folder.path(), &text);
        let arena: &'static Bump = Box::leak(Box::default());
        let checked = pipeline::check(arena, input);
        let refused = checked.faults.iter().filter(|fault| fault.code.0 == "no-output-schema");
        let refused: Vec<String> = refused.map(|fault| fault.what.clone()).collect();
        let is_refused = |name: &String| refused.iter().any(|what| what.contains(&format!("`{name}`")));
        all.into_iter().filter(|name| !is_refused(name)).collect()
    }
}

const MANIFEST: &str = "curation.yaml";

/// A tool name for each operation, by the rule the generator itself has for names.
fn named(ops: &[String]) -> Vec<(String, String)> {
    let ids: Vec<&str> = ops.iter().map(String::as_str).collect();
    plan::tool_names(&ids).into_iter().zip(ops.iter().cloned()).collect()
}

fn operations(api: &Api) -> Vec<String> {
    let readable = api.operations.iter().map(|operation| operation.id.clone());
    readable.chain(api.unreadable.iter().map(|broken| broken.id.clone())).collect()
}

fn leaked(folder: &Path, manifest: &str) -> &'static Input {
    let path = folder.join(MANIFEST);
    fs::write(&path, manifest).unwrap();
    Box::leak(Box::new(pipeline::read(&path)))
}

fn offered(surface: &'static Surface<'static>, tools: &[(String, String)]) -> BTreeMap<String, Tool> {
    let explained = explain::explain(surface, None).map(|explanation| explanation.tools).unwrap_or_default();
    let found = tools.iter().filter_map(|(name, op)| {
        let index = explained.iter().position(|tool| tool.name == *name)?;
        let variant: &VariantExplained = explained[index].variants.first()?;
        let tool = Tool {
            name: name.clone(),
            listed: surface.listing[index].clone(),
            names: Names::of(variant),
            index,
        };
        Some((op.clone(), tool))
    });
    found.collect()
}

fn message(fault: &Fault) -> Message {
    let mut text = fault.to_string();
    for line in fault.also.iter().map(|(_, label)| label).chain(&fault.detail) {
        text.push_str(" / ");
        text.push_str(line);
    }
    Message { level: fault.level, text }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => {
                fs::create_dir_all(&target).unwrap();
                copy(&entry.path(), &target);
            }
            false if entry.file_name() == "case.yaml" => {}
            false => drop(fs::copy(entry.path(), &target).unwrap()),
        }
    }
}
