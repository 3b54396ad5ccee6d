//! The setup of a table and the occupants of its seats.

use serde_json::Value;
use zashiki_core::LocalizedText;

use crate::program;
use crate::protocol::Look;
use crate::protocol::table_settings::Terms;
use crate::table::seed::SeedState;
use crate::users::guest::Guest;

/// The setup of a table. It is fixed once the match has started.
#[derive(Clone, Debug)]
pub(crate) struct TableSetup {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    pub(crate) options: Value,
    pub(crate) components: Option<String>,
    /// The RNG seed or, before the match starts, the server's secret that the seed will be made from.
    pub(crate) deal: SeedState,
    pub(crate) created: i64,
    pub(crate) rematch_of: Option<String>,
    /// The version of the program that created the table.
    pub(crate) program: Option<String>,
    /// The person who created the table.
    pub(crate) opened_by: Option<Guest>,
    /// The custom starting position, if any, including its hidden information.
    pub(crate) position: Option<Value>,
    /// The table's settings.
    pub(crate) terms: Terms,
    /// Service time at the start of the match (total server uptime), in milliseconds. 0 if unknown, for
    /// matches started by an older program.
    pub(crate) begun_at: i64,
    /// True if the table was cancelled before the match started.
    pub(crate) cancelled: bool,
    /// The number of changes to seats, options and settings.
    pub(crate) arranged: u64,
    /// The number of changes that the record replaces, once the match is compacted: then the store keeps the
    /// record instead of them.
    pub(crate) compacted: Option<u64>,
}

impl TableSetup {
    /// The message that names the program that can continue this table, if this program cannot.
    pub(crate) fn other_rules(&self) -> LocalizedText {
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
    pub(crate) fn begun(&self) -> bool {
        matches!(self.deal, SeedState::Yes(..))
    }
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    Nobody,
    /// A client over the network: a person, or a program under a bot account.
    Person {
        guest: Guest,
        name: String,
        look: Look,
        program: bool,
    },
    Bot {
        bot: String,
    },
}
