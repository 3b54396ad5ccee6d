//! Ratings: how strong people and bots are at a game with so many seats, as results say.
//!
//! They are by Weng and Lin (A Bayesian Approximation Method for Online Ranking, 2011), which knows
//! any number of sides and teams; all numbers of seats are rated by the one model.

use std::collections::HashMap;

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use table::{Seat, SeatSet};

use crate::guest::Guest;
use crate::house::House;
use crate::ledger::Ledger;
use crate::refusal::Refused;
use crate::store::{Deed, Entry, Filed, Setup, Sitter};
use crate::thinking;

/// How many points are shown for one of the model's, so that all begin at 1500.
const SHOWN: f64 = 60.0;
/// A rating is provisional while it is less certain than this; it begins with 25/3, and plays
/// against equals make it certain after about a dozen.
pub(crate) const PROVISIONAL: f64 = 6.5;

/// Who is rated.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Player {
    Person(Guest),
    Bot(String),
}

/// How strong somebody is, and how certain that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rating {
    pub(crate) rating: f64,
    pub(crate) uncertainty: f64,
    /// How many plays counted.
    pub(crate) plays: u32,
}

impl Default for Rating {
    fn default() -> Self {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Rating { rating, uncertainty, plays: 0 }
    }
}

impl Rating {
    /// It as it is shown.
    pub(crate) fn shown(self) -> i32 {
        points(self.rating)
    }

    /// How far it may be off, as it is shown.
    pub(crate) fn margin(self) -> i32 {
        points(self.uncertainty)
    }

    /// Whether it is still too uncertain for a rank.
    pub(crate) fn provisional(self) -> bool {
        self.uncertainty > PROVISIONAL
    }
}

#[expect(clippy::cast_possible_truncation, reason = "some thousands; a float as integer saturates")]
fn points(value: f64) -> i32 {
    (value * SHOWN).round() as i32
}

/// A result that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Counting {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) sides: Vec<Side>,
}

/// Those who win together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    pub(crate) players: Vec<Player>,
    /// Whether nobody did better.
    pub(crate) first: bool,
}

impl Counting {
    /// Who took part.
    pub(crate) fn players(&self) -> impl Iterator<Item = &Player> {
        self.sides.iter().flat_map(|side| &side.players)
    }

    /// Everybody's rating after it. A bot that had several seats has the mean of what they say.
    pub(crate) fn after(&self, before: &HashMap<Player, Rating>) -> HashMap<Player, Rating> {
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
        let told = weng_lin_multi_team(&ranked, &WengLinConfig::new()).into_iter().flatten();
        let mut seats: HashMap<&Player, Vec<WengLinRating>> = HashMap::new();
        for (player, new) in self.players().zip(told) {
            seats.entry(player).or_default().push(new);
        }
        let mean = |of: &[WengLinRating], part: fn(&WengLinRating) -> f64| {
            of.iter().map(part).sum::<f64>() / f64::from(u32::try_from(of.len()).unwrap_or(1))
        };
        let new = seats.into_iter().map(|(player, told)| {
            let new = Rating {
                rating: mean(&told, |one| one.rating),
                uncertainty: mean(&told, |one| one.uncertainty),
                plays: rating(player).plays + 1,
            };
            (player.clone(), new)
        });
        new.collect()
    }
}

/// What the result of a play is for those who sat there, if it counts: all seats are taken, by
/// bots and different people who `want` to be rated, and it was dealt, not set up.
fn counting(
    setup: &Setup,
    sitters: &[Sitter],
    sides: &[SeatSet],
    winners: &[u8],
    want: &[Guest],
) -> Option<Counting> {
    let mut people: Vec<Guest> = Vec::new();
    let mut players = Vec::new();
    for sitter in sitters {
        players.push(match sitter {
            Sitter::Nobody => return None,
            // What plays under the name of an engine may be another program tomorrow.
            Sitter::Bot { bot } if !thinking::is_kind(bot) => return None,
            Sitter::Person { program: true, .. } => return None,
            Sitter::Bot { bot } => Player::Bot(bot.clone()),
            Sitter::Person { guest, .. } if people.contains(guest) || !want.contains(guest) => {
                return None;
            }
            Sitter::Person { guest, .. } => {
                people.push(*guest);
                Player::Person(*guest)
            }
        });
    }
    let won = |seat: Seat| winners.is_empty() || winners.contains(&seat.0);
    let side = |seats: &SeatSet| Side {
        players: seats.iter().map(|seat| players[seat.index()].clone()).collect(),
        first: seats.iter().all(won),
    };
    let counts = setup.terms.rated && setup.position.is_none() && sides.len() > 1;
    counts.then(|| Counting {
        game: setup.game.clone(),
        seats: u8::try_from(sitters.len()).unwrap_or(u8::MAX),
        sides: sides.iter().map(side).collect(),
    })
}

impl House {
    /// Takes the result of a play in that has ended, once. It follows from what is stored, so it
    /// may be asked for again and again.
    pub(crate) async fn count(&self, table: &str) -> Result<(), Refused> {
        let filed = self.store.filed(table).await?.ok_or_else(Refused::no_table)?;
        if self.standing(&filed).await?.outcome.is_none() {
            return Ok(());
        }
        let result = self.result(&filed).await?;
        let deed = Deed::Count { table: table.to_owned(), result };
        self.store
            .write(Entry::People(Box::new(deed)))
            .await
            .map_err(|error| Refused::not_saved(&error))?;
        Ok(())
    }

