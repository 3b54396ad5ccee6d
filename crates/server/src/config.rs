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
    /// The location of the database.
    pub store: Place,
    /// The message bus between several servers on one database.
    pub bus: Option<Arc<dyn Bus>>,
    /// Origins besides the server's own whose pages may connect, such as `https://games.example`.
    pub origins: Vec<String>,
    /// Host names under which the server answers, besides names that strangers cannot own, such as
    /// `games.example`; `*.games.example` for all names below a domain, `*` for all names.
    pub hosts: Vec<String>,
    /// Components that replace the games' built-in ones at new tables.
    pub components: Components,
    /// True if a trusted proxy appends the client's address to `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Rate limits and other limits.
    pub limits: Limits,
    /// Retention periods of tables.
    pub retention: Retention,
    /// Words that a person's name must not contain.
    pub unwanted_words: UnwantedWords,
    /// True if no other process may use the data folder meanwhile.
    pub alone: bool,
    /// Scheduled backups, if any.
    pub backups: Option<Backups>,
    /// True if the addresses of clients that exceed limits are logged and listed.
    pub log_addresses: bool,
    /// The sender of turn notices to absent players of correspondence games; none if they are not notified.
    pub push: Option<Arc<dyn Notifier>>,
    /// The clock that measures thinking times.
    pub clock: TimeSource,
    /// External engines that may play at tables.
    pub engines: Engines,
    /// Bot accounts, by which other people's programs play over the network; none if not allowed.
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

/// The location of the database.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// An SQLite database in this folder.
    Folder(PathBuf),
    /// A PostgreSQL database with this URL, such as `postgres://name:password@host:port/database`.
    #[cfg(feature = "postgres")]
    Postgres(String),
}

impl fmt::Debug for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => out.debug_tuple("Folder").field(folder).finish(),
            // The URL may contain a password.
            #[cfg(feature = "postgres")]
            Place::Postgres(_) => out.write_str("Postgres(…)"),
        }
    }
}

/// Limits of the server. The defaults are those of docs/guides/operating.md.
///
/// Limits by address also apply to each network that contains the address; larger networks have a multiple of
/// a single address's limit (ADR 55). They do not apply to this machine's own addresses, unless the server
/// runs [behind a proxy](Config::trust_proxy).
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of TCP connections.
    pub sockets: usize,
    /// Maximum number of TCP connections from one address.
    pub sockets_per_address: usize,
    /// Time limit for receiving the head of each request.
    pub head: Duration,
    /// Time limit from a request's head to the head of the answer.
    pub request: Duration,
    /// Maximum number of spectators' connections to tables. The rest of [`sockets`](Limits::sockets) is
    /// reserved for players.
    pub onlookers: usize,
    /// Maximum number of spectators' connections to one table.
    pub onlookers_per_table: usize,
    /// Maximum number of a guest's connections to tables.
    pub live_per_guest: usize,
    /// Maximum number of a guest's connections to one table.
    pub live_per_guest_and_table: usize,
    /// Maximum number of connections to tables from one address.
    pub live_per_address: usize,
    /// Time limit for a client to receive 16 KiB of an answer.
    pub stalled: Duration,
    /// Maximum number of tables that a guest created during the last day and that have not started.
    pub waiting_per_guest: u32,
    /// Maximum number of tables that a guest created during the last day and that have not ended.
    pub open_per_guest: u32,
    /// Rate limit of creating tables, by address.
    pub openings_per_address: Rate,
    /// Rate limit of requests to the analysis board, by address.
    pub studies_per_address: Rate,
    /// Rate limit of advice and new reviews, by guest.
    pub help_per_guest: Rate,
    /// Rate limit of advice and new reviews, by address.
    pub help_per_address: Rate,
    /// Rate limit of starting reviews of finished matches, by address.
    pub reviews_per_address: Rate,
    /// Maximum number of running reviews, by address.
    pub reviews_at_once_per_address: usize,
    /// Maximum number of reviews in memory.
    pub reviews: usize,
    /// Rate limit of changes to profiles and sign-in, by address.
    pub settings_per_address: Rate,
    /// Rate limit of trying recovery codes, by address.
    pub codes_per_address: Rate,
    /// Maximum number of devices of one person.
    pub devices: usize,
    /// Rate limit of predefined phrases, by seat.
    pub phrases: Rate,
    /// Rate limit of turn notices, by person.
    pub calls: Rate,
    /// Maximum length of a draft, in bytes.
    pub draft: usize,
    /// Maximum size of an interpreted draft, in bytes of JSON.
    pub reading: usize,
    /// Time for which a table without connections stays in memory.
    pub linger: Duration,
    /// Maximum size of the SQLite database file, in pages of 4 KiB; `None` for no limit.
    pub max_pages: Option<u32>,
}

/// Retention periods of tables, by calendar time; `None` keeps them forever.
///
/// A table with connected clients is never deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Period of a table whose match has not started, from its creation.
    pub waiting: Option<Duration>,
    /// Period of a cancelled table, from its creation.
    pub cancelled: Option<Duration>,
    /// Period of an unfinished match without a time limit, from its last change.
    pub abandoned: Option<Duration>,
    /// Period of all changes of a finished match, from its end; afterwards only its record and summary are
    /// kept.
    pub compact: Option<Duration>,
    /// Period of a finished match, from its end.
    pub finished: Option<Duration>,
    /// Interval between two retention passes.
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

/// A rate limit: a burst of `at_once` operations, and one more after each `every`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// Maximum number of operations in a burst.
    pub at_once: u32,
    /// The time after which one more operation is allowed.
    pub every: Duration,
}

impl Rate {
    /// Takes an operation from a token bucket that is full again at `until`. Returns the new time at which
    /// the bucket is full, or `None` if it is empty at `now`. The bucket holds `at_once` tokens.
    pub(crate) fn take(self, until: Duration, now: Duration) -> Option<Duration> {
        let until = until.max(now) + self.every;
        (until <= now + self.every * self.at_once).then_some(until)
    }
}

impl Limits {
    /// The default limits for a process that may open this number of files: some are reserved for the
    /// database, and half of the rest for players.
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

/// Components files that replace the games' built-in components, by game.
#[derive(Clone, Default, Debug)]
pub struct Components(HashMap<&'static str, String>);

impl Components {
    /// Reads components files. Each file names its game by a line `game = "…"` and is checked by setting up
    /// the game with it for every possible number of seats.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, names no game or the same game as another file, or is
    /// rejected by the game; the message names the file.
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

    /// The components text for a game, if replaced.
    pub(crate) fn of(&self, game: &str) -> Option<&str> {
        self.0.get(game).map(String::as_str)
    }
}

fn read_one(file: &Path) -> Result<(&'static str, String), InputError> {
    let text = system::read_text(file).map_err(|why| {
        let message = text!(
            "読めません({why})。パスと権限を確かめてください",
            "it cannot be read ({why}); check its path and permissions",
            why
        );
        in_file(file, &message.into())
    })?;
    let named: toml::Table = zashiki_core::read_toml(&text, label(file))?;
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

/// The label of a components file in messages.
fn label(file: &Path) -> LocalizedText {
    let file = file.display();
    LocalizedText::new(format!("部品ファイル「{file}」"), format!("Components file \"{file}\""))
}

fn in_file(file: &Path, bad: &InputError) -> InputError {
    let LocalizedText { ja, en } = label(file);
    InputError::new(format!("{ja}: {}", bad.text().ja), format!("{en}: {}", bad.text().en))
}
