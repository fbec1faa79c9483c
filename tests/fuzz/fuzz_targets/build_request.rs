//! Bytes as the values of one call → `fewtools_fuzz::build_request`, again and again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fewtools_fuzz::build_request(bytes);
});
