//! The rating of a player by games against bots whose strengths are known.

use serde::Serialize;

use crate::ladder::{logit_per_elo, luce, tenths};
use crate::stats::{Sample, Share, Z};

/// The games of a player against one bot.
#[derive(Clone, Debug)]
pub struct RatedGames {
    /// The strength of the bot, in Elo.
    pub elo: f64,
    /// The player's share of the win in each deal, from 0 to 1; each deal is played once for every side.
    pub shares: Vec<f64>,
}

/// The strength of a player on the scale of the bots that it played against, as documented JSON. An end is
/// `null` if it is infinite: a player that lost all its games has no estimate, only an upper end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The maximum-likelihood estimate, in Elo.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval.
    pub high: Option<f64>,
    /// The player's share of the wins against each bot.
    pub shares: Vec<Share>,
}

/// Rates a player: the strength under which its results are most likely, if a side that is stronger than each
/// of the others by some Elo wins as often as Luce's choice axiom says. The interval contains the strengths
/// whose likelihood is within a factor of the largest (the profile likelihood), with each bot's games counted
/// as the number of independent games that have the same variance. The strengths of the bots are taken as
/// exact.
///
/// # Panics
/// Panics if there are fewer than two sides.
pub fn rate(games: &[RatedGames], sides: usize) -> Rating {
    assert!(sides >= 2, "games have two sides or more");
    let mut weighed = Vec::new();
    let mut shares = Vec::new();
    for RatedGames { elo, shares: of_deals } in games {
        let mut sample = Sample::default();
        of_deals.iter().for_each(|share| sample.add(*share));
        shares.push(sample.share(sides as u64));
        if sample.count() > 0 {
            let share = sample.mean().clamp(0.0, 1.0);
            weighed.push(Weighed { elo: *elo, share, games: sample.effective(sides as u64) });
        }
    }
    let bounds = |end: f64| (end.abs() < FARTHEST - 1.0).then(|| tenths(end));
    let slope = |elo: f64| -> f64 { weighed.iter().map(|it| it.slope(elo, sides)).sum() };
    let likelihood = |elo: f64| -> f64 { weighed.iter().map(|it| it.likelihood(elo, sides)).sum() };
    // The slope falls everywhere, so the maximum is where it is 0.
    let best = root(-FARTHEST, FARTHEST, slope);
    let least = likelihood(best) - Z * Z / 2.0;
    let low = root(-FARTHEST, best, |elo| least - likelihood(elo));
    let high = root(best, FARTHEST, |elo| likelihood(elo) - least);
    Rating { elo: bounds(best), low: bounds(low), high: bounds(high), shares }
}

/// Strengths beyond this are infinite, in Elo: a side of this strength never loses.
const FARTHEST: f64 = 20_000.0;

/// The games against one bot, as independent games.
struct Weighed {
    elo: f64,
    share: f64,
    games: f64,
}

impl Weighed {
    /// Probability that a player of this strength wins, and that another side does. Neither is 1 minus the
    /// other: a small one would be rounded to 0.
    fn chances(&self, elo: f64, sides: usize) -> (f64, f64) {
        let others = (sides - 1) as f64;
        (luce(elo - self.elo, sides), others / (10f64.powf((elo - self.elo) / 400.0) + others))
    }

    /// Logarithm of the likelihood of the results, if the player has this strength.
    fn likelihood(&self, elo: f64, sides: usize) -> f64 {
        let (won, lost) = self.chances(elo, sides);
        // 0 times the logarithm of 0 is 0 here.
        let part = |share: f64, chance: f64| if share > 0.0 { share * chance.ln() } else { 0.0 };
        self.games * (part(self.share, won) + part(1.0 - self.share, lost))
    }

    /// Slope of the likelihood, by Elo.
    fn slope(&self, elo: f64, sides: usize) -> f64 {
        let (won, lost) = self.chances(elo, sides);
        logit_per_elo() * self.games * (self.share * lost - (1.0 - self.share) * won)
    }
}

/// The zero of a falling function between two ends, by bisection; the nearest end if it has none.
fn root(mut low: f64, mut high: f64, falling: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if falling(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deals of two games each, of which the player has won this many.
    fn games(elo: f64, won: usize, drawn: usize, lost: usize) -> RatedGames {
        let share = |share, count| std::iter::repeat_n(share, count);
        let shares = share(1.0, won).chain(share(0.5, drawn)).chain(share(0.0, lost)).collect();
        RatedGames { elo, shares }
    }

    #[test]
    fn a_rating_is_the_strength_that_explains_the_results() {
        // As strong as a bot with which it shares the wins.
        let found = rate(&[games(300.0, 50, 0, 50)], 2);
        assert_eq!(found.elo, Some(300.0));
        // For independent games: 1.96 standard errors of a logit, 1 / sqrt(n p (1 - p)). The deals won and
        // lost as a whole count as one game each.
        let half = 1.96 / 5.0 * 400.0 / std::f64::consts::LN_10;
        assert!((found.high.unwrap() - 300.0 - half).abs() < 3.0, "{found:?}, ± {half}");
        assert!((300.0 - found.low.unwrap() - half).abs() < 3.0);
        // 200 Elo are 76 % (The Rating of Chessplayers, 1978).
        let found = rate(&[games(0.0, 76, 0, 24)], 2).elo.unwrap();
        assert!((found - 200.0).abs() < 1.0, "{found}");
        // Of three sides an equal one wins a third.
        assert_eq!(rate(&[games(100.0, 20, 0, 40)], 3).elo, Some(100.0));
        // Between two bots: it wins as often against the weaker as it loses against the stronger.
        let two = [games(0.0, 80, 0, 20), games(400.0, 20, 0, 80)];
        assert_eq!(rate(&two, 2).elo, Some(200.0));
        // More games make the interval narrower, and do not move it.
        let more = rate(&[games(0.0, 320, 0, 80), games(400.0, 80, 0, 320)], 2);
        let width = |rating: &Rating| rating.high.unwrap() - rating.low.unwrap();
        assert_eq!(more.elo, Some(200.0));
        assert!((width(&rate(&two, 2)) / width(&more) - 2.0).abs() < 0.05);
    }

    #[test]
    fn a_player_that_only_loses_has_an_upper_end() {
        let Rating { elo, low, high, shares } = rate(&[games(0.0, 0, 0, 50)], 2);
        assert_eq!((elo, low), (None, None));
        // exp(-1.92) is the likelihood of no win in 100 games by a player of this strength.
        let chance = luce(high.unwrap(), 2);
        assert!((100.0 * (1.0 - chance).ln() + Z * Z / 2.0).abs() < 0.01, "{high:?}");
        assert_eq!(shares[0].share, 0.0);
        let winner = rate(&[games(0.0, 50, 0, 0)], 2);
        assert_eq!((winner.elo, winner.high), (None, None));
        assert_eq!(winner.low, high.map(|end| -end));
    }

    #[test]
    fn a_player_without_games_may_have_any_strength() {
        let Rating { elo, low, high, shares } = rate(&[games(0.0, 0, 0, 0)], 2);
        assert_eq!((low, high), (None, None));
        assert_eq!(elo, None);
        assert_eq!((shares[0].low, shares[0].high), (0.0, 1.0));
    }
}
