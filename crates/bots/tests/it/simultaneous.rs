//! Tests of search with simultaneous choices, three seats and a team, in hide and seek: the game is so small
//! that its solution is known.

use bots::Spec;
use reference_games::{Act, HideAndSeek, Hideout, Small};
use zashiki_core::{GameState, GameStateExt as _, InfoState, Seat};

type Match = Small<HideAndSeek>;

const STAY_OUT: u8 = HideAndSeek::STAY_OUT;
const CATCH: u8 = HideAndSeek::CATCH;

/// The state before any seat has chosen.
fn nothing() -> Hideout<u8> {
    Hideout::default()
}

/// The state after seat 0 has been found by the seeker.
fn found() -> Hideout<u8> {
    Hideout { hidden: Some(1), sought: Some(1), caught: None }
}

/// The number of the place that the bot chooses.
fn choose(state: Hideout<u8>, seat: u8, seed: u64) -> u8 {
    let spec = Spec::parse("ismcts:sims=1000").unwrap();
    let info_state = InfoState::new(&Match::new(state), Seat(seat));
    spec.make::<Match>(seed, bots::clock).choose(&info_state).place()
}

/// Hiding succeeds two times in three, and staying out is worth half a win, so hiding is better. If the
/// search let the seeker see where seat 0 hides, hiding would seem to be lost.
#[test]
fn a_simultaneous_choice_is_hidden_from_the_others() {
    for seed in 0..10 {
        assert_ne!(choose(nothing(), 0, seed), STAY_OUT, "seed {seed}");
    }
}

/// The seeker must not learn where seat 0 has hidden, nor whether it already has.
#[test]
fn an_earlier_hidden_choice_is_hidden_too() {
    for seed in 0..5 {
        let choices =
            [0, 1, 2, 3].map(|place| choose(Hideout { hidden: Some(place), ..nothing() }, 1, seed));
        assert_eq!(choices, [choices[0]; 4], "seed {seed}");
    }
}

/// Each of the three seats has its own value, and team mates share their win.
#[test]
fn a_team_mate_catches() {
    for seed in 0..5 {
        assert_eq!(choose(found(), 2, seed), CATCH);
    }
    let mut caught = Match::new(found());
    caught.play(Seat(2), Act::at(CATCH), None).unwrap();
    let outcome = caught.turn().outcome().unwrap();
    assert_eq!([0, 1, 2].map(|seat| outcome.payoff(Seat(seat))), [-1, 1, 1]);
}

/// The three hiding places are equivalent, so a player that prefers one of them is caught.
#[test]
fn hider_and_seeker_play_mixed_strategies() {
    for (seat, places) in [(0, 0..3), (1, 4..7)] {
        let mut times = [0; 9];
        for seed in 0..300 {
            times[usize::from(choose(nothing(), seat, 300 + seed))] += 1;
        }
        for place in places {
            assert!((60..=140).contains(&times[place]), "seat {seat}: {times:?}");
        }
    }
}

/// In a decision without hidden choices the bot takes the best action, whatever its seed.
#[test]
fn open_decisions_have_no_mixed_strategy() {
    assert!(!Match::new(found()).is_simultaneous() && Match::new(nothing()).is_simultaneous());
    assert!((0..50).all(|seed| choose(found(), 2, seed) == CATCH));
}
