//! Limits of connections, requests and tables.

use std::time::Duration;

use session::DraftLimits;

/// The limits of the server. Their default values are listed in docs/guides/operating.md.
///
/// Limits by address also apply to each network that contains the address; larger networks have a multiple of
/// a single address's limit (ADR 55). They do not apply to this machine's own addresses, unless the server
/// runs [behind a proxy](crate::Config::trust_proxy).
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of open TCP connections.
    pub sockets: usize,
    /// Maximum number of open TCP connections from one address.
    pub sockets_per_address: usize,
    /// Time limit for receiving the head (request line and headers) of each request.
    pub head: Duration,
    /// Time limit for starting the answer: from the end of a request's head to the head of the answer.
    pub request: Duration,
    /// Maximum number of connections of all spectators to tables. The rest of [`sockets`](Limits::sockets) is
    /// reserved for players.
    pub onlookers: usize,
    /// Maximum number of spectators' connections to one table.
    pub onlookers_per_table: usize,
    /// Maximum number of connections to tables that a guest may have open.
    pub live_per_guest: usize,
    /// Maximum number of connections to the same table that a guest may have open.
    pub live_per_guest_and_table: usize,
    /// Maximum number of connections to tables from one address.
    pub live_per_address: usize,
    /// Time that the server waits for a client to accept 16 KiB of an answer.
    pub stalled: Duration,
    /// Maximum number of tables that a guest may have waiting for the start of the match, among those created
    /// during the last day.
    pub waiting_per_guest: u32,
    /// Maximum number of tables that a guest may have with an unfinished match, among those created during
    /// the last day.
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
    /// Maximum number of reviews running at the same time, by address.
    pub reviews_at_once_per_address: usize,
    /// Maximum number of running and finished reviews in memory.
    pub reviews: usize,
    /// Rate limit of changes to profiles and sign-in, by address.
    pub settings_per_address: Rate,
    /// Rate limit of attempts to sign in with a recovery code, by address.
    pub codes_per_address: Rate,
    /// Maximum number of browsers that are signed in as one person.
    pub devices: usize,
    /// Rate limit of predefined chat phrases, by seat.
    pub phrases: Rate,
    /// Rate limit of turn notices (messages that it is the player's turn), by person.
    pub calls: Rate,
    /// Maximum length of a draft (the unfinished input of a decision), in bytes.
    pub draft: usize,
    /// Maximum size of the server's interpretation of a draft, in bytes of JSON.
    pub reading: usize,
    /// Time for which a table stays in memory after its last client has disconnected.
    pub linger: Duration,
    /// Maximum size of the SQLite database file, in pages of 4 KiB; `None` for no limit.
    pub max_pages: Option<u32>,
}

/// A rate limit: a burst of `at_once` operations, and one more after each `every`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// Maximum number of operations in a burst.
    pub at_once: u32,
    /// The interval after which one more operation is allowed.
    pub every: Duration,
}

impl Rate {
    /// Takes one token from a token bucket that will be full again at time `until`. Returns the new time at
    /// which the bucket will be full, or `None` if the bucket is empty at `now`. A full bucket holds
    /// `at_once` tokens.
    pub(crate) fn take(self, until: Duration, now: Duration) -> Option<Duration> {
        let until = until.max(now) + self.every;
        (until <= now + self.every * self.at_once).then_some(until)
    }
}

impl Limits {
    /// The default limits for a process that may open `files` file descriptors. Some of them are reserved for
    /// the database; spectators may use at most half of the rest.
    pub fn for_files(files: u64) -> Limits {
        let sockets = usize::try_from(files.saturating_sub(64)).unwrap_or(usize::MAX);
        let sockets = sockets.clamp(16, 20_000);
        Limits { sockets, onlookers: sockets / 2, ..Limits::default() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        let DraftLimits { draft, reading } = DraftLimits::default();
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
            draft,
            reading,
            linger: Duration::from_secs(60),
            max_pages: None,
        }
    }
}
