//! The macro that puts the file a build script emitted into a crate.

/// Includes what `fewtools_build::compile` emitted: a module `tools` whose `CATALOGUE` is served.
///
/// ```ignore
/// fewtools::include_tools!();
///
/// let dispatcher = fewtools::Dispatcher::builder(&tools::CATALOGUE);
/// ```
///
/// A build script that chose another file name passes it on: `include_tools!("console.rs")`.
#[macro_export]
macro_rules! include_tools {
    () => {
        $crate::include_tools!("fewtools.rs");
    };
    ($file:literal) => {
        ::core::include!(::core::concat!(
            ::core::env!(
                "OUT_DIR",
                "`include_tools!` needs a build script: call `fewtools_build::compile` in `build.rs`"
            ),
            "/",
            $file
        ));
    };
}
