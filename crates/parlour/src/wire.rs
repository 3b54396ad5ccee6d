//! What goes over the wire, both ways. The page's types are generated from these.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{
    Bytes32, Choice, Conclusion, Data, Deal, Draft, EndReason, Facts, GameInfo, Glossary, Outcome,
    Question, Rule, RuleId, Seat, SeatSet, Step, Term, Text, Told, Viewer,
};
use ts_rs::TS;

pub use crate::terms::{Late, Terms, TimeControl};

/// `GET /api/games`: the catalogue.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Catalogue {
    /// The games on the shelf.
    pub games: Vec<&'static GameInfo>,
    /// What a person asks who looks for a game, by the ids of the games that have a book.
    #[ts(as = "BTreeMap<&'static str, Facts>")]
    pub facts: BTreeMap<&'static str, &'static Facts>,
    /// The bots that can sit down, weakest first.
    pub bots: Vec<BotInfo>,
}

/// A kind of bot.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct BotInfo {
    /// Its id in a [`SeatPlan`].
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// How it thinks, in a sentence.
    pub summary: Text,
    /// The ids of the games it can play.
    pub games: Vec<&'static str>,
}

/// `GET /api/games/{id}`: what a table of the game needs to be shown.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct GamePage {
    /// Its card in the catalogue.
    pub info: &'static GameInfo,
    /// The bots that can play it, weakest first.
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
#[ts(export, export_to = "parlour.ts")]
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
#[ts(export, export_to = "parlour.ts")]
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
#[ts(export, export_to = "parlour.ts")]
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
    /// The position to begin from instead of a deal, in the game's own form (docs/formats.md).
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
#[ts(export, export_to = "parlour.ts")]
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
#[ts(export, export_to = "parlour.ts")]
pub struct Opened {
    /// The table's id; its page is `/t/{id}`, which is also the invite link.
    pub table: String,
}

/// `GET /api/tables`: the tables at which the asker has a seat, latest first.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct MyTables {
    /// The tables.
    pub tables: Vec<TableCard>,
}

/// What people set about themselves; what they did not set is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub struct Profile {
    /// The name they sit down with.
    #[serde(default)]
    pub name: String,
    /// Their crest.
    #[serde(default)]
    pub crest: Option<Crest>,
    /// Its colour.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// Whether their results count where a table is rated, and lists name them.
    #[serde(default)]
    pub rated: bool,
}

impl Profile {
    /// What is shown beside the name.
    pub(crate) fn look(&self) -> Look {
        Look { crest: self.crest, colour: self.colour }
    }
}

/// What is shown beside somebody's name, as they set it when they sat down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Look {
    /// Their crest; left out if they have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub crest: Option<Crest>,
    /// Its colour; left out if they chose none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub colour: Option<Colour>,
}

/// A crest beside a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "parlour.ts")]
pub enum Crest {
    /// A fan.
    Fan,
    /// The moon.
    Moon,
    /// A mountain.
    Mountain,
    /// Waves.
    Waves,
    /// Scales.
    Scales,
    /// Lozenges.
    Lozenges,
    /// Plum blossom.
    Plum,
    /// The frame of a well.
    Well,
    /// Arrows.
    Arrows,
    /// A wheel.
    Wheel,
    /// Hemp leaf.
    Hemp,
    /// A knot.
    Knot,
}

/// The colour of a crest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "parlour.ts")]
pub enum Colour {
    /// Ink.
    Ink,
    /// Vermilion.
    Vermilion,
    /// Indigo.
    Indigo,
    /// Moss.
    Moss,
    /// Gold.
    Gold,
}

/// `GET /api/me`: what the house knows of the asker. `POST /api/me` with a [`Profile`] sets that,
/// `DELETE /api/me` has all of it forgotten; both answer with it.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Me {
    /// What they set.
    pub profile: Profile,
    /// Whether there is a recovery code.
    pub coded: bool,
    /// Their passkeys, the oldest first.
    pub passkeys: Vec<Passkey>,
    /// Their browsers, once there is a recovery code or a passkey; the oldest first.
    pub devices: Vec<Device>,
    /// Their ratings.
    pub ratings: Vec<MyRating>,
    /// What they have played to its end; the most played first.
    pub played: Vec<Played>,
}

