//! Errors for people: the problem, the rule behind it, and the way out, in both languages.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;

use crate::{FieldFault, LocalizedText, Rule, RuleId, common_rules, text};

/// The kind of an [`IllegalAction`], for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalActionKind {
    /// The match is over (`T-1`).
    Over,
    /// The seat is not to move (`T-2`).
    NotAwaited,
    /// The text is not an action of this game (`T-3`).
    UnknownAction,
    /// The action does not answer the current prompt (`T-4`).
    NotAsked,
    /// There is nothing to undo (`T-5`).
    NoUndo,
    /// The game has no drafts (`T-11`).
    NoDraft,
    /// The game has no rule for resigning (`T-12`).
    NoResignation,
    /// The game has no rule for a draw by agreement (`T-13`).
    NoAgreedDraw,
    /// Another rule of the game or of the server forbids the action.
    Rule(RuleId),
}

/// An action that a rule forbids. The state is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct IllegalAction {
    /// The rule that forbids the action.
    pub rule: RuleId,
    /// The problem and the way out, for the player.
    pub message: LocalizedText,
}

impl IllegalAction {
    /// An action forbidden by one of the game's own rules.
    pub const fn new(rule: &'static str, message: LocalizedText) -> IllegalAction {
        IllegalAction { rule: RuleId(rule), message }
    }

    /// Deserializes an illegal action whose rule is one of `rules` (the game's) or a common rule. Views
    /// that contain an `IllegalAction` need this: its rule id is a `&'static str`, so `Deserialize`
    /// cannot be derived.
    ///
    /// # Errors
    /// Returns an error if the input is not an illegal action or names an unknown rule.
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

    /// The kind of the error, for programs.
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

    /// The error `T-1`: the match is over.
    pub const fn over() -> IllegalAction {
        IllegalAction::new(
            "T-1",
            LocalizedText::fixed(
                "対局はすでに終わっています。再戦を始めてください。",
                "The game is over; start a rematch to play on.",
            ),
        )
    }

    /// The error `T-2`: the seat is not to move.
    pub const fn not_awaited() -> IllegalAction {
        IllegalAction::new(
            "T-2",
            LocalizedText::fixed(
                "いまはあなたの番ではありません。相手の手を待ってください。",
                "It is not your turn; wait for the others.",
            ),
        )
    }

    /// The error `T-3`: the text is not an action of this game. The message shows `example` as a valid
    /// action.
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

    /// The error `T-4`: the text is an action of the game, but does not answer the current prompt.
    pub const fn not_asked() -> IllegalAction {
        IllegalAction::new(
            "T-4",
            LocalizedText::fixed(
                "いま求められている選択ではありません。光っている選択肢から選んでください。",
                "That does not answer the current decision; choose one of the lit choices.",
            ),
        )
    }

    /// The error `T-5`: the seat has no action that it may undo (law 8).
    pub const fn no_undo() -> IllegalAction {
        IllegalAction::new(
            "T-5",
            LocalizedText::fixed(
                "取り消せる手がありません。相手が動いた後、伏せたものが公開された後、対局が終わった後は戻せません。",
                "There is nothing to take back: another player has acted, something hidden was shown, or the game is over.",
            ),
        )
    }

    /// The error `T-11`: the game has no drafts.
    pub const fn no_draft() -> IllegalAction {
        IllegalAction::new(
            "T-11",
            LocalizedText::fixed(
                "このゲームに、途中まで組み立てる選択はありません。選択肢から一つ選んでください。",
                "Decisions of this game are not composed in steps; choose one of the listed actions.",
            ),
        )
    }

    /// The error `T-12`: the game has no rule for resigning.
    pub const fn no_resignation() -> IllegalAction {
        IllegalAction::new(
            "T-12",
            LocalizedText::fixed(
                "このゲームのルールに投了はありません。最後まで対局してください。",
                "This game has no rule for resigning; play on to the end.",
            ),
        )
    }

