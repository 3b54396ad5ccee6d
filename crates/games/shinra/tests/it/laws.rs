//! The conformance laws of every game, and tests of laws that need this game's types.

use std::collections::HashMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use shinra::{Action, Config, Position, Shinra};
use zashiki_core::{
    Action as _, Drafts as _, GameConfig as _, GameRng, GameState, GameStateExt as _,
    SearchHints as _, Seat, Turn, Viewer,
};

conformance::game_tests!(Shinra);
conformance::tutorial_test!(Shinra);
conformance::puzzle_test!(Shinra);

fn opening() -> Shinra {
    let options = Shinra::info().complete_options(&json!({})).unwrap();
    let config = Config::new(2, &options, None).unwrap();
    Shinra::deal(&config, GameRng::from_seed(1), None)
}

/// All states of a random game, in order.
fn states(seed: u64) -> Vec<Shinra> {
    let mut rng = GameRng::from_seed(seed);
    let mut states = vec![opening()];
    let mut game = opening();
    while let Turn::Awaiting(awaited) = game.turn() {
        let seat = awaited.first().unwrap();
        let legal = game.legal(seat);
        game.play_unchecked(seat, *rng.pick(&legal), None);
        states.push(game.clone());
    }
    states
}

/// Law 4: all information is public, so a determinization is the state itself.
#[test]
fn a_determinization_equals_the_state() {
    for game in states(3) {
        let view = game.view(Viewer::Spectator);
        let determinized = Shinra::determinize(game.config(), &view, GameRng::from_seed(9));
        assert_eq!(determinized.position(), game.position());
        assert_eq!(determinized.state_hash(), game.state_hash());
    }
}

/// Far from the turn limit, two states have the same hash if and only if they are equal apart from the
/// number of turns played.
#[test]
fn state_hashes_distinguish_states() {
    let mut by_hash: HashMap<u64, Position> = HashMap::new();
    for game in (0..12).flat_map(states) {
        let timeless = Position { turns: 0, ..game.position() };
        if game.position().turns > 200 {
            continue;
        }
        let first = by_hash.entry(game.state_hash().unwrap()).or_insert_with(|| timeless.clone());
        assert_eq!(*first, timeless);
    }
    assert!(by_hash.len() > 1000);
    // Close to the limit the turns are part of the hash.
    let hashes: Vec<_> = [100, 150, 250, 251]
        .into_iter()
        .map(|turns| {
            let late = states(5).into_iter().find(|game| game.position().turns == 5).unwrap();
            let position = Position { turns, ..late.position() };
            Shinra::from_position(late.config(), position).unwrap().state_hash().unwrap()
        })
        .collect();
    assert_eq!(hashes[0], hashes[1]);
    assert!(hashes[1] != hashes[2] && hashes[2] != hashes[3]);
}

/// The evaluation is zero-sum, and ±1000 only after a win.
#[test]
fn the_evaluation_is_zero_sum() {
    for seed in 0..6 {
        for game in states(seed) {
            let [first, second] = [0, 1].map(|seat| game.evaluate(Seat(seat)));
            assert_eq!(first, -second);
            assert_eq!(
                first.abs() == 1000,
                game.scores().contains(&0) && game.turn().outcome().is_some()
            );
        }
    }
}

/// The cards on each square in the notation of a draft.
fn cards_by_square(notation: &str) -> HashMap<String, Vec<String>> {
    let words = notation.split_whitespace().skip(1);
    words
        .map(|word| {
            let (square, cards) = word.split_once('=').unwrap();
            (square.to_owned(), cards.split('+').map(str::to_owned).collect())
        })
        .collect()
}

fn any_laid() -> impl Strategy<Value = Vec<(u8, u8)>> {
    prop::collection::vec((0u8..10, 0u8..8), 0..20)
}

