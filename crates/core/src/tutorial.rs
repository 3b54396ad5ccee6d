//! How a game teaches itself: pictures, chapters and a first lesson, written as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::rng::decimal;
use crate::{
    InputError, Localize, LocalizedText, MatchStart, RuleId, Seat, read_json, read_toml, text,
};

/// A game's `book.toml`: what newcomers are shown of it. Its pictures are scenes, moments of
/// real plays, so the engine can be asked whether all it says is so; `conformance` does.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Tutorial {
    /// What a person asks who looks for a game.
    pub facts: Facts,
    /// The moments that are shown, by the names that the rest of the book gives them.
    pub scenes: BTreeMap<String, Scene>,
    /// The game in one minute.
    pub minute: Vec<Figure>,
    /// The rules, told.
    pub chapters: Vec<Chapter>,
    /// The first lesson: each step goes on from the one before.
    pub lesson: Vec<LessonStep>,
    /// What is said in the game after it, to the decisions that matter.
    pub advice: Vec<Advice>,
}

/// What a person asks who looks for a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Facts {
    /// About how many minutes a game takes.
    pub minutes: u16,
    /// How much there is to think about, from 1 (a child plays it at once) to 5.
    pub weight: u8,
    /// How it feels, in a few words.
    pub mood: LocalizedText,
}

/// A moment of a play: how it began, and what was decided since.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Scene {
    /// How many seats.
    pub seats: u8,
    /// Options; those left out have their defaults.
    #[ts(type = "unknown")]
    pub options: Value,
    /// The seed of the dice, in decimal digits.
    #[serde(with = "decimal")]
    #[ts(type = "string")]
    pub seed: u64,
    /// The position it began from, in the game's own form; none if it was dealt.
    #[ts(type = "unknown")]
    pub position: Option<Value>,
    /// The decisions since, in order.
    pub actions: Vec<Move>,
    /// Whose eyes see it; none for a spectator's.
    pub eyes: Option<Seat>,
}

impl Scene {
    /// What the play began with.
    pub fn beginning(&self) -> MatchStart {
        let (options, position) = (self.options.clone(), self.position.clone());
        MatchStart { options, position, ..MatchStart::dealt(self.seats.into(), self.seed) }
    }
}

/// One decision, written `seat notation` in the file: `0 place 5`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Move {
    /// Who decides.
    pub seat: Seat,
    /// What, in notation.
    pub action: String,
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let written = String::deserialize(deserializer)?;
        let read = written.split_once(' ').and_then(|(seat, action)| {
            Some(Move { seat: Seat(seat.parse().ok()?), action: action.to_owned() })
        });
        read.ok_or_else(|| {
            serde::de::Error::custom(format!(
                "「{written}」は「席 手」の形ではありません / \"{written}\" is not `seat action`"
            ))
        })
    }
}

/// Words, and perhaps a picture above them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Figure {
    /// What is said.
    pub text: LocalizedText,
    /// The scene that is shown.
    #[serde(default)]
    pub scene: Option<String>,
    /// What is lit of all that could be done there by the one whose eyes see it.
    #[serde(default)]
    pub lit: Vec<String>,
    /// The example: what is decided there when one presses play.
    #[serde(default)]
    pub play: Vec<Move>,
    /// The kinds of events that must then happen, in this order.
    #[serde(default)]
    pub happens: Vec<String>,
}

/// A chapter of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Chapter {
    /// Its name in links.
    pub id: String,
    /// What it is about.
    pub title: LocalizedText,
    /// The statements in its margin; `Q-3..Q-7` in the file stands for all from the one to the
    /// other.
    #[serde(deserialize_with = "rules")]
    pub rules: Vec<String>,
    /// The keys of the glossary's terms that are explained here.
    #[serde(default)]
    pub terms: Vec<String>,
    /// Its paragraphs and pictures, in order.
    #[serde(rename(deserialize = "part"))]
    pub parts: Vec<Figure>,
}

