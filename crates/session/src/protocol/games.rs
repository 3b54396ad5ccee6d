//! Wire types of the games and bots.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use zashiki_core::{
    ComponentsInput, EndReason, Facts, GameInfo, Glossary, LocalizedText, OptionValue, Rule,
    RuleId, Term,
};

/// `GET /api/games`: the catalogue of games and bots.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Catalogue {
    /// The games that this server offers.
    pub games: Vec<GameSummary>,
    /// Facts that help people choose a game, by game id; only games with a tutorial have them.
    #[ts(as = "BTreeMap<&'static str, Facts>")]
    pub facts: BTreeMap<&'static str, &'static Facts>,
    /// The bots that can take a seat: bots offered to people come first, weaker bots before stronger ones.
    pub bots: Vec<BotInfo>,
    /// Maximum length of a person's name, in characters as readers count them (extended grapheme clusters).
    /// The server cuts longer names.
    pub name_length: usize,
    /// The engine as WebAssembly, by game id: the files of the module, its script first. Games without a module
    /// are played on the server alone.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, Vec<ModuleFile>>>", optional)]
    pub modules: BTreeMap<String, Vec<ModuleFile>>,
}

/// The part of a game's description that lists show. Everything else is in [`GamePage::info`], which is loaded
/// when it is needed.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct GameSummary {
    /// Stable id, used in commands, records and URLs.
    pub id: &'static str,
    /// Name of the game.
    pub name: &'static LocalizedText,
    /// Description of the game in one sentence.
    pub summary: &'static LocalizedText,
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// Name of each possible seat, such as its colour.
    pub seat_names: &'static [LocalizedText],
    /// Version of the rules for new matches; see [`GameInfo::rules_version`].
    pub rules_version: u32,
    /// The default of every option, by option id.
    #[ts(type = "{ [id in string]: number | string | boolean }")]
    pub default_options: BTreeMap<&'static str, OptionValue>,
}

impl From<&'static GameInfo> for GameSummary {
    fn from(info: &'static GameInfo) -> Self {
        GameSummary {
            id: info.id,
            name: &info.name,
            summary: &info.summary,
            seats: info.seats,
            seat_names: info.seat_names,
            rules_version: info.rules_version,
            default_options: info.options.iter().map(|each| (each.id, each.default)).collect(),
        }
    }
}

/// A file of the engine as WebAssembly.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct ModuleFile {
    /// The path below the page's folder, such as `wasm/kokyu-0123456789abcdef/kokyu.js`. It contains a hash of
    /// the module.
    pub path: String,
    /// The size in bytes, not compressed.
    pub bytes: usize,
}

/// A kind of bot.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct BotInfo {
    /// The bot's id in a `SeatPlan`.
    pub id: String,
    /// The bot's display name.
    pub name: LocalizedText,
    /// The bot's method in one sentence.
    pub summary: LocalizedText,
    /// True if new tables may use the bot. Other bots play at older tables only.
    pub offered: bool,
    /// True if the bot is an external engine that the server's operator has configured.
    pub engine: bool,
    /// The ids of the games that the bot can play.
    pub games: Vec<&'static str>,
}

/// `GET /api/games/{id}`: the data that a page needs to show a table of the game.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct GamePage {
    /// The static description of the game.
    pub info: &'static GameInfo,
    /// The bots that can play the game: bots offered to people come first, weaker bots before stronger ones.
    pub bots: Vec<BotInfo>,
    /// The game's terms and the rules that define them, by glossary key.
    #[ts(as = "BTreeMap<String, Term>")]
    pub glossary: &'static Glossary,
    /// Common rules that apply at every table besides the game's own.
    pub house: HouseRules,
}

/// The rules common to all games, as far as the page refers to them.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct HouseRules {
    /// End reasons that every game has, besides the game's own.
    pub ends: &'static [EndReason],
    /// The rule by which all players agree to abandon a match.
    pub abandoning: RuleId,
    /// The rule by which a player leaves a match.
    pub leaving: RuleId,
}

/// `GET /api/games/{id}/rules`: a game's full rule texts and components, for readers. The answer is many
/// times larger than [`GamePage`].
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct GameRules {
    /// The game's rules in the order of its rulebook, then the common rules.
    #[ts(as = "Vec<Rule>")]
    pub rules: Vec<&'static Rule>,
    /// The components of new tables, in the game's own format; each entry states its source.
    #[ts(type = "unknown")]
    pub components: Value,
}

/// Body of `POST /api/components`: checks components. The answer is [`zashiki_core::ComponentsReport`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub struct CheckComponents {
    /// The game's id.
    pub game: String,
    /// The components.
    pub components: ComponentsInput,
}
