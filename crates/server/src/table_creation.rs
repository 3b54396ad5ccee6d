//! Creation of tables.

use session::request_error::RequestError;
use std::sync::Arc;

use external_engines::Engines;
use zashiki_core::Bytes32;

use crate::archive::Archive;
use crate::bots::catalog;
use crate::client_addr::Address;
use crate::config::{Components, Limits};
use crate::error::Refused;
use crate::ids;
use crate::limits::{LimitKey, RateLimiter, networks};
use crate::policy::Policy;
use crate::protocol::{Look, OpenTable, SeatPlan};
use crate::server_clock::ServerClock;
use crate::store::Entry;
use crate::telemetry::metrics::Metrics;
use crate::users::names::{clean_name, personal};
use crate::users::{Arrival, Users};
use session::guest::Guest;
use session::program;
use session::table::history::History;
use session::table::seats::{all_taken, check_rated, seats_of};
use session::table::seed::{Contribution, SeedState};
use session::table::setup::{Sitter, TableSetup};

/// Milliseconds in a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Creates tables, within the limits of guests and networks.
pub(crate) struct TableCreation {
    pub(crate) archive: Archive,
    pub(crate) clock: ServerClock,
    pub(crate) limits: Arc<Limits>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) components: Arc<Components>,
    pub(crate) engines: Engines,
    pub(crate) policy: Arc<Policy>,
    pub(crate) users: Arc<Users>,
    /// Rate limit of created tables, by network.
    pub(crate) created: RateLimiter<LimitKey>,
}

impl TableCreation {
    /// Creates a table and returns its id.
    pub(crate) async fn open(
        &self,
        guest: Guest,
        address: Address,
        request: OpenTable,
    ) -> Result<String, Refused> {
        let opener = self.users.arrival(guest, &request.name).await?;
        for plan in &request.seats {
            if let SeatPlan::Here { name } = plan {
                self.users.unwanted_words.check(name)?;
            }
        }
        let sitters = seat(&self.engines, &request, &opener)?;
        request.terms.check()?;
        if request.terms.rated {
            if opener.program {
                return Err(RequestError::bot_unrated().into());
            }
            check_rated(&request.game, &sitters)?;
        }
        self.policy.may_begin(guest).await?;
        self.check_limits(guest, address).await?;
        let info = registry::info(&request.game)?;
        let sits = !seats_of(&sitters, guest).is_empty();
        let part = request.hash.filter(|_| sits).map(|hash| Contribution::new(guest, hash));
        let parts = Vec::from_iter(part);
        let id = ids::table_id();
        let setup = TableSetup {
            deal: SeedState::new(&id, Bytes32(ids::random()), all_taken(&sitters), &parts),
            id,
            game: info.id.to_owned(),
            rules_version: info.rules_version,
            options: info.complete_options(&request.options)?,
            components: self.components.of(info.id).map(str::to_owned),
            created: self.clock.day(),
            rematch_of: None,
            program: Some(program::version().to_owned()),
            opened_by: Some(guest),
            position: request.position,
            terms: request.terms,
            begun_at: self.clock.time(),
            cancelled: false,
            arranged: 0,
            compacted: None,
        };
        // Setting up the match checks the game, the seats, the options and the position.
        let summary = History::new(&setup, &sitters, &self.archive.config_cache)?.summary();
        let table = setup.id.clone();
        let entry = Entry::Table { setup: Box::new(setup), sitters, parts, summary };
        self.archive.store.write(entry).await.map_err(|error| Refused::not_saved(&error))?;
        self.metrics.openings.inc();
        Ok(table)
    }

    /// Applies the limits of new tables, by guest and by network.
    async fn check_limits(&self, guest: Guest, address: Address) -> Result<(), Refused> {
        let limits = &self.limits;
        let (waiting, open) = self.archive.store.opened(guest, self.clock.day() - DAY).await?;
        if waiting >= limits.waiting_per_guest {
            return Err(Refused::too_many_waiting());
        }
        if open >= limits.open_per_guest {
            return Err(Refused::too_many_tables());
        }
        let parties = networks(address, limits.openings_per_address);
        let may = self.created.take_for(parties, self.clock.now());
        if may { Ok(()) } else { Err(Refused::opened_too_often()) }
    }
}

fn seat(engines: &Engines, request: &OpenTable, opener: &Arrival) -> Result<Vec<Sitter>, Refused> {
    let info = registry::info(&request.game)?;
    info.check_seats(request.seats.len())?;
    if request.seats.iter().filter(|plan| **plan == SeatPlan::Me).count() > 1 {
        return Err(Refused::bad(
            "自分の席(me)は一つだけにしてください。ほかの席は open か bot にします。",
            "Only one seat can be your own (\"me\"); make the others \"open\" or \"bot\".",
        ));
    }
    if request.seats.iter().all(|plan| matches!(plan, SeatPlan::Bot { .. })) {
        return Err(RequestError::nobody_there().into());
    }
    let bots = request.seats.iter().filter_map(|plan| match plan {
        SeatPlan::Bot { bot } => Some(session::catalog::name(bot)),
        _ => None,
    });
    let mut names: Vec<String> = bots.collect();
    let mut person = |name: &str, look: Look| {
        let name = clean_name(name, &names);
        names.push(name.clone());
        Sitter::Person { guest: opener.guest, name, look, program: opener.program }
    };
    let sitter = |plan: &SeatPlan| match plan {
        SeatPlan::Me => Ok(person(&opener.name, opener.look)),
        // The crest belongs to the person who creates the table, not to others at the same device.
        SeatPlan::Here { name } => Ok(person(&personal(name), Look::default())),
        SeatPlan::Open => Ok(Sitter::Nobody),
        SeatPlan::Bot { bot } => {
            catalog::check(engines, info, bot)?;
            Ok(Sitter::Bot { bot: bot.clone() })
        }
    };
    request.seats.iter().map(sitter).collect()
}
