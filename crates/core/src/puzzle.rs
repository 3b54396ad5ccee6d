//! Puzzles: positions with a goal, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::rng::decimal;
use crate::{InputError, LocalizedText, MatchStart, Move, Seat, Turn, read_json, read_toml};

/// A puzzle from a game's `puzzles.toml` or from a generated set. The crate `solver` can verify that it
/// has exactly this solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Puzzle {
    /// The puzzle's id, used in links.
    pub id: String,
    /// Title for people. Untitled puzzles of a file are numbered, easiest first.
    #[serde(default = "untitled")]
    pub title: LocalizedText,
    /// The task that the player is given, in words.
    pub ask: LocalizedText,
    /// The origin of the puzzle, if it was not made for this project.
    #[serde(default)]
    pub origin: Option<LocalizedText>,
    /// Number of seats.
    pub seats: u8,
    /// Options; missing ones have their defaults.
    #[serde(default)]
    #[ts(type = "unknown")]
    pub options: Value,
    /// The RNG seed in decimal digits; a plain number in the file, 0 if absent.
    #[serde(default, serialize_with = "decimal::serialize")]
    #[ts(type = "string")]
    pub seed: u64,
    /// The position in the game's own format; JSON text in the file.
    #[serde(deserialize_with = "json")]
    #[ts(type = "unknown")]
    pub position: Value,
    /// The seat of the solver, whose view is shown.
    pub seat: Seat,
    /// The goal that the seat has to reach.
    pub goal: Goal,
    /// Maximum number of the solver's turns. A turn is everything that a seat decides until another seat
    /// is to move.
    pub turns: u8,
    /// Number of positions that the solver crate searched until it found the solution.
    pub effort: u64,
    /// The solver's decisions, given the replies; shown only to players who give up.
    #[serde(skip_serializing)]
    #[ts(skip)]
    pub solution: Vec<String>,
    /// The decisions of the other seats after each turn, keyed by the solver's decisions so far,
    /// separated by commas. Decisions without a reply that have not reached the goal are wrong.
    #[serde(default, skip_serializing)]
    #[ts(skip)]
    pub replies: BTreeMap<String, Vec<Move>>,
}

/// A puzzle in a list of puzzles, without its position and solution.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct PuzzleHeading {
    /// The puzzle's id, used in links.
    pub id: String,
    /// Title for people.
    pub title: LocalizedText,
    /// Difficulty of the puzzle.
    pub difficulty: Difficulty,
}

/// Difficulty of a puzzle, by the number of positions searched until the solution was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "core.ts")]
pub enum Difficulty {
    /// 入門: fewer than 100.
    First,
    /// 初級: fewer than 1,000.
    Easy,
    /// 中級: fewer than 10,000.
    Middle,
    /// 上級: 10,000 or more.
    Hard,
}

/// The kind of puzzle that can be composed for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleGoal {
    /// The highest score that a seat can reach within its turn.
    Score,
    /// A forced win within at most this number of turns of a seat.
    Win(u8),
}

/// The goal of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "core.ts")]
pub enum Goal {
    /// The seat wins the match.
    Wins,
    /// The seat has at least this score.
    Score(i32),
}

impl Goal {
    /// Returns true if the seat has reached the goal, given the turn and the scores of the state.
    pub fn is_reached(self, turn: Turn, seat: Seat, scores: impl FnOnce() -> Vec<i32>) -> bool {
        match self {
            Goal::Wins => matches!(turn, Turn::Over(outcome) if outcome.winners.contains(seat)),
            Goal::Score(wanted) => scores().get(seat.index()).is_some_and(|score| *score >= wanted),
        }
    }
}

/// The title of an untitled puzzle.
const fn untitled() -> LocalizedText {
    LocalizedText::fixed("", "")
}

/// The content of a `puzzles.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    puzzle: Vec<Puzzle>,
}

impl Puzzle {
    /// Separator between the decisions in a key of [`replies`](Puzzle::replies).
    pub const BETWEEN: &str = ", ";

    /// Parses the text of a `puzzles.toml`; returns the easiest puzzles first.
    ///
    /// # Errors
    /// Returns an error if the text is not a `puzzles.toml`.
    pub fn read(text: &str) -> Result<Vec<Puzzle>, InputError> {
        let mut puzzles = read_toml::<File>(text, "puzzles.toml")?.puzzle;
        puzzles.sort_by_key(|puzzle| puzzle.effort);
        let untitled = puzzles.iter_mut().filter(|puzzle| puzzle.title == untitled());
        for (puzzle, number) in untitled.zip(1..) {
            puzzle.title = LocalizedText::new(format!("第{number}番"), format!("No. {number}"));
        }
        Ok(puzzles)
    }

