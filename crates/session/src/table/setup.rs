//! The setup of a table and the occupants of its seats.

use serde_json::Value;
use zashiki_core::LocalizedText;

use crate::guest::Guest;
use crate::program;
use crate::protocol::Look;
use crate::protocol::Terms;
use crate::table::seed::SeedState;

/// The setup of a table. It is fixed once the match has started.
#[derive(Clone, Debug)]
pub struct TableSetup {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// All options of the game.
    pub options: Value,
    /// The components file that replaces the built-in components, if any.
    pub components: Option<String>,
    /// The RNG seed or, before the match starts, the server's secret that the seed will be made from.
    pub deal: SeedState,
    /// Time of the creation, in milliseconds since 1970.
    pub created: i64,
    /// The id of the table of which this one is a rematch.
    pub rematch_of: Option<String>,
    /// The version of the program that created the table.
    pub program: Option<String>,
    /// The person who created the table.
    pub opened_by: Option<Guest>,
    /// The custom starting position, if any, including its hidden information.
    pub position: Option<Value>,
    /// The table's settings.
    pub terms: Terms,
    /// Service time at the start of the match (total server uptime), in milliseconds. 0 if unknown, for
    /// matches started by an older program.
    pub begun_at: i64,
    /// True if the table was cancelled before the match started.
    pub cancelled: bool,
    /// The number of changes to seats, options and settings.
    pub arranged: u64,
    /// The number of changes that the record replaces, once the match is compacted: then the store keeps the
    /// record instead of them.
    pub compacted: Option<u64>,
}

impl TableSetup {
    /// The message that names the program that can continue this table, if this program cannot.
    pub fn other_rules(&self) -> LocalizedText {
        let TableSetup { game, rules_version, .. } = self;
        let ours = program::version();
        let (ja, en) = match &self.program {
            Some(program) => (format!("座敷 {program}"), format!("Zashiki {program}")),
            None => ("それを開いたプログラム".to_owned(), "the program that opened it".to_owned()),
        };
        LocalizedText::new(
            format!(
                "この卓は「{game}」のルール第{rules_version}版で始められ、このプログラム({ours})では続けられません。{ja} で開けば続けられます。結果と記録はここでも見られます。"
            ),
            format!(
                "This table was started with rules version {rules_version} of \"{game}\", which this program ({ours}) does not support; open it with {en} to continue. Its result and its log can be read here too."
            ),
        )
    }

    /// Returns true if the match has started: its RNG has a seed.
    pub fn begun(&self) -> bool {
        matches!(self.deal, SeedState::Yes(..))
    }
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// An open seat.
    Nobody,
    /// A client over the network: a person, or a program under a bot account.
    Person {
        /// The person, or the bot account.
        guest: Guest,
        /// The displayed name.
        name: String,
        /// The crest beside the name.
        look: Look,
        /// True for a program under a bot account.
        program: bool,
    },
    /// A bot that the host of the table runs.
    Bot {
        /// The bot's id.
        bot: String,
    },
}

impl Sitter {
    /// The person, or the bot account, at the seat.
    pub fn guest(&self) -> Option<Guest> {
        match self {
            Sitter::Person { guest, .. } => Some(*guest),
            Sitter::Nobody | Sitter::Bot { .. } => None,
        }
    }
}
