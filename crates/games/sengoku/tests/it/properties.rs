//! Properties of all games, tested by random games: the engine agrees with a second implementation
//! of the rules (`support/model.rs`), and bounds hold.

use std::collections::BTreeMap;

use sengoku::{Action, Event, Sengoku, Tile};
use serde_json::json;
use zashiki_core::{
    Action as _, FrameRecorder, GameConfig as _, GameRng, GameState, GameStateExt as _, Seat, Turn,
    Viewer,
};

use crate::support::model::{self, Model};
use crate::support::*;

/// A random game that engine and model play side by side.
struct Duel {
    played: Played,
    model: Model,
    rng: GameRng,
}

impl Duel {
    fn new((seats, straddle_only_if_forced, neighbours): Table, seed: u64) -> Duel {
        let options =
            json!({ "straddleOnlyIfForced": straddle_only_if_forced, "neighbours": neighbours });
        let config = config_with(seats, options, None).unwrap();
        let played = Played::dealt(&config, seed).strict();
        Duel { model: played.model(), played, rng: GameRng::from_seed(seed).fork() }
    }

    /// Plays one random action in engine and model. Returns false if the game is over.
    fn step(&mut self) -> bool {
        self.agree();
        let legal = self.played.sorted();
        if legal.is_empty() {
            return false;
        }
        let action = self.rng.pick(&legal).clone();
        self.model.act(&action);
        self.played.act(&action);
        true
    }

    fn agree(&mut self) {
        let engine = self.played.model();
        let mut model = self.model.clone();
        model.hands.iter_mut().for_each(|hand| hand.sort_unstable());
        model.guarded = engine.guarded;
        if model.end.is_none() {
            assert_eq!(self.played.sorted(), model.legal());
            assert_eq!(self.played.awaited().map(Seat::index), model.awaited());
        } else {
            // Data of the round that has ended are not compared.
            (model.done, model.placed_this_round) = (engine.done, engine.placed_this_round);
        }
        assert_eq!(format!("{engine:#?}"), format!("{model:#?}"));
    }
}

