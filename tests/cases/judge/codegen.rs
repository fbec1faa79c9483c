//! Emitted source: it compiles, holds nothing but data, and every text in it comes out as it went in.

use std::collections::BTreeSet;

use fewtools_build::write::Files;
use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;

use super::{Facts, Scratch};
use crate::cases::expected::Codegen;
use crate::cases::product::Product;

pub fn codegen(facts: &mut Facts, expected: &Codegen, id: &str, product: &Product, scratch: &Scratch) {
    let files = product.emitted();
    let source = files.get(Files::RUST).map(String::from_utf8_lossy).unwrap_or_default();
    if let Some(compiles) = expected.compiles {
        let editions = match expected.editions.as_slice() {
            [] => vec!["2024".to_owned()],
            editions => editions.to_vec(),
        };
        for edition in editions {
            let found = scratch.compiles(&edition, id);
            facts.that(found.is_ok() == compiles, || format!("edition {edition}: {:?}", found.err()));
        }
    }
    let file = match syn::parse_file(&source) {
        Ok(file) => file,
        Err(error) => return facts.fail(format!("the source is no Rust: {error}")),
    };
    let mut items = BTreeSet::new();
    names(&file.items, &mut items);
    for name in &expected.no_new_items {
        facts.that(!items.contains(name), || format!("there is an item {name}"));
    }
    if let Some(holds) = expected.strings_round_trip {
        let lost = lost(&source, product);
        facts.that(lost.is_empty() == holds, || {
            format!("texts that do not come out as they went in: {lost:?}")
        });
    }
    if let Some(holds) = expected.comments_single_item {
        let wrong = broken_comment(&source);
        facts
            .that(wrong.is_none() == holds, || format!("a comment that does not end at its line: {wrong:?}"));
    }
}

/// The names of all items, those inside of modules too.
fn names(items: &[syn::Item], found: &mut BTreeSet<String>) {
    for item in items {
        match item {
            syn::Item::Mod(module) => {
                found.insert(module.ident.to_string());
                names(module.content.as_ref().map_or(&[], |(_, items)| items), found);
            }
            syn::Item::Fn(function) => drop(found.insert(function.sig.ident.to_string())),
            syn::Item::Static(item) => drop(found.insert(item.ident.to_string())),
            syn::Item::Const(item) => drop(found.insert(item.ident.to_string())),
            syn::Item::Struct(item) => drop(found.insert(item.ident.to_string())),
            syn::Item::Enum(item) => drop(found.insert(item.ident.to_string())),
            syn::Item::Macro(item) => drop(found.insert(item.mac.path.segments[0].ident.to_string())),
            _ => {}
        }
    }
}

/// Texts of the catalogue that are no literal of the source.
fn lost(source: &str, product: &Product) -> Vec<String> {
    let mut literals = BTreeSet::new();
    if let Ok(tokens) = source.parse::<TokenStream>() {
        collect(tokens, &mut literals);
    }
    let mut texts = BTreeSet::new();
    strings(&serde_json::to_value(product.catalogue).unwrap_or_default(), &mut texts);
    // The names of enum variants are no texts in the source.
    texts.into_iter().filter(|text| !literals.contains(text) && !source.contains(text)).collect()
}

fn collect(tokens: TokenStream, literals: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), literals),
            TokenTree::Literal(literal) => {
                if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                    literals.insert(text.value());
                }
            }
            _ => {}
        }
    }
}

fn strings(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(members) => members.values().for_each(|item| strings(item, found)),
        _ => {}
    }
}

/// The first comment that could go on, or end too early.
fn broken_comment(source: &str) -> Option<&str> {
    source.lines().map(str::trim_start).filter(|line| line.starts_with("//")).find(|line| {
        let odd = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{85}');
        line.contains("*/") || line.contains("/*") || line.chars().any(odd)
    })
}
