//! `fewtools listing`: a manifest → the `tools` array, byte for byte as it is served.

use bumpalo::Bump;
use fewtools::contract::listing;

use crate::args::Listing;
use crate::outcome::{Failure, Outcome};
use crate::{output, stages};

/// Prints the listing; nothing where a rule has not passed, for then nothing is served.
pub fn run(args: &Listing) -> Result<Outcome, Failure> {
    let input = stages::read(&args.manifest.path);
    let arena = Bump::new();
    let checked = stages::check(&arena, &input);
    stages::show_faults(&input, &checked);
    if let Some(verified) = checked.verified() {
        output::data(&listing::text(&verified.get().listing))?;
    }
    Ok(Outcome::of(&checked))
}
