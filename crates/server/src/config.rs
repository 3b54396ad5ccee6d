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
