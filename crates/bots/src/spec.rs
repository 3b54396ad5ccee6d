//! Specs of bots: `name[:key=value]...`.

use std::time::Duration;

use zashiki_core::{GameInfo, InputError, Level, LocalizedText, text};

use crate::ismcts::Settings;
use crate::search::budget::Budget;

/// A bot and its settings.
///
/// Written `name[:key=value]...`, for example:
///
/// | text | bot |
/// |---|---|
/// | `novice`, `beginner`, `intermediate`, `advanced`, `master` | the game's bot of this [level](zashiki_core::Level) |
/// | `random` | any legal action, all with equal probability |
/// | `greedy`, `greedy:worlds=8` | one step ahead, averaged over 8 determinizations |
/// | `greedy:noise=300` | the same, with an evaluation error of up to 300 of 1000 for each action |
/// | `ismcts` | tree search with 1000 simulations for each decision |
/// | `ismcts:sims=5000`, `ismcts:time=500ms`, `ismcts:time=2s` | with another budget |
/// | `ismcts:sims=500:c=1:depth=20:wide=2` | with another exploration constant, length of rollouts and width of the tree |
/// | `ismcts:time=2s:trees=4` | with 4 trees, searched in parallel |
/// | `alphabeta`, `alphabeta:nodes=100000`, `alphabeta:time=1s` | alpha–beta search, by positions (20,000 by default) or time for each decision |
/// | `alphabeta:time=1s:threads=4` | with 4 threads |
/// | `planner`, `planner:nodes=100000`, `planner:time=1s` | search over whole turns, by positions (20,000 by default) or time for each turn |
/// | `planner:time=2s:threads=4` | with 4 threads |
/// | `responder`, `responder:sims=400` | the best response to `greedy`, or to search bots, in simultaneous decisions |
///
/// A spec contains neither commas nor blanks, so either can separate the specs of a list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Spec {
    /// The game's bot of a level.
    Level(Level),
    /// [`Random`](crate::Random).
    Random,
    /// [`Greedy`](crate::Greedy).
    Greedy {
        /// Number of determinizations for each decision (the setting is called `worlds`).
        worlds: u32,
        /// Largest random error of an action's heuristic value, whose range ends at 1000.
        noise: u32,
    },
    /// [`Ismcts`](crate::Ismcts).
    Ismcts(Settings),
    /// [`AlphaBeta`](crate::AlphaBeta).
    AlphaBeta {
        /// Budget for each decision.
        budget: Budget,
        /// Number of threads.
        threads: u32,
    },
    /// [`Planner`](crate::Planner).
    Planner {
        /// Budget for each turn.
        budget: Budget,
        /// Number of threads.
        threads: u32,
    },
    /// [`Responder`](crate::Responder), with the number of simulations of its model of the other seats; 0
    /// models them as greedy.
    Responder(u32),
}

/// All bot names and settings with their defaults, for messages.
const FORMS: &str = "novice, beginner, intermediate, advanced, master, random, greedy:worlds=4:noise=0, \
     ismcts:sims=1000:c=0.35:depth=3:wide=1:trees=1, ismcts:time=500ms, \
     alphabeta:nodes=20000:threads=1, alphabeta:time=1s, planner:nodes=20000:threads=1, planner:time=1s, responder:sims=0";