    /// Parses the text of a game's bundled `puzzles.toml`.
    ///
    /// # Panics
    /// Panics if the text is invalid. It is part of the program, and the game's tests parse it.
    pub fn parse(text: &str) -> Vec<Puzzle> {
        Puzzle::read(text).unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// Difficulty of the puzzle.
    pub fn difficulty(&self) -> Difficulty {
        match self.effort {
            0..100 => Difficulty::First,
            100..1_000 => Difficulty::Easy,
            1_000..10_000 => Difficulty::Middle,
            _ => Difficulty::Hard,
        }
    }

    /// The puzzle's id, title and difficulty, for a list of puzzles.
    pub fn heading(&self) -> PuzzleHeading {
        PuzzleHeading {
            id: self.id.clone(),
            title: self.title.clone(),
            difficulty: self.difficulty(),
        }
    }

    /// The decisions of the other seats after these decisions; none if the goal is missed.
    pub fn replies_to(&self, decisions: &[impl AsRef<str>]) -> &[Move] {
        let decisions: Vec<&str> = decisions.iter().map(AsRef::as_ref).collect();
        self.replies.get(&decisions.join(Puzzle::BETWEEN)).map_or(&[], Vec::as_slice)
    }

    /// The puzzle as an entry of `puzzles.toml`, without its title.
    pub fn written(&self) -> String {
        let quoted = |text: &str| Value::from(text).to_string();
        let quoted_all = |texts: &mut dyn Iterator<Item = String>| {
            texts.map(|text| quoted(&text)).collect::<Vec<_>>().join(", ")
        };
        let goal = match self.goal {
            Goal::Wins => "\"wins\"".into(),
            Goal::Score(score) => format!("{{ score = {score} }}"),
        };
        let mut lines = vec![
            "[[puzzle]]".to_owned(),
            format!("id = {}", quoted(&self.id)),
            format!("ask.ja = {}", quoted(&self.ask.ja)),
            format!("ask.en = {}", quoted(&self.ask.en)),
            format!("seats = {}", self.seats),
            format!("position = '{}'", self.position),
            format!("seat = {}", self.seat),
            format!("goal = {goal}"),
            format!("turns = {}", self.turns),
            format!("effort = {}", self.effort),
            format!("solution = [{}]", quoted_all(&mut self.solution.iter().cloned())),
        ];
        for (decisions, replies) in &self.replies {
            let mut replies =
                replies.iter().map(|Move { seat, action }| format!("{seat} {action}"));
            lines.push(format!("replies.{} = [{}]", quoted(decisions), quoted_all(&mut replies)));
        }
        lines.join("\n") + "\n"
    }

    /// The start data of the puzzle's match.
    pub fn start(&self) -> MatchStart {
        MatchStart {
            options: self.options.clone(),
            position: Some(self.position.clone()),
            ..MatchStart::dealt(self.seats.into(), self.seed)
        }
    }
}

/// Parses a string field that contains JSON text.
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
        turns = 2
        effort = 250
        solution = [\"take 1\", \"take 2\"]
        replies.\"take 1\" = [\"0 pass\"]\n";

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
        let puzzles = read("goal = { score = 5 }").unwrap();
        let told = json!(puzzles);
        assert_eq!((&told[0]["goal"], &told[0]["seed"]), (&json!({ "score": 5 }), &json!("0")));
        assert_eq!((told[0].get("solution"), told[0].get("replies")), (None, None));
        assert!(!told.to_string().contains("take 1"));
        let heading =
            json!({ "id": "one", "title": { "ja": "一", "en": "One" }, "difficulty": "easy" });
        assert_eq!(json!(puzzles[0].heading()), heading);
    }

    #[test]
    fn a_reply_is_found_by_all_that_was_decided() {
        let [puzzle] = &read("goal = \"wins\"").unwrap()[..] else { panic!("one puzzle") };
        let pass = Move { seat: Seat(0), action: "pass".into() };
        assert_eq!(puzzle.replies_to(&["take 1"]), [pass]);
        for line in [&[][..], &["take 2"], &["take 1", "take 2"]] {
            assert_eq!(puzzle.replies_to(line), []);
        }
    }

    #[test]
    fn puzzles_without_a_title_are_numbered_the_easiest_first() {
        let mut given = read("goal = \"wins\"").unwrap().remove(0);
        let mut text = String::new();
        for (id, effort) in [("hard", 1_000_000), ("first", 7), ("middle", 5_000)] {
            (given.id, given.effort) = (id.into(), effort);
            text += &given.written();
        }
        let read = read(&format!("goal = \"wins\"\n{text}")).unwrap();
        let told =
            read.iter().map(|puzzle| (puzzle.id.as_str(), &*puzzle.title.en, puzzle.difficulty()));
        let told: Vec<_> = told.collect();
        assert_eq!(
            told,
            [
                ("first", "No. 1", Difficulty::First),
                ("one", "One", Difficulty::Easy),
                ("middle", "No. 2", Difficulty::Middle),
                ("hard", "No. 3", Difficulty::Hard),
            ]
        );
        // Writing and reading gives the same puzzle.
        let hard = Puzzle { title: read[3].title.clone(), ..given };
        assert_eq!(read[3], Puzzle { id: "hard".into(), effort: 1_000_000, ..hard });
    }

    #[test]
    fn a_broken_puzzle_is_refused_by_what_is_wrong_with_it() {
        for (end, said) in [
            ("", "`goal` is missing"),
            ("goal = \"draws\"", "`draws` is not one of: wins, score"),
            ("goal = \"wins\"\ndifficulty = 3", "no field `difficulty`"),
            ("goal = \"wins\"\n[[puzzle]]\nposition = '{'", "it ends too early"),
        ] {
            let refused = read(end).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