/// A passkey of a person. `DELETE /api/me/passkeys/{id}` has it forgotten.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Passkey {
    /// How the device calls it, in base64url.
    pub id: String,
    /// Milliseconds since 1970 when it was made.
    #[ts(type = "number")]
    pub since: i64,
}

/// A browser of a person. `DELETE /api/me/devices/{id}` signs it out, `DELETE /api/me/devices` all
/// but the one that asks.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Device {
    /// Its number.
    #[ts(type = "number")]
    pub id: i64,
    /// Milliseconds since 1970 when it came to the person.
    #[ts(type = "number")]
    pub since: i64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// How strong somebody is, as results say.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Strength {
    /// In points; everybody begins at 1500.
    pub points: i32,
    /// By how much that may be off: two thirds of the time it is less.
    pub margin: i32,
    /// How many plays counted.
    pub plays: u32,
    /// Whether these are too few for a rank.
    pub provisional: bool,
}

/// A rating of the asker.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct MyRating {
    /// The game's id.
    pub game: String,
    /// At so many seats.
    pub seats: u8,
    /// How strong.
    #[serde(flatten)]
    pub strength: Strength,
}

/// What a person has played of a game.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Played {
    /// The game's id.
    pub game: String,
    /// How many plays have ended.
    pub plays: u32,
    /// How many of them the person won.
    pub won: u32,
}

/// The answer to `POST /api/me/code`. It is shown once: the house keeps its hash alone.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct RecoveryCode {
    /// Five groups of five letters; any former code is void.
    pub code: String,
}

/// Body of `POST /api/me/enter`: this browser is to be the person's whose code this is. The answer
/// is [`Entering`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub struct Enter {
    /// The recovery code, however it is written.
    pub code: String,
    /// Whether the person at the browser has seen what comes of it. Otherwise nothing is done.
    pub sure: bool,
}

/// What a browser is to make a passkey with, or to ask for one: the argument of
/// `PublicKeyCredential.parseCreationOptionsFromJSON` after `POST /api/me/passkeys/begin`, or of
/// `parseRequestOptionsFromJSON` after `POST /api/me/passkeys/ask` (Web Authentication Level 3,
/// §5.1.8 and §5.1.9). It holds for five minutes, in this browser.
#[derive(Debug, Serialize, TS)]
#[serde(transparent)]
#[ts(export, export_to = "parlour.ts")]
pub struct PasskeyOptions(#[ts(type = "object")] pub Value);

/// Body of `POST /api/me/passkeys`: a passkey that was made. The answer is [`Me`]. Everything is in
/// base64url, as in the browser's `PublicKeyCredential.toJSON()`.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub struct MadePasskey {
    /// Its `response.clientDataJSON`.
    pub client_data: String,
    /// Its `response.authenticatorData`.
    pub authenticator_data: String,
    /// Its `response.publicKey`.
    pub public_key: String,
}

/// Body of `POST /api/me/passkeys/enter`: this browser is to be the person's whose passkey signed.
/// The answer is [`Entering`]. Everything is in base64url, as in the browser's
/// `PublicKeyCredential.toJSON()`.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub struct EnterByPasskey {
    /// Its `id`.
    pub id: String,
    /// Its `response.clientDataJSON`.
    pub client_data: String,
    /// Its `response.authenticatorData`.
    pub authenticator_data: String,
    /// Its `response.signature`.
    pub signature: String,
    /// As in [`Enter`].
    pub sure: bool,
}

/// What comes, or came, of [`Enter`] or [`EnterByPasskey`].
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Entering {
    /// Whose code or passkey it is.
    pub profile: Profile,
    /// Whether it was done.
    pub done: bool,
    /// At how many tables this browser's seats become theirs.
    pub come: usize,
    /// At how many tables this browser's seats stay behind.
    pub stay: usize,
    /// Whether this browser's person can be come back to, by a code or passkey of their own or on
    /// another device.
    /// Then all its tables stay with it.
    pub back: bool,
}

