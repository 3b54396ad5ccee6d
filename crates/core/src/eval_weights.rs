//! What a rule of thumb weighs, as data, and where its numbers are from.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{InputError, Localize, LocalizedText, read_toml, text};

/// What people call the file.
const FILE: &str = "weights.toml";

/// The weights of a game's rule of thumb by their names, from its `weights.toml`:
///
/// ```toml
/// source = "set by hand"
///
/// [weights]
/// castle = 550
/// skills = [12, 12, 10]
/// ```
///
/// What each is the game's `think.rs` says. Other weights than the game's own are put in its place
/// by [`GameConfig::with_weights`](crate::GameConfig::with_weights).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Where the numbers are from: "set by hand", or the command that found them.
    pub source: String,
    /// How they were found, if not by hand.
    pub tuning: Option<Tuning>,
    weights: BTreeMap<String, Weight>,
    /// What they were worth in play against others.
    #[serde(default)]
    pub matches: Vec<WeightMatch>,
}

/// One number, or several of the same kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Weight {
    One(i32),
    Several(Vec<i32>),
}

/// How weights were found by play of a bot against itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// The bot that played.
    pub bot: String,
    /// How many plays for each number of seats.
    pub games: u64,
    /// What they followed from.
    pub seed: u64,
    /// How many positions of them were judged.
    pub positions: u64,
    /// The day, as in 2026-11-25.
    pub date: String,
    /// The mean of −ln of the chance that the rule of thumb gave to who won, with the weights
    /// before; of plays that no weight was found from, as for all that follows.
    pub loss_before: f64,
    /// The same with these weights.
    pub loss_after: f64,
    /// The same for equal chances of all.
    pub loss_of_equals: f64,
}

/// What weights were worth against others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightMatch {
    /// The command that plays it.
    pub command: String,
    /// How many plays.
    pub games: u64,
    /// The part of the wins that a side with these weights would have if they were as good as the
    /// others, in per cent.
    pub fair: f64,
    /// The part of the wins that it had, in per cent.
    pub won: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The game's own weights, and the form that the game keeps them in ([`Weights::form`]).
#[derive(Clone, PartialEq, Debug)]
pub struct BundledWeights<T> {
    /// As the file has them.
    pub weights: Weights,
    /// As the rule of thumb reads them.
    pub form: T,
}

impl<T: DeserializeOwned> BundledWeights<T> {
    /// Reads the text of a game's own `weights.toml`.
    ///
    /// # Panics
    /// When it is broken, which the tests find: the text is part of the program.
    pub fn parse(text: &str) -> BundledWeights<T> {
        let read = Weights::read(text).and_then(|weights| {
            let form = weights.form()?;
            Ok(BundledWeights { weights, form })
        });
        read.unwrap_or_else(|bad| panic!("{bad}"))
    }
}

impl Weights {
    /// No weight is further from 0: one that is would be a slip, or drown all others.
    pub const MOST: i32 = 10_000;

    /// Reads the text of a `weights.toml`.
    ///
    /// # Errors
    /// When it is no such file, says nothing, or has a weight beyond [`MOST`](Self::MOST).
    pub fn read(text: &str) -> Result<Weights, InputError> {
        Weights::read_as(FILE, text)
    }

    /// The same, of a file that people call otherwise.
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

    /// The weights in the form that a game keeps them in: a struct with a field for each name.
    ///
    /// # Errors
    /// When a name is missing or unknown, or there are too few or too many numbers under it.
    pub fn form<T: DeserializeOwned>(&self) -> Result<T, InputError> {
        read_toml(&self.listed(), FILE)
    }

    /// The names of all numbers, as in `skills[2]`, in their order.
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

    /// All numbers, in the order of their names.
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

    /// The same names with other numbers, as [`values`](Self::values) has them. Where they are from
    /// is for the caller to say.
    ///
    /// # Panics
    /// When there are fewer or more of them.
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

    /// The text of the file.
    pub fn file(&self) -> String {
        let Weights { source, tuning, matches, .. } = self;
        let mut text = format!("source = {source:?}\n");
        // Writing to a text does not fail.
        if let Some(tuning) = tuning {
            let _ = write!(text, "\n{}", tuning.entry());
        }
        let _ = write!(text, "\n[weights]\n{}", self.listed());
        for held in matches {
            let _ = write!(text, "\n{}", held.entry());
        }
        text
    }

    /// A line for each name.
    fn listed(&self) -> String {
        let line = |(name, weight): (&String, &Weight)| match weight {
            Weight::One(value) => format!("{name} = {value}\n"),
            Weight::Several(values) => format!("{name} = {values:?}\n"),
        };
        self.weights.iter().map(line).collect()
    }
}

impl Tuning {
    /// It as the file has it.
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
    /// It as the file has it.
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
