//! What goes over the wire, both ways. The page's types are generated from these.

mod live;
mod operator;
mod people;
mod study;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use zashiki_core::{
    Bytes32, EndReason, Facts, GameInfo, Glossary, LocalizedText, Rule, RuleId, Seat, SeatSet, Term,
};

pub use self::live::*;
pub use self::operator::*;
pub use self::people::*;
pub use self::study::*;
pub use crate::terms::{Late, Terms, TimeControl};

/// `GET /api/games`: the catalogue.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Catalogue {
    /// The games on the shelf.
    pub games: Vec<&'static GameInfo>,
    /// What a person asks who looks for a game, by the ids of the games that have a book.
    #[ts(as = "BTreeMap<&'static str, Facts>")]
    pub facts: BTreeMap<&'static str, &'static Facts>,
    /// The bots that can sit down, those that are offered first and weakest first.
    pub bots: Vec<BotInfo>,
    /// Maximum number of letters of a person's name, counted in extended grapheme clusters; what is
    /// longer is cut.
    pub name_length: usize,
}

/// A kind of bot.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct BotInfo {
    /// Its id in a [`SeatPlan`].
    pub id: String,
    /// Its name.
    pub name: LocalizedText,
    /// How it thinks, in a sentence.
    pub summary: LocalizedText,
    /// Whether people are offered it; one that is not sits at older tables.
    pub offered: bool,
    /// Whether it is a program from outside, which the operator of the server lets play.
    pub engine: bool,
    /// The ids of the games it can play.
    pub games: Vec<&'static str>,
}

/// `GET /api/games/{id}`: what a table of the game needs to be shown.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct GamePage {
    /// Its card in the catalogue.
    pub info: &'static GameInfo,
    /// The bots that can play it, those that are offered first and weakest first.
    pub bots: Vec<BotInfo>,
    /// What it calls its things, and the rules that say what they are, by the keys of its
    /// glossary.
    #[ts(as = "BTreeMap<String, Term>")]
    pub glossary: &'static Glossary,
    /// What holds there besides, as at every table.
    pub house: HouseRules,
}

/// What of the rules of the house a page speaks of.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct HouseRules {
    /// How the house ends plays, besides the ways of the game.
    pub ends: &'static [EndReason],
    /// By which rule a play is broken off.
    pub abandoning: RuleId,
    /// By which one it is left.
    pub leaving: RuleId,
}

/// `GET /api/games/{id}/rules`: what a game states and what it is made of, for who reads it. It is
/// many times what a table needs to be shown.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct GameRules {
    /// Its rule statements in the rulebook's order, then those of the house.
    #[ts(as = "Vec<Rule>")]
    pub rules: Vec<&'static Rule>,
    /// The components new tables are set up with, in the game's own form; each entry
    /// states its source.
    #[ts(type = "unknown")]
    pub components: Value,
}

/// Body of `POST /api/tables`: opens a table. The answer is 201 with [`Opened`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct OpenTable {
    /// The game's id.
    pub game: String,
    /// Options; those left out have their defaults.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// Who is to sit at each seat.
    pub seats: Vec<SeatPlan>,
    /// The name of the person who opens the table.
    #[serde(default)]
    pub name: String,
    /// The position to begin from instead of a deal, in the game's own form (docs/reference/formats.md).
    /// Where it leaves the dice out, they are thrown anew.
    #[serde(default)]
    #[ts(optional, type = "unknown")]
    pub position: Option<Value>,
    /// What the table agrees on; what is left out has its default.
    #[serde(default)]
    #[ts(optional, as = "Option<Terms>")]
    pub terms: Terms,
    /// The hash of what the opener adds to the deal, if they sit there; as for [`ToServer::Sit`].
    #[serde(default)]
    #[ts(optional)]
    pub hash: Option<Bytes32>,
}

/// Who is to sit at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub enum SeatPlan {
    /// The person who opens the table.
    Me,
    /// Somebody else at the same device.
    Here {
        /// Their name.
        name: String,
    },
    /// The first person who comes by the invite link.
    Open,
    /// A bot.
    Bot {
        /// Its id in the catalogue.
        bot: String,
    },
}

/// The answer to [`OpenTable`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Opened {
    /// The table's id; its page is `/t/{id}`, which is also the invite link.
    pub table: String,
}

/// `GET /api/tables`: the tables at which the asker has a seat, latest first.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct MyTables {
    /// The tables.
    pub tables: Vec<TableCard>,
}

/// `GET /api/lobby`, and as it changes `GET /api/lobby/live` (server-sent events): the tables that
/// are open to everybody.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Lobby {
    /// Those that wait for people before those to look on at, those where somebody is present first; of
    /// each kind one table of every network before the second of any, and the newest first.
    pub tables: Vec<LobbyTable>,
}

