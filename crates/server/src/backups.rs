//! Scheduled backups: files in a folder, named by their creation times. Only the newest ones are kept.

use std::path::{Path, PathBuf};
use std::time::Duration;

use zashiki_core::InputError;

use crate::config::Place;
use crate::ids;
use crate::server_clock::ServerClock;
use crate::store;
use crate::telemetry::metrics::Metrics;

/// Settings for the scheduled backups of the data folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backups {
    /// The folder for the backups; created if it does not exist.
    pub folder: PathBuf,
    /// The interval between two backups.
    pub every: Duration,
    /// The number of backups to keep, at least 1.
    pub keep: usize,
}

/// The delay before a failed backup is retried, unless the next one is due sooner.
const RETRY: Duration = Duration::from_secs(10 * 60);

/// The age from which an unfinished backup file is assumed to have been left by a server that was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(60 * 60);

/// Prefix of the names of backups, such as `zashiki-20261127T070405.123Z.db`. Sorting the names sorts the
/// backups by time.
const BEFORE: &str = "zashiki-";

const AFTER: &str = ".db";

const TIME: &str = "%Y%m%dT%H%M%S%.3fZ";

/// The schedule of backups of one data folder.
#[derive(Debug)]
pub(crate) struct Schedule {
    data: PathBuf,
    backups: Backups,
}

impl Schedule {
    /// Creates the schedule for a server with this store; `None` if no backups are configured.
    ///
    /// # Errors
    /// Returns an error if the store is not a data folder, or the backup folder cannot be used.
    pub(crate) fn new(
        backups: Option<Backups>,
        store: &Place,
    ) -> Result<Option<Schedule>, InputError> {
        let Some(backups) = backups else { return Ok(None) };
        match store {
            Place::Folder(data) => {
                store::private_folder(&backups.folder)
                    .map_err(|why| store::unwritable_backup(&backups.folder, &why))?;
                Ok(Some(Schedule { data: data.clone(), backups }))
            }
            #[cfg(feature = "postgres")]
            Place::Postgres(_) => Err(InputError::new(
                "backup.folder は、データフォルダーのサーバーだけで使えます。PostgreSQL は pg_dump でバックアップしてください(docs/guides/servers.md)。",
                "backup.folder does not apply to PostgreSQL; back it up with pg_dump (docs/guides/servers.md).",
            )),
        }
    }

    /// Creation time of the newest backup, in milliseconds since 1970.
    fn newest(&self) -> Option<i64> {
        list(&self.backups.folder).ok()?.last()?.taken()
    }

    /// The time until the next backup is due. `now` is the current time in milliseconds since 1970.
    fn due_in(&self, now: i64) -> Duration {
        let Some(newest) = self.newest() else { return Duration::ZERO };
        // A clock that was set back must not delay the next backup for long.
        let age = Duration::from_millis(u64::try_from(now - newest).unwrap_or_default());
        self.backups.every.saturating_sub(age)
    }

    /// Makes a backup named by the time `now`, then removes the oldest backups beyond the number to keep.
    async fn make(&self, now: i64) -> Result<(), InputError> {
        let folder = &self.backups.folder;
        remove_left_behind(folder);
        let time = jiff::Timestamp::from_millisecond(now).unwrap_or_default();
        let name = format!("{BEFORE}{}{AFTER}", time.strftime(TIME));
        // The backup is written under a temporary name, checked, and never overwrites a file.
        store::backup(&self.data, &folder.join(name)).await?;
        remove_oldest(folder, self.backups.keep);
        Ok(())
    }

    /// Makes backups on schedule until this future is dropped.
    pub(crate) async fn run(&self, clock: &ServerClock, metrics: &Metrics) {
        let every = self.backups.every;
        metrics.found_backup(self.newest());
        let mut wait = self.due_in(ids::now());
        loop {
            clock.reaches(clock.now() + wait).await;
            let now = ids::now();
            let made = self.make(now).await;
            metrics.backed_up(made.is_ok());
            metrics.found_backup(self.newest());
            wait = match made {
                Ok(()) => every,
                Err(bad) => {
                    tracing::error!(why = %bad.text().en, "a timed backup failed");
                    every.min(RETRY)
                }
            };
        }
    }
}

/// A backup file in the folder: its name and its path.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Made {
    name: String,
    file: PathBuf,
}

impl Made {
    /// Creation time of the backup, in milliseconds since 1970; `None` if the file name is not that of a
    /// backup.
    fn taken(&self) -> Option<i64> {
        let time = self.name.strip_prefix(BEFORE)?.strip_suffix(AFTER)?;
        let time = jiff::civil::DateTime::strptime(TIME, time).ok()?;
        Some(time.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_millisecond())
    }
}

/// All scheduled backups in a folder, oldest first.
fn list(folder: &Path) -> std::io::Result<Vec<Made>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let made = Made { name, file: entry.path() };
        if made.taken().is_some() {
            files.push(made);
        }
    }
    files.sort();
    Ok(files)
}

fn remove_oldest(folder: &Path, keep: usize) {
    let removed = list(folder).and_then(|files| {
        let old = files.len().saturating_sub(keep.max(1));
        files[..old].iter().try_for_each(|made| std::fs::remove_file(&made.file))
    });
    if let Err(error) = removed {
        tracing::warn!(%error, "an old backup could not be removed");
    }
}

/// Removes unfinished backup files that were left by killed servers.
fn remove_left_behind(folder: &Path) {
    let is_old = |entry: &std::fs::DirEntry| {
        let name = entry.file_name();
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        store::is_unfinished(&name) && age().is_some_and(|age| age > LEFT_BEHIND)
    };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(is_old) {
        if let Err(error) = std::fs::remove_file(entry.path()) {
            tracing::warn!(%error, "an unfinished backup could not be removed");
        }
    }
}
