//! Checks that the log cites the rule statements that decide.
//!
//! A game's rules cite a statement with each event. Where several statements are possible and one decides
//! (for example who wins a tie, or which of two holders pays), it is easy to cite the general one every time.
//! Each game's tests therefore declare its decisive statements and a judge: a function that derives, from the
//! states before and after an event, which of them decided. The judge is written from `RULES.md`, not from
//! the rules' code.

use std::collections::BTreeSet;

use zashiki_core::{
    Event, FrameRecorder, Game, GameConfig, GameRng, GameStateExt as _, Rule, Seat, Turn,
};

use crate::scenario::Played;

/// Words by which the check recognizes English statements about an end, a tie or a comparison.
const DECIDING: [&str; 14] = [
    "win",
    "wins",
    "tie",
    "ties",
    "tied",
    "equal",
    "equally",
    "the same number",
    "have the same",
    "has more",
    "with more",
    "the most",
    "fewer",
    "the largest",
];

/// A change of state, with the event that reports it.
pub struct Change<'a, G: Game> {
    /// The state before the event.
    pub before: &'a G,
    /// The event that reports the change.
    pub event: &'a G::Event,
    /// The state after the event.
    pub after: &'a G,
}

/// The decisive statements of a game, and an independent judge that finds those that decided a change.
pub struct Decisive<G: Game> {
    /// Ids of the statements that decide ends, ties and comparisons. The test must observe each of them.
    pub statements: &'static [&'static str],
    /// Ids of statements about ends, ties and comparisons that no event cites, each with the reason.
    pub apart: &'static [(&'static str, &'static str)],
    /// Returns the ids of the statements that decided this change, in the order in which the log must cite
    /// them.
    pub judge: fn(&Change<'_, G>) -> Vec<&'static str>,
}

/// Plays random games of every number of seats and every option, adds the changes of the given scenes, and
/// compares the statements in the log with those that decided.
///
/// # Panics
/// Panics if the log cites a decisive statement that did not decide or omits one that did, if one is
/// never observed to decide, or if a statement about an end, a tie or a comparison is neither decisive
/// nor apart.
pub fn check<G: Game>(
    decisive: &Decisive<G>,
    scenes: impl IntoIterator<Item = Played<G>>,
    games: u64,
) {
    let mut decided = BTreeSet::new();
    declared(decisive);
    for Played { start, frames, .. } in scenes {
        let start = start.expect("a scene begins somewhere");
        compare(decisive, start, &frames, &mut decided);
    }
    for (seats, options) in crate::laws::configurations::<G>() {
        let config =
            G::Config::new(seats, &options, None).expect("a listed configuration is valid");
        for seed in 0..games {
            let mut rng = GameRng::from_seed(seed ^ 0xc17e);
            let mut game = G::deal(&config, rng.fork(), None);
            while let Turn::Awaiting(awaited) = game.turn() {
                let awaited: Vec<Seat> = awaited.iter().collect();
                let seat = *rng.pick(&awaited);
                let action = *rng.pick(&game.legal(seat));
                let (before, mut frames) = (game.clone(), FrameRecorder(Vec::new()));
                game.play_unchecked(seat, action, Some(&mut frames));
                compare(decisive, before, &frames.0, &mut decided);
            }
        }
    }
    let unseen: Vec<_> = decisive.statements.iter().filter(|id| !decided.contains(*id)).collect();
    assert!(unseen.is_empty(), "{}: never decided in any match: {unseen:?}", G::info().id);
}

/// Checks the declared statements: each exists and is listed once, and every statement about an end, a tie or
/// a comparison is declared as decisive or apart.
fn declared<G: Game>(decisive: &Decisive<G>) {
    let apart = decisive.apart.iter().map(|(id, reason)| {
        assert!(!reason.is_empty(), "{id} is apart without a reason");
        *id
    });
    let listed: Vec<&str> = decisive.statements.iter().copied().chain(apart).collect();
    let unique: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(unique.len(), listed.len(), "{}: listed twice", G::info().id);
    let rules = G::assets().rules();
    for id in &listed {
        assert!(rules.iter().any(|rule| rule.id == *id), "{id} is not stated");
    }
    for reason in G::info().end_reasons {
        assert!(listed.contains(&reason.rule.0), "{} ends a match and is not listed", reason.rule);
    }
    for Rule { id, en, .. } in rules {
        let words = format!(" {} ", en.replace(|c: char| !c.is_alphanumeric(), " "));
        let speaks = DECIDING.iter().find(|word| words.contains(&format!(" {word} ")));
        if let Some(word) = speaks {
            assert!(listed.contains(id), "{id} speaks of {word:?} and is not listed: {en}");
        }
    }
}

/// Compares the statements that these events cite with those that decided.
fn compare<G: Game>(
    decisive: &Decisive<G>,
    mut before: G,
    frames: &[(G::Event, G)],
    decided: &mut BTreeSet<&'static str>,
) {
    let (mut expected, mut cited, mut log) = (Vec::new(), Vec::new(), String::new());
    let config = before.config().clone();
    for (event, after) in frames {
        expected.extend((decisive.judge)(&Change { before: &before, event, after }));
        let (text, rule) = event.describe(&config);
        log += &format!("\n  [{rule}] {text:#}");
        if decisive.statements.contains(&rule.0) {
            cited.push(rule.0);
        }
        before = after.clone();
    }
    assert_eq!(cited, expected, "{}: cited (left), and what decided (right):{log}", G::info().id);
    decided.extend(expected);
}
