//! The configuration of a server.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use external_engines::Engines;
use serde_json::Value;
use zashiki_core::{InputError, LocalizedText, text};

use crate::backups::Backups;
use crate::cluster::bus::Bus;
use crate::push::Notifier;
use crate::system;
use crate::time_source::TimeSource;
use crate::users::bot_accounts::BotAccounts;
use crate::users::unwanted_words::UnwantedWords;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where everything is stored.
    pub store: Place,
    /// What carries messages between the servers, where there are several on one database.
    pub bus: Option<Arc<dyn Bus>>,
    /// Origins besides the server's own whose pages may connect, such as
    /// `https://games.example`.
    pub origins: Vec<String>,
    /// Names under which the server answers, besides those that no stranger can have, such as
    /// `games.example`; `*.games.example` for all below one, `*` for all there are.
    pub hosts: Vec<String>,
    /// Components that replace the games' own at new tables.
    pub components: Components,
    /// Whether a proxy on the way in names the client's address as the last one of
    /// `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// What is bounded, and how.
    pub limits: Limits,
    /// How long tables are kept.
    pub retention: Retention,
    /// Words that no name of a person may contain.
    pub unwanted_words: UnwantedWords,
    /// Returns true if no other process may have the data folder open meanwhile.
    pub alone: bool,
    /// Backups that are made at their times; none if left out.
    pub backups: Option<Backups>,
    /// Whether the addresses of clients that exceed limits are logged and listed.
    pub log_addresses: bool,
    /// How people who are not there are called to tables that go on for days; not at all if left
    /// out.
    pub push: Option<Arc<dyn Notifier>>,
    /// The clock by which the time for decisions is limited.
    pub clock: TimeSource,
    /// Programs from outside that may sit at tables.
    pub engines: Engines,
    /// Programs of other people's that may come over the network; none if left out.
    pub bot_accounts: Option<Arc<BotAccounts>>,
}

impl Config {
    /// The default configuration for a data folder.
    pub fn new(data: impl Into<PathBuf>) -> Config {
        Config {
            store: Place::Folder(data.into()),
            bus: None,
            origins: Vec::new(),
            hosts: Vec::new(),
            components: Components::default(),
            trust_proxy: false,
            limits: Limits::default(),
            retention: Retention::default(),
            unwanted_words: UnwantedWords::default(),
            alone: false,
            backups: None,
            log_addresses: false,
            push: None,
            clock: TimeSource::real(),
            engines: Engines::default(),
            bot_accounts: None,
        }
    }
}

/// Where everything is stored.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// In SQLite in this folder.
    Folder(PathBuf),
    /// In PostgreSQL at this address, such as `postgres://name:password@host:port/database`.
    #[cfg(feature = "postgres")]
    Postgres(String),
}

impl fmt::Debug for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => out.debug_tuple("Folder").field(folder).finish(),
            // The address may hold a password.
            #[cfg(feature = "postgres")]
            Place::Postgres(_) => out.write_str("Postgres(…)"),
        }
    }
}

