//! Bytes as a tool and its arguments → `fewtools_fuzz::check_arguments`, again and again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fewtools_fuzz::check_arguments(bytes);
});
