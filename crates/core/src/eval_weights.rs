//! Weights of a game's heuristic, as data with their origin.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{InputError, Localize, LocalizedText, read_toml, text};

/// Name of the file in error messages.
const FILE: &str = "weights.toml";

/// The named weights of a game's heuristic, from its `weights.toml`:
///
/// ```toml
/// source = "set by hand"
///
/// [weights]
/// castle = 550
/// skills = [12, 12, 10]
/// ```
///
/// The game's `eval.rs` documents each weight.
/// [`GameConfig::with_weights`](crate::GameConfig::with_weights) replaces the game's own weights by
/// others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Origin of the numbers: "set by hand", or the command that found them.
    pub source: String,
    /// Details of the tuning run, if the weights were not set by hand.
    pub tuning: Option<Tuning>,
    weights: BTreeMap<String, Weight>,
    /// Results of matches against other weights.
    #[serde(default)]
    pub matches: Vec<WeightMatch>,
}

/// The value of a named weight: one number, or a list of numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Weight {
    One(i32),
    Several(Vec<i32>),
}

/// Details of a tuning run: weights fitted to self-play games of a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// Spec of the bot that played.
    pub bot: String,
    /// Number of games for each number of seats.
    pub games: u64,
    /// RNG seed of the games.
    pub seed: u64,
    /// Number of positions evaluated.
    pub positions: u64,
    /// The date, such as 2026-11-25.
    pub date: String,
    /// Mean log loss of the heuristic's win probabilities with the previous weights, on the games held
    /// out from the fit, as are the following losses.
    pub loss_before: f64,
    /// Mean log loss with these weights.
    pub loss_after: f64,
    /// Mean log loss of a prediction that gives all sides the same win probability.
    pub loss_of_equals: f64,
}

/// Result of a match between these weights and others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightMatch {
    /// The command that reproduces the match.
    pub command: String,
    /// Number of games.
    pub games: u64,
    /// The share of wins to expect of a side with these weights if both weights were equally good, in
    /// percent.
    pub fair: f64,
    /// The actual share of wins, in percent.
    pub won: f64,
    /// Lower end of the 95 % confidence interval, in percent.
    pub low: f64,
    /// Upper end of the 95 % confidence interval, in percent.
    pub high: f64,
}

impl Weights {
    /// Largest absolute value of a weight; a larger one is a typing mistake or would dominate all
    /// others.
    pub const MOST: i32 = 10_000;

    /// Parses the text of a `weights.toml`.
    ///
    /// # Errors
    /// Returns an error if the text is not a `weights.toml`, has no weight, or has a weight beyond
    /// [`MOST`](Self::MOST).
    pub fn read(text: &str) -> Result<Weights, InputError> {
        Weights::read_as(FILE, text)
    }

    /// Parses the text of a game's bundled `weights.toml`.
    ///
    /// # Panics
    /// Panics if the text is invalid. It is part of the program, and the tests parse it.
    pub fn parse(text: &str) -> Weights {
        Weights::read(text).unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// Parses weights; error messages call the file `file`.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn read_as(file: impl Localize, text: &str) -> Result<Weights, InputError> {
        let weights: Weights = read_toml(text, &file)?;
        let values = weights.values();
        if values.is_empty() {
            return Err(InputError::wrong(
                file.name(),
                LocalizedText::fixed(
                    "[weights] に重みが一つもありません",
                    "it has no weight in [weights]",
                ),
            ));
        }
        let most = Self::MOST;
        if let Some(far) = values.iter().find(|value| value.unsigned_abs() > most as u32) {
            return Err(InputError::wrong(
                file.name(),
                text!(
                    "重みは{most}から−{most}までです({far}ではなく)",
                    "a weight is from −{most} to {most}, not {far}"
                ),
            ));
        }
        Ok(weights)
    }

    /// The weights in the game's own type: a struct with a field per name.
    ///
    /// # Errors
    /// Returns an error if a name is missing or unknown, or has the wrong number of values.
    pub fn form<T: DeserializeOwned>(&self) -> Result<T, InputError> {
        read_toml(&self.listed(), FILE)
    }

