//! Puzzles: positions with something to be done in them, written as data.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::dice::decimal;
use crate::{BadInput, Beginning, Move, Seat, Table, Text, Turn, read_json, read_toml};

/// A puzzle of a game's `puzzles.toml`. Whether it can be solved as it says the engine can be
/// asked; `testkit` does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "table.ts")]
pub struct Puzzle {
    /// Its name in links.
    pub id: String,
    /// Its name for people.
    pub title: Text,
    /// What is asked.
    pub ask: Text,
    /// Where it comes from, if it was not made here.
    #[serde(default)]
    pub origin: Option<Text>,
    /// How many seats.
    pub seats: u8,
    /// Options; those left out have their defaults.
    #[serde(default)]
    #[ts(type = "unknown")]
    pub options: Value,
    /// The seed of the dice, in decimal digits; a plain number in the file, 0 if left out.
    #[serde(default, serialize_with = "decimal::serialize")]
    #[ts(type = "string")]
    pub seed: u64,
    /// The position, in the game's own form; in the file it is JSON.
    #[serde(deserialize_with = "json")]
    #[ts(type = "unknown")]
    pub position: Value,
    /// Who is to solve it: whose eyes see it.
    pub seat: Seat,
    /// What is to be reached.
    pub goal: Goal,
    /// Within how many decisions of the one who solves it.
    pub within: u8,
    /// What the others decide, in this order, whenever only they are awaited. Without any left the
    /// puzzle is over there.
    #[serde(default)]
    pub replies: Vec<Move>,
    /// The decisions that solve it; only who gives up is told.
    #[serde(skip_serializing)]
    #[ts(skip)]
    pub solution: Vec<String>,
}

/// What is to be reached in a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "table.ts")]
pub enum Goal {
    /// The seat wins the game.
    Wins,
    /// The seat's score is at least this.
    Score(i32),
}

impl Goal {
    /// Whether the seat has reached it.
    pub fn reached(self, table: &dyn Table, seat: Seat) -> bool {
        match self {
            Goal::Wins => {
                matches!(table.turn(), Turn::Over(outcome) if outcome.winners.contains(seat))
            }
            Goal::Score(wanted) => {
                table.scores().get(seat.index()).is_some_and(|score| *score >= wanted)
            }
        }
    }
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    puzzle: Vec<Puzzle>,
}

impl Puzzle {
    /// Reads the text of a `puzzles.toml`.
    ///
    /// # Errors
    /// When it is no such file.
    pub fn read(text: &str) -> Result<Vec<Puzzle>, BadInput> {
        Ok(read_toml::<File>(text, "puzzles.toml")?.puzzle)
    }

    /// Reads the text of a game's own `puzzles.toml`.
    ///
    /// # Panics
    /// When it is broken, which the game's tests find: the text is part of the program.
    pub fn parse(text: &str) -> Vec<Puzzle> {
        Puzzle::read(text).unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// What the play begins with.
    pub fn beginning(&self) -> Beginning {
        Beginning {
            options: self.options.clone(),
            position: Some(self.position.clone()),
            ..Beginning::dealt(self.seats.into(), self.seed)
        }
    }
}

/// Reads a JSON text.
fn json<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    let written = String::deserialize(deserializer)?;
    read_json(&written).map_err(|fault| serde::de::Error::custom(format!("{fault:#}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PUZZLE: &str = "
        [[puzzle]]
        id = \"one\"
        title = { ja = \"一\", en = \"One\" }
        ask = { ja = \"勝て。\", en = \"Win.\" }
        seats = 2
        position = '{ \"row\": [1, 2] }'
        seat = 1
        within = 1
        replies = [\"0 pass\"]
        solution = [\"take 1\"]\n";

    fn read(end: &str) -> Result<Vec<Puzzle>, String> {
        Puzzle::read(&format!("{PUZZLE}{end}")).map_err(|bad| bad.text().en.to_string())
    }

    #[test]
    fn a_goal_is_to_win_or_a_score() {
        let [won] = &read("goal = \"wins\"").unwrap()[..] else { panic!("one puzzle") };
        assert_eq!((won.goal, won.seat, won.seed), (Goal::Wins, Seat(1), 0));
        assert_eq!(won.position, json!({ "row": [1, 2] }));
        let [scored] = &read("goal = { score = 5 }").unwrap()[..] else { panic!("one puzzle") };
        assert_eq!(scored.goal, Goal::Score(5));
    }

    #[test]
    fn what_is_told_of_a_puzzle_has_no_solution() {
        let told = json!(read("goal = { score = 5 }").unwrap());
        assert_eq!((&told[0]["goal"], &told[0]["seed"]), (&json!({ "score": 5 }), &json!("0")));
        assert_eq!(told[0].get("solution"), None);
        assert!(!told.to_string().contains("take 1"));
    }

    #[test]
    fn a_broken_puzzle_is_refused_by_what_is_wrong_with_it() {
        for (end, said) in [
            ("", "`goal` is missing"),
            ("goal = \"draws\"", "`draws` is not one of: wins, score"),
            ("goal = \"wins\"\nlevel = 3", "no field `level`"),
            ("goal = \"wins\"\n[[puzzle]]\nposition = '{'", "it ends too early"),
        ] {
            let refused = read(end).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
