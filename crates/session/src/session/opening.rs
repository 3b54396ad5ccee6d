//! New tables.

use zashiki_core::Bytes32;

use super::host::{Arrival, Host};
use crate::config_cache::ConfigCache;
use crate::program;
use crate::protocol::{Look, OpenTable, SeatPlan};
use crate::queries::components::for_table;
use crate::request_error::RequestError;
use crate::table::history::History;
use crate::table::seats::{all_taken, check_rated, seats_of, taken_names};
use crate::table::seed::{Contribution, SeedState};
use crate::table::setup::{Sitter, TableSetup};
use crate::table::summary::TableSummary;

/// A new table, to be stored.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The table's setup.
    pub setup: TableSetup,
    /// The occupants of its seats.
    pub sitters: Vec<Sitter>,
    /// The commitments to shares of its seed.
    pub parts: Vec<Contribution>,
    /// Its public summary.
    pub summary: TableSummary,
}

/// A request for a new table whose seats and settings are possible.
pub struct Opening<'a> {
    order: OpenTable,
    opener: &'a Arrival,
    sitters: Vec<Sitter>,
}

impl<'a> Opening<'a> {
    /// Checks the seats and settings of the table that the opener requests.
    ///
    /// # Errors
    /// Returns an error if the game, the seats or the settings are not possible.
    pub fn check(
        order: OpenTable,
        opener: &'a Arrival,
        host: &dyn Host,
    ) -> Result<Opening<'a>, RequestError> {
        let sitters = occupants(&order, opener, host)?;
        order.terms.check()?;
        if order.terms.rated {
            if opener.program {
                return Err(RequestError::bot_unrated());
            }
            check_rated(&order.game, &sitters)?;
            if order.components.is_some() {
                return Err(RequestError::components_unrated());
            }
        }
        Ok(Opening { order, opener, sitters })
    }

    /// Sets up the table. `components` is the components file that replaces the game's built-in components, if
    /// any; components in the request precede it.
    ///
    /// # Errors
    /// Returns an error if the options, the components or the position are not possible.
    pub fn set_up(
        self,
        components: Option<String>,
        config_cache: &ConfigCache,
        host: &dyn Host,
    ) -> Result<NewTable, RequestError> {
        let Opening { order, opener, sitters } = self;
        let info = registry::info(&order.game)?;
        let components = match &order.components {
            Some(text) => Some(for_table(info.id, text)?),
            None => components,
        };
        let sits = !seats_of(&sitters, opener.guest).is_empty();
        let part = order.hash.filter(|_| sits).map(|hash| Contribution::new(opener.guest, hash));
        let parts = Vec::from_iter(part);
        let (id, now) = (host.table_id(info.id), host.now());
        let setup = TableSetup {
            deal: SeedState::new(&id, Bytes32(host.random()), all_taken(&sitters), &parts),
            id,
            game: info.id.to_owned(),
            rules_version: info.rules_version,
            options: info.complete_options(&order.options)?,
            components,
            created: now.day,
            rematch_of: None,
            program: Some(program::version().to_owned()),
            opened_by: Some(opener.guest),
            position: order.position,
            terms: order.terms,
            begun_at: now.service,
            cancelled: false,
            arranged: 0,
            compacted: None,
        };
        // Setting up the match checks the game, the seats, the options and the position.
        let summary = History::new(&setup, &sitters, config_cache)?.summary();
        Ok(NewTable { setup, sitters, parts, summary })
    }
}

fn occupants(
    order: &OpenTable,
    opener: &Arrival,
    host: &dyn Host,
) -> Result<Vec<Sitter>, RequestError> {
    let info = registry::info(&order.game)?;
    info.check_seats(order.seats.len())?;
    if order.seats.iter().filter(|plan| **plan == SeatPlan::Me).count() > 1 {
        return Err(RequestError::bad(
            "自分の席(me)は一つだけにしてください。ほかの席は open か bot にします。",
            "Only one seat can be your own (\"me\"); make the others \"open\" or \"bot\".",
        ));
    }
    if order.seats.iter().all(|plan| matches!(plan, SeatPlan::Bot { .. })) {
        return Err(RequestError::nobody_there());
    }
    let bots = order.seats.iter().filter_map(|plan| match plan {
        SeatPlan::Bot { bot } => Some(Sitter::Bot { bot: bot.clone() }),
        _ => None,
    });
    let mut names = taken_names(&bots.collect::<Vec<_>>());
    let mut person = |name: &str, look: Look| {
        let name = host.clean_name(name, &names);
        names.push(name.clone());
        Sitter::Person { guest: opener.guest, name, look, program: opener.program }
    };
    let sitter = |plan: &SeatPlan| match plan {
        SeatPlan::Me => Ok(person(&opener.name, opener.look)),
        // The crest belongs to the person who creates the table, not to others at the same device.
        SeatPlan::Here { name } => Ok(person(&host.personal_name(name), Look::default())),
        SeatPlan::Open => Ok(Sitter::Nobody),
        SeatPlan::Bot { bot } => {
            host.check_bot(info, bot)?;
            Ok(Sitter::Bot { bot: bot.clone() })
        }
    };
    order.seats.iter().map(sitter).collect()
}