/// A step of the lesson: something to try, or only something to look at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct LessonStep {
    /// What the coach says.
    pub say: LocalizedText,
    /// Where the step begins, and whose eyes see it from here; without one it goes on from where
    /// the last step ended.
    #[serde(default)]
    pub scene: Option<String>,
    /// The actions that do what was asked, the one to show first. Without any the step is to be
    /// read, and one goes on.
    #[serde(default)]
    pub done: Vec<String>,
    /// The event that shows that it was done, whatever the action: one that has all these fields.
    #[serde(default)]
    #[ts(type = "Record<string, unknown> | null")]
    pub event: Option<Value>,
    /// A help for the one who hesitates.
    #[serde(default)]
    pub hint: Option<LocalizedText>,
    /// What is said when it is done.
    #[serde(default)]
    pub well: Option<LocalizedText>,
    /// What is said to anything else that is legal; it is then taken back.
    #[serde(default)]
    pub other: Option<LocalizedText>,
    /// What is said to things that many try and that a rule forbids.
    #[serde(default)]
    pub forbidden: Vec<Forbidden>,
    /// What is decided when the step is over, by the others or by the course of things.
    #[serde(default)]
    pub then: Vec<Move>,
}

/// Something that many try and that a rule forbids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Forbidden {
    /// The action.
    pub action: String,
    /// The statement that forbids it.
    #[ts(as = "RuleId")]
    pub rule: String,
    /// What is said.
    pub say: LocalizedText,
}

/// What is said to a decision in the first game. Where the same question is asked again, what is
/// said follows in the order of the file, and at last nothing more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Advice {
    /// The statement by which the question is asked.
    #[ts(as = "RuleId")]
    pub rule: String,
    /// What matters.
    pub say: LocalizedText,
    /// The places to look at, by the names the board gives them; `{you}` in one stands for the
    /// number of the seat that decides.
    #[serde(default)]
    pub at: Vec<String>,
    /// How often it is said.
    #[serde(default = "once")]
    pub times: u8,
}

const fn once() -> u8 {
    1
}

/// What people call the file.
const FILE: &str = "book.toml";

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    facts: Facts,
    scene: BTreeMap<String, Written>,
    minute: Vec<Figure>,
    chapter: Vec<Chapter>,
    lesson: Vec<LessonStep>,
    #[serde(default)]
    advice: Vec<Advice>,
}

/// A scene as it is written: on its own, or going on from another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    from: Option<String>,
    seats: Option<u8>,
    #[serde(default)]
    options: Value,
    seed: Option<u64>,
    position: Option<String>,
    #[serde(default)]
    actions: Vec<Move>,
    eyes: Option<Seat>,
}

impl Tutorial {
    /// Reads the text of a `book.toml`.
    ///
    /// # Errors
    /// When it is no book, or a scene leads nowhere.
    pub fn read(text: &str) -> Result<Tutorial, InputError> {
        let File { facts, scene, minute, chapter, lesson, advice } = read_toml(text, FILE)?;
        let scenes: Result<_, InputError> = (scene.keys())
            .map(|name| Ok((name.clone(), resolve(&scene, name, scene.len())?)))
            .collect();
        Ok(Tutorial { facts, scenes: scenes?, minute, chapters: chapter, lesson, advice })
    }

    /// Reads the text of a game's own `book.toml`.
    ///
    /// # Panics
    /// When it is broken, which the game's tests find: the text is part of the program.
    pub fn parse(text: &str) -> Tutorial {
        Tutorial::read(text).unwrap_or_else(|bad| panic!("{bad}"))
    }
}

