//! Checks of configurations from user input: numbers of seats, options and components files.

use std::path::Path;

use serde_json::{Value, json};
use zashiki_core::{Game, GameConfig, GameRng, InputError, LocalizedText, Match, OptionKind};

use crate::scenario::play_on;

/// Number of mutated components files tried.
const TRIES: usize = 400;
/// Number of accepted mutated files with which a match is played to the end.
const PLAYS: usize = 60;

/// Checks [`seats`], [`options`] and, if the game has components, the [`file`](file()) of components in the
/// folder of the game's crate and their [form](crate::components_form).
///
/// # Panics
/// Panics if a check fails.
pub fn check<G: Game>(folder: &str) {
    seats::<G>();
    options::<G>();
    if let Ok(text) = std::fs::read_to_string(Path::new(folder).join("components.toml")) {
        file::<G>(&text);
        crate::components_form::check::<G>();
    }
}

/// Checks that the game rejects numbers of seats other than its own.
///
/// # Panics
/// Panics if the game accepts one, or rejects its own.
pub fn seats<G: Game>() {
    let (least, most) = G::info().seats;
    let (fewer, more) = (usize::from(least) - 1, usize::from(most) + 1);
    // Truncated to eight bits, the last would be a valid number of seats.
    for count in [0, fewer, more, 255, 256 + usize::from(least)] {
        let refused = Match::<G>::new(count, &Value::Null, None, 1).expect_err("too few or many");
        speaks(&refused, "seats");
    }
    for count in least..=most {
        Match::<G>::new(count.into(), &Value::Null, None, 1).expect("the game's own seats");
    }
}

/// Checks that the game rejects unknown options, invalid values and anything but an object, and
/// incomplete options passed directly to the configuration.
///
/// # Panics
/// Panics if the game accepts one, or an error does not name the option.
pub fn options<G: Game>() {
    let info = G::info();
    let defaults = info.complete_options(&Value::Null).expect("the default options are valid");
    for given in [json!([]), json!(7), json!("x"), json!({ "no-such-option": 1 })] {
        speaks(&info.complete_options(&given).expect_err("no options"), "options");
    }
    for option in info.options {
        let mut wrong = vec![json!("no such value"), json!(null), json!([]), json!(0.5)];
        if let OptionKind::Number { min, max } = &option.kind {
            wrong.extend([json!(min - 1), json!(max + 1)]);
        }
        for value in wrong {
            let refused = info.complete_options(&json!({ option.id: value }));
            let refused = refused.expect_err("no value of the option");
            speaks(&refused, option.id);
            assert!(refused.text().en.contains(option.id), "{}: {refused}", option.id);
        }
        let mut incomplete = defaults.clone();
        incomplete.as_object_mut().expect("options are an object").remove(option.id);
        let refused = G::Config::new(info.seats.0, &incomplete, None);
        speaks(&refused.expect_err("options left out"), option.id);
    }
    let none_at_all = G::Config::new(info.seats.0, &json!(7), None);
    assert!(none_at_all.is_err() || info.options.is_empty(), "a number for options");
}

/// Checks that a game's components file gives exactly the built-in components, that broken files and those of
/// other games are rejected, and that a file with mutated lines is either rejected with a message or gives a
/// playable game.
///
/// # Panics
/// Panics if a check fails.
pub fn file<G: Game>(file: &str) {
    let info = G::info();
    let own = format!("game = \"{}\"", info.id);
    let with = |file: &str| crate::scenario::config::<G>(info.seats.1, &Value::Null, Some(file));
    let built_in =
        crate::scenario::config::<G>(info.seats.1, &Value::Null, None).expect("the defaults");
    let config = with(file).unwrap_or_else(|no| panic!("the built-in file: {no}"));
    assert_eq!(config.components(), built_in.components(), "the built-in file is built in");
    assert!(file.contains(&own), "the built-in file names its game");
    for broken in [
        String::new(),
        "<html>".into(),
        format!("{own}\n"),
        file.replace(&own, "game = \"another\""),
        file.replace(&own, ""),
        format!("{file}\nno_such_field = 1\n"),
        format!("{own}\nno_such_field = 1\n{file}"),
    ] {
        let refused = with(&broken).expect_err("a broken components file");
        speaks(&refused, &broken);
        let LocalizedText { ja, en } = refused.text();
        assert!(ja.contains("内容物ファイル") && en.contains("components"), "{refused:?}");
    }
    changed::<G>(file);
}

/// Checks that mutated components files are rejected with a message or give a game that can be played to the
/// end. A mutation omits a line, repeats it, or gives it another line's value or a number near the limits.
fn changed<G: Game>(file: &str) {
    let info = G::info();
    let lines: Vec<&str> = file.lines().collect();
    let told = |line: &&&str| !line.trim().is_empty() && !line.starts_with('#');
    let values: Vec<&str> = (lines.iter().filter(told))
        .filter_map(|line| line.split_once(" = ").map(|(_, value)| value))
        .chain(["0", "1", "2", "-1", "100", "256", "\"\"", "[]", "true"])
        .collect();
    let mut rng = GameRng::from_seed(11);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..TRIES {
        let mut changed: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let place = rng.below(lines.len() as u32) as usize;
        let line = lines[place];
        changed[place] = match (rng.below(8), line.split_once(" = ")) {
            (0, _) => String::new(),
            (1, _) => format!("{line}\n{line}"),
            (_, Some((name, _))) => format!("{name} = {}", rng.pick(&values)),
            (_, None) => line.to_owned(),
        };
        let changed = changed.join("\n");
        let seats = info.seats.0 + rng.below(u32::from(info.seats.1 - info.seats.0) + 1) as u8;
        match crate::scenario::config::<G>(seats, &Value::Null, Some(&changed)) {
            Ok(config) => {
                taken += 1;
                if taken <= PLAYS {
                    let game = G::deal(&config, rng.fork(), None);
                    play_on(game, &mut rng, &format!("line {} of components", place + 1));
                }
            }
            Err(no) => {
                refused += 1;
                speaks(&no, &changed);
            }
        }
    }
    assert!(taken > 0 && refused > 0, "{taken} mutated files were accepted, {refused} rejected");
}

fn speaks(no: &InputError, what: &str) {
    let LocalizedText { ja, en } = no.text();
    assert!(!ja.trim().is_empty() && !en.trim().is_empty(), "{what}: {no:?}");
}
