//! Tests of the calibration of search values to chances of winning.

use lab::{CalibrateConfig, Control, Stop, WorkMode, calibrate, calibration_file};
use registry::DynGame;
use zashiki_core::{Calibration, Reliability};

#[test]
fn calibration_does_not_depend_on_the_threads_and_its_file_can_be_parsed() {
    let plan = CalibrateConfig {
        game: "kokyu".to_owned(),
        seats: None,
        bot: Some("ismcts:sims=8".to_owned()),
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
        assert!(held.moments >= 100 && held.reliability.is_sorted_by_key(|bin| bin.said));
        let count: u64 = held.reliability.iter().map(|bin| bin.count).sum();
        let off = |bin: &Reliability| (bin.said - bin.came).abs() * bin.count as f64;
        let off = held.reliability.iter().map(off).sum::<f64>() / count as f64;
        format!(
            "| `{}`, {} | {:.2} | {} | {} | {:.3} | {:.3} | {off:.1} |",
            info.id,
            held.seats,
            held.steepness,
            held.games,
            held.moments,
            held.log_loss,
            held.log_loss_of_equals,
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
fn an_invalid_calibration_is_an_error() {
    let plan =
        CalibrateConfig { game: "kokyu".to_owned(), seats: None, bot: None, games: 2, seed: 1 };
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
    let five = CalibrateConfig { seats: Some(5), ..plan };
    assert!(refused(five).contains('5'));
}