/// The scene of this name with all it goes on from; no way back is longer than `most`.
fn resolve(
    written: &BTreeMap<String, Written>,
    name: &str,
    most: usize,
) -> Result<Scene, InputError> {
    let wrong = |fault: LocalizedText| InputError::wrong(FILE.name(), fault);
    let scene = written.get(name).filter(|_| most > 0).ok_or_else(|| {
        wrong(text!("場面「{name}」にたどり着けません", "the scene \"{name}\" leads nowhere"))
    })?;
    let alone = (&scene.from, scene.seats, &scene.position, scene.seed, &scene.options);
    match alone {
        (Some(from), None, None, None, Value::Null) => {
            let mut begun = resolve(written, from, most - 1)?;
            begun.actions.extend(scene.actions.iter().cloned());
            begun.eyes = scene.eyes.or(begun.eyes);
            Ok(begun)
        }
        (None, Some(seats), position, seed, options) => {
            let read = |json: &String| read_json(json).map_err(wrong);
            Ok(Scene {
                seats,
                options: options.clone(),
                seed: seed.unwrap_or_default(),
                position: position.as_ref().map(read).transpose()?,
                actions: scene.actions.clone(),
                eyes: scene.eyes,
            })
        }
        _ => Err(wrong(text!(
            "場面「{name}」には seats か from のどちらか一方が必要です",
            "the scene \"{name}\" needs either seats or from, and with from nothing else that \
             begins a play"
        ))),
    }
}

/// Reads a list of statements in which `Q-3..Q-7` stands for all from the one to the other.
fn rules<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let written: Vec<String> = Vec::deserialize(deserializer)?;
    let mut rules = Vec::new();
    for entry in written {
        let Some((first, last)) = entry.split_once("..") else {
            rules.push(entry);
            continue;
        };
        let number = |id: &str| {
            let (letters, number) = id.split_once('-')?;
            Some((letters.to_owned(), number.parse::<u32>().ok()?))
        };
        match (number(first), number(last)) {
            (Some((letters, first)), Some((same, last))) if letters == same && first < last => {
                rules.extend((first..=last).map(|number| format!("{letters}-{number}")));
            }
            _ => {
                return Err(serde::de::Error::custom(format!(
                    "「{entry}」は規則の範囲ではありません / \"{entry}\" is not a range of rules"
                )));
            }
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: &str = "
        [facts]
        minutes = 20
        weight = 2
        mood = { ja = \"静か\", en = \"calm\" }
        [[chapter]]
        id = \"all\"
        title = { ja = \"全部\", en = \"Everything\" }
        rules = [\"G-1\", \"G-3..G-5\"]
        [[chapter.part]]
        text = { ja = \"打つ。\", en = \"Play.\" }
        scene = \"later\"
        [scene.start]
        seats = 2
        seed = 7
        actions = [\"0 play a1\"]
        eyes = 1
        [scene.later]
        from = \"start\"
        actions = [\"1 play b2\"]\n";

    fn read(start: &str, end: &str) -> Result<Tutorial, String> {
        let text = format!("minute = []\nlesson = []\n{start}{REST}{end}");
        Tutorial::read(&text).map_err(|bad| bad.text().en.to_string())
    }

    #[test]
    fn scenes_go_on_from_others_and_ranges_of_rules_are_written_out() {
        let book = read("", "").unwrap();
        assert_eq!(book.chapters[0].rules, ["G-1", "G-3", "G-4", "G-5"]);
        let later = &book.scenes["later"];
        let decided: Vec<_> =
            later.actions.iter().map(|taken| (taken.seat.0, &*taken.action)).collect();
        assert_eq!(decided, [(0, "play a1"), (1, "play b2")]);
        assert_eq!((later.seats, later.seed, later.eyes), (2, 7, Some(Seat(1))));
    }

    #[test]
    fn what_leads_nowhere_is_refused_by_name() {
        for (end, said) in [
            ("[scene.x]\nfrom = \"x\"", "the scene \"x\" leads nowhere"),
            ("[scene.x]\nfrom = \"y\"", "the scene \"y\" leads nowhere"),
            ("[scene.x]\nfrom = \"start\"\nseed = 1", "the scene \"x\" needs either"),
            ("[scene.x]\neyes = 1", "the scene \"x\" needs either"),
            ("[scene.x]\nseats = 2\nactions = [\"play\"]", "\"play\" is not `seat action`"),
            ("[scene.x]\nseats = 2\nposition = \"{\"", "it ends too early"),
            ("[[chapter]]\nrules = [\"G-5..G-3\"]", "\"G-5..G-3\" is not a range of rules"),
        ] {
            let refused = read("", end).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
        assert!(read("pages = 3\n", "").unwrap_err().contains("no field `pages`"));
    }
}
