//! Retention: what is deleted when, and what is left of finished games (ADR 58).
//!
//! The decision about a table is a function of its stored facts; the work is done table by table
//! through the store's writer, so that a move never waits for more than one of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use zashiki_core::Record;

use crate::app::App;
use crate::config::Retention;
use crate::error::Refused;
use crate::store::{Entry, Facts, WriteResult};
use crate::table::summary::TableSummary;

/// Number of tables whose facts are read at once.
const TOGETHER: u32 = 100;

/// After each table that was changed the background task rests this many times as long as that took.
const REST: u32 = 4;

/// When the background task first looks for what is due, after the start.
const FIRST: Duration = Duration::from_secs(60);

/// What happens to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It stays as it is.
    Keep,
    /// It is deleted, for this reason.
    Remove(Reason),
    /// Its changes are replaced by its record.
    Compact,
}

/// Why a table is deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// Its game has not begun.
    Waiting,
    /// It was cancelled.
    Cancelled,
    /// Nobody has gone on with its game.
    Abandoned,
    /// Its game has long been finished.
    Finished,
}

/// Numbers of tables that one pass of retention deleted or compacted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub struct Retained {
    /// Tables whose game had not begun.
    pub waiting: u64,
    /// Cancelled tables.
    pub cancelled: u64,
    /// Games with which nobody had gone on.
    pub abandoned: u64,
    /// Finished games that were deleted.
    pub finished: u64,
    /// Finished games that were compacted.
    pub compacted: u64,
    /// Finished games that were due to be compacted and are kept whole, since this program cannot
    /// replay them.
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
    /// What happens to a table at this time, in milliseconds since 1970.
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
            // What an older program wrote has to be replayed before it is known to be finished.
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
            // Where time is limited the clock ends the game.
            (true, false, Some(false)) => {
                remove(!table.timed && due(self.abandoned, table.changed), Reason::Abandoned)
            }
        }
    }
}

impl App {
    /// Deletes and compacts what is due, soon after the start and then every [`Retention::every`], until the server closes.
    pub(crate) async fn keep_retention(self: Arc<Self>) {
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

    /// Deletes and compacts what is due, or only counts it; with rests for others who write.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub(crate) async fn retain(
        self: &Arc<Self>,
        dry: bool,
        rests: bool,
    ) -> Result<Retained, Refused> {
        let mut retained = Retained::default();
        // One server of several does it.
        if rests && !self.cluster.as_ref().is_none_or(|cluster| cluster.is_first()) {
            return Ok(retained);
        }
        // Compacted games are looked at only where finished ones are deleted.
        let both: &[bool] =
            if self.retention.finished.is_some() { &[false, true] } else { &[false] };
        for compacted in both {
            let mut after = (i64::MIN, String::new());
            loop {
                let facts = self.store.facts(*compacted, (after.0, &after.1), TOGETHER).await?;
                let Some(last) = facts.last() else { break };
                after = (last.created, last.table.clone());
                for table in facts {
                    let begun = Instant::now();
                    if self.retain_one(&table, dry, &mut retained).await? && rests {
                        tokio::time::sleep(begun.elapsed() * REST).await;
                    }
                }
            }
        }
        Ok(retained)
    }

    /// Does what is due with one table; gives whether anything was.
    async fn retain_one(
        self: &Arc<Self>,
        table: &Facts,
        dry: bool,
        retained: &mut Retained,
    ) -> Result<bool, Refused> {
        let fate = self.retention.fate(table, self.day());
        if fate == Fate::Keep || self.find(&table.table).is_some() {
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

    /// Deletes a table with everything that belongs to it, unless it has changed meanwhile. Whoever
    /// has it in memory lets it go.
    pub(crate) async fn remove_table(self: &Arc<Self>, facts: &Facts) -> Result<bool, Refused> {
        let (table, condition) = (facts.table.clone(), facts.condition);
        let removed = self.written(Entry::Remove { table, condition }).await? == WriteResult::Yes;
        if removed {
            self.forget_table(&facts.table);
            self.see_who_sits([&facts.table].into_iter()).await;
        }
        Ok(removed)
    }

    async fn compact(&self, facts: &Facts, record: String) -> Result<bool, Refused> {
        let (table, version) = (facts.table.clone(), facts.condition.version);
        Ok(self.written(Entry::Compact { table, version, record }).await? == WriteResult::Yes)
    }

    async fn written(&self, entry: Entry) -> Result<WriteResult, Refused> {
        self.store.write(entry).await.map_err(|error| Refused::not_saved(&error))
    }

    /// The record of a finished game, once its replay has led to the stored summary: only then can it
    /// take the place of the changes.
    async fn replayed(&self, facts: &Facts) -> Result<String, Refused> {
        let json = self.finished(&facts.table).await?;
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
    fn each_table_stays_for_its_time_and_no_longer() {
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
    fn what_somebody_needs_stays() {
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
        // What an older program wrote may be finished: it is replayed, and never taken for abandoned.
        let unknown = Facts { summary: None, ..table() };
        assert_eq!(retention().fate(&unknown, late), Fate::Compact);
        let ended = Facts { summary: Some(summary(true)), ..table() };
        assert_eq!(retention().fate(&ended, late), Fate::Compact);
    }

    #[test]
    fn nothing_is_deleted_where_no_time_is_set() {
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