/// `GET /api/ratings?game=…&seats=…`: the strongest at a game with so many seats, of those people
/// who want to be rated and of bots.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Ratings {
    /// Those that have a rank first, each by their points.
    pub list: Vec<RatedPlayer>,
}

/// A line of [`Ratings`].
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct RatedPlayer {
    /// 1 for the first; none while the rating is provisional.
    pub rank: Option<usize>,
    /// The name; empty if none was chosen.
    pub name: Text,
    /// The bot's id, if it is one.
    pub bot: Option<String>,
    /// As in [`Profile`].
    pub crest: Option<Crest>,
    /// As in [`Profile`].
    pub colour: Option<Colour>,
    /// Whether it is the asker.
    pub you: bool,
    /// How strong.
    #[serde(flatten)]
    pub strength: Strength,
}

/// `GET /api/lobby`, and as it changes `GET /api/lobby/live` (server-sent events): the tables that
/// are open to everybody.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Lobby {
    /// Those that wait for people first, then those to look on at; the oldest first.
    pub tables: Vec<LobbyTable>,
}

/// A table in the [`Lobby`].
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
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

/// Body of `POST /api/quick`: the asker wants to play soon. The answer is [`Quick`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub struct QuickStart {
    /// The game's id.
    pub game: String,
    /// The name of the person, for a table that is opened.
    #[serde(default)]
    pub name: String,
}

/// The answer to [`QuickStart`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Quick {
    /// A table of the game.
    pub table: String,
    /// Whether it was opened for the asker, who sits there and waits for others. Otherwise others
    /// wait there, and the asker may take an open seat.
    pub opened: bool,
}

/// `GET /api/me/push`: whether people who are not there can be called.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct PushKeyShown {
    /// The key that the browser gives its push service; none: nobody is called.
    pub key: Option<String>,
}

/// Body of `POST /api/me/push`: how the asker's browser is called to tables that go on for days.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub struct PushSubscription {
    /// Its address at its push service.
    pub endpoint: String,
    /// Its public key, in base64url.
    pub p256dh: String,
    /// The secret that it shares with those who may call it, in base64url.
    pub auth: String,
    /// What its person reads: `ja`, or else English.
    pub lang: String,
}

/// One line of [`MyTables`].
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct TableCard {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Who sits where; an empty name for an open seat.
    pub names: Vec<Text>,
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
#[ts(export, export_to = "parlour.ts")]
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
    pub advice: Option<Text>,
    /// The complete options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// Whether it was begun from a position that somebody set up.
    pub from_position: bool,
    /// Who sits where; an empty name for an open seat.
    pub names: Vec<Text>,
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
#[ts(export, export_to = "parlour.ts")]
pub struct Ending {
    /// The seats that won. Empty: nobody did.
    #[ts(as = "SeatSet")]
    pub winners: Vec<u8>,
    /// The id of the reason.
    pub reason: String,
    /// The reason in words, where the game has any.
    #[ts(as = "Option<Text>")]
    pub text: Option<Value>,
    /// The rule that ended it.
    #[ts(as = "Option<RuleId>")]
    pub rule: Option<String>,
}

/// A step of a stored log. Step 0 is the opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "parlour.ts")]
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
#[ts(export, export_to = "parlour.ts")]
pub struct LogLine {
    /// In words.
    #[ts(as = "Text")]
    pub text: Value,
    /// The rule it follows from.
    #[ts(as = "Option<RuleId>")]
    pub rule: Option<String>,
}

/// Why something was refused: the body of every HTTP answer with a status of 4xx or 5xx, and what
/// a socket or a foreseen action hears. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Refusal {
    /// The rule that refuses it, if it is one of the game's or the house's.
    pub rule: Option<RuleId>,
    /// What, why and what to do.
    pub message: Text,
}

