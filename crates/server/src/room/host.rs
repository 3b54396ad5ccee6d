//! The server as the host of a session.

use session::{Host, Now};
use zashiki_core::{GameInfo, InputError};

use crate::bots::catalog;
use crate::config::Components;
use crate::ids;
use crate::server_clock::ServerClock;
use crate::users::names::{clean_name, clean_text, personal};
use external_engines::Engines;

/// The server as the host of sessions.
pub(crate) struct ServerHost<'a> {
    pub(crate) clock: &'a ServerClock,
    pub(crate) engines: &'a Engines,
    pub(crate) components: &'a Components,
}

/// The present time by the server's clock.
pub(crate) fn now(clock: &ServerClock) -> Now {
    Now { day: clock.day(), service: clock.time(), monotonic: clock.now() }
}

impl Host for ServerHost<'_> {
    fn now(&self) -> Now {
        now(self.clock)
    }

    fn random(&self) -> [u8; 32] {
        ids::random()
    }

    fn components(&self, game: &str) -> Option<&str> {
        self.components.of(game)
    }

    fn check_bot(&self, info: &GameInfo, bot: &str) -> Result<(), InputError> {
        catalog::check(self.engines, info, bot)
    }

    fn clean_name(&self, name: &str, others: &[String]) -> String {
        clean_name(name, others)
    }

    fn clean_text(&self, text: &str) -> String {
        clean_text(text)
    }

    fn personal_name(&self, name: &str) -> String {
        personal(name)
    }
}
