//! Computation of the results of finished rated matches, each of which changes the ratings once.

use session::guest::Guest;
use session::request_error::RequestError;
use session::table::setup::{Sitter, TableSetup};
use zashiki_core::{Seat, SeatSet};

use crate::archive::Archive;
use crate::error::Refused;
use crate::store::{Entry, StoredTableRow, UserWrite};
use crate::users::ratings::{Counting, LEAST_DECISIONS, Player, Side, of_bot};

/// Applies the results of rated matches to the players' ratings.
#[derive(Clone)]
pub(crate) struct RatingResults {
    archive: Archive,
}

impl RatingResults {
    pub(crate) fn new(archive: Archive) -> RatingResults {
        RatingResults { archive }
    }

    /// Applies the result of a finished match to the ratings. The result is computed from stored data and
    /// applied only once; further calls have no effect.
    pub(crate) async fn count(&self, table: &str) -> Result<(), Refused> {
        let row = self.archive.store.row(table).await?.ok_or_else(RequestError::no_table)?;
        if self.archive.summary(&row).await?.outcome.is_none() {
            return Ok(());
        }
        let result = self.result(&row).await?;
        let entry = UserWrite::Count { table: table.to_owned(), result };
        self.archive
            .store
            .write(Entry::People(Box::new(entry)))
            .await
            .map_err(|error| Refused::not_saved(&error))?;
        Ok(())
    }

    async fn result(&self, row: &StoredTableRow) -> Result<Option<Counting>, Refused> {
        let ending = self.archive.summary(row).await?.outcome;
        // An abandoned match has no result.
        let Some(ending) = ending.filter(|ending| ending.reason != ABANDONED) else {
            return Ok(None);
        };
        if !row.setup.terms.rated {
            return Ok(None);
        }
        let want = self.archive.store.wanting(&row.setup.id).await?;
        let (setup, sitters, play) = self.archive.replay(&row.setup.id).await?;
        let people = (0..).map(Seat).zip(&sitters);
        let people = people.filter(|(_, sitter)| matches!(sitter, Sitter::Person { .. }));
        let people: Vec<Seat> = people.map(|(seat, _)| seat).collect();
        let deserted = play.deserted();
        let gone = |seat: &Seat| {
            let (own, others) = play.decisions(*seat);
            deserted.contains(*seat) || others > 0 && others >= own
        };
        let ended = Ended {
            sides: play.table().sides(),
            winners: &ending.winners,
            absent: people.iter().copied().filter(gone).collect(),
            decisions: people.iter().map(|seat| play.decisions(*seat).0).min().unwrap_or(0),
            at: play.changed(),
        };
        Ok(counting(&setup, &sitters, &ended, &want))
    }

    /// Applies the results of all finished matches that were not yet applied when the server last stopped.
    pub(crate) async fn count_all(&self) -> Result<(), Refused> {
        for table in self.archive.store.uncounted().await? {
            // A match with an unsupported rules version remains uncounted until a server supports it.
            if let Err(refused) = self.count(&table).await {
                tracing::warn!(?refused, "a result is not counted");
            }
        }
        Ok(())
    }
}

/// The facts of a finished match that matter for ratings.
struct Ended<'a> {
    sides: Vec<SeatSet>,
    /// The seats that won by the game's rules.
    winners: &'a [u8],
    /// The seats of people who had left the match, or for whom at least half of the decisions were made by
    /// others.
    absent: SeatSet,
    /// The number of decisions made by the person who made the fewest.
    decisions: usize,
    /// End time of the match, in milliseconds since 1970.
    at: i64,
}