/// What is bounded, and how. The defaults are those of docs/guides/operating.md.
///
/// What is counted by address is counted for each network that a client is in, too: the larger ones
/// have a multiple of what one address has (ADR 55). It is not counted for this machine's own
/// addresses, unless the server stands [behind a proxy](Config::trust_proxy).
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most TCP connections in all.
    pub sockets: usize,
    /// The most TCP connections from one address.
    pub sockets_per_address: usize,
    /// How long a connection may take to send the head of a request, the first one or the next.
    pub head: Duration,
    /// How long a request may take, from its head to the head of the answer.
    pub request: Duration,
    /// The most connections to tables by those who have no seat there, in all. The rest of
    /// [`sockets`](Limits::sockets) is kept for those who have.
    pub onlookers: usize,
    /// The most connections to one table by those who have no seat there.
    pub onlookers_per_table: usize,
    /// The most connections to tables of one guest.
    pub live_per_guest: usize,
    /// The most connections to one table of one guest.
    pub live_per_guest_and_table: usize,
    /// The most connections to tables from one address.
    pub live_per_address: usize,
    /// How long a connection may wait for a client to take 16 KiB of what it asked for.
    pub stalled: Duration,
    /// The most tables that a guest opened in the last day and that have not begun.
    pub waiting_per_guest: u32,
    /// The most tables that a guest opened in the last day and that have not ended.
    pub open_per_guest: u32,
    /// How often tables may be opened from one address.
    pub openings_per_address: Rate,
    /// How often a play may be looked at that the asker brings along, from one address.
    pub studies_per_address: Rate,
    /// How often one guest may ask for advice, or for a review that is not there yet.
    pub help_per_guest: Rate,
    /// The same from one address.
    pub help_per_address: Rate,
    /// How often reviews of finished games may be begun, from one address.
    pub reviews_per_address: Rate,
    /// The most reviews in the making for one address.
    pub reviews_at_once_per_address: usize,
    /// The most reviews of finished games in memory.
    pub reviews: usize,
    /// How often people may set something about themselves, from one address.
    pub settings_per_address: Rate,
    /// How often recovery codes may be tried, from one address.
    pub codes_per_address: Rate,
    /// The most devices of one person.
    pub devices: usize,
    /// How often a seat may say one of the set phrases.
    pub phrases: Rate,
    /// How often somebody who is not there is called.
    pub calls: Rate,
    /// The longest draft of an unfinished decision, in bytes.
    pub draft: usize,
    /// The longest reading of a draft, in bytes of JSON.
    pub reading: usize,
    /// How long a table to which nobody is connected stays in memory.
    pub linger: Duration,
    /// The most pages of 4 KiB the database file may have; `None` for as many as the disk
    /// holds.
    pub max_pages: Option<u32>,
}

/// How long tables are kept, by the calendar; for ever where a time is left out.
///
/// A table that somebody is connected to is always kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retention {
    /// A table whose game has not begun, from its opening.
    pub waiting: Option<Duration>,
    /// A table that was cancelled, from its opening.
    pub cancelled: Option<Duration>,
    /// A game without a time limit that nobody goes on with, from its last change.
    pub abandoned: Option<Duration>,
    /// All changes of a finished game, from its end; then its record and its summary are kept.
    pub compact: Option<Duration>,
    /// A finished game, from its end.
    pub finished: Option<Duration>,
    /// Interval between two looks for what is due.
    pub every: Duration,
}

impl Default for Retention {
    fn default() -> Self {
        let days = |days: u64| Duration::from_secs(days * 24 * 60 * 60);
        Retention {
            waiting: Some(days(14)),
            cancelled: Some(days(2)),
            abandoned: Some(days(60)),
            compact: Some(days(2)),
            finished: None,
            every: Duration::from_secs(60 * 60),
        }
    }
}

/// How often something may be done: `at_once` times, and once more after each `every`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// How many times at once.
    pub at_once: u32,
    /// The time after which it may be done once more.
    pub every: Duration,
}

impl Rate {
    /// Takes one more at the time `now` of who has all of it again at `until`; gives when they have all of
    /// it again then, or nothing if no more may be taken. This is a token bucket that holds `at_once`.
    pub(crate) fn take(self, until: Duration, now: Duration) -> Option<Duration> {
        let until = until.max(now) + self.every;
        (until <= now + self.every * self.at_once).then_some(until)
    }
}