/// `GET /api/tables/{id}/foresee?action=…`: what would happen if the asker's seat did this
/// now. It is found in a world imagined from the seat's own view: it tells nothing that is
/// hidden from the seat, and nothing has happened.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Foreseen {
    /// The version of the table this is about.
    #[ts(type = "number")]
    pub version: u64,
    /// The events, with the view after each until something hidden is shown, and up to the
    /// first after which it depends on that.
    pub told: Vec<Told>,
    /// Why it cannot be done, if it cannot. Then `told` is empty.
    pub refused: Option<Refusal>,
}

impl Foreseen {
    /// What was foreseen at this version, or why nothing was.
    pub(crate) fn new(version: u64, foreseen: Result<Vec<Told>, Refusal>) -> Foreseen {
        match foreseen {
            Ok(told) => Foreseen { version, told, refused: None },
            Err(refusal) => Foreseen { version, told: Vec::new(), refused: Some(refusal) },
        }
    }
}

/// Body of `POST /api/study`: a play that the asker brings along, to be looked at. Nothing is
/// kept of it. The answer is [`Studied`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub struct Study {
    /// The game's id.
    pub game: String,
    /// The version of the rules, for a play that was begun before; then `options` are complete
    /// for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rules_version: Option<u32>,
    /// How many seats.
    pub seats: u8,
    /// Options; those left out have their defaults.
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Value,
    /// The text of a components file, where the house's own is replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub components: Option<String>,
    /// The position it begins from, in the game's own form; dealt if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub position: Option<Value>,
    /// The seed of the dice, in decimal; 0 if left out.
    #[serde(default, with = "table::decimal")]
    #[ts(optional, as = "Option<String>")]
    pub seed: u64,
    /// What was done, in order; at most 2,000.
    #[serde(default)]
    pub actions: Vec<Deed>,
    /// How the table ended it after that, where the game did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub conclusion: Option<Conclusion>,
    /// Whose eyes to look with; those of somebody who looks on if left out.
    #[serde(default)]
    pub eyes: Viewer,
    /// How many of the first steps the asker has (step 0, the opening, counts).
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub seen: usize,
    /// Whether to answer with the complete position too.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub truth: bool,
}

impl Study {
    /// A play of this game before its first action, as somebody sees it who looks on.
    pub(crate) fn of(game: String, seats: u8, options: serde_json::Value) -> Study {
        Study {
            game,
            rules_version: None,
            seats,
            options,
            components: None,
            position: None,
            seed: 0,
            actions: Vec::new(),
            conclusion: None,
            eyes: Viewer::Spectator,
            seen: 0,
            truth: false,
        }
    }
}

/// The answer to `POST /api/records`, whose body is the text of a record or of a position: it
/// holds, and this is the play.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct ReadPlay {
    /// It, ready to be looked at.
    pub play: Study,
    /// What the seed follows from, where the record has that.
    pub deal: Option<Deal>,
    /// Who sat at each seat, where known.
    pub names: Vec<String>,
    /// When it began and ended (RFC 3339), where known.
    pub times: Vec<String>,
}

/// Something that a seat did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub struct Deed {
    /// Who.
    pub seat: Seat,
    /// What, in notation.
    pub action: String,
}

/// The answer to [`Study`].
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Studied {
    /// The play after the actions that could be taken; `version` says how many. The last step has
    /// the view after each event.
    pub state: TableState,
    /// Why the next one could not be taken, with the rule that says so.
    pub refused: Option<Refusal>,
    /// The complete position, in the game's own form, where it was asked for.
    #[ts(type = "unknown")]
    pub position: Option<Value>,
}

/// `POST /api/study/draft?draft=…` with a [`Study`]: what an unfinished decision of the seat
/// that looks means so far.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct StudiedDraft {
    /// What it means.
    pub draft: Option<Draft>,
    /// Why it means nothing, if it does not.
    pub refused: Option<Refusal>,
}

