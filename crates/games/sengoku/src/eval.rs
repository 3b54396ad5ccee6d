//! The game's rule of thumb, for bots. The rules do not depend on it.

use zashiki_core::Seat;

use crate::Sengoku;
use crate::board::{Declared, Settlement};
use crate::limits::MAX_SEATS;
use crate::rules::most;

/// What a flower on a 花道 is worth; everything else is measured by it.
const FLOWER: i32 = 100;

/// How good the play looks for a seat, from −1000 to 1000.
pub(crate) fn evaluate(play: &Sengoku, seat: Seat) -> i32 {
    if play.board.end.is_some() {
        let won = play.board.winners.contains(&seat);
        return if won { 1000 } else { -1000 };
    }
    let worth = play.prospects();
    let rival = (Seat::all(play.board.seats()).filter(|other| *other != seat))
        .map(|other| worth[other.index()])
        .max()
        .unwrap_or_default();
    let lead = worth[seat.index()] - rival;
    950 * lead / (lead.abs() + play.config.thumb.doubt.max(1))
}

impl Sengoku {
    /// What each seat has and may expect.
    fn prospects(&self) -> [i32; MAX_SEATS] {
        let (board, thumb) = (&self.board, &self.config.thumb);
        let field = usize::from(board.field);
        let mut worth = [0; MAX_SEATS];
        // In the battlefield: flowers taken, and hopes of more, in tenths of a flower.
        let mut likely = [0u8; MAX_SEATS];
        let lines = self.config.quarter(board.field).lines();
        for (squares, settlement) in lines.iter().zip(&board.lines[field]) {
            match settlement {
                Settlement::Won(seat) => likely[seat.index()] += 10,
                Settlement::Nobody => {}
                Settlement::Open => {
                    let sums = self.grid.sums(*squares);
                    if let Some(leader) = most(&sums) {
                        let filled = squares.without(self.grid.empty()).0.count_ones() as i32;
                        let best = i32::from(sums[leader.index()]);
                        let next = (sums.iter().enumerate())
                            .filter(|(index, _)| *index != leader.index())
                            .map(|(_, sum)| i32::from(*sum))
                            .max()
                            .unwrap_or_default();
                        let margin = (best - next).clamp(-4, 8);
                        let more = margin * thumb.ahead_point + filled * thumb.ahead_filled;
                        let hope =
                            (thumb.ahead_least + more).max(thumb.ahead_least).min(thumb.ahead_most);
                        worth[leader.index()] += hope;
                        likely[leader.index()] += (hope / 10).clamp(0, 10) as u8;
                    }
                    for (sum, worth) in sums.iter().zip(&mut worth) {
                        *worth += i32::from(*sum) * thumb.presence;
                    }
                }
            }
        }
        if let Some(leader) = most(&likely) {
            let best = likely[leader.index()];
            let next = (likely.iter().enumerate())
                .filter(|(index, _)| *index != leader.index())
                .map(|(_, count)| *count)
                .max()
                .unwrap_or_default();
            let settled =
                board.lines[field].iter().filter(|line| **line != Settlement::Open).count();
            let margin = i32::from(best.saturating_sub(next)).min(20);
            worth[leader.index()] += margin * (thumb.lead + thumb.lead_settled * settled as i32);
        }
        let victory = &self.config.components.victory;
        for seat in Seat::all(board.seats()) {
            let flowers = i32::from(board.flowers(seat));
            let goal = i32::from(victory.flowers);
            let worth = &mut worth[seat.index()];
            *worth += flowers * FLOWER + flowers * flowers * thumb.many / goal;
            *worth += i32::from(board.castles_of(seat)) * thumb.castle;
            let left = self.hands[seat.index()].len() + self.piles[seat.index()].len();
            *worth += left as i32 * thumb.domino;
            if board.generals[seat.index()] {
                *worth += thumb.general;
            }
        }
        // A declared general is worth something only if there is a tile for it to touch.
        let is_general = |declared: &Declared| declared.tile.is_general();
        if board.declared.iter().any(is_general) && !self.grid.is_alone() {
            for declared in board.unresolved().filter(is_general) {
                worth[declared.seat.index()] += thumb.declared;
            }
        }
        // What lies beyond the border counts there later.
        for quarter in self.config.components.fields.iter().skip(field + 1) {
            let ahead = self.grid.sums(quarter.quarter.squares());
            for (sum, worth) in ahead.iter().zip(&mut worth) {
                *worth += i32::from(*sum) * thumb.beyond;
            }
        }
        worth
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use zashiki_core::{GameConfig as _, GameRng, GameState, GameStateExt as _};

    use super::*;
    use crate::{Action, Config, Tile};

    /// How the play looks to the first seat after each of its declarations.
    fn value_after_each(round_one: bool) -> Vec<(Action, i32)> {
        let options = Sengoku::info().complete_options(&json!({ "firstSeat": "seat0" })).unwrap();
        // Weights that say so, whatever was found by play since.
        let weights = zashiki_core::Weights::read(include_str!("../weights-by-hand.toml")).unwrap();
        let config = Config::new(2, &options, None).unwrap().with_weights(&weights).unwrap();
        let mut play = Sengoku::deal(&config, GameRng::from_seed(3), None);
        if !round_one {
            while play.board.round == 1 {
                let seat = play.turn().awaited().first().unwrap();
                let legal = play.legal(seat);
                play.play(seat, legal[0], None).unwrap();
            }
        }
        let seat = play.turn().awaited().first().unwrap();
        let legal = play.legal(seat);
        let after = |action: Action| {
            let mut play = play.clone();
            play.play(seat, action, None).unwrap();
            evaluate(&play, seat)
        };
        legal.into_iter().map(|action| (action, after(action))).collect()
    }

    /// S-41, AS35: with two seats a general declared in the first round is lost.
    #[test]
    fn a_general_declared_on_an_empty_sheet_looks_worst_and_later_less_so() {
        let general = Action::Declare(Tile::GENERAL);
        let worth = |round_one| {
            let (general, tiles): (Vec<_>, Vec<_>) =
                value_after_each(round_one).into_iter().partition(|(action, _)| *action == general);
            let best = tiles.iter().map(|(_, worth)| *worth).max().unwrap();
            best - general[0].1
        };
        assert!(worth(true) > worth(false) + 20, "{} {}", worth(true), worth(false));
        assert!(worth(true) > 0);
    }
}
