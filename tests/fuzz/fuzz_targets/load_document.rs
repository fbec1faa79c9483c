//! Bytes as an OpenAPI document → `fewtools_fuzz::load_document`, again and again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewtools_fuzz::load_document(bytes));
