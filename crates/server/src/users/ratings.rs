//! Ratings: the playing strength of people and bots at a game with a number of seats, estimated from results.
//!
//! The model is that of Weng and Lin (A Bayesian Approximation Method for Online Ranking, 2011), which
//! supports any number of sides and teams, so the same model is used for all numbers of seats. ADR 53
//! describes the protection against players who raise their rating by matches against accounts of their own.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use session::guest::Guest;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use zashiki_core::{Level, Measured};

use crate::protocol::Strength;

/// Number of displayed points per unit of the model, chosen so that every player starts at 1500 points.
const SHOWN: f64 = 60.0;

/// A rating is provisional while its uncertainty is above this value, in units of the model. The uncertainty
/// starts at 25/3; after about a dozen matches against equal opponents it is below this value.
pub(crate) const PROVISIONAL: f64 = 6.5;

/// The uncertainty of every bot's rating, in units of the model. Bots' ratings were measured in matches
/// between bots and do not change.
const MEASURED: f64 = 1.0;

/// The bot level whose rating is set to the initial rating of people; the other levels are rated relative to
/// it.
const ANCHOR: Level = Level::Beginner;

/// Minimum number of decisions that each person in a match must have made for its result to raise ratings.
pub(crate) const LEAST_DECISIONS: usize = 8;

/// The period in which further results between the same players count less.
pub(crate) const RECENT: Duration = Duration::from_hours(7 * 24);

/// The factor by which a result against a newcomer counts, for a person who is not a newcomer.
const AGAINST_NEWCOMER: f64 = 0.25;

/// A player with a rating: a person, or a bot with this id.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Player {
    Person(Guest),
    Bot(String),
}

/// A player's estimated strength, and the uncertainty of the estimate, in units of the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rating {
    pub(crate) rating: f64,
    pub(crate) uncertainty: f64,
    /// The number of rated matches that the player has played.
    pub(crate) plays: u32,
}

impl Default for Rating {
    fn default() -> Self {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Rating { rating, uncertainty, plays: 0 }
    }
}

impl Rating {
    /// The rating in displayed points.
    pub(crate) fn shown(self) -> i32 {
        points(self.rating)
    }

    /// The uncertainty of the rating in displayed points.
    pub(crate) fn margin(self) -> i32 {
        points(self.uncertainty)
    }

    /// Returns true if the rating is too uncertain to be ranked, as that of a newcomer is.
    pub(crate) fn provisional(self) -> bool {
        self.uncertainty > PROVISIONAL
    }

    /// The rating in the form in which it is sent to clients.
    pub(crate) fn strength(self) -> Strength {
        Strength {
            points: self.shown(),
            margin: self.margin(),
            plays: self.plays,
            provisional: self.provisional(),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "some thousands; a float as integer saturates")]
fn points(value: f64) -> i32 {
    (value * SHOWN).round() as i32
}

/// The rating of a bot at a game with this number of seats; `None` unless the bot is one of the five levels
/// and its strength was measured. The rating is computed from matches between bots and never changes.
pub(crate) fn of_bot(game: &str, seats: u8, bot: &str) -> Option<Rating> {
    let level = Level::from_id(bot)?;
    let all = of_levels(registry::game(game).ok()?.assets().levels().measured(seats)?, seats);
    all.into_iter().find(|(rated, _)| *rated == level).map(|(_, rating)| rating)
}

/// The ratings of all bot levels, weakest first, computed from the matches in which they were measured. In
/// the model, the odds of a win are an exponential function of the rating difference.
fn of_levels(measured: Measured, seats: u8) -> [(Level, Rating); 5] {
    let sides = f64::from(measured.sides.unwrap_or(seats));
    let of_side = f64::from(seats) / sides;
    let beta = WengLinConfig::new().beta;
    let spread = (2.0 * (beta.powi(2) + of_side * MEASURED.powi(2))).sqrt();
    // The number of games against the level below; the lowest level has those of the next.
    let games = measured.matches().map(|(_, games, _)| games);
    let plays = [games[0]].into_iter().chain(games);
    let strengths = bots::level_strengths(measured, seats).into_iter();
    let rating = |strength: f64| spread * strength / of_side;
    let all: Vec<_> =
        strengths.zip(plays).map(|((level, it), plays)| (level, rating(it), plays)).collect();
    let anchor = all.iter().find(|(level, ..)| *level == ANCHOR).map_or(0.0, |of| of.1);
    let begins = WengLinRating::new().rating;
    std::array::from_fn(|place| {
        let (level, rating, plays) = all[place];
        (level, Rating { rating: begins + rating - anchor, uncertainty: MEASURED, plays })
    })
}

/// All bots with a rating at a game with this number of seats.
pub(crate) fn bots(game: &str, seats: u8) -> Vec<(Player, Rating)> {
    let rated = |level: Level| {
        let rating = of_bot(game, seats, level.id())?;
        Some((Player::Bot(level.id().to_owned()), rating))
    };
    Level::ALL.into_iter().filter_map(rated).collect()
}

/// The result of a match that affects ratings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Counting {
    /// The id of the table at which the match was played.
    pub(crate) table: String,
    pub(crate) game: String,
    pub(crate) seats: u8,
    /// End time of the match, in milliseconds since 1970.
    pub(crate) at: i64,
    pub(crate) sides: Vec<Side>,
    /// True if every person made enough decisions for the result to raise ratings. A loss lowers a rating
    /// even if this is false; otherwise a player in a bad position would simply end the match early.
    pub(crate) gains: bool,
}