fn draft_of(seat: u8, laid: &[(u8, u8)]) -> String {
    let kinds = ["king", "queen", "general", "shu", "ko", "dai", "hachitobi", "joker"];
    let mut squares: Vec<Vec<&str>> = vec![Vec::new(); 10];
    for (square, kind) in laid {
        squares[usize::from(*square)].push(kinds[usize::from(*kind)]);
    }
    let mut draft = "arrange".to_owned();
    for (at, cards) in squares.iter().enumerate().filter(|(_, cards)| !cards.is_empty()) {
        let index = if seat == 0 { at } else { 24 - at };
        let (column, row) = (char::from(b'a' + (index % 5) as u8), index / 5 + 1);
        draft += &format!(" {column}{row}={}", cards.join("+"));
    }
    draft
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The completion of any draft is legal and deterministic, and a legal arrangement stays
    /// unchanged.
    #[test]
    fn every_draft_is_completed(seat in 0u8..2, laid in any_laid()) {
        let game = opening();
        let draft = draft_of(seat, &laid);
        let read = game.draft(Seat(seat), &draft).unwrap();
        prop_assert_eq!(&read, &game.draft(Seat(seat), &draft).unwrap());
        let completed = read.completed.unwrap();
        let action = Action::parse(&completed).unwrap();
        prop_assert!(game.is_legal(Seat(seat), action).is_ok(), "{}", completed);
        let again = game.draft(Seat(seat), &completed).unwrap();
        prop_assert_eq!(again.refused, None);
        prop_assert_eq!(again.completed, Some(completed));
    }

    /// If a part of a legal arrangement is completed, the result contains that part.
    #[test]
    fn a_part_of_a_legal_arrangement_is_kept(seat in 0u8..2, laid in any_laid(), left in 0usize..12) {
        let game = opening();
        let whole = game.draft(Seat(seat), &draft_of(seat, &laid)).unwrap().completed.unwrap();
        let words: Vec<&str> = whole.split_whitespace().collect();
        let part: Vec<&str> =
            words.iter().copied().enumerate().filter(|(at, _)| *at == 0 || at % 3 != left % 3).map(|(_, word)| word).collect();
        let part = part.join(" ");
        let completed = game.draft(Seat(seat), &part).unwrap().completed.unwrap();
        let there = cards_by_square(&completed);
        for (square, cards) in cards_by_square(&part) {
            prop_assert!(
                cards.iter().all(|card| there.get(&square).is_some_and(|all| all.contains(card))),
                "{} became {}", part, completed
            );
        }
    }

    /// Law 7 for drafts: no text panics.
    #[test]
    fn no_draft_panics(seat in 0u8..3, step in 0usize..60, text in "(put |pair |arrange )?[a-e1-6=+~!@>, kingsuhodaqe]{0,24}") {
        let all = states(2);
        let game = &all[step.min(all.len() - 1)];
        let _ = game.draft(Seat(seat), &text);
    }
}

/// For every piece and item of the seat to move, a draft lists exactly the legal actions.
#[test]
fn drafts_list_the_legal_actions() {
    for game in (0..4).flat_map(states) {
        let position = game.position();
        let stage = serde_json::to_value(position.stage).unwrap();
        if stage["kind"] != "act" {
            continue;
        }
        let seat = game.turn().awaited().first().unwrap();
        let legal = game.legal(seat);
        for (square, piece) in &position.squares {
            let read = game.draft(seat, &format!("{square}>")).unwrap();
            assert!(read.completed.is_none() && read.refused.is_some());
            if piece.seat != seat {
                continue;
            }
            let listed = actions(&read.reading);
            let mut legal_moves: Vec<String> = (legal.iter())
                .filter(|action| matches!(action, Action::Move { from, .. } if from == square))
                .map(Action::to_string)
                .collect();
            legal_moves.sort();
            assert_eq!(listed, legal_moves);
        }
        for item in position.hands.unwrap()[seat.index()].iter() {
            let read = game.draft(seat, &format!("put {item}>")).unwrap();
            let mut legal_puts: Vec<String> = (legal.iter())
                .filter(|action| matches!(action, Action::Put { item: put, .. } if put == item))
                .map(Action::to_string)
                .collect();
            legal_puts.sort();
            assert_eq!(actions(&read.reading), legal_puts);
            assert_eq!(read.reading["refused"].is_null(), !legal_puts.is_empty());
        }
    }
}

/// The notations of the actions in a reading, sorted.
fn actions(reading: &Value) -> Vec<String> {
    let reach = reading["reach"].as_array().unwrap();
    let mut actions: Vec<String> =
        reach.iter().map(|reached| reached["action"].as_str().unwrap().to_owned()).collect();
    actions.sort();
    actions
}
