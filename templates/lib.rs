//! The text templates that `fewtools-build` fills, by name.

/// Every template with its name, in the order of the names.
pub const TEMPLATES: [(&str, &str); 18] = [
    ("answer.rs.j2", include_str!("answer.rs.j2")),
    ("body.rs.j2", include_str!("body.rs.j2")),
    ("call.rs.j2", include_str!("call.rs.j2")),
    ("catalogue.rs.j2", include_str!("catalogue.rs.j2")),
    ("check.rs.j2", include_str!("check.rs.j2")),
    ("client.rs.j2", include_str!("client.rs.j2")),
    ("condition.rs.j2", include_str!("condition.rs.j2")),
    ("context.rs.j2", include_str!("context.rs.j2")),
    ("hooks.rs.j2", include_str!("hooks.rs.j2")),
    ("module.rs.j2", include_str!("module.rs.j2")),
    ("problem.rs.j2", include_str!("problem.rs.j2")),
    ("projection.rs.j2", include_str!("projection.rs.j2")),
    ("safety.rs.j2", include_str!("safety.rs.j2")),
    ("tool.rs.j2", include_str!("tool.rs.j2")),
    ("types.rs.j2", include_str!("types.rs.j2")),
    ("variant.rs.j2", include_str!("variant.rs.j2")),
    ("way.rs.j2", include_str!("way.rs.j2")),
    ("work.rs.j2", include_str!("work.rs.j2")),
];

/// The template that makes a whole file; the others are imported by it.
pub const MODULE: &str = "module.rs.j2";

#[cfg(test)]
mod tests {
    use super::TEMPLATES;

    #[test]
    fn every_file_is_listed_in_order() {
        let folder = std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
        let mut files: Vec<String> =
            folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        files.retain(|name| name.ends_with(".j2"));
        files.sort();
        assert_eq!(files, TEMPLATES.map(|(name, _)| name));
    }

    #[test]
    fn a_template_prints_no_value_through_a_filter_of_the_engine() {
        let ours = ["lit", "ident", "optional", "types"];
        for (name, text) in TEMPLATES {
            // What stands between the signs of the engine; a bar elsewhere is one of Rust.
            let printed = text.split("{{").skip(1).chain(text.split("{%").skip(1));
            let printed = printed.map(|rest| rest.split(['}', '%']).next().unwrap_or_default());
            for filter in printed.flat_map(|inside| inside.split('|').skip(1)) {
                let filter = filter.split([' ', ',', ')']).next().unwrap_or_default();
                assert!(ours.contains(&filter), "{name}: `{filter}` is not one of {ours:?}");
            }
        }
    }
}