/// What a client sends on `GET /api/tables/{id}/live?seen=N` (a WebSocket; `N` is the
/// number of steps the client already has).
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "type", deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub enum ToServer {
    /// Takes a seat that is open; before the play begins, also instead of another.
    Sit {
        /// The client's own id for this message, for the answer.
        id: String,
        /// Which seat.
        seat: Seat,
        /// The person's name.
        name: String,
        /// The hash of what the person adds to the deal ([`table::Share`]); who gives none is not
        /// asked for anything.
        #[serde(default)]
        #[ts(optional)]
        hash: Option<Bytes32>,
    },
    /// Promises what the person adds to the deal, or something else than before, until the shares
    /// are asked for.
    Promise {
        /// The client's own id for this message, for the answer.
        id: String,
        /// The hash of it.
        hash: Bytes32,
    },
    /// Adds to the deal what was promised, once it is asked for ([`Dealing::asked`]).
    Share {
        /// The client's own id for this message, for the answer.
        id: String,
        /// It.
        share: Bytes32,
    },
    /// Leaves the seat, before the play begins.
    Stand {
        /// The client's own id for this message.
        id: String,
    },
    /// Arranges the table, before the play begins. Only the person who opened it may.
    Arrange {
        /// The client's own id for this message.
        id: String,
        /// What is to change.
        change: Arrangement,
    },
    /// Leaves the play: a bot plays on for the seat.
    Leave {
        /// As for `Act`.
        id: String,
        /// Whether the seat goes to the first who takes it. Otherwise the person may come back.
        gives_up: bool,
    },
    /// Comes back to a play that was left.
    Return {
        /// As for `Act`.
        id: String,
    },
    /// Says one of the set phrases to all who are at the table. Nothing is kept of it.
    Phrase {
        /// The client's own id for this message.
        id: String,
        /// Which.
        phrase: Phrase,
    },
    /// Takes an action. Sending the same `id` again does nothing again.
    Act {
        /// The client's own id: new for each message of the seat, at most 64 characters.
        id: String,
        /// The version of the table the person was looking at.
        #[ts(type = "number")]
        version: u64,
        /// The action's notation, from [`TableState::legal`].
        action: String,
    },
    /// Takes back the person's own last action.
    Undo {
        /// As for `Act`.
        id: String,
        /// As for `Act`.
        #[ts(type = "number")]
        version: u64,
    },
    /// Tells how far an unfinished decision has come and asks what it means. Nothing is decided.
    /// The table keeps the seat's last draft until the decision is taken.
    Draft {
        /// The client's own id for this message, for the answer.
        id: String,
        /// As for `Act`.
        #[ts(type = "number")]
        version: u64,
        /// The draft, in the game's notation for drafts.
        draft: String,
    },
    /// Resigns, where the game knows that.
    Resign {
        /// As for `Act`.
        id: String,
        /// As for `Act`.
        #[ts(type = "number")]
        version: u64,
    },
    /// Speaks about what one seat offers and all others are to agree to.
    Talk {
        /// As for `Act`.
        id: String,
        /// As for `Act`.
        #[ts(type = "number")]
        version: u64,
        /// What is said.
        word: Word,
    },
    /// Says whether the person comes to a rematch with the same people, options and bots. The first
    /// who does opens it.
    Rematch {
        /// The client's own id for this message.
        id: String,
        /// Whether they come.
        comes: bool,
        /// The hash of what the person adds to the deal there; as for `Sit`.
        #[serde(default)]
        #[ts(optional)]
        hash: Option<Bytes32>,
    },
}

/// What is to change of a table that has not begun.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "what", deny_unknown_fields)]
#[ts(export, export_to = "parlour.ts")]
pub enum Arrangement {
    /// Who sits at a seat: it becomes open, or a bot's.
    Seat {
        /// Which.
        seat: Seat,
        /// The bot that sits there; none: it is open.
        bot: Option<String>,
    },
    /// One more seat, which is open.
    AddSeat,
    /// One seat less; it must not be a person's.
    RemoveSeat {
        /// Which.
        seat: Seat,
    },
    /// Other options of the game; those left out have their defaults.
    Options {
        /// They.
        #[ts(type = "Record<string, unknown>")]
        options: Value,
    },
    /// Other terms.
    Terms {
        /// They.
        terms: Terms,
    },
    /// The table is cancelled.
    Cancel,
}