impl Spec {
    /// Parses a spec.
    ///
    /// # Errors
    /// Returns an error if the bot, a setting or a value is unknown; the message lists the possible values.
    pub fn parse(text: &str) -> Result<Spec, InputError> {
        let mut parts = text.trim().split(':');
        let name = parts.next().unwrap_or_default();
        let mut spec = match name {
            "random" => Spec::Random,
            "greedy" => Spec::Greedy { worlds: 4, noise: 0 },
            "ismcts" => Spec::Ismcts(Settings::default()),
            "alphabeta" => Spec::AlphaBeta { budget: Budget::Simulations(20_000), threads: 1 },
            "planner" => Spec::Planner { budget: Budget::Simulations(20_000), threads: 1 },
            "responder" => Spec::Responder(0),
            _ => Spec::Level(Level::from_id(name).ok_or_else(|| unknown_bot(name))?),
        };
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            spec.set(key, value).map_err(|error| bad_setting(name, part, &error))?;
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        match (self, key) {
            (Spec::Greedy { worlds, .. }, "worlds") => *worlds = within(value, 1, 10_000)?,
            (Spec::Greedy { noise, .. }, "noise") => *noise = within(value, 0, 2000)?,
            (Spec::Ismcts(settings), "sims") => {
                settings.budget = Budget::Simulations(within(value, 1, 100_000_000)?);
            }
            (Spec::Ismcts(settings), "time") => settings.budget = Budget::Time(duration(value)?),
            (Spec::Ismcts(settings), "depth") => settings.depth = within(value, 0, 100_000)?,
            (Spec::Ismcts(settings), "c") => settings.exploration = factor(value)?,
            (Spec::Ismcts(settings), "trees") => settings.trees = within(value, 1, 64)?,
            (Spec::Ismcts(settings), "wide") => settings.widening = factor(value)?,
            (Spec::AlphaBeta { budget, .. } | Spec::Planner { budget, .. }, "nodes") => {
                *budget = Budget::Simulations(within(value, 1, 1_000_000_000)?);
            }
            (Spec::AlphaBeta { budget, .. } | Spec::Planner { budget, .. }, "time") => {
                *budget = Budget::Time(duration(value)?);
            }
            (Spec::AlphaBeta { threads, .. } | Spec::Planner { threads, .. }, "threads") => {
                *threads = within(value, 1, 64)?;
            }
            (Spec::Responder(sims), "sims") => *sims = within(value, 0, 100_000_000)?,
            _ => return Err(SettingError::Unknown),
        }
        Ok(())
    }

    /// Returns true if the bot can play this game.
    pub fn suits(&self, info: &GameInfo) -> bool {
        match self {
            Spec::AlphaBeta { .. } => info.seats == (2, 2) && !info.hidden_information,
            Spec::Planner { .. } => !info.private_information,
            Spec::Level(_)
            | Spec::Random
            | Spec::Greedy { .. }
            | Spec::Ismcts(_)
            | Spec::Responder(_) => true,
        }
    }

    /// Returns true if the bot decides within milliseconds, without a search.
    pub fn is_quick(&self) -> bool {
        match self {
            Spec::Random | Spec::Greedy { .. } => true,
            Spec::Level(level) => *level <= Level::Beginner,
            Spec::Ismcts(_)
            | Spec::AlphaBeta { .. }
            | Spec::Planner { .. }
            | Spec::Responder(_) => false,
        }
    }

    /// The budget of a decision. `None` for bots that do not search, and for levels and responders, whose
    /// budget cannot be set directly.
    pub fn budget_mut(&mut self) -> Option<&mut Budget> {
        match self {
            Spec::Ismcts(settings) => Some(&mut settings.budget),
            Spec::AlphaBeta { budget, .. } | Spec::Planner { budget, .. } => Some(budget),
            Spec::Level(_) | Spec::Random | Spec::Greedy { .. } | Spec::Responder(_) => None,
        }
    }
}

/// The reason why a setting in a spec is invalid.
enum SettingError {
    /// The bot has no setting of this name.
    Unknown,
    /// The value is invalid; contains the expected values.
    Value(LocalizedText),
}

fn within(value: &str, min: u32, max: u32) -> Result<u32, SettingError> {
    value.parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| {
        let range = text!("{min}から{max}までの整数です", "a whole number from {min} to {max}");
        SettingError::Value(range)
    })
}

fn factor(value: &str) -> Result<f32, SettingError> {
    let number = value.parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| {
        SettingError::Value(LocalizedText::fixed("0から100までの数です", "a number from 0 to 100"))
    })
}

/// Parses `250ms`, `2s` or `0.5s`; more than 0 and at most an hour.
fn duration(value: &str) -> Result<Duration, SettingError> {
    let seconds = match value.strip_suffix("ms") {
        Some(millis) => millis.parse::<f64>().ok().map(|millis| millis / 1000.0),
        None => value.strip_suffix('s').and_then(|seconds| seconds.parse::<f64>().ok()),
    };
    let possible = seconds.filter(|seconds| *seconds > 0.0 && *seconds <= 3600.0);
    possible.map(Duration::from_secs_f64).ok_or_else(|| {
        SettingError::Value(LocalizedText::fixed(
            "「250ms」や「2s」のように書き、長くても1時間(3600s)です",
            "a time written like 250ms or 2s, an hour (3600s) at most",
        ))
    })
}

