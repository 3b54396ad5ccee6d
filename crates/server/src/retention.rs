//! Retention: periodic deletion of old tables and compaction of finished matches (ADR 58).
//!
//! The decision about a table depends only on the table's stored facts. Tables are processed one by one
//! through the store's writer, so that a player's move waits for at most one of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use session::table::summary::TableSummary;
use zashiki_core::Record;

use crate::archive::Archive;
use crate::cluster::Cluster;
use crate::config::Retention;
use crate::error::Refused;
use crate::lobby::Lobby;
use crate::rooms::Rooms;
use crate::server_clock::ServerClock;
use crate::store::{Entry, Facts, WriteResult};

/// Number of tables whose facts are read in one query.
const BATCH_SIZE: u32 = 100;

/// After each changed table, the background task pauses for the duration of that change multiplied by this
/// number.
const REST: u32 = 4;

/// Time from the server's start to the first retention pass.
const FIRST: Duration = Duration::from_secs(60);

/// The decision about a table in a retention pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// The table is kept unchanged.
    Keep,
    /// The table is deleted for this reason.
    Remove(Reason),
    /// The table's individual changes are deleted; only its record and summary are kept.
    Compact,
}

/// The reason for deleting a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The match did not start in time.
    Waiting,
    /// The table was cancelled before the match started.
    Cancelled,
    /// The players have stopped playing an unfinished match.
    Abandoned,
    /// The match was finished so long ago that it is no longer kept.
    Finished,
}

/// Result of a retention pass: the numbers of tables that were deleted, compacted or kept.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub struct Retained {
    /// Number of deleted tables whose match had not started.
    pub waiting: u64,
    /// Number of deleted tables that had been cancelled.
    pub cancelled: u64,
    /// Number of deleted tables with unfinished matches whose players had stopped playing.
    pub abandoned: u64,
    /// Number of deleted tables with finished matches.
    pub finished: u64,
    /// Number of tables whose finished matches were compacted.
    pub compacted: u64,
    /// Number of finished matches that were due for compaction, but that this program cannot replay. All
    /// their changes are kept.
    pub kept: u64,
}

impl Retained {
    fn count(&mut self, reason: Reason) {
        *match reason {
            Reason::Waiting => &mut self.waiting,
            Reason::Cancelled => &mut self.cancelled,
            Reason::Abandoned => &mut self.abandoned,
            Reason::Finished => &mut self.finished,
        } += 1;
    }
}

impl Retention {
    /// The decision about a table at `now` (milliseconds since 1970).
    fn fate(&self, table: &Facts, now: i64) -> Fate {
        let due = |after: Option<Duration>, since: i64| {
            let after = after.map(|after| i64::try_from(after.as_millis()).unwrap_or(i64::MAX));
            after.is_some_and(|after| since.saturating_add(after) <= now)
        };
        let remove = |due: bool, reason| if due { Fate::Remove(reason) } else { Fate::Keep };
        let ended = table.summary.as_ref().map(|summary| summary.outcome.is_some());
        if table.held {
            return Fate::Keep;
        }
        match (table.begun, table.recorded, ended) {
            (false, ..) if table.cancelled => {
                remove(due(self.cancelled, table.created), Reason::Cancelled)
            }
            (false, ..) => remove(due(self.waiting, table.created), Reason::Waiting),
            // A table whose summary an older program omitted must be replayed to find out whether it is
            // finished.
            (true, true, _) | (true, false, Some(true) | None) => {
                if due(self.finished, table.changed) {
                    return Fate::Remove(Reason::Finished);
                }
                let compact = !table.compacted
                    && !table.uncounted
                    && table.condition.version > 0
                    && due(self.compact, table.changed);
                if compact { Fate::Compact } else { Fate::Keep }
            }
            // With a time control, the clock ends the match.
            (true, false, Some(false)) => {
                remove(!table.timed && due(self.abandoned, table.changed), Reason::Abandoned)
            }
        }
    }
}

/// Deletes and compacts old tables, according to the configured times.
pub(crate) struct Retainer {
    pub(crate) retention: Retention,
    pub(crate) archive: Archive,
    pub(crate) clock: ServerClock,
    pub(crate) cluster: Option<Arc<Cluster>>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) rooms: Rooms,
}