/// A configuration: the number of seats and the options `straddleOnlyIfForced` and `neighbours`.
type Table = (u8, bool, &'static str);

const TABLES: [Table; 9] = [
    (2, false, "sheet"),
    (3, false, "sheet"),
    (4, false, "sheet"),
    (2, true, "sheet"),
    (3, true, "sheet"),
    (4, true, "battlefield"),
    (2, false, "battlefield"),
    (3, true, "battlefield"),
    (4, false, "battlefield"),
];

/// All rules: in every decision of random games, the legal actions and their effects agree with the
/// model's.
#[test]
fn the_engine_agrees_with_the_second_implementation() {
    for table in TABLES {
        for seed in 0..6 {
            let mut duel = Duel::new(table, seed);
            while duel.step() {}
        }
    }
}

#[test]
fn s69_as31_no_two_neighbours_stay_empty_in_a_finished_battlefield() {
    let mut finished = [0, 0];
    for table in TABLES {
        for seed in 100..112 {
            let mut duel = Duel::new(table, seed);
            while duel.step() {}
            let model = &duel.model;
            let is_over = |field: &usize| model.lines[*field].iter().all(Option::is_some);
            for field in (0..4).filter(is_over) {
                let pair = model::all_squares().into_iter().any(|at| {
                    let near = model::beside(at);
                    model::field_of(at) == field
                        && model.free(at)
                        && near.into_iter().any(|next| model.free(next))
                });
                if model.guarded[field] {
                    // AS24 closes battlefields that still have such neighbours.
                    finished[1] += usize::from(pair);
                } else {
                    assert!(!pair, "battlefield {field}: {model:#?}");
                    finished[0] += 1;
                }
            }
        }
    }
    assert!(finished[0] > 100 && finished[1] > 5, "too little was seen: {finished:?}");
}

/// Plays a game at random without a log, and counts the ways in which games ended.
fn race(seats: u8, seed: u64, ends: &mut BTreeMap<&'static str, usize>) -> (u8, [usize; 4]) {
    let mut rng = GameRng::from_seed(seed);
    let config = config_with(seats, json!({}), None).unwrap();
    let mut game = Sengoku::deal(&config, rng.fork(), None);
    let mut decisions = [0; 4];
    let mut legal = Vec::new();
    loop {
        match game.turn() {
            Turn::Over(outcome) => {
                *ends.entry(outcome.reason).or_default() += 1;
                return (game.position().board.round, decisions);
            }
            Turn::Awaiting(awaited) => {
                let seat = awaited.first().unwrap();
                assert_eq!(awaited.len(), 1);
                decisions[seat.index()] += 1;
                legal.clear();
                game.legal_into(seat, &mut legal);
                game.play(seat, *rng.pick(&legal), None).unwrap();
            }
        }
    }
}

#[test]
fn s70_as24_every_game_ends_within_20_rounds_and_38_decisions() {
    for seats in 2..=4 {
        let mut ends = BTreeMap::new();
        for seed in 0..90 {
            let (round, decisions) = race(seats, seed, &mut ends);
            assert!(round <= 20, "round {round}");
            assert!(decisions.iter().all(|count| *count <= 38), "{decisions:?}");
        }
        assert_eq!(config(seats).max_decisions(), usize::from(seats) * 38);
        assert_eq!(config(seats).most_rounds(), 20);
        assert!(ends.len() >= 2, "{seats} seats: {ends:?}");
    }
}

/// The bound on the number of rounds holds even if players prolong the game: they lose tiles if
/// they can, and use no general before the end.
#[test]
fn s70_as24_a_game_ends_even_if_players_prolong_it() {
    for seats in 2..=4 {
        let mut exhausted = 0;
        for seed in 0..20 {
            let mut played = Played::deal(seats, seed);
            let mut decisions = 0;
            while let Some(seat) = played.awaited() {
                let legal = played.sorted();
                let tile_that_fits_not = legal.iter().find(|action| {
                    let name = action.strip_prefix("declare ").unwrap_or("general");
                    name != "general" && played.model().places(model::tile(name)).is_empty()
                });
                let lost = legal.iter().find(|action| *action == "lose");
                let action = lost.or(tile_that_fits_not).unwrap_or(&legal[0]).clone();
                let mut frames = FrameRecorder(Vec::new());
                let parsed = Action::parse(&action).unwrap();
                played.game.play(seat, parsed, Some(&mut frames)).unwrap();
                exhausted +=
                    frames.0.iter().filter(|(e, _)| matches!(e, Event::Exhausted { .. })).count();
                decisions += 1;
            }
            assert!(decisions <= 38 * usize::from(seats));
            assert!(played.position().board.round <= 20);
        }
        assert!(exhausted > 0, "{seats} seats never ran out");
    }
}

#[test]
fn s33_a_domino_that_surely_fits_is_never_without_a_place() {
    let (mut sure, mut lost) = (0, 0);
    for seed in 0..60 {
        let config = config_with(2 + (seed % 3) as u8, json!({}), None).unwrap();
        let mut rng = GameRng::from_seed(seed);
        let mut game = Sengoku::deal(&config, rng.fork(), None);
        // The tiles of this round that surely fit, by seat.
        let mut fitting: Vec<Option<Tile>> = vec![None; 4];
        while let Some(seat) = game.turn().awaited().first() {
            let legal = game.legal(seat);
            let action = *rng.pick(&legal);
            if let Action::Declare(tile) = action {
                let view = game.view(Viewer::Seat(seat));
                let fit = view.fits.iter().find(|fit| fit.tile == tile).expect("a domino in hand");
                assert!(!fit.sure || !fit.places.is_empty(), "{fit:?}");
                fitting[seat.index()] = fit.sure.then_some(tile);
                sure += u32::from(fit.sure);
            }
            let mut events = Vec::new();
            game.play_unchecked(seat, action, Some(&mut events));
            for event in &events {
                match event {
                    Event::Lost { seat, tile } => {
                        lost += 1;
                        assert_ne!(fitting[seat.index()], Some(*tile), "seed {seed}");
                    }
                    Event::Placed { seat, .. } => fitting[seat.index()] = None,
                    // A domino that is declared automatically is not among those of the view.
                    Event::Declared { seat, forced: true, .. } => fitting[seat.index()] = None,
                    _ => {}
                }
            }
        }
    }
    assert!(sure > 100 && lost > 100, "{sure} surely fitted, {lost} were lost");
}
