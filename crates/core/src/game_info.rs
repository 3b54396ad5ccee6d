//! What a game says of itself: names, seats, options, ways of ending.

use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::{COMMON_ENDINGS, InputError, InputErrorKind, LocalizedText, RuleId, Seat};

/// The card in the catalogue: everything a lobby, a command line or a report needs to
/// offer a game without knowing it.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct GameInfo {
    /// The stable id, used in commands, records and addresses.
    pub id: &'static str,
    /// The name.
    pub name: LocalizedText,
    /// One sentence about the game.
    pub summary: LocalizedText,
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// What each seat is called (its colour, say), one text for each possible seat.
    pub seat_names: &'static [LocalizedText],
    /// The version of the rules that new plays are begun by. It is raised whenever the same
    /// actions could lead elsewhere than before.
    pub rules_version: u32,
    /// The former versions by which this program plays on what was begun by them.
    #[serde(skip)]
    #[ts(skip)]
    pub former_rules: &'static [RulesVersion],
    /// Whether anything is ever hidden from a seat.
    pub hidden_information: bool,
    /// Whether a seat ever knows what others may not, such as its hand.
    pub private_information: bool,
    /// Whether the dice are ever thrown. Then a position has them in its field `rng`.
    pub chance: bool,
    /// The rule that lets a seat resign, if there is one. Resigning is not an action of the game:
    /// the table does it, and the play ends for the reason `resigned`.
    pub resignation: Option<RuleId>,
    /// The rule that lets the seats agree on a draw, if there is one. The table does it, and the
    /// play ends for the reason `agreed`.
    pub agreed_draw: Option<RuleId>,
    /// The options, in the order to offer them.
    pub options: &'static [OptionSpec],
    /// Every way a play can end.
    pub end_reasons: &'static [EndReason],
}

/// A former version of a game's rules.
#[derive(Debug)]
pub struct RulesVersion {
    /// Its number.
    pub version: u32,
    /// The options that came later, each with the value that was then the only way.
    pub later_options: &'static [(&'static str, OptionValue)],
}

/// One option of a game.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct OptionSpec {
    /// Its key in the options object.
    pub id: &'static str,
    /// Its name.
    pub name: LocalizedText,
    /// What may be chosen.
    pub kind: OptionKind,
    /// What holds when nothing is chosen.
    #[ts(type = "number | string | boolean")]
    pub default: OptionValue,
    /// The rule or ruling it belongs to.
    pub rule: RuleId,
}

/// The values an option accepts.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "type")]
#[ts(export, export_to = "core.ts")]
pub enum OptionKind {
    /// One of a few named values.
    Choice {
        /// The values.
        choices: &'static [OptionChoice],
    },
    /// A whole number.
    Number {
        /// The least.
        min: i32,
        /// The greatest.
        max: i32,
    },
}

/// A named value of an option.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct OptionChoice {
    /// The value as it stands in the options object.
    #[ts(type = "number | string | boolean")]
    pub value: OptionValue,
    /// Its name.
    pub name: LocalizedText,
}

/// A value of an option.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// A whole number.
    Number(i32),
    /// A word.
    Token(&'static str),
    /// Yes or no.
    Flag(bool),
}

impl OptionValue {
    /// The value as JSON.
    pub fn to_json(self) -> Value {
        match self {
            OptionValue::Number(number) => number.into(),
            OptionValue::Token(word) => word.into(),
            OptionValue::Flag(flag) => flag.into(),
        }
    }
}

/// A way for a play to end.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct EndReason {
    /// The stable id, as in [`Outcome::reason`](crate::Outcome::reason).
    pub id: &'static str,
    /// What it means, in a sentence.
    pub text: LocalizedText,
    /// The rule that ends the play.
    pub rule: RuleId,
}

impl GameInfo {
    /// Refuses a number of seats the game cannot be played with.
    pub fn check_seats(&self, seats: usize) -> Result<u8, InputError> {
        let (min, max) = self.seats;
        match u8::try_from(seats) {
            Ok(seats) if (min..=max).contains(&seats) => Ok(seats),
            _ => {
                let range = if min == max { format!("{min}") } else { format!("{min}–{max}") };
                Err(InputError::new(
                    format!("「{}」は{range}人用です({seats}人では遊べません)。", self.name.ja),
                    format!("{} is played by {range}, not {seats}.", self.name.en),
                )
                .of(InputErrorKind::Seats))
            }
        }
    }

