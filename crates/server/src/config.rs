//! The configuration of a server.

mod components;
mod limits;
mod place;
mod retention;

use std::path::PathBuf;
use std::sync::Arc;

use external_engines::Engines;

pub use self::components::Components;
pub use self::limits::{Limits, Rate};
pub use self::place::Place;
pub use self::retention::Retention;
use crate::backups::Backups;
use crate::cluster::bus::Bus;
use crate::push::Notifier;
use crate::time_source::TimeSource;
use crate::users::bot_accounts::BotAccounts;
use crate::users::unwanted_words::UnwantedWords;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The location of the database: a folder or the URL of a PostgreSQL database.
    pub store: Place,
    /// The message bus between several servers on one database; `None` if only one server uses the database.
    pub bus: Option<Arc<dyn Bus>>,
    /// Origins of other sites whose pages may connect to this server, such as `https://games.example`.
    pub origins: Vec<String>,
    /// Host names under which the server answers, such as `games.example`; `*.games.example` allows all names
    /// below a domain, and `*` all names. Names that strangers cannot own are always accepted.
    pub hosts: Vec<String>,
    /// Component values that replace the games' built-in ones at new tables.
    pub components: Components,
    /// True if clients connect through a trusted proxy that appends their addresses to the header
    /// `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Rate limits, and maximum numbers of connections, tables and requests.
    pub limits: Limits,
    /// The times after which tables are deleted or compacted.
    pub retention: Retention,
    /// Words that must not occur in people's names.
    pub unwanted_words: UnwantedWords,
    /// True if no other process may use the data folder while this one runs.
    pub alone: bool,
    /// Settings for scheduled backups; `None` if no backups are made.
    pub backups: Option<Backups>,
    /// True if the addresses of clients that exceed limits may be logged and shown to the operator.
    pub log_addresses: bool,
    /// The sender of turn notices to absent players of correspondence games; `None` if no notices are sent.
    pub push: Option<Arc<dyn Notifier>>,
    /// The clock that measures the players' thinking times.
    pub clock: TimeSource,
    /// External engines that may play at tables.
    pub engines: Engines,
    /// Bot accounts, by which other people's programs play over the network; `None` if such programs are not
    /// allowed.
    pub bot_accounts: Option<Arc<BotAccounts>>,
}

impl Config {
    /// The default configuration for a server with this data folder.
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
