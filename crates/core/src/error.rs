//! Saying no: what was refused, by which rule, and what to do instead.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;

use crate::{GameInfo, LocalizedText, Rule, common_rules, text};

/// The id of a numbered rule statement, such as `Q-12`. Ids that begin with `T-` belong
/// to the house and hold for every game (see [`common_rules`](crate::common_rules)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct RuleId(pub &'static str);

impl From<&'static str> for RuleId {
    fn from(id: &'static str) -> RuleId {
        RuleId(id)
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Why an action was refused, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalActionKind {
    /// The play has ended (`T-1`).
    Over,
    /// Another seat's decision is awaited (`T-2`).
    NotAwaited,
    /// The text is not an action of this game (`T-3`).
    UnknownAction,
    /// An action that does not answer what is being asked (`T-4`).
    NotAsked,
    /// Nothing may be taken back (`T-5`).
    NoUndo,
    /// The game reads no unfinished decisions (`T-11`).
    NoDraft,
    /// The game has no rule for resigning (`T-12`).
    NoResignation,
    /// The game has no rule for a draw by agreement (`T-13`).
    NoAgreedDraw,
    /// A rule of the game, or of the place where it is played, forbids it.
    Rule(RuleId),
}

/// An action that was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct IllegalAction {
    /// The rule that forbids the action.
    pub rule: RuleId,
    /// What was wrong and what can be done, for the person who tried.
    pub message: LocalizedText,
}

impl IllegalAction {
    /// Refuses with a game's own rule.
    pub const fn new(rule: &'static str, message: LocalizedText) -> IllegalAction {
        IllegalAction { rule: RuleId(rule), message }
    }

    /// Reads a refusal that was written as JSON, by a rule of the house or one of these, a game's. For
    /// views that tell what is refused: a rule is named by a text that lasts as long as the program,
    /// so it is not read by itself.
    ///
    /// # Errors
    /// When it is no refusal, or by a rule that is not there.
    pub fn read<'de, D: Deserializer<'de>>(
        rules: &'static [Rule],
        deserializer: D,
    ) -> Result<IllegalAction, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            rule: String,
            message: LocalizedText,
        }
        let Written { rule, message } = Written::deserialize(deserializer)?;
        let known = rules.iter().chain(common_rules()).find(|known| known.id == rule);
        let known = known.ok_or_else(|| {
            let rule: String = rule.chars().take(20).collect();
            D::Error::custom(format!(
                "「{rule}」という規則はありません / there is no rule \"{rule}\""
            ))
        })?;
        Ok(IllegalAction { rule: RuleId(known.id), message })
    }

    /// Why, for programs.
    pub fn kind(&self) -> IllegalActionKind {
        match self.rule.0 {
            "T-1" => IllegalActionKind::Over,
            "T-2" => IllegalActionKind::NotAwaited,
            "T-3" => IllegalActionKind::UnknownAction,
            "T-4" => IllegalActionKind::NotAsked,
            "T-5" => IllegalActionKind::NoUndo,
            "T-11" => IllegalActionKind::NoDraft,
            "T-12" => IllegalActionKind::NoResignation,
            "T-13" => IllegalActionKind::NoAgreedDraw,
            _ => IllegalActionKind::Rule(self.rule),
        }
    }

    /// `T-1`: the play has ended.
    pub const fn over() -> IllegalAction {
        IllegalAction::new(
            "T-1",
            LocalizedText::fixed(
                "対局はすでに終わっています。再戦を始めてください。",
                "The game is over; start a rematch to play on.",
            ),
        )
    }

    /// `T-2`: another seat's decision is awaited.
    pub const fn not_awaited() -> IllegalAction {
        IllegalAction::new(
            "T-2",
            LocalizedText::fixed(
                "いまはあなたの番ではありません。相手の手を待ってください。",
                "It is not your turn; wait for the other seat.",
            ),
        )
    }

    /// `T-3`: the words are not an action of this game at all.
    pub fn unknown_action(text: &str, example: &str) -> IllegalAction {
        let text: String = text.chars().take(40).collect();
        IllegalAction::new(
            "T-3",
            LocalizedText::new(
                format!("「{text}」という行動はありません。例:「{example}」"),
                format!("\"{text}\" is not an action of this game; write one like \"{example}\"."),
            ),
        )
    }

    /// `T-4`: an action of the game, but not an answer to what is being asked.
    pub const fn not_asked() -> IllegalAction {
        IllegalAction::new(
            "T-4",
            LocalizedText::fixed(
                "いま求められている選択ではありません。光っている選択肢から選んでください。",
                "That does not answer what is being asked; choose one of the lit choices.",
            ),
        )
    }

    /// `T-5`: nothing may be taken back (law 8).
    pub const fn no_undo() -> IllegalAction {
        IllegalAction::new(
            "T-5",
            LocalizedText::fixed(
                "取り消せる手がありません。相手が動いた後、伏せたものが公開された後、対局が終わった後は戻せません。",
                "There is nothing to take back: another seat has acted, something hidden was shown, or the game is over.",
            ),
        )
    }

    /// `T-11`: the game reads no unfinished decisions.
    pub const fn no_draft() -> IllegalAction {
        IllegalAction::new(
            "T-11",
            LocalizedText::fixed(
                "このゲームに、途中まで組み立てる選択はありません。選択肢から一つ選んでください。",
                "Decisions of this game are not put together piece by piece; choose one of the choices.",
            ),
        )
    }

    /// `T-12`: the game has no rule for resigning.
    pub const fn no_resignation() -> IllegalAction {
        IllegalAction::new(
            "T-12",
            LocalizedText::fixed(
                "このゲームのルールに投了はありません。最後まで対局してください。",
                "This game has no rule for resigning; play on to its end.",
            ),
        )
    }

    /// `T-13`: the game has no rule for a draw by agreement.
    pub const fn no_agreed_draw() -> IllegalAction {
        IllegalAction::new(
            "T-13",
            LocalizedText::fixed(
                "このゲームのルールに合意による引き分けはありません。最後まで対局してください。",
                "This game has no rule for a draw by agreement; play on to its end.",
            ),
        )
    }
}