/// What can be said at a table, in every language: a few friendly words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "parlour.ts")]
pub enum Phrase {
    /// A greeting before the game.
    Hello,
    /// Thanks after it.
    Thanks,
    /// Praise for a decision.
    WellPlayed,
    /// Surprise.
    Oh,
    /// An apology for the wait.
    OneMoment,
    /// An apology.
    Sorry,
    /// A nudge, kindly meant.
    YourTurn,
    /// A goodbye.
    Goodbye,
}

/// What a seat may say about an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "parlour.ts")]
pub enum Word {
    /// Offers a draw, where the game knows that: once between two decisions of its own.
    Offer,
    /// Asks to take its last decision back, with all that was decided since, where it may not do
    /// so by itself: once between two decisions of its own.
    Ask,
    /// Asks to break the play off, without a result: once between two decisions of its own.
    Abandon,
    /// Takes its own offer back.
    Withdraw,
    /// Agrees to the offer of another seat. When all have, it comes about.
    Accept,
    /// Declines the offer of another seat, which ends the offer.
    Decline,
}

impl Word {
    /// What the word offers, if it offers something.
    pub(crate) fn makes(self) -> Option<Matter> {
        match self {
            Word::Offer => Some(Matter::Draw),
            Word::Ask => Some(Matter::TakeBack),
            Word::Abandon => Some(Matter::Abandon),
            Word::Withdraw | Word::Accept | Word::Decline => None,
        }
    }
}

/// What an offer is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "parlour.ts")]
pub enum Matter {
    /// A draw by agreement.
    Draw,
    /// That the seat's last decision be taken back.
    TakeBack,
    /// That the play be broken off.
    Abandon,
}

/// What the server sends on the same socket.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "type")]
#[ts(export, export_to = "parlour.ts")]
pub enum ToClient {
    /// The table as this client may see it: on connecting, and when it takes a seat.
    State {
        /// It.
        state: Box<TableState>,
    },
    /// What changed since the client was last told.
    Changed(TableChange),
    /// What a draft means: the answer to `Draft`, in the order of asking.
    Drafted {
        /// The id it was sent with.
        id: String,
        /// It.
        draft: Draft,
    },
    /// Another seat's draft has grown, and the game lets others watch.
    Drafting {
        /// The version of the table this is about.
        #[ts(type = "number")]
        version: u64,
        /// The draft.
        draft: OpenDraft,
    },
    /// Somebody at the table says something.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// A message was carried out (or had been before).
    Done {
        /// The id it was sent with.
        id: String,
    },
    /// A message was refused; nothing has changed.
    Refused {
        /// The id it was sent with; empty when the message could not be read.
        id: String,
        /// Why.
        #[serde(flatten)]
        refusal: Refusal,
    },
}

/// A table as one client may see it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct TableState {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The complete options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// The components the play uses, in the game's own form.
    #[ts(type = "unknown")]
    pub components: Value,
    /// Whether the play was begun from a position that somebody set up, who may know what it
    /// hides.
    pub from_position: bool,
    /// What the table agreed on.
    pub terms: Terms,
    /// The client's seat; none for a spectator.
    pub you: Option<Seat>,
    /// All seats of the client's person: several where people share a device.
    pub yours: SeatSet,
    /// Whether the client's person may arrange the table before it begins.
    pub host: bool,
    /// How many changes (actions, undos and words about offers) the table has seen.
    #[ts(type = "number")]
    pub version: u64,
    /// What the client may know, in the game's own form; null before the play begins.
    #[ts(type = "unknown")]
    pub view: Data,
    /// How it stands.
    #[serde(flatten)]
    pub now: TableNow,
    /// What the seats have in hand.
    #[serde(flatten)]
    pub in_hand: InHand,
    /// The client's list of steps is to be cut to this length (step 0, the opening,
    /// counts) and then extended by `steps`.
    #[ts(type = "number")]
    pub steps_from: usize,
    /// The steps the client does not have.
    pub steps: Vec<Step>,
}