pub(crate) fn unknown_bot(name: &str) -> InputError {
    let name: String = name.chars().take(40).collect();
    InputError::new(
        format!(
            "「{name}」というボットはありません。使えるもの(入門から名人まではnoviceからmaster。設定は初期値): {FORMS}"
        ),
        format!("There is no bot \"{name}\"; there is (with default settings): {FORMS}."),
    )
}

fn bad_setting(name: &str, setting: &str, error: &SettingError) -> InputError {
    let setting: String = setting.chars().take(40).collect();
    let (ja, en) = match error {
        SettingError::Unknown => {
            (format!("書き方の例: {FORMS}"), format!("write it like one of: {FORMS}"))
        }
        SettingError::Value(range) => {
            let key = setting.split('=').next().unwrap_or_default();
            (format!("{key}は{}。", range.ja), format!("{key} is {}", range.en))
        }
    };
    InputError::new(
        format!("ボット「{name}」に「{setting}」という設定はできません。{ja}"),
        format!("Bot \"{name}\" cannot be set to \"{setting}\"; {en}."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_every_form_of_the_messages_is_a_spec() {
        for kind in crate::kinds() {
            Spec::parse(kind.id).unwrap();
        }
        for form in FORMS.split(", ") {
            let full = Spec::parse(form).unwrap();
            if !form.contains("time") {
                // Settings with default values can be left out.
                assert_eq!(full, Spec::parse(form.split(':').next().unwrap()).unwrap(), "{form}");
            }
        }
    }

    #[test]
    fn settings_are_parsed() {
        let Spec::Ismcts(settings) = Spec::parse("ismcts:time=250ms:c=1.5:depth=3").unwrap() else {
            panic!("not ismcts");
        };
        assert_eq!(settings.budget, Budget::Time(Duration::from_millis(250)));
        assert_eq!((settings.exploration, settings.depth), (1.5, 3));
        assert_eq!(
            Spec::parse("greedy:worlds=9:noise=50").unwrap(),
            Spec::Greedy { worlds: 9, noise: 50 }
        );
        assert_eq!(Spec::parse("master").unwrap(), Spec::Level(Level::Master));
    }

    #[test]
    fn an_invalid_spec_is_an_error_that_lists_the_valid_ones() {
        let message = |text: &str| Spec::parse(text).unwrap_err().text().clone();
        for text in [
            "",
            "stockfish",
            "random:sims=1",
            "greedy:world",
            "master:sims=10",
            "ismcts:",
            "alphabeta:sims=100",
            "ISMCTS",
        ] {
            let message = message(text);
            assert!(message.en.contains("ismcts:sims=1000"), "{text}: {message:?}");
            assert!(message.ja.contains("ismcts:sims=1000"), "{text}: {message:?}");
        }
        for (text, ja, en) in [
            ("greedy:worlds=0", "1から10000まで", "worlds is a whole number from 1 to 10000."),
            ("greedy:worlds", "1から10000まで", "worlds is a whole number"),
            ("greedy:noise=2001", "0から2000まで", "from 0 to 2000."),
            ("ismcts:sims=", "simsは1から", "sims is a whole number"),
            ("ismcts:sims=-3", "100000000まで", "from 1 to 100000000."),
            ("ismcts:sims=1e3", "整数", "whole number"),
            ("ismcts:time=5", "「250ms」", "like 250ms or 2s"),
            ("ismcts:time=0s", "「2s」", "like 250ms or 2s"),
            ("ismcts:time=5h", "1時間", "an hour (3600s) at most."),
            ("ismcts:time=NaNs", "1時間", "an hour"),
            ("ismcts:time=infs", "1時間", "an hour"),
            ("ismcts:c=-1", "cは0から100まで", "c is a number from 0 to 100."),
            ("ismcts:c=NaN", "0から100まで", "from 0 to 100"),
            ("ismcts:depth=x", "0から100000まで", "from 0 to 100000."),
            ("ismcts:wide=101", "0から100まで", "from 0 to 100."),
            ("ismcts:trees=0", "1から64まで", "from 1 to 64."),
            ("alphabeta:nodes=0", "1から1000000000まで", "from 1 to 1000000000."),
        ] {
            let message = message(text);
            assert!(message.ja.contains(ja), "{text}: {message:?}");
            assert!(message.en.contains(en), "{text}: {message:?}");
        }
    }
}