impl Retainer {
    /// Runs retention passes, soon after the start and then every [`Retention::every`], until the server
    /// shuts down.
    pub(crate) async fn run(&self) {
        let mut next = FIRST.min(self.retention.every);
        loop {
            self.clock.reaches(self.clock.now() + next).await;
            next = self.retention.every;
            match self.retain(false, true).await {
                Ok(retained) if retained != Retained::default() => {
                    tracing::info!(?retained, "old tables were deleted and compacted");
                }
                Ok(_) => {}
                Err(refused) => {
                    tracing::error!(?refused, "old tables are neither deleted nor compacted");
                }
            }
        }
    }

    /// Runs a retention pass over all tables. With `dry`, only counts the tables that it would change. With
    /// `rests`, pauses after each change so that other writes are not delayed; this is for the periodic
    /// passes.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    pub(crate) async fn retain(&self, dry: bool, rests: bool) -> Result<Retained, Refused> {
        let mut retained = Retained::default();
        // In a cluster, one server does the periodic passes.
        if rests && !self.cluster.as_ref().is_none_or(|cluster| cluster.is_first()) {
            return Ok(retained);
        }
        // Compacted matches are relevant only if finished matches are deleted at all.
        let both: &[bool] =
            if self.retention.finished.is_some() { &[false, true] } else { &[false] };
        for compacted in both {
            let mut after = (i64::MIN, String::new());
            loop {
                let facts =
                    self.archive.store.facts(*compacted, (after.0, &after.1), BATCH_SIZE).await?;
                let Some(last) = facts.last() else { break };
                after = (last.created, last.table.clone());
                for table in facts {
                    let started = Instant::now();
                    if self.retain_one(&table, dry, &mut retained).await? && rests {
                        tokio::time::sleep(started.elapsed() * REST).await;
                    }
                }
            }
        }
        Ok(retained)
    }

    /// Applies the decision about a table. Returns false if the table is kept unchanged.
    async fn retain_one(
        &self,
        table: &Facts,
        dry: bool,
        retained: &mut Retained,
    ) -> Result<bool, Refused> {
        let fate = self.retention.fate(table, self.clock.day());
        if fate == Fate::Keep || self.rooms.registry().find(&table.table).is_some() {
            return Ok(false);
        }
        match fate {
            Fate::Keep => {}
            Fate::Remove(reason) => {
                if dry || self.remove_table(table).await? {
                    retained.count(reason);
                }
            }
            Fate::Compact => match self.replayed(table).await {
                Ok(record) => {
                    if dry || self.compact(table, record).await? {
                        retained.compacted += 1;
                    }
                }
                Err(why) => {
                    tracing::debug!(?why, game = table.game, "a finished game is kept whole");
                    retained.kept += 1;
                }
            },
        }
        Ok(true)
    }

    /// Deletes a table with all its data, and unloads its rooms on all servers. Returns false if the table
    /// has changed since `facts` were read; it is kept then.
    pub(crate) async fn remove_table(&self, facts: &Facts) -> Result<bool, Refused> {
        let (table, condition) = (facts.table.clone(), facts.condition);
        let removed = self.written(Entry::Remove { table, condition }).await? == WriteResult::Yes;
        if removed {
            self.rooms.registry().forget(&facts.table);
            self.lobby.unlist(&facts.table);
            self.rooms.reload_occupants([&facts.table].into_iter()).await;
        }
        Ok(removed)
    }

    async fn compact(&self, facts: &Facts, record: String) -> Result<bool, Refused> {
        let (table, version) = (facts.table.clone(), facts.condition.version);
        Ok(self.written(Entry::Compact { table, version, record }).await? == WriteResult::Yes)
    }

    async fn written(&self, entry: Entry) -> Result<WriteResult, Refused> {
        self.archive.store.write(entry).await.map_err(|error| Refused::not_saved(&error))
    }

    /// The record of a finished match, which will replace the individual changes. Returns an error if a
    /// replay of the record does not reproduce the stored summary.
    async fn replayed(&self, facts: &Facts) -> Result<String, Refused> {
        let json = self.archive.finished(&facts.table).await?;
        let (text, stored) = (json.clone(), facts.summary.clone());
        let replaying = tokio::task::spawn_blocking(move || {
            let record = Record::from_json(&text)?;
            let replayed = registry::replay(&record).map_err(|error| {
                tracing::debug!(%error, "a record does not replay");
                Refused::broken()
            })?;
            let summary = TableSummary::of(replayed.as_ref(), false);
            let same = |stored: TableSummary| {
                let ending = |of: &TableSummary| {
                    of.outcome.as_ref().map(|end| (end.winners.clone(), end.reason.clone()))
                };
                ending(&stored) == ending(&summary)
                    && (stored.steps, &stored.scores) == (summary.steps, &summary.scores)
            };
            match summary.outcome.is_some() && stored.is_none_or(same) {
                true => Ok(()),
                false => Err(Refused::broken()),
            }
        });
        replaying.await.map_err(|_| Refused::broken())??;
        Ok(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Ending;
    use crate::store::Condition;

    const DAY: i64 = 24 * 60 * 60 * 1000;

    fn days(days: u64) -> Option<Duration> {
        Some(Duration::from_secs(days * 24 * 60 * 60))
    }

    fn table() -> Facts {
        Facts {
            table: "t".to_owned(),
            game: "g".to_owned(),
            created: 0,
            changed: 10 * DAY,
            begun: true,
            cancelled: false,
            timed: false,
            uncounted: false,
            recorded: false,
            compacted: false,
            held: false,
            summary: Some(summary(false)),
            condition: Condition { version: 3, arranged: 0 },
        }
    }

    fn summary(over: bool) -> TableSummary {
        let ending =
            Ending { winners: vec![0], reason: "points".to_owned(), text: None, rule: None };
        TableSummary {
            awaiting: Vec::new(),
            scores: vec![1, 0],
            outcome: over.then_some(ending),
            steps: 4,
            step: None,
        }
    }

    fn retention() -> Retention {
        Retention {
            waiting: days(14),
            cancelled: days(2),
            abandoned: days(60),
            compact: days(1),
            finished: days(400),
            every: Duration::from_secs(3600),
        }
    }

    #[test]
    fn each_table_is_kept_exactly_for_its_period() {
        let waiting = Facts { begun: false, ..table() };
        let cancelled = Facts { cancelled: true, ..waiting.clone() };
        let finished = Facts { recorded: true, summary: Some(summary(true)), ..table() };
        let compacted = Facts { compacted: true, ..finished.clone() };
        for (table, day, fate) in [
            (&waiting, 14, Fate::Remove(Reason::Waiting)),
            (&cancelled, 2, Fate::Remove(Reason::Cancelled)),
            (&table(), 70, Fate::Remove(Reason::Abandoned)),
            (&finished, 11, Fate::Compact),
            (&compacted, 410, Fate::Remove(Reason::Finished)),
        ] {
            let at = |time| retention().fate(table, time);
            assert_eq!(at(day * DAY - 1), Fate::Keep, "{table:?}");
            assert_eq!(at(day * DAY), fate, "{table:?}");
        }
    }

    #[test]
    fn tables_in_use_are_kept() {
        let finished = Facts { recorded: true, summary: Some(summary(true)), ..table() };
        let late = 300 * DAY;
        for kept in [
            Facts { held: true, ..finished.clone() },
            Facts { uncounted: true, ..finished.clone() },
            Facts { compacted: true, ..finished.clone() },
            Facts { held: true, ..table() },
            Facts { timed: true, ..table() },
            Facts { held: true, begun: false, ..table() },
        ] {
            assert_eq!(retention().fate(&kept, late), Fate::Keep, "{kept:?}");
        }
        // A table without a summary may be finished: it is replayed, and never treated as abandoned.
        let unknown = Facts { summary: None, ..table() };
        assert_eq!(retention().fate(&unknown, late), Fate::Compact);
        let ended = Facts { summary: Some(summary(true)), ..table() };
        assert_eq!(retention().fate(&ended, late), Fate::Compact);
    }

    #[test]
    fn nothing_is_deleted_without_a_period() {
        let never = Retention {
            waiting: None,
            cancelled: None,
            abandoned: None,
            compact: None,
            finished: None,
            ..retention()
        };
        let finished = Facts { recorded: true, ..table() };
        for kept in [table(), finished, Facts { begun: false, ..table() }] {
            assert_eq!(never.fate(&kept, i64::MAX), Fate::Keep);
        }
    }
}