/// How a table stands for one client, besides the play itself.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct TableNow {
    /// The seats.
    pub seats: Vec<SeatState>,
    /// Whether every seat is taken and the play has begun. Before that there is no view.
    pub started: bool,
    /// Whether the table was cancelled.
    pub cancelled: bool,
    /// How many people look on.
    pub onlookers: usize,
    /// What its deal is made of, as far as anybody may know before the end. None: an older program
    /// dealt.
    pub deal: Option<Dealing>,
    /// The seats whose decisions are awaited.
    pub awaiting: SeatSet,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Each seat's score.
    pub scores: Vec<i32>,
    /// What is asked of the client's seat.
    pub question: Option<Question>,
    /// What the client's seat may do.
    pub legal: Vec<Choice>,
    /// Whether `legal` is all it may do. Of an open decision it is a selection.
    pub complete: bool,
    /// The seats that have taken their decision while others are still to take theirs at the
    /// same time.
    pub decided: SeatSet,
    /// What one seat offers and all others are to agree to.
    pub offer: Option<Offer>,
    /// Whether the client's seat may offer a draw now.
    pub can_offer: bool,
    /// Whether the client's seat may ask the others now to break off.
    pub can_abandon: bool,
    /// Whether the client's seat may take its last action back by itself.
    pub can_undo: bool,
    /// Whether the client's seat may ask the others now to take its last action back.
    pub can_ask: bool,
    /// The rematch, once somebody wants one.
    pub rematch: Option<Rematch>,
}

/// What the deal of a table is made of, as far as anybody may know before the end. Then its record
/// has the whole [`table::Deal`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Dealing {
    /// The hash of the house's secret. It stays the same from the opening on.
    pub commitment: Bytes32,
    /// Whether people's shares are asked for now: every seat is taken. From then on nothing new can
    /// be promised.
    pub asked: bool,
    /// Who has promised a share, by their first seats.
    pub promises: Vec<Promised>,
}

/// A share that somebody has promised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Promised {
    /// The person's seats.
    pub seats: SeatSet,
    /// Its hash.
    pub hash: Bytes32,
    /// Whether it has come.
    pub added: bool,
}

/// What the seats of a table have in hand, as one client may see it. It changes also when nothing
/// is told, and so is told whole whenever something is.
#[derive(Clone, Debug, Default, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct InHand {
    /// The client's own last draft of the decision awaited of its seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draft: Option<String>,
    /// What other seats are putting together, where the game lets others watch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OpenDraft>>")]
    pub drafts: Vec<OpenDraft>,
    /// The seats whose time is limited.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SeatClock>>")]
    pub clocks: Vec<SeatClock>,
}

/// What changed at a table since a client was last told of it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct TableChange {
    /// In the play.
    #[serde(flatten)]
    pub play: PlayChange,
    /// And around it.
    #[serde(flatten)]
    pub around: AroundChange,
}

/// What changed in a play: the same for all who know the same.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct PlayChange {
    /// As in [`TableState`].
    #[ts(type = "number")]
    pub version: u64,
    /// As in [`TableState`].
    #[ts(type = "number")]
    pub steps_from: usize,
    /// As in [`TableState`]. When they follow from one change they carry what each event changes
    /// in the view, to be shown one by one.
    pub steps: Vec<StepChange>,
    /// The patch of the client's view after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Patch>")]
    pub view: Option<Data>,
}

/// What changed for one client around a play.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct AroundChange {
    /// The patch of the client's [`TableNow`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Patch>")]
    pub now: Option<Data>,
    /// As in [`TableState`].
    #[serde(flatten)]
    pub in_hand: InHand,
}

/// A [`Step`] with patches in the place of views.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct StepChange {
    /// As in [`Step`].
    pub seat: Option<Seat>,
    /// As in [`Step`].
    pub told: Vec<ToldChange>,
    /// As in [`Step`].
    pub scores: Vec<i32>,
}

/// A [`table::Told`] with a patch in the place of the view.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct ToldChange {
    /// As in [`table::Told`].
    #[ts(type = "unknown")]
    pub event: Data,
    /// As in [`table::Told`].
    #[ts(type = "Text | string")]
    pub text: Text,
    /// As in [`table::Told`].
    pub rule: Option<RuleId>,
    /// What it changed in the view. None: the view is not known just after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Patch>")]
    pub view: Option<Data>,
}