    /// The complete options: `given` (an object, or null for none) with the defaults
    /// filled in.
    ///
    /// # Errors
    /// When something is not an option or not one of its values; the message says what
    /// would be.
    pub fn complete_options(&self, given: &Value) -> Result<Value, InputError> {
        let empty = Map::new();
        let given = match given {
            Value::Null => &empty,
            Value::Object(object) => object,
            other => {
                return Err(InputError::new(
                    format!("オプションはJSONオブジェクトで指定してください({other}ではなく)。"),
                    format!("Options are a JSON object such as {{}}, not {other}."),
                )
                .of(InputErrorKind::Options));
            }
        };
        if let Some(unknown) = given.keys().find(|key| self.options.iter().all(|o| o.id != **key)) {
            let known: Vec<&str> = self.options.iter().map(|option| option.id).collect();
            let known = known.join(", ");
            return Err(InputError::new(
                format!(
                    "「{}」に「{unknown}」というオプションはありません。使えるもの: {known}",
                    self.name.ja
                ),
                format!("{} has no option \"{unknown}\"; it has: {known}.", self.name.en),
            )
            .of(InputErrorKind::Options));
        }
        let mut complete = Map::new();
        for option in self.options {
            let value = given.get(option.id).cloned().unwrap_or_else(|| option.default.to_json());
            option.check(&value)?;
            complete.insert(option.id.to_owned(), value);
        }
        Ok(Value::Object(complete))
    }

    /// What a seat is called.
    pub fn seat(&self, seat: Seat) -> &LocalizedText {
        &self.seat_names[seat.index()]
    }

    /// The options that came after this version of the rules, with what was then the only way.
    ///
    /// # Errors
    /// If this program does not play the version; the message says what plays on.
    pub fn later_options(
        &self,
        version: u32,
    ) -> Result<&'static [(&'static str, OptionValue)], InputError> {
        if version == self.rules_version {
            return Ok(&[]);
        }
        let former = self.former_rules.iter().find(|former| former.version == version);
        former.map(|former| former.later_options).ok_or_else(|| {
            let (name, ours) = (&self.name, self.rules_version);
            let program = if version > ours {
                LocalizedText::fixed("より新しいZashiki", "a newer Zashiki")
            } else {
                LocalizedText::fixed("当時のZashiki", "the Zashiki of that time")
            };
            InputError::new(
                format!(
                    "「{}」のルール第{version}版で始められた対局です。このプログラムは第{ours}版で遊びます。続きは{}で開いてください。",
                    name.ja, program.ja
                ),
                format!(
                    "This play of {} was begun by rules version {version}, and this program plays version {ours}; open it with {}.",
                    name.en, program.en
                ),
            )
            .of(InputErrorKind::Rules)
        })
    }

    /// The complete options of a play that was begun by this version of the rules. `given` must
    /// be complete for that version.
    ///
    /// # Errors
    /// If this program does not play the version, an option is left out or unknown, or a value
    /// is not one of the option's.
    pub fn options_of(&self, version: u32, given: &Value) -> Result<Value, InputError> {
        let later = self.later_options(version)?;
        let mut complete = self.complete_options(given)?;
        for option in self.options {
            let stated = given.get(option.id).is_some();
            let before = later.iter().find(|(id, _)| *id == option.id).map(|(_, before)| before);
            match before {
                None if stated => {}
                Some(before) if !stated => complete[option.id] = before.to_json(),
                None => return Err(InputError::new(
                    format!("オプション「{}」がありません。対局の記録には、すべてのオプションが必要です。", option.id),
                    format!("Option \"{}\" is missing; what a play was begun with states every option.", option.id),
                ).of(InputErrorKind::Options)),
                Some(_) => return Err(InputError::new(
                    format!("ルール第{version}版に、オプション「{}」はありません。取り除いてください。", option.id),
                    format!("Rules version {version} has no option \"{}\"; remove it.", option.id),
                ).of(InputErrorKind::Options)),
            }
        }
        Ok(complete)
    }

    /// The words for an outcome's reason: one of the game's or of the house's.
    pub fn end_reason(&self, id: &str) -> Option<&EndReason> {
        self.end_reasons.iter().chain(COMMON_ENDINGS).find(|reason| reason.id == id)
    }
}

impl OptionSpec {
    /// Every value worth trying in a test: all choices, or the least, the default and the
    /// greatest number.
    pub fn samples(&self) -> Vec<Value> {
        match &self.kind {
            OptionKind::Choice { choices } => {
                choices.iter().map(|choice| choice.value.to_json()).collect()
            }
            OptionKind::Number { min, max } => {
                vec![(*min).into(), self.default.to_json(), (*max).into()]
            }
        }
    }

    fn check(&self, value: &Value) -> Result<(), InputError> {
        let allowed = match &self.kind {
            OptionKind::Choice { choices } => {
                if choices.iter().any(|choice| choice.value.to_json() == *value) {
                    return Ok(());
                }
                let values: Vec<String> =
                    choices.iter().map(|choice| choice.value.to_json().to_string()).collect();
                values.join(", ")
            }
            OptionKind::Number { min, max } => {
                let range = i64::from(*min)..=i64::from(*max);
                if value.as_i64().is_some_and(|number| range.contains(&number)) {
                    return Ok(());
                }
                format!("{min}–{max}")
            }
        };
        Err(InputError::new(
            format!("オプション「{}」に {value} は使えません。使える値: {allowed}", self.id),
            format!("Option \"{}\" cannot be {value}; it can be: {allowed}.", self.id),
        )
        .of(InputErrorKind::Options))
    }
}