    /// The error `T-13`: the game has no rule for a draw by agreement.
    pub const fn no_agreed_draw() -> IllegalAction {
        IllegalAction::new(
            "T-13",
            LocalizedText::fixed(
                "このゲームのルールに合意による引き分けはありません。最後まで対局してください。",
                "This game has no rule for a draw by agreement; play on to the end.",
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

/// The kind of an [`InputError`], for programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// No game has this id.
    Game,
    /// The game cannot be played with this number of seats.
    Seats,
    /// Options that are unknown, missing or out of range.
    Options,
    /// A rules version that this program does not support.
    Rules,
    /// An unusable components file.
    Components,
    /// A position that no match can reach.
    Position,
    /// A record or list of actions that cannot be replayed.
    Record,
    /// Anything else: a file, a port, an argument.
    #[default]
    Other,
}

/// Unusable input: an unknown game, options out of range, a broken components file, an impossible
/// position. The text names the problem, the reason and the way out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(transparent)]
#[ts(export, export_to = "core.ts")]
pub struct InputError {
    #[serde(skip)]
    kind: InputErrorKind,
    #[serde(skip)]
    field: Option<Box<FieldFault>>,
    text: LocalizedText,
}

impl InputError {
    /// Creates an error of the kind [`InputErrorKind::Other`] with this message in Japanese and English.
    pub fn new(ja: impl Into<String>, en: impl Into<String>) -> InputError {
        LocalizedText::new(ja, en).into()
    }

    /// The same error with another kind.
    pub fn of(self, kind: InputErrorKind) -> InputError {
        InputError { kind, ..self }
    }

    /// The same error with the field of a components file that is wrong.
    pub(crate) fn at(self, field: FieldFault) -> InputError {
        InputError { field: Some(Box::new(field)), ..self }
    }

    /// The field of a components file that is wrong, with the problem alone.
    pub fn field(&self) -> Option<&FieldFault> {
        self.field.as_deref()
    }

    /// The kind of the error, for programs.
    pub fn kind(&self) -> InputErrorKind {
        self.kind
    }

    /// The message for the user.
    pub fn text(&self) -> &LocalizedText {
        &self.text
    }

    /// The error for an id that no game has; `known` are the existing ids.
    pub fn unknown_game<'a>(id: &str, known: impl IntoIterator<Item = &'a str>) -> InputError {
        let id: String = id.chars().take(40).collect();
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        InputError::new(
            format!("「{id}」というゲームはありません。あるもの: {known}"),
            format!("There is no game \"{id}\"; the games are: {known}."),
        )
        .of(InputErrorKind::Game)
    }

    /// The same error with the name of what is wrong, such as a file, before its text.
    pub fn named(self, name: impl std::fmt::Display) -> InputError {
        let text = text!("「{name}」: {said}", "\"{name}\": {said}", said = &self.text);
        InputError { text, ..self }
    }

    /// An error about a mistake in the user's input: `what` names the input, `fault` describes the mistake.
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
        text.into()
    }

    /// The error for a mistake in a components file of this game.
    pub fn components(game: &LocalizedText, fault: LocalizedText) -> InputError {
        InputError::wrong(
            text!("{game}の内容物ファイル", "the components file for {game}", game),
            fault,
        )
        .of(InputErrorKind::Components)
    }

    /// The error for a position that no match can reach or continue from.
    pub fn impossible(fault: LocalizedText) -> InputError {
        let text = text!(
            "この局面は成り立ちません: {fault}。直してから読み込んでください。",
            "This position is impossible: {fault}. Correct it and load it again.",
            fault
        );
        InputError::from(text).of(InputErrorKind::Position)
    }
}

impl From<LocalizedText> for InputError {
    fn from(text: LocalizedText) -> InputError {
        InputError { kind: InputErrorKind::Other, field: None, text }
    }
}

impl From<InputError> for LocalizedText {
    fn from(bad: InputError) -> LocalizedText {
        bad.text
    }
}

/// Converts an illegal action found while replaying a record or a list of actions.
impl From<IllegalAction> for InputError {
    fn from(no: IllegalAction) -> InputError {
        InputError::from(no.message).of(InputErrorKind::Record)
    }
}

impl std::fmt::Display for InputError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text.fmt(f)
    }
}

impl std::error::Error for InputError {}
