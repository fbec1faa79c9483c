//! Bytes as a curation manifest → `fewtools_fuzz::load_manifest`, again and again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewtools_fuzz::load_manifest(bytes));
