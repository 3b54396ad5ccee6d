//! The creation of a rematch, and the players' answers to it.

use crate::error::not_saved;
use zashiki_core::Bytes32;

use super::actor::Room;
use crate::cluster::TableMessage;
use crate::ids;
use crate::protocol::Terms;
use crate::protocol::{Refusal, Rematch};
use crate::store::{Entry, WriteResult};
use session::guest::Guest;
use session::program;
use session::table::history::History;
use session::table::seats::{Requester, all_taken};
use session::table::seed::{Contribution, SeedState};
use session::table::setup::TableSetup;

impl Room {
    /// Records whether a player accepts the rematch; the first who accepts creates it.
    pub(super) async fn play_again(
        &mut self,
        requester: Requester,
        comes: bool,
        hash: Option<Bytes32>,
    ) -> Result<(), Refusal> {
        self.read_again().await?;
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.history.over() {
            return Err(Refusal::NOT_OVER);
        }
        if comes && self.rematch.is_none() {
            self.context.policy.may_begin(requester.guest).await?;
            self.open_rematch(requester.guest, hash).await?;
        } else if let (true, Some(rematch), Some(hash)) = (comes, &self.rematch, hash) {
            let (table, guest) = (rematch.table.clone(), requester.guest);
            let entry = Entry::Promise { table, guest, hash };
            // If the rematch has started by now, it does not include this share.
            self.context.store.write(entry).await.map_err(|error| not_saved(&error))?;
        }
        if let Some(rematch) = &mut self.rematch {
            rematch.hear(seat, comes);
            self.clients.news();
            self.send_to_servers(&TableMessage::Rematch { seat, comes });
        }
        Ok(())
    }

    /// Creates the rematch: the same people, bots, options, components and position, with seats rotated by
    /// one.
    pub(super) async fn open_rematch(
        &mut self,
        guest: Guest,
        hash: Option<Bytes32>,
    ) -> Result<(), Refusal> {
        let id = ids::table_id();
        let mut sitters = self.sitters.clone();
        sitters.rotate_left(1);
        let parts: Vec<Contribution> =
            hash.into_iter().map(|hash| Contribution::new(guest, hash)).collect();
        let setup = TableSetup {
            id: id.clone(),
            deal: SeedState::new(&id, Bytes32(ids::random()), all_taken(&sitters), &parts),
            begun_at: self.context.clock.time(),
            cancelled: false,
            arranged: 0,
            compacted: None,
            created: self.context.clock.day(),
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
        let summary = History::new(&setup, &sitters, &self.context.archive.config_cache)
            .map_err(|refused| {
                tracing::error!(?refused, "a rematch could not be begun");
                Refusal::NOT_SAVED
            })?
            .summary();
        let entry = Entry::Table { setup: Box::new(setup), sitters, parts, summary };
        let written = self.context.store.write(entry).await;
        match written.map_err(|error| not_saved(&error))? {
            WriteResult::Yes => self.rematch = Some(Rematch::at(id)),
            WriteResult::Conflict => self.read_again().await?,
        }
        Ok(())
    }
}