    /// The names of all numbers, such as `skills[2]`, in file order.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (name, weight) in &self.weights {
            match weight {
                Weight::One(_) => names.push(name.clone()),
                Weight::Several(several) => {
                    names.extend((0..several.len()).map(|at| format!("{name}[{at}]")));
                }
            }
        }
        names
    }

    /// All numbers, in the order of [`names`](Self::names).
    pub fn values(&self) -> Vec<i32> {
        let mut values = Vec::new();
        for weight in self.weights.values() {
            match weight {
                Weight::One(value) => values.push(*value),
                Weight::Several(several) => values.extend(several),
            }
        }
        values
    }

    /// The same names with other numbers, in the order of [`values`](Self::values). The caller updates
    /// [`source`](Self::source).
    ///
    /// # Panics
    /// Panics if the number of values differs.
    pub fn with_values(&self, values: &[i32]) -> Weights {
        let mut weights = self.clone();
        let mut rest = values.iter().copied();
        let mut next = || rest.next().expect("a number for every weight");
        for weight in weights.weights.values_mut() {
            match weight {
                Weight::One(value) => *value = next(),
                Weight::Several(several) => several.iter_mut().for_each(|value| *value = next()),
            }
        }
        assert!(rest.next().is_none(), "no more numbers than weights");
        weights
    }

    /// The weights as the text of a `weights.toml`.
    pub fn file(&self) -> String {
        let Weights { source, tuning, matches, .. } = self;
        let mut text = format!("source = {source:?}\n");
        // Writing to a `String` does not fail.
        if let Some(tuning) = tuning {
            let _ = write!(text, "\n{}", tuning.entry());
        }
        let _ = write!(text, "\n[weights]\n{}", self.listed());
        for held in matches {
            let _ = write!(text, "\n{}", held.entry());
        }
        text
    }

    /// The weights as TOML, with one line per name.
    fn listed(&self) -> String {
        let line = |(name, weight): (&String, &Weight)| match weight {
            Weight::One(value) => format!("{name} = {value}\n"),
            Weight::Several(values) => format!("{name} = {values:?}\n"),
        };
        self.weights.iter().map(line).collect()
    }
}

impl Tuning {
    /// The `[tuning]` table of the file.
    pub(crate) fn entry(&self) -> String {
        let Tuning { bot, games, seed, positions, date, .. } = self;
        let Tuning { loss_before, loss_after, loss_of_equals, .. } = self;
        format!(
            "[tuning]\nbot = {bot:?}\ngames = {games}\nseed = {seed}\npositions = {positions}\n\
             date = {date:?}\nloss_before = {loss_before:?}\nloss_after = {loss_after:?}\n\
             loss_of_equals = {loss_of_equals:?}\n"
        )
    }
}

impl WeightMatch {
    /// The `[[matches]]` entry of the file.
    pub fn entry(&self) -> String {
        let WeightMatch { command, games, fair, won, low, high } = self;
        format!(
            "[[matches]]\ncommand = {command:?}\ngames = {games}\nfair = {fair:?}\nwon = {won:?}\n\
             low = {low:?}\nhigh = {high:?}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "source = \"set by hand\"\n\n[weights]\ncastle = 550\nskills = [12, -3]\n";

    #[derive(PartialEq, Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Thumb {
        castle: i32,
        skills: [i32; 2],
    }

    #[test]
    fn weights_are_read_as_numbers_and_as_the_form_of_a_game_and_written_again() {
        let weights = Weights::read(TEXT).unwrap();
        assert_eq!(weights.values(), [550, 12, -3]);
        assert_eq!(weights.names(), ["castle", "skills[0]", "skills[1]"]);
        assert_eq!(weights.form::<Thumb>().unwrap(), Thumb { castle: 550, skills: [12, -3] });
        assert_eq!(weights.file(), TEXT);
        let mut other = weights.with_values(&[1, 2, 3]);
        other.source = "zashiki lab tune go".to_owned();
        other.tuning = Some(Tuning {
            bot: "greedy".to_owned(),
            games: 10,
            seed: 1,
            positions: 99,
            date: "2026-11-25".to_owned(),
            loss_before: 0.69,
            loss_after: 0.5,
            loss_of_equals: 0.693,
        });
        other.matches.push(WeightMatch {
            command: "zashiki lab match-weights go".to_owned(),
            games: 10,
            fair: 50.0,
            won: 60.0,
            low: 30.0,
            high: 80.0,
        });
        assert_eq!(Weights::read(&other.file()).unwrap(), other);
        assert_eq!(other.form::<Thumb>().unwrap(), Thumb { castle: 1, skills: [2, 3] });
    }

    #[test]
    fn what_are_no_weights_of_the_game_is_refused() {
        for text in [
            "",
            "[weights]\na = 1",
            "source = \"x\"\n[weights]",
            "source = \"x\"\n[weights]\na = 10001",
        ] {
            assert!(Weights::read(text).is_err(), "{text}");
        }
        let form =
            |text: &str| Weights::read(text).unwrap().form::<Thumb>().unwrap_err().to_string();
        assert!(form(&TEXT.replace("castle", "tower")).contains("tower"));
        assert!(form(&TEXT.replace("12, -3", "12")).contains("skills"));
        assert!(form("source = \"x\"\n[weights]\ncastle = 1").contains("skills"));
    }
}
