//! The interface between a session and the program that runs it.

use std::time::Duration;

use zashiki_core::{GameInfo, InputError};

use crate::catalog::check_bot;
use crate::guest::Guest;
use crate::ids::random_id;
use crate::protocol::Look;
use crate::table::setup::TableSetup;

/// The present time, as the host measures it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Milliseconds since 1970.
    pub day: i64,
    /// Service time: the time for which the host has run in total, in milliseconds. The clocks of seats count it, so
    /// they stop while no host runs.
    pub service: i64,
    /// A monotonic time, for short waits.
    pub monotonic: Duration,
}

/// A person who takes a seat.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The person.
    pub guest: Guest,
    /// The person's name, as entered or from the profile.
    pub name: String,
    /// The crest beside the name.
    pub look: Look,
    /// True for a program under a bot account.
    pub program: bool,
}

/// The program that runs a table. It has no influence on the rules of the table.
pub trait Host {
    /// The present time.
    fn now(&self) -> Now;

    /// Random bytes that nobody can predict.
    fn random(&self) -> [u8; 32];

    /// The id of a new table of this game.
    fn table_id(&self, _game: &str) -> String {
        random_id(&self.random())
    }

    /// The text of the components file that replaces the built-in components at new tables, if any.
    fn components(&self, _game: &str) -> Option<&str> {
        None
    }

    /// Returns true if the table has components of its own, neither the built-in ones nor those of the host.
    fn has_own_components(&self, setup: &TableSetup) -> bool {
        setup.components.is_some() && setup.components.as_deref() != self.components(&setup.game)
    }

    /// Returns an error if no bot with this id can take a seat in the game.
    ///
    /// # Errors
    /// The error lists the bots that can.
    fn check_bot(&self, info: &GameInfo, bot: &str) -> Result<(), InputError> {
        check_bot(info, bot, &[])
    }

    /// The name of a person who shares the opener's device, without titles that are reserved.
    fn personal_name(&self, name: &str) -> String {
        name.to_owned()
    }

    /// A text in a person's own words as one line without invisible characters; empty if nothing visible is
    /// left.
    fn clean_text(&self, text: &str) -> String {
        let visible = |letter: &char| letter.is_whitespace() || !letter.is_control();
        let text: String = text.chars().filter(visible).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The name under which a person sits: never empty, and different from the names `others`.
    fn clean_name(&self, name: &str, others: &[String]) -> String;
}
