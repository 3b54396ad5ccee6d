//! Golden playthroughs: `ZASHIKI_BLESS=1 cargo test -p kokyu --test playthroughs` rewrites
//! them from their `#` and `>` lines; read the difference before committing it.

#![allow(clippy::disallowed_methods, reason = "tests may read files")]

use std::path::Path;

use kokyu::Kokyu;
use table::playthrough;

#[test]
fn playthroughs_are_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("playthroughs");
    let bless = std::env::var_os("ZASHIKI_BLESS").is_some();
    let mut ends = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stored = std::fs::read_to_string(&path).unwrap();
        let fresh = playthrough::render::<Kokyu>(&stored)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if bless {
            std::fs::write(&path, &fresh).unwrap();
        } else if let Some((line, (old, new))) =
            stored.lines().zip(fresh.lines()).enumerate().find(|(_, (old, new))| old != new)
        {
            panic!("{}:{}:\n  recorded: {old}\n  now:      {new}", path.display(), line + 1);
        } else {
            assert_eq!(stored.len(), fresh.len(), "{}", path.display());
        }
        ends.extend(
            fresh.lines().rev().find_map(|line| line.strip_prefix("over: ")).map(str::to_owned),
        );
    }
    for reason in ["favour", "kohi", "rounds"] {
        assert!(ends.iter().any(|end| end.starts_with(reason)), "no playthrough ends by {reason}");
    }
}
