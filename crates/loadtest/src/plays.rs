//! Whole plays by random legal decisions, found before anything is measured: the sockets then
//! only send and receive, and their work does not count as the server's.

use std::rc::Rc;

use anyhow::{Result, anyhow};
use serde_json::Value;
use zashiki_core::{DynMatch, GameRng, MatchStart, Seat};

/// How many choices are looked at where a decision is open, as at a table.
const OPEN_CHOICES: usize = 60;
/// After so many decisions a play is long enough.
const LONG: usize = 2_000;

/// A play from its first decision on.
pub struct Play {
    /// Where it begins, with its dice, so that what happens is known.
    pub position: Value,
    /// The decisions, in order.
    pub decisions: Vec<(Seat, String)>,
}

/// Plays games of this id at its smallest table; gives how many seats that has, and the plays.
///
/// # Errors
/// When there is no such game.
pub fn find(game: &str, count: u64) -> Result<(u8, Vec<Rc<Play>>)> {
    let info = registry::info(game).map_err(|bad| anyhow!("{}", bad.text().en))?;
    let seats = info.seats.0;
    let plays = (0..count).map(|seed| play(info.id, seats, seed).map(Rc::new));
    Ok((seats, plays.collect::<Result<_>>()?))
}

fn play(game: &str, seats: u8, seed: u64) -> Result<Play> {
    let mut table = registry::start(game, &MatchStart::dealt(seats.into(), seed))
        .map_err(|bad| anyhow!("{}", bad.text().en))?;
    let mut chance = GameRng::from_seed(seed);
    let position = table.position();
    let mut decisions = Vec::new();
    while let Some((seat, action)) = next(table.as_ref(), &mut chance) {
        let taken = table.play(seat, &action);
        taken.map_err(|illegal| anyhow!("{action}: {}", illegal.message.en))?;
        decisions.push((seat, action));
        if decisions.len() == LONG {
            break;
        }
    }
    Ok(Play { position, decisions })
}

fn next(table: &dyn DynMatch, chance: &mut GameRng) -> Option<(Seat, String)> {
    let seat = table.turn().awaited().first()?;
    let choices = table.sample_legal(seat, OPEN_CHOICES);
    Some((seat, chance.pick(&choices).action.clone()))
}
