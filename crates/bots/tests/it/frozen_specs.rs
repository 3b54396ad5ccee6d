//! Tests that the specs of bots that occur in command lines, records, stored tables and level files keep
//! their meaning. See [`conformance::frozen`].

use std::path::Path;

use bots::{Spec, kinds};
use conformance::frozen::compare;

#[test]
fn frozen_specs_can_be_parsed_and_differ() {
    let specs: Vec<(&str, Spec)> = include_str!("../frozen/specs.txt")
        .lines()
        .map(|line| (line, Spec::parse(line).unwrap_or_else(|no| panic!("{line}: {no}"))))
        .collect();
    for (place, (line, spec)) in specs.iter().enumerate() {
        for (other, same) in &specs[..place] {
            assert_ne!(spec, same, "{line} and {other} name different bots");
        }
    }
}

#[test]
fn frozen_kinds_of_bots() {
    let ids: String = kinds().map(|kind| format!("{}\n", kind.id)).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen");
    compare(&folder.join("kinds.txt"), &ids);
}
