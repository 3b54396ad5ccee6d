//! Limits of connections, requests and tables.

use std::time::Duration;

/// What is bounded, and how. The defaults are those of docs/guides/operating.md.
///
/// What is counted by address is counted for each network that a client is in, too: the larger ones
/// have a multiple of what one address has (ADR 55). It is not counted for this machine's own
/// addresses, unless the server stands [behind a proxy](crate::Config::trust_proxy).
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