/// The result of a match for the ratings, or `None` if it does not count. To count, the match must have a
/// time limit and no custom position. All seats must be taken by bots of measured strength and by different
/// people who take part in ratings (`want`).
fn counting(
    setup: &TableSetup,
    sitters: &[Sitter],
    ended: &Ended<'_>,
    want: &[Guest],
) -> Option<Counting> {
    let seats = u8::try_from(sitters.len()).unwrap_or(u8::MAX);
    let mut people: Vec<Guest> = Vec::new();
    let mut players = Vec::new();
    for sitter in sitters {
        players.push(match sitter {
            Sitter::Nobody => return None,
            Sitter::Bot { bot } => {
                of_bot(&setup.game, seats, bot)?;
                Player::Bot(bot.clone())
            }
            Sitter::Person { program: true, .. } => return None,
            Sitter::Person { guest, .. } if people.contains(guest) || !want.contains(guest) => {
                return None;
            }
            Sitter::Person { guest, .. } => {
                people.push(*guest);
                Player::Person(*guest)
            }
        });
    }
    let Ended { sides, winners, absent, decisions, at } = ended;
    let rated = setup.terms.rated && setup.terms.time.is_some() && setup.position.is_none();
    // If all people have left, no side did better than another.
    let stayed = |side: &SeatSet| !side.iter().all(|seat| absent.contains(seat));
    let counts = rated && sides.len() > 1 && sides.iter().any(stayed);
    let won = |seat: Seat| winners.is_empty() || winners.contains(&seat.0);
    let best = |side: &SeatSet| side.iter().all(won) && stayed(side);
    let any_best = sides.iter().any(best);
    let side = |seats: &SeatSet| Side {
        players: seats.iter().map(|seat| players[seat.index()].clone()).collect(),
        // If the winners have left, the remaining players count as winners.
        first: if any_best { best(seats) } else { stayed(seats) },
    };
    counts.then(|| Counting {
        table: setup.id.clone(),
        game: setup.game.clone(),
        seats,
        at: *at,
        sides: sides.iter().map(side).collect(),
        gains: *decisions >= LEAST_DECISIONS,
    })
}

/// The end reason of an abandoned match, as in [`zashiki_core::COMMON_ENDINGS`].
const ABANDONED: &str = "abandoned";

#[cfg(test)]
mod tests {
    use zashiki_core::Bytes32;

    use super::*;
    use crate::protocol::Look;
    use crate::protocol::{Terms, TimeControl};
    use session::table::seed::SeedState;

    fn rated() -> TableSetup {
        let time = Some(TimeControl::Decision { seconds: 60 });
        TableSetup {
            id: "t".to_owned(),
            game: "shinra".to_owned(),
            rules_version: 1,
            options: serde_json::Value::Null,
            components: None,
            deal: SeedState::new("t", Bytes32([0; 32]), true, &[]),
            created: 1,
            rematch_of: None,
            program: None,
            opened_by: None,
            position: None,
            terms: Terms { time, rated: true, ..Terms::default() },
            begun_at: 1,
            cancelled: false,
            arranged: 0,
            compacted: None,
        }
    }

    fn sits(number: u8) -> Sitter {
        let (guest, look) = (Guest([number; 32]), Look::default());
        Sitter::Person { guest, name: String::new(), look, program: false }
    }

    /// The outcome for the two players of a match: for each, true if that player counts as first.
    fn first(absent: &[u8], winners: &[u8]) -> Option<[bool; 2]> {
        let sitters = [sits(1), sits(2)];
        let ended = Ended {
            sides: vec![SeatSet::one(Seat(0)), SeatSet::one(Seat(1))],
            winners,
            absent: absent.iter().copied().map(Seat).collect(),
            decisions: LEAST_DECISIONS,
            at: 1,
        };
        let want = [Guest([1; 32]), Guest([2; 32])];
        let counting = counting(&rated(), &sitters, &ended, &want)?;
        Some([counting.sides[0].first, counting.sides[1].first])
    }

    #[test]
    fn a_player_who_left_has_lost_regardless_of_the_winner() {
        assert_eq!(first(&[], &[1]), Some([false, true]));
        assert_eq!(first(&[0], &[1]), Some([false, true]));
        assert_eq!(first(&[1], &[1]), Some([true, false]), "a bot has won for who left");
        assert_eq!(first(&[1], &[]), Some([true, false]), "nor is it a draw");
        assert_eq!(first(&[0, 1], &[1]), None, "where all have gone nobody did better");
    }

    #[test]
    fn a_result_counts_only_with_a_time_limit_and_against_measured_bots() {
        let count = |setup: &TableSetup, bot: &str| {
            let sitters = [sits(1), Sitter::Bot { bot: bot.to_owned() }];
            let ended = Ended {
                sides: vec![SeatSet::one(Seat(0)), SeatSet::one(Seat(1))],
                winners: &[0],
                absent: SeatSet::EMPTY,
                decisions: LEAST_DECISIONS - 1,
                at: 1,
            };
            counting(setup, &sitters, &ended, &[Guest([1; 32])])
        };
        let setup = rated();
        assert_eq!(count(&setup, "master").map(|counting| counting.gains), Some(false));
        assert_eq!(count(&setup, "greedy"), None);
        let mut untimed = setup.clone();
        untimed.terms.time = None;
        assert_eq!(count(&untimed, "master"), None);
    }
}