impl Limits {
    /// The ordinary limits of a process that may have this number of files open: some are for the
    /// database, and half of the rest is for those who have a seat.
    pub fn for_files(files: u64) -> Limits {
        let sockets = usize::try_from(files.saturating_sub(64)).unwrap_or(usize::MAX);
        let sockets = sockets.clamp(16, 20_000);
        Limits { sockets, onlookers: sockets / 2, ..Limits::default() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sockets: 960,
            sockets_per_address: 256,
            head: Duration::from_secs(20),
            request: Duration::from_secs(30),
            stalled: Duration::from_secs(20),
            onlookers: 480,
            onlookers_per_table: 64,
            live_per_guest: 32,
            live_per_guest_and_table: 8,
            live_per_address: 128,
            waiting_per_guest: 20,
            open_per_guest: 100,
            openings_per_address: Rate { at_once: 60, every: Duration::from_secs(60) },
            studies_per_address: Rate { at_once: 240, every: Duration::from_millis(100) },
            help_per_guest: Rate { at_once: 20, every: Duration::from_secs(4) },
            help_per_address: Rate { at_once: 60, every: Duration::from_secs(2) },
            reviews_per_address: Rate { at_once: 12, every: Duration::from_secs(60) },
            reviews_at_once_per_address: 3,
            reviews: 64,
            settings_per_address: Rate { at_once: 60, every: Duration::from_secs(10) },
            codes_per_address: Rate { at_once: 10, every: Duration::from_secs(60) },
            devices: 12,
            phrases: Rate { at_once: 4, every: Duration::from_secs(4) },
            calls: Rate { at_once: 20, every: Duration::from_secs(60) },
            draft: 1024,
            reading: 16 * 1024,
            linger: Duration::from_secs(60),
            max_pages: None,
        }
    }
}

/// Components files that replace the games' own, by game.
#[derive(Clone, Default, Debug)]
pub struct Components(HashMap<&'static str, String>);

impl Components {
    /// Reads components files. Each names its game by `game = "…"` at its top, and is
    /// checked by setting the game up with it for every possible number of seats.
    ///
    /// # Errors
    /// When a file cannot be read, names no game or another file's, or is refused by the
    /// game; the message names the file.
    pub fn read(files: &[PathBuf]) -> Result<Components, InputError> {
        let mut components = Components::default();
        for file in files {
            let (game, text) = read_one(file)?;
            if components.0.insert(game, text).is_some() {
                return Err(in_file(
                    file,
                    &InputError::new(
                        format!("「{game}」の部品ファイルが二つあります。一つにしてください"),
                        format!("two components files are for \"{game}\"; give one"),
                    ),
                ));
            }
        }
        Ok(components)
    }

    /// The text that replaces a game's own components, if any.
    pub(crate) fn of(&self, game: &str) -> Option<&str> {
        self.0.get(game).map(String::as_str)
    }
}

fn read_one(file: &Path) -> Result<(&'static str, String), InputError> {
    let text = system::read_text(file).map_err(|why| {
        let fault = text!(
            "読めません({why})。パスと権限を確かめてください",
            "it cannot be read ({why}); check its path and permissions",
            why
        );
        in_file(file, &fault.into())
    })?;
    let named: toml::Table = zashiki_core::read_toml(&text, called(file))?;
    let Some(toml::Value::String(game)) = named.get("game") else {
        return Err(in_file(
            file,
            &InputError::new(
                "先頭に game = \"kokyu\" のような行がありません。どのゲームの部品かを書いてください",
                "it has no line like game = \"kokyu\" at its top; write which game it is for",
            ),
        ));
    };
    let checked = registry::info(game).and_then(|info| {
        let (min, max) = info.seats;
        for seats in min..=max {
            registry::new_match(info.id, seats.into(), &Value::Null, Some(&text), 0)?;
        }
        Ok(info.id)
    });
    let game = checked.map_err(|bad| in_file(file, &bad))?;
    Ok((game, text))
}

/// A components file by its name.
fn called(file: &Path) -> LocalizedText {
    let file = file.display();
    LocalizedText::new(format!("部品ファイル「{file}」"), format!("Components file \"{file}\""))
}

fn in_file(file: &Path, bad: &InputError) -> InputError {
    let LocalizedText { ja, en } = called(file);
    InputError::new(format!("{ja}: {}", bad.text().ja), format!("{en}: {}", bad.text().en))
}
