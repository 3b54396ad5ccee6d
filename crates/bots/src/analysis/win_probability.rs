//! Chances of winning, computed from the values of the seats.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Calibration, Curve, Level, MAX_SEATS, Outcome, SearchHints, Seat, SeatSet};

use super::ends::Ends;
use super::strength::side_strengths;

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
    curve: Curve,
    progress: f64,
    /// The measured strength of each side relative to the mean, as a score; `None` if they are equal as far
    /// as is known.
    strengths: Option<Vec<f64>>,
}

impl Scale {
    /// The scale for sides that win together, from the game's
    /// [calibration](zashiki_core::Assets::calibrations) for this number of seats.
    pub fn of<G: SearchHints>(sides: Vec<SeatSet>) -> Scale {
        let seats: u32 = sides.iter().map(|side| side.len()).sum();
        let measured =
            G::assets().calibrations().iter().find(|entry| u32::from(entry.seats) == seats);
        Scale {
            sides,
            curve: measured.map_or(Curve::UNMEASURED, Calibration::curve),
            progress: 0.0,
            strengths: None,
        }
    }

    /// The scale for these players: bots of the levels by seat, and others (`None`), who count as equal to the
    /// bots they play.
    #[must_use]
    pub fn between<G: SearchHints>(self, levels: &[Option<Level>]) -> Scale {
        let strengths = side_strengths::<G>(&self.sides, levels);
        Scale { strengths, ..self }
    }

    /// True if the scale has measured differences between the players.
    pub fn levels_differ(&self) -> bool {
        self.strengths.is_some()
    }

    /// The scale for positions of which this share of the game is over
    /// ([`SearchHints::progress`]).
    #[must_use]
    pub fn at(self, progress: u32) -> Scale {
        Scale { progress: f64::from(progress.min(1000)) / 1000.0, ..self }
    }

    /// The sides: seats that win together.
    pub fn sides(&self) -> &[SeatSet] {
        &self.sides
    }

    /// The chances after an evaluated action: the shares of the simulations that ended are facts, and the rest
    /// is divided by the [values](curve_parts) of those that did not.
    pub fn chances(&self, ends: &Ends) -> Chances {
        self.rounded(&self.side_chances(ends))
    }

    /// The chances of the seats, rounded to thousandths, from those of the sides, which add to 1.
    pub(super) fn rounded(&self, side_chances: &[f64]) -> Chances {
        Chances::rounded(&self.sides, side_chances)
    }

    /// The same as [`chances`](Scale::chances) for each side, not rounded; they add to 1.
    pub fn side_chances(&self, ends: &Ends) -> Vec<f64> {
        let won = |side: &SeatSet| side.first().map_or(0.0, |seat| ends.won[seat.index()]);
        let open = self.open_parts(&self.side_values(&ends.open));
        let sides = self.sides.iter().zip(open);
        sides.map(|(side, open)| won(side) + (1.0 - ends.part) * open).collect()
    }

    /// The chance of winning of each side given the values of all sides, from the curve and the strengths; the
    /// chances add to 1.
    fn open_parts(&self, side_values: &[f64]) -> Vec<f64> {
        let Some(strengths) = &self.strengths else {
            return curve_parts(side_values, self.curve, self.progress);
        };
        // A random walk with a drift, of which a part is left: the drift still to come grows like that part,
        // and the chance by which it is measured like the root of it.
        let left = (1.0 - self.progress).sqrt();
        let scores = curve_scores(side_values, self.curve, self.progress);
        let scores = scores.into_iter().zip(strengths);
        let scores: Vec<f64> = scores.map(|(score, strength)| score + left * strength).collect();
        softmax(&scores, libm::exp)
    }

    /// The chance of winning of one seat after an evaluated action, from 0 to 1, not rounded.
    pub fn chance(&self, ends: &Ends, seat: Seat) -> f64 {
        let sides = self.sides.iter().zip(self.side_chances(ends));
        sides.filter(|(side, _)| side.contains(seat)).map(|(_, chance)| chance).sum()
    }