/// A table in the [`Lobby`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct LobbyTable {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The complete options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// Whether it begins from a position that somebody set up.
    pub from_position: bool,
    /// What it agrees on.
    pub terms: Terms,
    /// Who sits there.
    pub seats: Vec<SeatState>,
    /// Whether the play has begun, so that one can only look on.
    pub started: bool,
    /// How many look on.
    pub onlookers: usize,
    /// Milliseconds since 1970 when it was opened.
    #[ts(type = "number")]
    pub created: i64,
}

/// Body of `POST /api/quickstart`: the asker wants to play soon. The answer is [`Quick`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct QuickStart {
    /// The game's id.
    pub game: String,
    /// The name of the person, for a table that is opened.
    #[serde(default)]
    pub name: String,
}

/// The answer to [`QuickStart`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Quick {
    /// A table of the game.
    pub table: String,
    /// Whether it was opened for the asker, who sits there and waits for others. Otherwise others
    /// wait there, and the asker may take an open seat.
    pub opened: bool,
}

/// One line of [`MyTables`].
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct TableCard {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Who sits where; an empty name for an open seat.
    pub names: Vec<LocalizedText>,
    /// The asker's seat; the first of several.
    pub you: Seat,
    /// Whether every seat is taken and the play has begun.
    pub started: bool,
    /// Whether the asker's decision is awaited.
    pub your_turn: bool,
    /// Whose decisions are awaited; nobody's before the play begins.
    pub awaiting: Vec<u8>,
    /// Whether it has ended.
    pub over: bool,
    /// How it ended.
    pub outcome: Option<Ending>,
    /// Each seat's score; none before the play begins.
    pub scores: Vec<i32>,
    /// Whether this program plays by its rules. If not it can only be read
    /// (`GET /api/tables/{id}`).
    pub playable: bool,
    /// Whether it was begun from a position that somebody set up.
    pub from_position: bool,
    /// Milliseconds since 1970 of the last change.
    #[ts(type = "number")]
    pub changed: i64,
}

/// `GET /api/tables/{id}`: what anybody may know of a table, as it is stored. It needs no rules
/// to be read, so it is there for tables of other rules than this program's too.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct StoredTable {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules by which it was begun.
    pub rules_version: u32,
    /// Whether this program plays by them.
    pub playable: bool,
    /// If not: which program plays on.
    pub advice: Option<LocalizedText>,
    /// The complete options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// Whether it was begun from a position that somebody set up.
    pub from_position: bool,
    /// Who sits where; an empty name for an open seat.
    pub names: Vec<LocalizedText>,
    /// The asker's seat; none for others.
    pub you: Option<Seat>,
    /// Whether every seat is taken and the play has begun.
    pub started: bool,
    /// Whether it was cancelled before it began.
    pub cancelled: bool,
    /// The seats whose decisions are awaited.
    #[ts(as = "SeatSet")]
    pub awaiting: Vec<u8>,
    /// How it ended.
    pub outcome: Option<Ending>,
    /// Each seat's score; none before the play begins.
    pub scores: Vec<i32>,
    /// The log in words, as those who look on know it.
    pub log: Vec<LogStep>,
    /// Milliseconds since 1970 when it was opened.
    #[ts(type = "number")]
    pub created: i64,
    /// Milliseconds since 1970 of the last change.
    #[ts(type = "number")]
    pub changed: i64,
}

/// How a play ended, in words that need no rules to be read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Ending {
    /// The seats that won. Empty: nobody did.
    #[ts(as = "SeatSet")]
    pub winners: Vec<u8>,
    /// The id of the reason.
    pub reason: String,
    /// The reason in words, where the game has any.
    #[ts(as = "Option<LocalizedText>")]
    pub text: Option<Value>,
    /// The rule that ended it.
    #[ts(as = "Option<RuleId>")]
    pub rule: Option<String>,
}

/// A step of a stored log. Step 0 is the opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct LogStep {
    /// Its number.
    #[ts(type = "number")]
    pub number: usize,
    /// Who acted; nobody in the opening.
    #[ts(as = "Option<Seat>")]
    pub seat: Option<u8>,
    /// What happened, as far as anybody may know.
    pub words: Vec<LogLine>,
}

/// One event of a stored log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct LogLine {
    /// In words.
    #[ts(as = "LocalizedText")]
    pub text: Value,
    /// The rule it follows from.
    #[ts(as = "Option<RuleId>")]
    pub rule: Option<String>,
}

/// Why something was refused: the body of every HTTP answer with a status of 4xx or 5xx, and what
/// a socket or a foreseen action hears. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Refusal {
    /// The rule that refuses it, if it is one of the game's or the house's.
    pub rule: Option<RuleId>,
    /// What, why and what to do.
    pub message: LocalizedText,
}
