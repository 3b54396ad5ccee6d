//! Positions as JSON: playing moves, and counting sequences of decisions.

use serde::Serialize;
use serde_json::Value;
use zashiki_core::{
    Action as _, DescribedEvent, Envelope, Game, GameConfig as _, GameStateExt as _, InputError,
    LocalizedText, Seat, Turn, load_position,
};

use crate::{Ended, described, ended, legal_lists, seated, to_json};

/// A move: an action in notation, and its seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The seat that takes the action; `None` for the lowest seat to decide.
    pub seat: Option<Seat>,
    /// The action, in notation.
    pub action: String,
}

impl Move {
    /// Parses moves separated by commas, such as `place 5, 1:place 7`. A number and a colon before a move
    /// give its seat.
    pub fn list(text: &str) -> Vec<Move> {
        let moves = text.split(',').map(str::trim).filter(|text| !text.is_empty());
        moves
            .map(|text| {
                let named = text.split_once(':').and_then(|(seat, action)| {
                    Some((Seat(seat.trim().parse().ok()?), action.trim()))
                });
                match named {
                    Some((seat, action)) => Move { seat: Some(seat), action: action.to_owned() },
                    None => Move { seat: None, action: text.to_owned() },
                }
            })
            .collect()
    }
}

/// The report on a position: its legal actions, its scores, and the events that led to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionReport {
    /// The resulting position, with its game, seats, options and components.
    #[serde(flatten)]
    pub envelope: Envelope,
    /// The seats that are to decide.
    pub awaiting: Value,
    /// Legal actions: an object from seat numbers to lists of notations.
    pub legal: Value,
    /// Each seat's score.
    pub scores: Vec<i32>,
    /// Events since the input position.
    pub events: Vec<DescribedEvent>,
    /// The result of the game; `null` for an unfinished game.
    pub outcome: Option<Ended>,
    /// Number of sequences of decisions from this position (see [`count_ways`]); the first element is for
    /// length 1. Empty unless requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<u64>,
}

/// Number of sequences of exactly `depth` decisions from this position ("perft" in chess programs). The
/// game's RNG determines all chance outcomes. Seats with simultaneous decisions decide one after the other,
/// the lowest first. A sequence that ends the game earlier is not counted.
#[doc(alias = "perft")]
pub fn count_ways<G: Game>(game: &G, depth: u32) -> u64 {
    let Some(seat) = game.turn().awaited().first() else { return u64::from(depth == 0) };
    if depth == 0 {
        return 1;
    }
    let legal = game.legal(seat);
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |action| {
        let mut next = game.clone();
        next.play_unchecked(seat, action, None);
        count_ways(&next, depth - 1)
    };
    legal.into_iter().map(after).sum()
}

/// Checks the position, plays the moves and counts the sequences of up to `depth` decisions from there.
pub(crate) fn play_position<G: Game>(
    mut envelope: Envelope,
    moves: &[Move],
    depth: u32,
) -> Result<PositionReport, InputError> {
    let info = G::info();
    let seats = info.check_seats(envelope.seats.into())?;
    envelope.options = info.complete_options(&envelope.options)?;
    let config = G::Config::new(seats, &envelope.options, envelope.components.as_deref())?;
    let mut game = load_position::<G>(&config, &envelope.position, 0)?;
    let mut events = Vec::new();
    for (given, number) in moves.iter().zip(1..) {
        let refuse = |text: LocalizedText| {
            let action = &given.action;
            InputError::new(
                format!("{number}手目「{action}」: {}", text.ja),
                format!("Move {number}, \"{action}\": {}", text.en),
            )
        };
        let awaited = match game.turn() {
            Turn::Over(_) => return Err(refuse(zashiki_core::IllegalAction::over().message)),
            Turn::Awaiting(awaited) => awaited,
        };
        let seat = given.seat.or(awaited.first()).expect("a seat is to decide");
        G::Action::parse(&given.action)
            .and_then(|action| game.play(seat, action, Some(&mut events)))
            .map_err(|no| {
                let LocalizedText { ja, en } = seated::<G>(no.message);
                let rule = no.rule;
                refuse(LocalizedText::new(format!("{ja} [{rule}]"), format!("{en} [{rule}]")))
            })?;
    }
    envelope.position = to_json(&game.position());
    Ok(PositionReport {
        envelope,
        awaiting: to_json(&game.turn().awaited()),
        legal: legal_lists(game.turn(), &game),
        scores: game.scores(),
        events: described::<G>(&config, &events),
        outcome: ended(game.turn(), &game),
        counts: (1..=depth).map(|depth| count_ways(&game, depth)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_parsed_with_and_without_seats() {
        let at = |seat: Option<u8>, action: &str| Move {
            seat: seat.map(Seat),
            action: action.to_owned(),
        };
        assert_eq!(
            Move::list(" place 5, 1:place 7 ,,0 : move"),
            [at(None, "place 5"), at(Some(1), "place 7"), at(Some(0), "move")]
        );
        // A word before a colon that is no number is part of the action, which is illegal.
        assert_eq!(Move::list("blue:move"), [at(None, "blue:move")]);
        assert_eq!(Move::list(""), []);
    }
}
