//! The heuristic evaluation of a state, for bots. The rules do not depend on it.

use zashiki_core::Seat;

use crate::Sengoku;
use crate::board::{Declared, Settlement};
use crate::limits::MAX_SEATS;
use crate::rules::winner_of;

/// Value of a won flower path. All other values are relative to it.
const FLOWER: i32 = 100;

/// Heuristic value of the state for a seat, −1000..=1000.
pub(crate) fn evaluate(state: &Sengoku, seat: Seat) -> i32 {
    if state.board.end.is_some() {
        let won = state.board.winners.contains(&seat);
        return if won { 1000 } else { -1000 };
    }
    let values = state.values();
    let best_other = (Seat::all(state.board.seats()).filter(|other| *other != seat))
        .map(|other| values[other.index()])
        .max()
        .unwrap_or_default();
    let lead = values[seat.index()] - best_other;
    let value = 950 * lead / (lead.abs() + state.config.weights.doubt.max(1));
    let network = state.config.network.as_ref();
    let correction = network.map_or(0, |network| state.correction(network, seat));
    (value + correction).clamp(-999, 999)
}

impl Sengoku {
    /// For each seat, the value of its flower paths, castles and tiles and of its chances to win
    /// more.
    fn values(&self) -> [i32; MAX_SEATS] {
        let (board, weights) = (&self.board, &self.config.weights);
        let field = usize::from(board.field);
        let mut values = [0; MAX_SEATS];
        // Flowers won in the current battlefield, and expected ones, in tenths of a flower.
        let mut expected_flowers = [0u8; MAX_SEATS];
        let lines = self.config.quarter(board.field).lines();
        for (squares, settlement) in lines.iter().zip(&board.lines[field]) {
            match settlement {
                Settlement::Won(seat) => expected_flowers[seat.index()] += 10,
                Settlement::Nobody => {}
                Settlement::Open => {
                    let sums = self.grid.sums(*squares);
                    if let Some(leader) = winner_of(&sums) {
                        let filled = squares.without(self.grid.empty()).0.count_ones() as i32;
                        let best = i32::from(sums[leader.index()]);
                        let next = (sums.iter().enumerate())
                            .filter(|(index, _)| *index != leader.index())
                            .map(|(_, sum)| i32::from(*sum))
                            .max()
                            .unwrap_or_default();
                        let margin = (best - next).clamp(-4, 8);
                        let more = margin * weights.ahead_point + filled * weights.ahead_filled;
                        let value = (weights.ahead_least + more)
                            .max(weights.ahead_least)
                            .min(weights.ahead_most);
                        values[leader.index()] += value;
                        expected_flowers[leader.index()] += (value / 10).clamp(0, 10) as u8;
                    }
                    for (sum, value) in sums.iter().zip(&mut values) {
                        *value += i32::from(*sum) * weights.presence;
                    }
                }
            }
        }
        if let Some(leader) = winner_of(&expected_flowers) {
            let best = expected_flowers[leader.index()];
            let next = (expected_flowers.iter().enumerate())
                .filter(|(index, _)| *index != leader.index())
                .map(|(_, count)| *count)
                .max()
                .unwrap_or_default();
            let settled =
                board.lines[field].iter().filter(|line| **line != Settlement::Open).count();
            let margin = i32::from(best.saturating_sub(next)).min(20);
            values[leader.index()] +=
                margin * (weights.lead + weights.lead_settled * settled as i32);
        }
        let victory = &self.config.components.victory;
        for seat in Seat::all(board.seats()) {
            let flowers = i32::from(board.flowers(seat));
            let goal = i32::from(victory.flowers);
            let value = &mut values[seat.index()];
            *value += flowers * FLOWER + flowers * flowers * weights.many / goal;
            *value += i32::from(board.castles_of(seat)) * weights.castle;
            let left = self.hands[seat.index()].len() + self.piles[seat.index()].len();
            *value += left as i32 * weights.domino;
            if board.generals[seat.index()] {
                *value += weights.general;
            }
        }
        // A declared general has a value only if there is a domino for it to touch.
        let is_general = |declared: &Declared| declared.tile.is_general();
        if board.declared.iter().any(is_general) && !self.grid.has_no_partner() {
            for declared in board.unresolved().filter(is_general) {
                values[declared.seat.index()] += weights.declared;
            }
        }
        // Halves in later battlefields count there later.
        for quarter in self.config.components.fields.iter().skip(field + 1) {
            let ahead = self.grid.sums(quarter.quarter.squares());
            for (sum, value) in ahead.iter().zip(&mut values) {
                *value += i32::from(*sum) * weights.beyond;
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use zashiki_core::{GameConfig as _, GameRng, GameState, GameStateExt as _};

    use super::*;
    use crate::{Action, Config, Tile};

    /// The values, for the first seat, of the states after each of its declarations.
    fn value_after_each(round_one: bool) -> Vec<(Action, i32)> {
        let options = Sengoku::info().complete_options(&json!({ "firstSeat": "seat0" })).unwrap();
        // These weights show the effect, whatever the current ones are.
        let weights = zashiki_core::Weights::read(include_str!("../weights-by-hand.toml")).unwrap();
        let config = Config::new(2, &options, None).unwrap().with_weights(&weights).unwrap();
        let mut state = Sengoku::deal(&config, GameRng::from_seed(3), None);
        if !round_one {
            while state.board.round == 1 {
                let seat = state.turn().awaited().first().unwrap();
                let legal = state.legal(seat);
                state.play(seat, legal[0], None).unwrap();
            }
        }
        let seat = state.turn().awaited().first().unwrap();
        let legal = state.legal(seat);
        let after = |action: Action| {
            let mut state = state.clone();
            state.play(seat, action, None).unwrap();
            evaluate(&state, seat)
        };
        legal.into_iter().map(|action| (action, after(action))).collect()
    }

    /// S-41, AS35: with two seats, a general that is declared in the first round finds no place and
    /// is lost, so this declaration has the lowest value.
    #[test]
    fn a_general_declared_on_an_empty_sheet_has_the_lowest_value() {
        let general = Action::Declare(Tile::GENERAL);
        let loss = |round_one| {
            let (general, tiles): (Vec<_>, Vec<_>) =
                value_after_each(round_one).into_iter().partition(|(action, _)| *action == general);
            let best = tiles.iter().map(|(_, value)| *value).max().unwrap();
            best - general[0].1
        };
        assert!(loss(true) > loss(false) + 20, "{} {}", loss(true), loss(false));
        assert!(loss(true) > 0);
    }
}