impl std::fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.message, self.rule)
    }
}

impl std::error::Error for IllegalAction {}

/// What kind of input cannot be used, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// No game has this id.
    Game,
    /// The game is not played by this number of seats.
    Seats,
    /// Options that are unknown, left out or out of range.
    Options,
    /// A version of the rules that this program does not play.
    Rules,
    /// A components file that cannot be played with.
    Components,
    /// A position that no play can reach.
    Position,
    /// A record or a list of actions that cannot be replayed.
    Record,
    /// Something else: a file, a port, an argument.
    #[default]
    Other,
}

/// Input that cannot be used: a game that does not exist, options out of range, a broken
/// components file, an impossible position. Says what, why and what to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(transparent)]
#[ts(export, export_to = "core.ts")]
pub struct InputError {
    #[serde(skip)]
    kind: InputErrorKind,
    text: LocalizedText,
}

impl InputError {
    /// An error made on the spot.
    pub fn new(ja: impl Into<String>, en: impl Into<String>) -> InputError {
        InputError { kind: InputErrorKind::Other, text: LocalizedText::new(ja, en) }
    }

    /// The same error, said to be of this kind.
    pub fn of(self, kind: InputErrorKind) -> InputError {
        InputError { kind, ..self }
    }

    /// What could not be used.
    pub fn kind(&self) -> InputErrorKind {
        self.kind
    }

    /// What to tell the person.
    pub fn text(&self) -> &LocalizedText {
        &self.text
    }

    /// No game has this id; `known` are the ids that there are.
    pub fn unknown_game<'a>(id: &str, known: impl IntoIterator<Item = &'a str>) -> InputError {
        let id: String = id.chars().take(40).collect();
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        InputError::new(
            format!("「{id}」というゲームはありません。あるもの: {known}"),
            format!("There is no game \"{id}\"; there is: {known}."),
        )
        .of(InputErrorKind::Game)
    }

    /// Something people wrote is wrong: what it is called, and what is wrong with it.
    pub fn wrong(what: LocalizedText, fault: LocalizedText) -> InputError {
        let en = match what.en.strip_prefix("the ") {
            Some(rest) => format!("The {rest}"),
            None => what.en.into_owned(),
        };
        let text = text!(
            "{what_ja}に誤りがあります: {fault}。直してから読み込んでください。",
            "{en} is wrong: {fault}. Correct it and load it again.",
            fault,
            what_ja = LocalizedText::same(what.ja)
        );
        InputError { kind: InputErrorKind::Other, text }
    }

    /// A components file of this game is wrong.
    pub fn components(info: &GameInfo, fault: LocalizedText) -> InputError {
        let name = &info.name;
        InputError::wrong(
            text!("{name}の部品ファイル", "the components file for {name}", name),
            fault,
        )
        .of(InputErrorKind::Components)
    }

    /// A position that no play can reach or that a game cannot play on from.
    pub fn impossible(fault: LocalizedText) -> InputError {
        let text = text!(
            "この局面は成り立ちません: {fault}。直してから読み込んでください。",
            "This position is impossible: {fault}. Correct it and load it again.",
            fault
        );
        InputError { kind: InputErrorKind::Position, text }
    }
}

impl From<LocalizedText> for InputError {
    fn from(text: LocalizedText) -> InputError {
        InputError { kind: InputErrorKind::Other, text }
    }
}

impl From<InputError> for LocalizedText {
    fn from(bad: InputError) -> LocalizedText {
        bad.text
    }
}

/// A list of actions with one that is refused.
impl From<IllegalAction> for InputError {
    fn from(no: IllegalAction) -> InputError {
        InputError { kind: InputErrorKind::Record, text: no.message }
    }
}

impl std::fmt::Display for InputError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text.fmt(f)
    }
}

impl std::error::Error for InputError {}
