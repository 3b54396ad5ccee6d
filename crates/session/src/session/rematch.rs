//! The creation of a rematch, and the players' answers to it.

use zashiki_core::{Bytes32, Seat, SeatSet};

use super::attempt::Attempt;
use super::host::Host;
use super::opening::NewTable;
use super::state::Session;
use super::write::{Effect, Entry, Write};
use crate::guest::Guest;
use crate::program;
use crate::protocol::{Refusal, Terms};
use crate::table::history::History;
use crate::table::seats::{Requester, all_taken};
use crate::table::seed::{Contribution, SeedState};
use crate::table::setup::TableSetup;

impl Session {
    /// Returns true if the requester's acceptance would create the rematch.
    pub fn would_open_rematch(&self, requester: Requester, comes: bool) -> bool {
        comes && self.history.over() && self.rematch.is_none() && self.seat_of(requester).is_some()
    }

    /// Records whether a player accepts the rematch; the first who accepts creates it.
    pub(super) fn play_again(
        &mut self,
        requester: Requester,
        comes: bool,
        hash: Option<Bytes32>,
        host: &dyn Host,
    ) -> Result<Attempt, Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.history.over() {
            return Err(Refusal::NOT_OVER);
        }
        let guest = requester.guest;
        match (&self.rematch, comes, hash) {
            (None, true, hash) => {
                let entry = self.rematch_table(guest, hash, host)?;
                Ok(Attempt::store(Write::last(entry, Effect::Rematch { seat })))
            }
            (Some(rematch), true, Some(hash)) => {
                let entry = Entry::Promise { table: rematch.table.clone(), guest, hash };
                Ok(Attempt::store(Write::last(entry, Effect::RematchPromise { seat })))
            }
            _ => {
                self.hear_rematch(seat, comes);
                Ok(Attempt::Done)
            }
        }
    }

    /// The rematch: the same people, bots, options, components and position, with seats rotated and
    /// teams kept.
    fn rematch_table(
        &self,
        guest: Guest,
        hash: Option<Bytes32>,
        host: &dyn Host,
    ) -> Result<Entry, Refusal> {
        let (id, now) = (host.table_id(&self.setup.game), host.now());
        let mut sitters = self.sitters.clone();
        sitters.rotate_left(rotation(&self.history.table().sides()));
        let parts: Vec<Contribution> =
            hash.into_iter().map(|hash| Contribution::new(guest, hash)).collect();
        let setup = TableSetup {
            deal: SeedState::new(&id, Bytes32(host.random()), all_taken(&sitters), &parts),
            id,
            begun_at: now.service,
            cancelled: false,
            arranged: 0,
            compacted: None,
            created: now.day,
            rematch_of: Some(self.setup.id.clone()),
            program: Some(program::version().to_owned()),
            opened_by: Some(guest),
            // Older programs allowed rated matches without a time limit.
            terms: Terms {
                rated: self.setup.terms.rated && self.setup.terms.time.is_some(),
                ..self.setup.terms.clone()
            },
            ..self.setup.clone()
        };
        let history = History::new(&setup, &sitters, &self.config_cache).map_err(|error| {
            tracing::error!(?error, "a rematch could not be begun");
            Refusal::NOT_SAVED
        })?;
        let summary = history.summary();
        Ok(Entry::Table(Box::new(NewTable { setup, sitters, parts, summary })))
    }
}

/// The number of seats by which the seats of a rematch are rotated: the smallest one after which the
/// members of each team are a team again. 1 without teams.
fn rotation(sides: &[SeatSet]) -> usize {
    let seats = sides.iter().map(|side| side.len() as usize).sum::<usize>();
    (1..seats)
        .find(|by| {
            sides.iter().all(|side| {
                let moved: SeatSet = (side.iter())
                    .map(|Seat(seat)| Seat(((usize::from(seat) + seats - by) % seats) as u8))
                    .collect();
                sides.contains(&moved)
            })
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use zashiki_core::{Seat, SeatSet};

    use super::rotation;

    fn sides(sides: &[&[u8]]) -> Vec<SeatSet> {
        sides.iter().map(|side| side.iter().map(|seat| Seat(*seat)).collect()).collect()
    }

    #[test]
    fn seats_move_on_by_one_and_teams_stay_together() {
        assert_eq!(rotation(&sides(&[&[0], &[1], &[2]])), 1);
        assert_eq!(rotation(&sides(&[&[0, 2], &[1, 3]])), 1);
        assert_eq!(rotation(&sides(&[&[0, 1], &[2, 3]])), 2);
        assert_eq!(rotation(&sides(&[&[1, 2], &[3, 0]])), 2);
    }
}
