//! Chances of winning, computed from the values of the seats.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Calibration, MAX_SEATS, Outcome, SearchHints, Seat, SeatSet};

/// Chance of winning for each seat, in thousandths. Seats that win together form a side and have the same
/// chance; the chances of all sides add to 1000. If several sides win, they share the win equally; if nobody
/// wins, all sides do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(transparent)]
#[ts(export, export_to = "bots.ts")]
pub struct Chances(Vec<i32>);

impl Chances {
    /// The chance of winning of a seat, in thousandths.
    pub fn of(&self, seat: Seat) -> i32 {
        self.0[seat.index()]
    }

    /// The chances of winning in thousandths, indexed by seat.
    pub fn by_seat(&self) -> &[i32] {
        &self.0
    }

    /// Converts the sides' parts of the win, which add to 1, to chances that add to 1000 (largest remainder
    /// method).
    fn rounded(sides: &[SeatSet], parts: &[f64]) -> Chances {
        let mut thousandths: Vec<i32> =
            parts.iter().map(|part| (part * 1000.0).floor() as i32).collect();
        let missing = 1000 - thousandths.iter().sum::<i32>();
        let rest = |place: usize| parts[place] * 1000.0 - (parts[place] * 1000.0).floor();
        let mut places: Vec<usize> = (0..parts.len()).collect();
        places.sort_by(|one, other| rest(*other).total_cmp(&rest(*one)));
        for place in places.iter().take(missing.try_into().unwrap_or_default()) {
            thousandths[*place] += 1;
        }
        let seats: u32 = sides.iter().map(|side| side.len()).sum();
        let of = |seat| sides.iter().zip(&thousandths).find(|(side, _)| side.contains(seat));
        let chances = Seat::all(seats as u8).map(|seat| of(seat).map_or(0, |(_, chance)| *chance));
        Chances(chances.collect())
    }
}

/// Converts heuristic or search values to chances of winning, for one game and one number of seats.
#[derive(Clone, Debug)]
pub struct Scale {
    sides: Vec<SeatSet>,
    steepness: f64,
}

impl Scale {
    /// The scale for sides that win together, from the game's
    /// [calibration](zashiki_core::Assets::calibrations) for this number of seats.
    pub fn of<G: SearchHints>(sides: Vec<SeatSet>) -> Scale {
        let seats: u32 = sides.iter().map(|side| side.len()).sum();
        let measured =
            G::assets().calibrations().iter().find(|entry| u32::from(entry.seats) == seats);
        let steepness = measured.map_or(Calibration::UNMEASURED, |entry| entry.steepness);
        Scale { sides, steepness }
    }

    /// The sides: seats that win together.
    pub fn sides(&self) -> &[SeatSet] {
        &self.sides
    }

    /// The chances for these values of the seats, from −1000 to 1000 each: the chance of a side is
    /// proportional to e^(steepness · value / 1000) (multinomial logit, McFadden 1974; with two sides the
    /// logistic function of the difference of their values).
    pub fn chances(&self, values: &[f64; MAX_SEATS]) -> Chances {
        let parts = parts(&self.side_values(values), self.steepness);
        Chances::rounded(&self.sides, &parts)
    }

    /// Value of each side: the mean of its seats' values.
    pub fn side_values(&self, values: &[f64; MAX_SEATS]) -> Vec<f64> {
        let mean = |side: &SeatSet| {
            side.iter().map(|seat| values[seat.index()]).sum::<f64>() / f64::from(side.len())
        };
        self.sides.iter().map(mean).collect()
    }

    /// The chances after the end of the game: 1000 for the winning side, or equal shares for several winning
    /// sides.
    pub fn result(&self, outcome: Outcome) -> Chances {
        Chances::rounded(&self.sides, &self.won(outcome))
    }

    /// Each side's share of the win; the shares add to 1.
    pub fn won(&self, outcome: Outcome) -> Vec<f64> {
        let wins = |side: &SeatSet| side.iter().any(|seat| outcome.winners.contains(seat));
        let winners = self.sides.iter().filter(|side| wins(side)).count();
        let all = self.sides.len() as f64;
        let part = |side| match winners {
            0 => 1.0 / all,
            _ if wins(side) => 1.0 / winners as f64,
            _ => 0.0,
        };
        self.sides.iter().map(part).collect()
    }
}

/// The chance of winning of each side, given the values of all sides; the chances add to 1.
pub fn parts(side_values: &[f64], steepness: f64) -> Vec<f64> {
    let most = side_values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> =
        side_values.iter().map(|value| (steepness * (value - most) / 1000.0).exp()).collect();
    let whole: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(sides: &[&[u8]]) -> Scale {
        let side = |side: &&[u8]| side.iter().copied().map(Seat).collect();
        Scale { sides: sides.iter().map(side).collect(), steepness: 2.0 }
    }

    #[test]
    fn chances_follow_the_logistic_curve_and_add_to_one() {
        let two = scale(&[&[0], &[1]]);
        let mut values = [0.0; MAX_SEATS];
        assert_eq!(two.chances(&values).by_seat(), [500, 500]);
        (values[0], values[1]) = (250.0, -250.0);
        // 1 / (1 + e^(−2 · 0.5)) = 0.7311.
        assert_eq!(two.chances(&values).by_seat(), [731, 269]);
        let three = scale(&[&[0], &[1], &[2]]);
        let chances = three.chances(&[0.0; MAX_SEATS]);
        assert_eq!(chances.by_seat().iter().sum::<i32>(), 1000);
        assert_eq!(chances.by_seat(), [334, 333, 333]);
    }

    #[test]
    fn teams_have_one_chance() {
        let teams = scale(&[&[0, 3], &[1, 2]]);
        let values = [400.0, -400.0, -400.0, 400.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(teams.chances(&values).by_seat(), [832, 168, 168, 832]);
    }

    #[test]
    fn shared_wins_and_games_without_a_winner_are_divided() {
        let three = scale(&[&[0], &[1], &[2]]);
        let outcome = |winners: &[u8]| Outcome {
            winners: winners.iter().copied().map(Seat).collect(),
            reason: "",
        };
        assert_eq!(three.result(outcome(&[1])).by_seat(), [0, 1000, 0]);
        assert_eq!(three.result(outcome(&[0, 2])).by_seat(), [500, 0, 500]);
        assert_eq!(three.result(outcome(&[])).by_seat(), [334, 333, 333]);
    }
}
