//! Tutorials: pictures, chapters and a first lesson, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::rng::decimal;
use crate::{
    InputError, Localize, LocalizedText, MatchStart, RuleId, Seat, read_json, read_toml, text,
};

/// A game's tutorial, from its `tutorial.toml`. Its pictures are states of real matches, so that
/// `conformance` can check every statement against the rules.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Tutorial {
    /// Facts that help players to choose a game.
    pub facts: Facts,
    /// The states shown, by their names within the tutorial.
    pub scenes: BTreeMap<String, Scene>,
    /// The introduction to the game that takes one minute to read.
    pub minute: Vec<Figure>,
    /// The chapters of the rules.
    pub chapters: Vec<Chapter>,
    /// The first lesson; each step continues from the previous one.
    pub lesson: Vec<LessonStep>,
    /// The second lesson, about the rules that the first leaves out. Empty if there is none.
    pub second: Vec<LessonStep>,
    /// Advice on important decisions in the first match after the lesson.
    pub advice: Vec<Advice>,
    /// Advice on situations in that match, the most important first.
    pub situations: Vec<SituationAdvice>,
}

/// Facts that help players to choose a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Facts {
    /// Typical duration of a match in minutes.
    pub minutes: u16,
    /// Complexity, from 1 (a child can play at once) to 5.
    pub weight: u8,
    /// The mood of the game, in a few words.
    pub mood: LocalizedText,
    /// Number of lessons, counted when the file is read.
    #[serde(skip_deserializing)]
    pub lessons: u8,
}

/// A state of a match: its start and the decisions since.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Scene {
    /// Number of seats.
    pub seats: u8,
    /// Options; missing ones have their defaults.
    #[ts(type = "unknown")]
    pub options: Value,
    /// The RNG seed in decimal digits.
    #[serde(with = "decimal")]
    #[ts(type = "string")]
    pub seed: u64,
    /// The start position in the game's own format; `None` for a deal.
    #[ts(type = "unknown")]
    pub position: Option<Value>,
    /// The decisions since the start, in order.
    pub actions: Vec<Move>,
    /// The seat whose view is shown; `None` for a spectator's.
    pub eyes: Option<Seat>,
}

impl Scene {
    /// The start data of the match.
    pub fn start(&self) -> MatchStart {
        let (options, position) = (self.options.clone(), self.position.clone());
        MatchStart { options, position, ..MatchStart::dealt(self.seats.into(), self.seed) }
    }
}

/// One decision of a tutorial or puzzle, written `seat notation` in the file, such as `0 place 5`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Move {
    /// The seat that decides.
    pub seat: Seat,
    /// The action's notation.
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

/// A text with an optional picture above it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Figure {
    /// The text of the paragraph.
    pub text: LocalizedText,
    /// Name of the scene that the picture shows; `None` for a text without a picture.
    #[serde(default)]
    pub scene: Option<String>,
    /// The places to which the text points, by their names on the board; `{you}` is replaced by the number
    /// of the viewing seat. The picture is the part of the board around them. Empty for the whole board.
    #[serde(default)]
    pub at: Vec<String>,
    /// The numbers of seats for which the text is true; empty if it is true for all.
    #[serde(default)]
    pub seats: Vec<u8>,
    /// Actions to highlight among the legal actions of the viewing seat.
    #[serde(default)]
    pub lit: Vec<String>,
    /// An example: the decisions that play when the reader presses the play button.
    #[serde(default)]
    pub play: Vec<Move>,
    /// The kinds of the events that the decisions of `play` must cause, in order.
    #[serde(default)]
    pub happens: Vec<String>,
}

/// A chapter of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Chapter {
    /// The chapter's id, used in links.
    pub id: String,
    /// The topic of the chapter.
    pub title: LocalizedText,
    /// The ids of the rule statements cited in the margin of the chapter. In the file, `Q-3..Q-7` means all
    /// in this range.
    #[serde(deserialize_with = "rules")]
    pub rules: Vec<String>,
    /// The keys of the glossary terms that the chapter explains.
    #[serde(default)]
    pub terms: Vec<String>,
    /// Paragraphs and pictures, in order.
    #[serde(rename(deserialize = "part"))]
    pub parts: Vec<Figure>,
}