/// A side of a match: players who win or lose together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    pub(crate) players: Vec<Player>,
    /// True if no other side had a better result.
    pub(crate) first: bool,
}

/// An opponent of a person in a recent match that counted for the ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Opponent {
    /// The id of the table at which the match was played.
    pub(crate) table: String,
    pub(crate) player: Player,
    /// True if the opponent was a newcomer when the match was played.
    pub(crate) newcomer: bool,
}

impl Counting {
    /// All players of the match.
    pub(crate) fn players(&self) -> impl Iterator<Item = &Player> {
        self.sides.iter().flat_map(|side| &side.players)
    }

    /// The new ratings of the people whose ratings change; bots' ratings do not. `before` has the ratings of
    /// all players who have one, and `recent` the recent opponents of each person.
    pub(crate) fn after(
        &self,
        before: &HashMap<Player, Rating>,
        recent: &HashMap<Player, Vec<Opponent>>,
    ) -> HashMap<Player, Rating> {
        let rating = |player: &Player| before.get(player).copied().unwrap_or_default();
        let strength = |player: &Player| {
            let Rating { rating, uncertainty, .. } = rating(player);
            WengLinRating { rating, uncertainty }
        };
        let teams: Vec<Vec<WengLinRating>> =
            self.sides.iter().map(|side| side.players.iter().map(strength).collect()).collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(&self.sides)
            .map(|(team, side)| (&team[..], MultiTeamOutcome::new(if side.first { 1 } else { 2 })))
            .collect();
        let new_ratings = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        let mut after = HashMap::new();
        for (place, (side, new_ratings)) in self.sides.iter().zip(new_ratings).enumerate() {
            let others = self.sides.iter().enumerate().filter(|(other, _)| *other != place);
            let others: Vec<&Player> = others.flat_map(|(_, side)| &side.players).collect();
            for (player, new) in side.players.iter().zip(new_ratings) {
                let old = rating(player);
                let counts = self.gains || new.rating < old.rating;
                if matches!(player, Player::Bot(_)) || !counts {
                    continue;
                }
                let opponents = recent.get(player).map(Vec::as_slice).unwrap_or_default();
                let weights =
                    others.iter().map(|other| weight(old, other, rating(other), opponents));
                let weight = mean(weights);
                let part = |old: f64, new: f64| old + weight * (new - old);
                let variance = part(old.uncertainty.powi(2), new.uncertainty.powi(2));
                let new = Rating {
                    rating: part(old.rating, new.rating),
                    uncertainty: variance.sqrt(),
                    plays: old.plays + 1,
                };
                after.insert(player.clone(), new);
            }
        }
        after
    }
}

