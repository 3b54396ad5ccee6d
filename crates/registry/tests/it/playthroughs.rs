//! Golden playthroughs of every game. `cargo xtask update-golden` rewrites them from their `#` and `>`
//! lines; read the difference before committing it.

use std::path::Path;

use conformance::golden;
use registry::GameVisitor;
use serde_json::Value;
use zashiki_core::Game;

/// The numbers of seats, options and end reasons that a game's playthroughs cover.
#[derive(Default)]
struct Covered {
    seats: Vec<u8>,
    options: Vec<Value>,
    ends: Vec<String>,
}

struct Playthroughs;

impl GameVisitor for Playthroughs {
    type Out = Covered;
    fn visit<G: Game>(self) -> Covered {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../games")
            .join(G::info().id)
            .join("playthroughs");
        let update = std::env::var_os("ZASHIKI_UPDATE").is_some();
        let mut covered = Covered::default();
        for entry in std::fs::read_dir(folder).expect("every game has playthroughs") {
            let path = entry.expect("a folder can be read").path();
            let stored = std::fs::read_to_string(&path).expect("a playthrough is text");
            let fresh = golden::render::<G>(&stored)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            if update {
                std::fs::write(&path, &fresh).expect("a playthrough can be rewritten");
            } else if let Some((line, (old, new))) =
                stored.lines().zip(fresh.lines()).enumerate().find(|(_, (old, new))| old != new)
            {
                panic!("{}:{}:\n  recorded: {old}\n  now:      {new}", path.display(), line + 1);
            } else {
                assert_eq!(stored.len(), fresh.len(), "{}", path.display());
            }
            let last = |start: &str| {
                fresh.lines().rev().find_map(|line| line.strip_prefix(start)).unwrap_or_default()
            };
            covered.seats.push(last("# seats ").parse().expect("a number of seats"));
            let options = serde_json::from_str(last("# options ")).expect("options are JSON");
            covered.options.push(G::info().complete_options(&options).expect("possible options"));
            covered.ends.push(last("over: ").split(' ').next().unwrap_or_default().to_owned());
        }
        covered
    }
}

#[test]
fn playthroughs_are_as_recorded_and_show_every_seat_count_option_and_end() {
    for id in registry::ids() {
        let info = registry::info(id).expect("a listed game is there");
        let covered = registry::visit(id, Playthroughs).expect("a listed game is there");
        for seats in info.seats.0..=info.seats.1 {
            assert!(covered.seats.contains(&seats), "{id}: no playthrough with {seats} seats");
        }
        for reason in info.end_reasons {
            let id_ = reason.id;
            assert!(covered.ends.iter().any(|end| end == id_), "{id}: none ends by {id_}");
        }
        for option in info.options {
            // Minimum and maximum of numeric options are optional.
            let other = |options: &Value| options[option.id] != option.default.to_json();
            let named = matches!(option.kind, zashiki_core::OptionKind::Choice { .. });
            let tried = |value: &Value| covered.options.iter().any(|o| o[option.id] == *value);
            let missing = option.samples().into_iter().find(|value| named && !tried(value));
            assert_eq!(missing, None, "{id}: option {} is never so", option.id);
            assert!(covered.options.iter().any(other), "{id}: option {} is not tried", option.id);
        }
    }
}
