//! Tests of the calibration of search values to chances of winning.

use std::path::Path;

use lab::{
    CalibrateConfig, Control, Stop, WorkMode, calibrate, calibration_file, reliability_diagrams,
};
use registry::DynGame;
use zashiki_core::Calibration;

#[test]
fn calibration_does_not_depend_on_the_threads_and_its_file_can_be_parsed() {
    let plan = CalibrateConfig {
        game: "kokyu".to_owned(),
        seats: None,
        bot: Some("ismcts:sims=8".to_owned()),
        players: Some("greedy".to_owned()),
        games: 6,
        seed: 3,
    };
    let stop = Stop::default();
    let control = |threads| Control {
        threads: Some(threads),
        stop: &stop,
        progress: &|_, _| (),
        work: WorkMode::Local,
    };
    let one = calibrate(&plan, &control(1)).unwrap().unwrap();
    assert_eq!(Some(&one), calibrate(&plan, &control(3)).unwrap().as_ref());
    stop.set();
    assert_eq!(calibrate(&plan, &control(1)).unwrap(), None);
    assert_eq!((one.len(), one[0].seats, one[0].games), (1, 2, 6));
    assert!(one[0].moments > 20, "{one:?}");
    assert_eq!(Calibration::read(&calibration_file("kokyu", &one)).unwrap(), one);
}

/// The rows of a game's calibration in the documentation: one row for each number of seats.
fn rows(game: &dyn DynGame) -> Vec<String> {
    let (info, measured) = (game.info(), game.assets().calibrations());
    let seats: Vec<u8> = measured.iter().map(|held| held.seats).collect();
    let all: Vec<u8> = (info.seats.0..=info.seats.1).collect();
    assert_eq!(seats, all, "{}: every number of seats is measured", info.id);
    let row = |held: &Calibration| {
        assert_eq!(held.bot, game.reviewer(), "{}", info.id);
        assert!(held.steepness > 0.0 && held.log_loss < held.log_loss_of_equals, "{held:?}");
        assert!(held.log_loss <= held.log_loss_of_constant, "{held:?}");
        assert!(held.moments >= 100 && held.reliability.is_sorted_by_key(|group| group.said));
        format!(
            "| `{}`, {} | {:.2} | {:.2} | {:.2} | {} | {} | {:.3} | {:.3} | {:.3} | {:.1} | {:.1} |",
            info.id,
            held.seats,
            held.steepness,
            held.growth,
            held.curvature,
            held.games,
            held.moments,
            held.log_loss_of_equals,
            held.log_loss_of_constant,
            held.log_loss,
            held.off_of_constant,
            held.off,
        )
    };
    measured.iter().map(row).collect()
}

#[test]
fn every_game_has_complete_calibrations_and_docs_review_has_their_fit() {
    let book = conformance::documents::document("docs/reference/review.md");
    for row in registry::games().iter().flat_map(|game| rows(*game)) {
        assert!(
            book.contains(&row),
            "docs/reference/review.md lacks this row:
{row}"
        );
    }
}

#[test]
fn the_files_of_the_games_are_as_the_command_at_their_head_prints_them() {
    for game in registry::games() {
        let id = game.info().id;
        let path = format!("../games/{id}/calibration.toml");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let stands = std::fs::read_to_string(&path).expect("the game has a calibration");
        let printed = calibration_file(id, game.assets().calibrations());
        let command = printed.lines().nth(1).expect("a command");
        assert!(stands.lines().any(|line| line == command), "{id}: no line: {command}");
        let figures = |text: &str| {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(figures(&stands), figures(&printed), "{id}");
    }
}

/// `ZASHIKI_UPDATE=1` draws the diagrams again.
#[test]
fn the_reliability_diagrams_in_the_documents_are_of_the_calibrations() {
    let titled = |game: &&dyn DynGame| {
        let name = game.info().id;
        let entries = game.assets().calibrations().iter();
        entries.map(|held| (format!("{name}, {}", held.seats), held)).collect::<Vec<_>>()
    };
    let drawn =
        reliability_diagrams(&registry::games().iter().flat_map(titled).collect::<Vec<_>>());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/reliability.svg");
    if std::env::var_os("ZASHIKI_UPDATE").is_some() {
        std::fs::write(&path, &drawn).expect("the diagrams can be rewritten");
    }
    let stands = std::fs::read_to_string(&path).expect("the diagrams are in the documents");
    assert!(stands == drawn, "run ZASHIKI_UPDATE=1 cargo test -p lab --test it reliability");
}

#[test]
fn an_invalid_calibration_is_an_error() {
    let plan = CalibrateConfig {
        game: "kokyu".to_owned(),
        seats: None,
        bot: None,
        players: None,
        games: 2,
        seed: 1,
    };
    let refused = |plan: CalibrateConfig| {
        calibrate(
            &plan,
            &Control {
                threads: None,
                stop: &Stop::default(),
                progress: &|_, _| (),
                work: WorkMode::Local,
            },
        )
        .unwrap_err()
        .to_string()
    };
    let one = CalibrateConfig { games: 1, ..plan.clone() };
    assert!(refused(one).contains("at least 2"));
    let greedy = CalibrateConfig { bot: Some("greedy".to_owned()), ..plan.clone() };
    assert!(refused(greedy).contains("does not search"));
    let nobody = CalibrateConfig { players: Some("nobody".to_owned()), ..plan.clone() };
    assert!(refused(nobody).contains("nobody"));
    let five = CalibrateConfig { seats: Some(5), ..plan };
    assert!(refused(five).contains('5'));
}