/// The factor by which a result counts for a player with rating `own`, with respect to one opponent. It is
/// smaller if the two have met in recent matches. All newcomers count as the same opponent, since one person
/// can pose as any number of newcomers.
fn weight(own: Rating, opponent: &Player, rating: Rating, opponents: &[Opponent]) -> f64 {
    let newcomer = matches!(opponent, Player::Person(_)) && rating.provisional();
    let same =
        |opponents: &&Opponent| opponents.player == *opponent || newcomer && opponents.newcomer;
    let tables: HashSet<&str> =
        opponents.iter().filter(same).map(|opponents| opponents.table.as_str()).collect();
    let whole = if newcomer && !own.provisional() { AGAINST_NEWCOMER } else { 1.0 };
    whole / (1.0 + f64::from(u32::try_from(tables.len()).unwrap_or(u32::MAX)))
}

fn mean(of: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = of.fold((0_u32, 0.0), |(count, sum), one| (count + 1, sum + one));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(number: u8) -> Player {
        Player::Person(Guest([number; 32]))
    }

    fn bot(id: &str) -> Player {
        Player::Bot(id.to_owned())
    }

    fn side(players: &[Player], first: bool) -> Side {
        Side { players: players.to_vec(), first }
    }

    fn result(sides: Vec<Side>) -> Counting {
        let seats = sides.iter().map(|side| side.players.len()).sum::<usize>();
        Counting {
            table: "t".to_owned(),
            game: "game".to_owned(),
            seats: u8::try_from(seats).unwrap(),
            at: 0,
            sides,
            gains: true,
        }
    }

    fn near(value: f64, expected: f64) -> bool {
        (value - expected).abs() < 1e-3
    }

    /// The ratings and recent opponents of all players over many matches, as the store would keep them.
    #[derive(Default)]
    struct Ladder {
        ratings: HashMap<Player, Rating>,
        opponents: HashMap<Player, Vec<Opponent>>,
        games: usize,
    }

    impl Ladder {
        fn of(&self, player: &Player) -> Rating {
            self.ratings.get(player).copied().unwrap_or_default()
        }

        /// Applies the result of a match that the first player wins.
        fn play(&mut self, players: &[Player]) {
            self.games += 1;
            let sides = players.iter().enumerate();
            let sides = sides.map(|(place, one)| side(std::slice::from_ref(one), place == 0));
            let result = result(sides.collect());
            let after = result.after(&self.ratings, &self.opponents);
            for one in players {
                for other in players.iter().filter(|other| *other != one) {
                    let newcomer =
                        matches!(other, Player::Person(_)) && self.of(other).provisional();
                    let opponents =
                        Opponent { table: self.games.to_string(), player: other.clone(), newcomer };
                    self.opponents.entry(one.clone()).or_default().push(opponents);
                }
            }
            self.ratings.extend(after);
        }
    }

    fn after(sides: Vec<Side>) -> HashMap<Player, Rating> {
        result(sides).after(&HashMap::new(), &HashMap::new())
    }

    /// Checks the new ratings against the paper's algorithm 1 for two sides with one player each: c² =
    /// 2(25/3)² + 2(25/6)², p = ½, so the winner gains σ²/c · ½.
    #[test]
    fn a_first_win_changes_ratings_as_in_the_paper() {
        let after = after(vec![side(&[person(1)], true), side(&[person(2)], false)]);
        let (won, lost) = (after[&person(1)], after[&person(2)]);
        assert!(near(won.rating, 27.635_231) && near(lost.rating, 22.364_769), "{won:?} {lost:?}");
        assert!(near(won.uncertainty, 8.065_507) && near(lost.uncertainty, 8.065_507), "{won:?}");
        assert_eq!((won.plays, won.shown(), lost.shown()), (1, 1658, 1342));
    }

    #[test]
    fn a_draw_between_equals_only_reduces_uncertainty() {
        let after = after(vec![side(&[person(1)], true), side(&[person(2)], true)]);
        assert!(near(after[&person(1)].rating, 25.0) && near(after[&person(2)].rating, 25.0));
        assert!(after[&person(1)].uncertainty < Rating::default().uncertainty);
    }

    #[test]
    fn a_win_against_a_stronger_player_gains_more() {
        let strong = Rating { rating: 35.0, uncertainty: 3.0, plays: 30 };
        let gain = |other: Rating| {
            let before = HashMap::from([(person(2), other)]);
            let game = result(vec![side(&[person(1)], true), side(&[person(2)], false)]);
            game.after(&before, &HashMap::new())[&person(1)].rating
        };
        assert!(gain(strong) > gain(Rating { rating: 25.0, ..strong }));
    }

    #[test]
    fn a_team_wins_and_loses_together() {
        let after =
            after(vec![side(&[person(1), person(2)], false), side(&[person(3), person(4)], true)]);
        assert!(near(after[&person(1)].rating, after[&person(2)].rating));
        assert!(after[&person(1)].rating < 25.0 && after[&person(3)].rating > 25.0);
        let all: f64 = after.values().map(|one| one.rating).sum();
        assert!(near(all, 100.0), "what some gain others lose");
    }

    #[test]
    fn a_bots_rating_does_not_change() {
        let mut ladder = Ladder::default();
        let novice = Rating { rating: 20.0, uncertainty: MEASURED, plays: 200 };
        ladder.ratings.insert(bot("novice"), novice);
        for loser in 1..=12 {
            ladder.play(&[bot("novice"), person(loser)]);
            assert!(ladder.of(&person(loser)).rating < 25.0);
        }
        assert_eq!(ladder.of(&bot("novice")), novice);
    }

    #[test]
    fn repeated_results_of_the_same_pair_count_little() {
        let mut ladder = Ladder::default();
        let mut gains = Vec::new();
        for _ in 0..25 {
            let before = ladder.of(&person(1)).rating;
            ladder.play(&[person(1), person(2)]);
            gains.push(ladder.of(&person(1)).rating - before);
        }
        assert!(gains.is_sorted_by(|one, next| one > next), "{gains:?}");
        // Without the reduced weight the result was 2452 points and a rank.
        let farmed = ladder.of(&person(1));
        assert!(farmed.shown() < 1950 && farmed.provisional(), "{farmed:?}");
    }

    #[test]
    fn many_new_losers_count_like_one() {
        let mut ladder = Ladder::default();
        for loser in 2..=34 {
            ladder.play(&[person(1), person(loser)]);
        }
        // Without the reduced weight the result was 2707 points and a rank.
        let farmed = ladder.of(&person(1));
        assert!(farmed.shown() < 2050 && farmed.provisional(), "{farmed:?}");
        // For a player with a rank, newcomers count even less.
        let strong = Rating { rating: 30.0, uncertainty: 3.0, plays: 40 };
        let gain = |rating: Rating| {
            let before = HashMap::from([(person(1), strong), (person(2), rating)]);
            let game = result(vec![side(&[person(1)], true), side(&[person(2)], false)]);
            game.after(&before, &HashMap::new())[&person(1)].rating - strong.rating
        };
        let known = Rating { uncertainty: 6.0, ..Rating::default() };
        assert!(gain(Rating::default()) < gain(known) / 3.0);
    }

    #[test]
    fn a_dozen_matches_against_different_equals_are_enough_for_a_rank() {
        let mut ladder = Ladder::default();
        let equal = Rating { uncertainty: 5.0, ..Rating::default() };
        let mut plays: u8 = 0;
        while ladder.of(&person(1)).provisional() {
            plays += 1;
            let other = person(100 + plays);
            ladder.ratings.insert(other.clone(), equal);
            let pair = [person(1), other];
            let [one, two] = &pair;
            let pair = if plays.is_multiple_of(2) { [one, two] } else { [two, one] };
            ladder.play(&pair.map(Player::clone));
            assert!(plays < 100);
        }
        assert!((6..=16).contains(&plays), "{plays}");
    }

    #[test]
    fn an_early_end_lowers_the_losers_rating_only() {
        let early = Counting {
            gains: false,
            ..result(vec![side(&[person(1)], true), side(&[person(2)], false)])
        };
        let after = early.after(&HashMap::new(), &HashMap::new());
        assert!(!after.contains_key(&person(1)) && after[&person(2)].rating < 25.0);
    }

    #[test]
    fn the_ratings_of_every_games_levels_increase() {
        for game in registry::games() {
            let (info, levels) = (game.info(), game.assets().levels());
            for seats in levels.counts() {
                let Some(measured) = levels.measured(seats) else { continue };
                let all = of_levels(measured, seats).map(|(_, rating)| rating.shown());
                assert!(all.is_sorted_by(|one, next| one < next), "{} {seats}: {all:?}", info.id);
                assert_eq!(all[1], 1500, "people begin where the anchor is");
                assert_eq!(bots(info.id, seats).len(), 5);
            }
        }
    }
}
