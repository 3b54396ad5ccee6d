//! Static description of a game: name, seats, options, ways to end.

use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::{
    COMMON_ENDINGS, EndReason, InputError, InputErrorKind, LocalizedText, RuleId, ScoreCause, Seat,
};

/// Static description of a game: everything that a lobby, a command line or a report needs to offer it.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct GameInfo {
    /// Stable id, used in commands, records and URLs.
    pub id: &'static str,
    /// Name of the game.
    pub name: LocalizedText,
    /// Description of the game in one sentence.
    pub summary: LocalizedText,
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// Name of each possible seat, such as its colour.
    pub seat_names: &'static [LocalizedText],
    /// Version of the rules for new matches. It increases whenever the same actions could have another
    /// result than before.
    pub rules_version: u32,
    /// Former rules versions that this program still supports, to continue and replay old matches.
    #[serde(skip)]
    #[ts(skip)]
    pub former_rules: &'static [RulesVersion],
    /// True if anything is ever hidden from a seat.
    pub hidden_information: bool,
    /// True if a seat ever has private information, such as its hand.
    pub private_information: bool,
    /// True if some decisions are simultaneous (see
    /// [`GameState::is_simultaneous`](crate::GameState::is_simultaneous)).
    pub simultaneous: bool,
    /// True if some decisions have more legal actions than can be listed (see
    /// [`GameState::lists_all`](crate::GameState::lists_all)).
    pub open_decisions: bool,
    /// True if the game ever draws random numbers. Positions then contain the RNG in the field `dice`.
    pub chance: bool,
    /// The rule that allows resigning, if there is one. Resigning is not an action of the game: it is a
    /// [`Termination`](crate::Termination) with the reason `resigned`.
    pub resignation: Option<RuleId>,
    /// The rule that allows a draw by agreement, if there is one: a [`Termination`](crate::Termination)
    /// with the reason `agreed`.
    pub agreed_draw: Option<RuleId>,
    /// The options, in display order.
    pub options: &'static [OptionSpec],
    /// Every way in which a match can end.
    pub end_reasons: &'static [EndReason],
    /// Every cause of changes of scores, in display order. Without any, the game keeps no ledger (law 15).
    pub score_causes: &'static [ScoreCause],
}

/// A former version of a game's rules.
#[derive(Debug)]
pub struct RulesVersion {
    /// Number of the version.
    pub version: u32,
    /// Options that did not exist in this version, each with the value that matches its behaviour.
    pub later_options: &'static [(&'static str, OptionValue)],
}

/// An option of a game.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct OptionSpec {
    /// Key in the options object.
    pub id: &'static str,
    /// Name for people.
    pub name: LocalizedText,
    /// The values that the option accepts.
    pub kind: OptionKind,
    /// The value if none is given.
    #[ts(type = "number | string | boolean")]
    pub default: OptionValue,
    /// The rule or ruling that the option belongs to.
    pub rule: RuleId,
}

/// The values an option accepts.
#[derive(Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "type")]
#[ts(export, export_to = "core.ts")]
pub enum OptionKind {
    /// The option accepts one of a few named values.
    Choice {
        /// The values to choose from, in display order.
        choices: &'static [OptionChoice],
    },
    /// The option accepts a whole number in a range.
    Number {
        /// The least number that the option accepts.
        min: i32,
        /// The greatest number that the option accepts.
        max: i32,
    },
}

/// A named value of an option.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct OptionChoice {
    /// The value in the options object.
    #[ts(type = "number | string | boolean")]
    pub value: OptionValue,
    /// Name for people.
    pub name: LocalizedText,
}

/// A value of an option.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// A whole number.
    Number(i32),
    /// A keyword: one of a few words.
    Token(&'static str),
    /// True or false.
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

impl GameInfo {
    /// Describes a game without options, hidden information, chance, resignation or draws by agreement, in
    /// its first rules version.
    pub const fn new(
        id: &'static str,
        name: LocalizedText,
        summary: LocalizedText,
        seat_names: &'static [LocalizedText],
        end_reasons: &'static [EndReason],
    ) -> GameInfo {
        GameInfo {
            id,
            name,
            summary,
            seats: (seat_names.len() as u8, seat_names.len() as u8),
            seat_names,
            rules_version: 1,
            former_rules: &[],
            hidden_information: false,
            private_information: false,
            simultaneous: false,
            open_decisions: false,
            chance: false,
            resignation: None,
            agreed_draw: None,
            options: &[],
            end_reasons,
            score_causes: &[],
        }
    }

    /// Returns an error if the game cannot be played with this number of seats.
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

    /// Completes options: `given` (an object, or null for none) with the defaults filled in.
    ///
    /// # Errors
    /// Returns an error if an option or value is unknown; the message lists the possible ones.
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

    /// The name of a seat.
    pub fn seat(&self, seat: Seat) -> &LocalizedText {
        &self.seat_names[seat.index()]
    }

    /// The options added since this rules version, each with the value that matches the former
    /// behaviour.
    ///
    /// # Errors
    /// Returns an error if this program does not support the version; the message says which program
    /// does.
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
                    "This match of {} started under rules version {version}, and this program supports version {ours}; open it with {}.",
                    name.en, program.en
                ),
            )
            .of(InputErrorKind::Rules)
        })
    }

    /// The complete options of a match that started under this rules version. `given` must be complete
    /// for that version.
    ///
    /// # Errors
    /// Returns an error if this program does not support the version, an option is missing or unknown,
    /// or a value is invalid.
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
                    format!("Option \"{}\" is missing; the start data of an existing match contain every option.", option.id),
                ).of(InputErrorKind::Options)),
                Some(_) => return Err(InputError::new(
                    format!("ルール第{version}版に、オプション「{}」はありません。取り除いてください。", option.id),
                    format!("Rules version {version} has no option \"{}\"; remove it.", option.id),
                ).of(InputErrorKind::Options)),
            }
        }
        Ok(complete)
    }

    /// The end reason with this id, either of the game or common to all games.
    pub fn end_reason(&self, id: &str) -> Option<&EndReason> {
        self.end_reasons.iter().chain(COMMON_ENDINGS).find(|reason| reason.id == id)
    }
}

impl OptionSpec {
    /// Values for tests: all choices, or the minimum, the default and the maximum.
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
