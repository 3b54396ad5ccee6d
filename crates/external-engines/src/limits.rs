//! Time limits, failure policy and number of processes of engines.

use std::time::Duration;

use zashiki_core::{Level, LocalizedText, text};

/// Time limit for the introduction of an engine, and for its preparation of a game.
pub const START: Duration = Duration::from_secs(30);

/// Time limit, failure policy and number of processes of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineLimits {
    /// Time limit of each decision.
    pub time: Duration,
    /// The level of the bot that replaces a failed engine. `None`: the seat forfeits the game.
    pub stand_in: Option<Level>,
    /// Maximum number of processes per engine, at least one. At the limit, the process that was idle longest
    /// is killed, and its game continues with a new one.
    pub processes: usize,
}

impl EngineLimits {
    /// Sets the time limit of each decision, from a number of seconds as text.
    ///
    /// # Errors
    /// Returns an error that states the expected form.
    pub fn set_time(&mut self, seconds: &str) -> Result<(), LocalizedText> {
        let parsed = seconds.parse::<f64>().ok().filter(|time| (0.01..=3600.0).contains(time));
        let time = parsed.ok_or(LocalizedText::fixed(
            "0.01から3600までの秒数",
            "a number of seconds from 0.01 to 3600",
        ));
        self.time = Duration::from_secs_f64(time?);
        Ok(())
    }

    /// Sets the failure policy: `lose`, or `replace=` and a level.
    ///
    /// # Errors
    /// Returns an error that states the expected forms.
    pub fn set_fault(&mut self, policy: &str) -> Result<(), LocalizedText> {
        let level = policy.strip_prefix("replace=").and_then(Level::from_id);
        if policy != "lose" && level.is_none() {
            let levels = Level::ALL.map(Level::id).join(", ");
            return Err(text!(
                "lose か、replace=レベル({levels})",
                "lose, or replace= and a level ({levels})"
            ));
        }
        self.stand_in = level;
        Ok(())
    }

    /// The failure policy in the form that [`set_fault`](EngineLimits::set_fault) parses.
    pub fn fault(&self) -> String {
        self.stand_in.map_or_else(|| "lose".to_owned(), |level| format!("replace={}", level.id()))
    }
}

impl Default for EngineLimits {
    fn default() -> EngineLimits {
        EngineLimits { time: Duration::from_secs(5), stand_in: None, processes: 8 }
    }
}
