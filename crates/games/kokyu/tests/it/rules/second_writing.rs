//! Comparison of the engine with a second implementation of the rules (`support/model.rs`).

use kokyu::{Board, Event, Kokyu};
use serde_json::{Value, json};
use zashiki_core::{FrameRecorder, GameRng, GameState, GameStateExt as _, Turn};

use crate::model::{Model, Options, Stop};
use crate::support::*;

/// The counts of [`Model::spread`] for the engine's board.
fn spread(board: &Board) -> Vec<[usize; 4]> {
    let group = |groups: &[kokyu::Group; 2]| {
        [groups[0].weak, groups[0].strong, groups[1].weak, groups[1].strong].map(usize::from)
    };
    let mut spread = vec![group(&board.hands)];
    for card in &board.cards {
        let count = |seat, strong| {
            card.eunuchs.iter().filter(|e| e.seat == seat && e.strong == strong).count()
        };
        spread.push([count(BLUE, false), count(BLUE, true), count(RED, false), count(RED, true)]);
    }
    let squares = board.palace.len() - 1;
    spread.extend(board.palace[..squares].iter().map(group));
    spread
}

fn compare(board: &Board, pile: &[u8], model: &Model) {
    assert_eq!(spread(board), model.spread());
    for seat in [0, 1] {
        let consort = board.consorts[seat];
        assert_eq!(u32::from(consort.laps), model.laps()[seat]);
        let walked = u32::from(consort.laps) * 12 + u32::from(consort.square);
        assert_eq!(walked, model.walked[seat]);
    }
    assert_eq!(board.points.map(u32::from), model.points);
    let purses = [board.kohi, board.stock, board.tea].map(u32::from);
    assert_eq!(purses, [model.kohi, model.stock, model.tea]);
    assert_eq!((board.initiative.index(), u32::from(board.round)), (model.holder, model.round));
    assert_eq!((pile, &board.discards[..]), (&model.pile[..], &model.discards[..]));
}

/// Plays a random match and compares the engine with the model at every decision and at the end.
/// Returns the number of decisions, and the end reason.
fn compare_match(options: Value, seed: u64) -> (usize, &'static str) {
    let config = setup_with(options, None).unwrap();
    let mut rng = GameRng::from_seed(seed);
    let mut game = Kokyu::deal(&config, rng.fork(), None);
    let options = &config.options;
    let rules = Options {
        first: game.position().board.initiative,
        kohi_goal: options.kohi_goal.into(),
        strong_enters_on: options.strong_enters_on.into(),
        kohi_takes: options.kohi_takes == kokyu::KohiTakes::Player,
        max_rounds: options.max_rounds.into(),
    };
    let (mut decisions, mut orders) = (Vec::new(), vec![game.position().pile]);
    loop {
        let (model, stop) = Model::play(rules, &decisions, &orders);
        let position = game.position();
        match game.turn() {
            Turn::Over(outcome) => {
                let winner = outcome.winners.first().map(|seat| seat.index());
                assert_eq!(stop, Stop::Over(outcome.reason, winner));
                assert_eq!(position.board.points.map(u32::from), model.points);
                return (decisions.len(), outcome.reason);
            }
            Turn::Awaiting(seats) => {
                let seat = seats.first().unwrap();
                let legal = game.legal(seat);
                let listed = legal.iter().map(ToString::to_string).collect();
                assert_eq!(stop, Stop::Asks(seat.index(), listed), "seed {seed}: {decisions:?}");
                // A plot card being resolved is in no list, and a eunuch whose square is being
                // resolved in no place, in the engine and in the model.
                compare(&position.board, &position.pile, &model);
                let action = *rng.pick(&legal);
                let mut frames = FrameRecorder(Vec::new());
                game.play(seat, action, Some(&mut frames)).unwrap();
                decisions.push(action.to_string());
                for (event, after) in frames.0 {
                    if matches!(event, Event::Recycled | Event::Reshuffled) {
                        orders.push(after.position().pile);
                    }
                }
            }
        }
    }
}

#[test]
fn random_matches_agree_with_the_model_at_every_decision() {
    let (mut decisions, mut ends) = (0, std::collections::BTreeSet::new());
    for seed in 0..30 {
        for options in [
            json!({}),
            json!({ "kohiGoal": 2, "firstSeat": "seat1" }),
            json!({ "strongEntersOn": 1, "maxRounds": 8 }),
            json!({ "kohiTakes": "nothing" }),
        ] {
            let (compared, end) = compare_match(options, seed);
            decisions += compared;
            ends.insert(end);
        }
    }
    assert!(decisions > 4000, "only {decisions}");
    assert_eq!(ends.len(), 3, "{ends:?}");
}
