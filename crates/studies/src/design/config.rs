//! Configuration of a search for values.

use serde_json::Value;
use zashiki_core::{InputError, text};

use super::aim::{Aim, shown};

/// Configuration of a search for values.
#[derive(Clone, Debug)]
pub struct DesignConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// The fields and options to vary.
    pub vary: Vec<Vary>,
    /// The aims.
    pub aims: Vec<Aim>,
    /// Options of the game as it is; omitted ones have their default values.
    pub options: Value,
    /// The text of the components file of the game as it is; `None` for the game's own components.
    pub components: Option<String>,
    /// The specs of the bots, separated by commas, the weakest first.
    pub population: String,
    /// Number of games of the search, over all variants.
    pub games: u64,
    /// Maximum number of games of each variant of the comparison.
    pub check_games: u64,
    /// Number of variants that are compared with the game as it is.
    pub finalists: usize,
    /// RNG seed of the whole study.
    pub seed: u64,
}

/// A field of the components file or an option, with the values to try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vary {
    /// The path of the field as in [`with_field`](crate::with_field), or the id of the option.
    pub name: String,
    /// The values as they are written in the file; text that is not a value is taken as a string.
    pub values: Vec<String>,
}

/// Maximum number of values of one variable.
const VALUES: usize = 1000;

impl Vary {
    /// Parses a name and its values: a list such as `card[5].icon=fly,draw`, in which `6..9` means all whole
    /// numbers from 6 to 9, and `10..30/5` every fifth one from 10 to 30.
    ///
    /// # Errors
    /// Returns an error if the text has another form, or a range has no or too many values.
    pub fn parse(text: &str) -> Result<Vary, InputError> {
        let parts = text.split_once('=').map(|(name, values)| (name.trim(), values));
        let Some((name, list)) = parts.filter(|(name, values)| {
            !name.is_empty() && values.split(',').all(|value| !value.trim().is_empty())
        }) else {
            let text = shown(text);
            return Err(text!(
                "「{text}」を読めません。項目と値を、points.total=6..9 や card[5].icon=fly,draw のように書いてください。",
                "\"{text}\" is no range; write a name and its values, as in points.total=6..9 or card[5].icon=fly,draw."
            )
            .into());
        };
        let mut values: Vec<String> = Vec::new();
        for item in list.split(',').map(str::trim) {
            let more = match item.split_once("..") {
                Some((from, to)) => numbers(from, to).ok_or_else(|| wrong_range(item))?,
                None => vec![item.to_owned()],
            };
            for value in more {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        if values.len() > VALUES {
            let (name, count) = (shown(name), values.len());
            return Err(text!(
                "「{name}」の値が{count}個あります。{VALUES}個までにしてください。",
                "{name} has {count} values; give at most {VALUES}."
            )
            .into());
        }
        Ok(Vary { name: name.to_owned(), values })
    }
}

/// The numbers of a range whose end may be followed by a step. `None` if it is no range or has no or too many
/// numbers.
fn numbers(from: &str, to: &str) -> Option<Vec<String>> {
    let (to, step) = to.split_once('/').unwrap_or((to, "1"));
    let read = |text: &str| text.trim().parse::<i32>().ok().map(i64::from);
    let (from, to, step) = (read(from)?, read(to)?, read(step)?);
    let fits = from <= to && step > 0 && (to - from) / step < VALUES as i64;
    fits.then(|| (0..=(to - from) / step).map(|at| (from + at * step).to_string()).collect())
}

fn wrong_range(item: &str) -> InputError {
    let item = shown(item);
    text!(
        "「{item}」は範囲として読めません。小さい整数から大きい整数へ、6..9 や 10..30/5(5おき)のように書いてください({VALUES}個まで)。",
        "\"{item}\" is no range; write two whole numbers, the smaller one first, as in 6..9, or 10..30/5 for every fifth one (at most {VALUES} values)."
    )
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_are_values() {
        let values = |text: &str| Vary::parse(text).unwrap().values.join(" ");
        assert_eq!(values("points.total=6..9"), "6 7 8 9");
        assert_eq!(values("x=-10..11/5"), "-10 -5 0 5 10");
        assert_eq!(values("x = 3, 1..4/3 ,4"), "3 1 4");
        assert_eq!(values("card[5].icon=fly,\"draw\""), "fly \"draw\"");
        assert_eq!(Vary::parse("card[5].icon=fly").unwrap().name, "card[5].icon");
    }

    #[test]
    fn a_wrong_range_is_named() {
        for (text, en) in [
            ("points", "\"points\" is no range; write a name"),
            ("=1,2", "write a name"),
            ("x=1,,2", "write a name"),
            ("x=9..6", "\"9..6\" is no range"),
            ("x=1..b", "\"1..b\" is no range"),
            ("x=1..9/0", "\"1..9/0\" is no range"),
            ("x=1..9000", "at most 1000 values"),
            ("x=1..600,1001..1600", "x has 1200 values"),
        ] {
            let refused = Vary::parse(text).unwrap_err();
            assert!(refused.text().en.contains(en), "{text}: {refused}");
        }
    }
}