    async fn result(&self, filed: &Filed) -> Result<Option<Counting>, Refused> {
        let ending = self.standing(filed).await?.outcome;
        // What was broken off has no result.
        let Some(ending) = ending.filter(|ending| ending.reason != BROKEN_OFF) else {
            return Ok(None);
        };
        let sitters = self.store.sitters(&filed.setup.id).await?;
        let want = self.store.wanting(&filed.setup.id).await?;
        let play = Ledger::new(&filed.setup, &sitters, &self.prototypes)?;
        Ok(counting(&filed.setup, &sitters, &play.table().sides(), &ending.winners, &want))
    }

    /// Takes in the results that were not when the house last closed.
    pub(crate) async fn count_all(&self) -> Result<(), Refused> {
        for table in self.store.uncounted().await? {
            // A play by rules of another program waits for that program.
            if let Err(refused) = self.count(&table).await {
                tracing::warn!(?refused, "a result is not counted");
            }
        }
        Ok(())
    }
}

/// The id of the reason for which a play ends that was broken off, as in [`table::HOUSE_ENDS`].
const BROKEN_OFF: &str = "abandoned";

#[cfg(test)]
mod tests {
    use super::*;

    fn person(number: u8) -> Player {
        Player::Person(Guest([number; 32]))
    }

    fn side(players: &[Player], first: bool) -> Side {
        Side { players: players.to_vec(), first }
    }

    fn result(sides: Vec<Side>) -> Counting {
        let seats = sides.iter().map(|side| side.players.len()).sum::<usize>();
        Counting { game: "game".to_owned(), seats: u8::try_from(seats).unwrap(), sides }
    }

    fn near(value: f64, expected: f64) -> bool {
        (value - expected).abs() < 1e-3
    }

    /// Worked out by the paper's algorithm 1 for two sides of one: c² = 2(25/3)² + 2(25/6)²,
    /// p = ½, so the winner gains σ²/c · ½.
    #[test]
    fn a_first_win_is_worth_what_the_paper_says() {
        let after = result(vec![side(&[person(1)], true), side(&[person(2)], false)])
            .after(&HashMap::new());
        let (won, lost) = (after[&person(1)], after[&person(2)]);
        assert!(near(won.rating, 27.635_231) && near(lost.rating, 22.364_769), "{won:?} {lost:?}");
        assert!(near(won.uncertainty, 8.065_507) && near(lost.uncertainty, 8.065_507), "{won:?}");
        assert_eq!((won.plays, won.shown(), lost.shown()), (1, 1658, 1342));
    }

    #[test]
    fn a_draw_of_equals_tells_only_how_certain_they_are() {
        let after =
            result(vec![side(&[person(1)], true), side(&[person(2)], true)]).after(&HashMap::new());
        assert!(near(after[&person(1)].rating, 25.0) && near(after[&person(2)].rating, 25.0));
        assert!(after[&person(1)].uncertainty < Rating::default().uncertainty);
    }

    #[test]
    fn who_beats_the_stronger_gains_more() {
        let strong = Rating { rating: 35.0, uncertainty: 3.0, plays: 30 };
        let gain = |other: Rating| {
            let before = HashMap::from([(person(2), other)]);
            result(vec![side(&[person(1)], true), side(&[person(2)], false)]).after(&before)
                [&person(1)]
                .rating
        };
        assert!(gain(strong) > gain(Rating { rating: 25.0, ..strong }));
    }

    #[test]
    fn a_team_wins_and_loses_together() {
        let after = result(vec![
            side(&[person(1), person(2)], false),
            side(&[person(3), Player::Bot("greedy".to_owned())], true),
        ])
        .after(&HashMap::new());
        assert!(near(after[&person(1)].rating, after[&person(2)].rating));
        assert!(after[&person(1)].rating < 25.0 && after[&person(3)].rating > 25.0);
        let all: f64 = after.values().map(|one| one.rating).sum();
        assert!(near(all, 100.0), "what some gain others lose");
    }

    #[test]
    fn of_three_the_winner_gains_what_both_others_lose() {
        let bot = Player::Bot("greedy".to_owned());
        let one = |player: &Player, first| side(std::slice::from_ref(player), first);
        let sides = vec![one(&person(1), true), one(&bot, false), one(&bot, false)];
        let after = result(sides).after(&HashMap::new());
        assert_eq!(after.len(), 2);
        let (won, bot) = (after[&person(1)], after[&bot]);
        assert!(near(won.rating - 25.0, 2.0 * (25.0 - bot.rating)), "{won:?} {bot:?}");
        assert_eq!(bot.plays, 1, "a play counts once");
    }

    #[test]
    fn a_dozen_plays_against_equals_are_enough_for_a_rank() {
        let mut ratings: HashMap<Player, Rating> = HashMap::new();
        let mut plays = 0;
        while ratings.get(&person(1)).copied().unwrap_or_default().provisional() {
            let won = plays % 2 == 0;
            let play = result(vec![side(&[person(1)], won), side(&[person(2)], !won)]);
            ratings = play.after(&ratings);
            plays += 1;
            assert!(plays < 100);
        }
        assert!((8..=16).contains(&plays), "{plays}");
    }
}
