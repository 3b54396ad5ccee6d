//! This device as the host of sessions.

use std::cell::Cell;
use std::time::Duration;

use session::guest::Guest;
use session::table::seats::NAMELESS;
use session::{Host, Now};

use super::requests::NAME_LENGTH;

/// The person at this device. A device has one, who may hold several seats.
pub(crate) const ME: Guest = Guest([0; 32]);

/// Fills bytes at random, so that nobody can predict them.
pub type Entropy = fn(&mut [u8; 32]);

/// This device as the host of tables.
pub(crate) struct Device {
    entropy: Entropy,
    now: Cell<Now>,
}

/// The letters of table ids.
const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

impl Device {
    pub fn new(entropy: Entropy) -> Device {
        Device { entropy, now: Cell::default() }
    }

    /// Sets the present time, in milliseconds since 1970.
    pub fn set_time(&self, now: i64) {
        let monotonic = Duration::from_millis(now.cast_unsigned());
        self.now.set(Now { day: now, service: now, monotonic });
    }

    /// The device at the time of a table.
    pub fn at(&self, now: Now) -> Device {
        Device { entropy: self.entropy, now: Cell::new(now) }
    }
}

impl Host for Device {
    fn now(&self) -> Now {
        self.now.get()
    }

    fn random(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        (self.entropy)(&mut bytes);
        bytes
    }

    fn table_id(&self, game: &str) -> String {
        let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
        let letters: String = self.random()[..10].iter().map(letter).collect();
        format!("local-{game}-{letters}")
    }

    fn clean_name(&self, name: &str, others: &[String]) -> String {
        let words: Vec<&str> = name.split_whitespace().collect();
        let name: String = words.join(" ").chars().filter(|it| !it.is_control()).collect();
        let name: String = name.chars().take(NAME_LENGTH).collect();
        let name = if name.is_empty() { NAMELESS.to_owned() } else { name };
        let is_free = |name: &String| {
            !others.contains(name)
                && session::catalog::names().all(|bot| bot != name)
                && bots::level_named(name).is_none()
        };
        if is_free(&name) {
            return name;
        }
        let prefix: String = name.chars().take(NAME_LENGTH - 4).collect();
        let mut numbered = (2..).map(|number| format!("{prefix} ({number})"));
        numbered.find(is_free).expect("numbers do not end")
    }
}