/// A step of the lesson: a task, or only something to read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct LessonStep {
    /// The title of the chapter that begins with this step; such a step has a scene. `None` within a chapter.
    #[serde(default)]
    pub title: Option<LocalizedText>,
    /// The instruction for the learner.
    pub say: LocalizedText,
    /// The scene in which the step begins, with its viewing seat; `None` to continue from the end of the
    /// previous step.
    #[serde(default)]
    pub scene: Option<String>,
    /// The actions that complete the task; the first is the one to demonstrate. A step without such
    /// actions is only read.
    #[serde(default)]
    pub done: Vec<String>,
    /// An event that completes the task after any action: one that contains all these fields.
    #[serde(default)]
    #[ts(type = "Record<string, unknown> | null")]
    pub event: Option<Value>,
    /// A hint for players who hesitate.
    #[serde(default)]
    pub hint: Option<LocalizedText>,
    /// The text shown when the task is completed.
    #[serde(default)]
    pub well: Option<LocalizedText>,
    /// The text shown after any other legal action, which is then undone.
    #[serde(default)]
    pub other: Option<LocalizedText>,
    /// Answers to frequent illegal attempts.
    #[serde(default)]
    pub forbidden: Vec<Forbidden>,
    /// Decisions, usually of other seats, that are played automatically at the end of the step, in order.
    #[serde(default)]
    pub then: Vec<Move>,
}

/// A frequent illegal attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Forbidden {
    /// The action's notation.
    pub action: String,
    /// The rule that forbids the action.
    #[ts(as = "RuleId")]
    pub rule: String,
    /// The explanation for the player.
    pub say: LocalizedText,
}

/// Advice on a decision in the first match. If the same prompt repeats, the next advice for it in file
/// order is shown, until none is left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Advice {
    /// The rule of the prompt for which the advice is shown.
    #[ts(as = "RuleId")]
    pub rule: String,
    /// The text of the advice.
    pub say: LocalizedText,
    /// The places to highlight, by their names on the board; `{you}` is replaced by the number of the
    /// deciding seat.
    #[serde(default)]
    pub at: Vec<String>,
    /// Maximum number of times that the advice is shown.
    #[serde(default = "once")]
    pub times: u8,
}

/// Advice on a [situation](crate::Situation) in the first match. It is shown as long as the situation
/// holds, instead of other advice, and again when the situation returns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct SituationAdvice {
    /// The id of the situation.
    pub id: String,
    /// The text of the advice.
    pub say: LocalizedText,
    /// Maximum number of times that the advice is shown; `None` if it always is.
    #[serde(default)]
    pub times: Option<u8>,
}

const fn once() -> u8 {
    1
}

/// Name of the file in error messages.
const FILE: &str = "tutorial.toml";

/// The content of a `tutorial.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    facts: Facts,
    scene: BTreeMap<String, Written>,
    minute: Vec<Figure>,
    chapter: Vec<Chapter>,
    lesson: Vec<LessonStep>,
    #[serde(default)]
    second: Vec<LessonStep>,
    #[serde(default)]
    advice: Vec<Advice>,
    #[serde(default)]
    situation: Vec<SituationAdvice>,
}

/// A scene in the file: independent, or continuing another scene.
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
    /// Parses the text of a `tutorial.toml`.
    ///
    /// # Errors
    /// Returns an error if the text is not a tutorial, or a scene continues an unknown scene.
    pub fn read(text: &str) -> Result<Tutorial, InputError> {
        let File { mut facts, scene, minute, chapter, lesson, second, advice, situation } =
            read_toml(text, FILE)?;
        facts.lessons = [&lesson, &second].iter().filter(|steps| !steps.is_empty()).count() as u8;
        let scenes: Result<_, InputError> = (scene.keys())
            .map(|name| Ok((name.clone(), resolve(&scene, name, scene.len())?)))
            .collect();
        Ok(Tutorial {
            facts,
            scenes: scenes?,
            minute,
            chapters: chapter,
            lesson,
            second,
            advice,
            situations: situation,
        })
    }

    /// Parses the text of a game's bundled `tutorial.toml`.
    ///
    /// # Panics
    /// Panics if the text is invalid. It is part of the program, and the game's tests parse it.
    pub fn parse(text: &str) -> Tutorial {
        Tutorial::read(text).unwrap_or_else(|bad| panic!("{bad}"))
    }
}

/// The scene with this name, combined with the scenes that it continues, which may be at most `most`.
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
            "the scene \"{name}\" needs either seats or from, and with from no other start data"
        ))),
    }
}

/// Deserializes a list of ids of rule statements, in which `Q-3..Q-7` means all in this range.
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
    fn lessons_are_counted() {
        assert_eq!(read("", "").unwrap().facts.lessons, 0);
        let step = "[[second]]\ntitle = { ja = \"次\", en = \"More\" }\nsay = { ja = \"見る。\", en = \"Look.\" }";
        let book = read("", step).unwrap();
        assert_eq!((book.facts.lessons, book.second.len()), (1, 1));
        assert!(read("", &format!("{step}\nlessons = 2")).is_err());
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