    /// The error of a seat's chance, from 0 to 1, given the standard error of its value.
    pub fn error(&self, ends: &Ends, seat: Seat, error: f64) -> f64 {
        if ends.part >= 1.0 {
            return 0.0;
        }
        let others = (self.sides.len() as f64 - 1.0).max(1.0);
        let own = self.sides.iter().find(|side| side.contains(seat)).copied().unwrap_or_default();
        let moved = |by: f64| {
            let mut ends = *ends;
            for (place, value) in ends.open.iter_mut().enumerate() {
                *value += if own.contains(Seat(place as u8)) { by } else { -by / others };
            }
            self.chance(&ends, seat)
        };
        (moved(error) - moved(-error)).abs() / 2.0
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

    /// Each seat's share of the win: that of its side.
    pub fn shares(&self, outcome: Outcome) -> [f64; MAX_SEATS] {
        let mut shares = [0.0; MAX_SEATS];
        for (side, won) in self.sides.iter().zip(self.won(outcome)) {
            side.iter().for_each(|seat| shares[seat.index()] = won);
        }
        shares
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

/// The chance of winning of each side, given the values of all sides, from −1000 to 1000, and the share of the
/// game that is over, from 0 to 1; the chances add to 1 (multinomial logit, McFadden 1974; with two sides the
/// logistic function of the difference of their scores). The [`Curve`] makes scores of the values.
///
/// The exponential function is computed in software, so the chances are the same on every machine.
pub fn curve_parts(side_values: &[f64], curve: Curve, progress: f64) -> Vec<f64> {
    softmax(&curve_scores(side_values, curve, progress), libm::exp)
}

/// The score of each side by the curve.
fn curve_scores(side_values: &[f64], curve: Curve, progress: f64) -> Vec<f64> {
    let mean = side_values.iter().sum::<f64>() / side_values.len().max(1) as f64;
    let steepness = curve.steepness * libm::exp(curve.growth * (progress - 0.5));
    let score = |value: &f64| {
        let ahead = (value - mean) / 1000.0;
        steepness * ahead * libm::exp(curve.curvature * ahead.abs())
    };
    side_values.iter().map(score).collect()
}

/// The chance of winning of each side with a constant steepness: proportional to
/// e^(steepness · value / 1000).
pub fn parts(side_values: &[f64], steepness: f64) -> Vec<f64> {
    let scores: Vec<f64> = side_values.iter().map(|value| steepness * value / 1000.0).collect();
    softmax(&scores, f64::exp)
}

/// The parts proportional to the exponentials of the scores; they add to 1.
fn softmax(scores: &[f64], exp: impl Fn(f64) -> f64) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = scores.iter().map(|score| exp(score - most)).collect();
    let whole: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Scale {
        /// A scale of these sides with the steepness 2.
        pub(crate) fn test(sides: &[&[u8]]) -> Scale {
            let side = |side: &&[u8]| side.iter().copied().map(Seat).collect();
            let curve = Curve { steepness: 2.0, ..Curve::UNMEASURED };
            Scale { sides: sides.iter().map(side).collect(), curve, progress: 0.0, strengths: None }
        }
    }

    impl Chances {
        /// The chances of two seats, of which the first has this one.
        pub(crate) fn of_two(first: i32) -> Chances {
            Chances(vec![first, 1000 - first])
        }
    }

    fn of(scale: &Scale, values: [f64; MAX_SEATS]) -> Chances {
        scale.chances(&Ends::none(values))
    }

    #[test]
    fn chances_follow_the_logistic_curve_and_add_to_one() {
        let two = Scale::test(&[&[0], &[1]]);
        let mut values = [0.0; MAX_SEATS];
        assert_eq!(of(&two, values).by_seat(), [500, 500]);
        (values[0], values[1]) = (250.0, -250.0);
        // 1 / (1 + e^(−2 · 0.5)) = 0.7311.
        assert_eq!(of(&two, values).by_seat(), [731, 269]);
        let three = Scale::test(&[&[0], &[1], &[2]]);
        let chances = of(&three, [0.0; MAX_SEATS]);
        assert_eq!(chances.by_seat().iter().sum::<i32>(), 1000);
        assert_eq!(chances.by_seat(), [334, 333, 333]);
    }

    #[test]
    fn the_curve_has_no_ceiling_and_follows_the_course_of_the_game() {
        let of = |curve, progress| curve_parts(&[300.0, -300.0], curve, progress)[0];
        let plain = Curve { steepness: 2.0, growth: 0.0, curvature: 0.0 };
        // 1 / (1 + e^(−2 · 0.6)) = 0.7685, however much of the game is over.
        assert_eq!([of(plain, 0.0), of(plain, 1.0)].map(|it| (it * 1e4).round()), [7685.0; 2]);
        let late = Curve { growth: 1.0, ..plain };
        assert!(of(late, 0.0) < of(plain, 0.0) && of(late, 1.0) > of(plain, 1.0));
        let curved = Curve { curvature: 1.0, ..plain };
        assert!(of(curved, 0.5) > of(plain, 0.5));
        let far = |curve| curve_parts(&[1000.0, -1000.0], curve, 0.5)[0];
        assert!(far(curved) > 0.999 && far(plain) < 0.99, "{} {}", far(curved), far(plain));
        // Only the differences of the values count.
        let shifted = curve_parts(&[500.0, -100.0], curved, 0.5);
        assert!(
            (shifted[0] - of(curved, 0.5)).abs() < 1e-12
                && (shifted.iter().sum::<f64>() - 1.0).abs() < 1e-12
        );
    }

    #[test]
    fn teams_have_one_chance() {
        let teams = Scale::test(&[&[0, 3], &[1, 2]]);
        let values = [400.0, -400.0, -400.0, 400.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(of(&teams, values).by_seat(), [832, 168, 168, 832]);
    }

    #[test]
    fn shared_wins_and_games_without_a_winner_are_divided() {
        let three = Scale::test(&[&[0], &[1], &[2]]);
        let outcome = |winners: &[u8]| Outcome {
            winners: winners.iter().copied().map(Seat).collect(),
            reason: "",
        };
        assert_eq!(three.result(outcome(&[1])).by_seat(), [0, 1000, 0]);
        assert_eq!(three.result(outcome(&[0, 2])).by_seat(), [500, 0, 500]);
        assert_eq!(three.result(outcome(&[])).by_seat(), [334, 333, 333]);
    }
}