/// What changed in a value that a client has:
///
/// | patch | what becomes of the value |
/// |---|---|
/// | `[value]`, or what is neither list nor object | it is this now |
/// | `[from, removed, …]` | of a list: from this place on so many items go, and these come |
/// | `{"key": patch, …}` | of an object or a list: what is at these keys or places changes |
#[derive(Clone, Debug, TS)]
#[ts(
    export,
    export_to = "parlour.ts",
    type = "string | number | boolean | null | [unknown] | [number, number, ...unknown[]] | \
            { [key: string]: Patch }"
)]
pub struct Patch;

impl Patch {
    /// What becomes of a value; nothing if the patch is none of it.
    pub fn apply(patch: &Value, value: &Value) -> Option<Value> {
        let whole = |number: &Value| usize::try_from(number.as_u64()?).ok();
        match (patch, value) {
            (Value::Array(now), _) if now.len() == 1 => Some(now[0].clone()),
            (Value::Array(splice), Value::Array(list)) => {
                let [from, removed, come @ ..] = &splice[..] else { return None };
                let (from, removed) = (whole(from)?, whole(removed)?);
                let (before, behind) = (list.get(..from)?, list.get(from + removed..)?);
                Some([before, come, behind].concat().into())
            }
            (Value::Object(inside), _) => {
                let mut new = value.clone();
                for (key, patch) in inside {
                    let place = match &mut new {
                        Value::Array(list) => list.get_mut(key.parse::<usize>().ok()?)?,
                        other => other.get_mut(key)?,
                    };
                    *place = Patch::apply(patch, place)?;
                }
                Some(new)
            }
            (Value::Array(_), _) => None,
            (now, _) => Some(now.clone()),
        }
    }
}

/// A rematch, and what people say to it. That is kept in memory only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Rematch {
    /// Its table.
    pub table: String,
    /// The seats whose people come.
    pub coming: SeatSet,
    /// The seats whose people have declined.
    pub declined: SeatSet,
}

impl Rematch {
    /// A rematch to which nobody has said anything.
    pub(crate) fn at(table: String) -> Rematch {
        Rematch { table, coming: SeatSet::EMPTY, declined: SeatSet::EMPTY }
    }

    /// Hears whether somebody comes.
    pub(crate) fn hear(&mut self, seat: Seat, comes: bool) {
        self.coming.remove(seat);
        self.declined.remove(seat);
        if comes { self.coming.insert(seat) } else { self.declined.insert(seat) }
    }
}

/// What another seat is putting together.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct OpenDraft {
    /// Whose.
    pub seat: Seat,
    /// What it means so far, in the game's own form.
    #[ts(type = "unknown")]
    pub reading: Value,
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct SeatClock {
    /// Whose.
    pub seat: Seat,
    /// Milliseconds left when this was sent. Then the seat's last draft is completed and
    /// taken, or what the table agreed on comes about.
    #[ts(type = "number")]
    pub left_ms: u64,
    /// Whether it runs.
    pub running: bool,
}

/// What one seat offers and all others are to agree to. It stands until another seat takes a
/// decision or declines, its maker takes it back, a decision is taken back, or all agree; one to
/// take a decision back until its maker decides, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct Offer {
    /// What it is about.
    pub matter: Matter,
    /// The rule by which it is agreed to: the game's own or the house's.
    pub rule: RuleId,
    /// Who offers it.
    pub by: Seat,
    /// Who is for it; its maker is, and where a decision is to be taken back every bot.
    pub agreed: SeatSet,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "parlour.ts")]
pub struct SeatState {
    /// Who sits there; empty while the seat is open.
    pub name: String,
    /// The bot's id, if a bot sits there.
    pub bot: Option<String>,
    /// Whether the person there is connected (bots always are).
    pub online: bool,
    /// Whether a bot plays on for who sits or sat there.
    pub deserted: bool,
    /// What is shown beside the name.
    #[serde(flatten)]
    pub look: Look,
}
