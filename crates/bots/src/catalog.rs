//! The bots that people can choose as players at a table.

use zashiki_core::{GameInfo, Level, LocalizedText};

use crate::spec::Spec;

/// A bot that can take a seat at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotKind {
    /// The id, which is also the text of the bot's [`Spec`].
    pub id: &'static str,
    /// The name shown to people.
    pub name: LocalizedText,
    /// A description of the bot's style of play, in one sentence.
    pub summary: LocalizedText,
}

/// The bots that are offered to people, weakest first: one for each level.
pub const KINDS: &[BotKind] = &[
    BotKind {
        id: Level::Novice.id(),
        name: LocalizedText::fixed("入門", "Novice"),
        summary: LocalizedText::fixed(
            "よく見誤ります。初めての一局の相手に。",
            "Misjudges a lot: for your first games.",
        ),
    },
    BotKind {
        id: Level::Beginner.id(),
        name: LocalizedText::fixed("初級", "Beginner"),
        summary: LocalizedText::fixed(
            "一手先だけを見て、その場で一番よく見える手を選びます。",
            "Looks one step ahead and takes what looks best at once.",
        ),
    },
    BotKind {
        id: Level::Intermediate.id(),
        name: LocalizedText::fixed("中級", "Intermediate"),
        summary: LocalizedText::fixed(
            "少し先まで読みます。見えない札は想像します。",
            "Looks a little ahead and guesses what it cannot see.",
        ),
    },
    BotKind {
        id: Level::Advanced.id(),
        name: LocalizedText::fixed("上級", "Advanced"),
        summary: LocalizedText::fixed(
            "先まで読みます。慣れた人の相手に。",
            "Looks well ahead: for people who know the game.",
        ),
    },
    BotKind {
        id: Level::Master.id(),
        name: LocalizedText::fixed("名人", "Master"),
        summary: LocalizedText::fixed(
            "座敷で一番強い相手です。数秒考えることもあります。",
            "The strongest bot; may think for a few seconds.",
        ),
    },
];

/// Bots that older tables and records name, from before the difficulty levels. They are no longer offered.
pub const UNLISTED: &[BotKind] = &[
    BotKind {
        id: "random",
        name: LocalizedText::fixed("きまぐれ", "Whim"),
        summary: LocalizedText::fixed(
            "できることの中から、何も考えずに選びます。",
            "Picks any legal action without a thought.",
        ),
    },
    BotKind {
        id: "greedy",
        name: LocalizedText::fixed("目先", "Short sight"),
        summary: LocalizedText::fixed(
            "一手先だけを見て、その場で一番よく見える手を選びます。",
            "Looks one step ahead and takes what looks best at once.",
        ),
    },
    BotKind {
        id: "ismcts:sims=400",
        name: LocalizedText::fixed("思案", "Thinker"),
        summary: LocalizedText::fixed(
            "見えない札を想像しながら、四百通りの先を試してから選びます。",
            "Guesses what it cannot see and tries four hundred continuations before it picks.",
        ),
    },
    BotKind {
        id: "ismcts:time=1s",
        name: LocalizedText::fixed("熟考", "Deep thinker"),
        summary: LocalizedText::fixed(
            "一秒のあいだ、何万通りもの先を試してから選びます。",
            "Thinks for a second and tries tens of thousands of continuations before it picks.",
        ),
    },
    BotKind {
        id: "alphabeta:time=1s",
        name: LocalizedText::fixed("読み", "Reader"),
        summary: LocalizedText::fixed(
            "隠れたもののない二人用のゲームで、一秒のあいだ手順を深く読みます。",
            "Reads ahead for a second, deep and without gaps; for games of two in which nothing is hidden.",
        ),
    },
];

/// All bots that can take a seat at a table: first the offered ones, then the unlisted ones.
pub fn kinds() -> impl Iterator<Item = &'static BotKind> {
    KINDS.iter().chain(UNLISTED)
}

/// The bots of [`kinds`] that can play a game.
pub fn kinds_for(info: &GameInfo) -> impl Iterator<Item = &'static BotKind> {
    kinds().filter(|kind| Spec::parse(kind.id).is_ok_and(|spec| spec.suits(info)))
}

/// The first of these specs whose bot can play the game; the last spec must be of a bot that plays every
/// game.
pub(crate) fn suiting(info: &GameInfo, specs: [&'static str; 2]) -> &'static str {
    specs
        .into_iter()
        .find(|spec| Spec::parse(spec).is_ok_and(|spec| spec.suits(info)))
        .expect("the last suits every game")
}
