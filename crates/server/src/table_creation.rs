//! Creation of tables.

use std::sync::Arc;

use external_engines::Engines;
use session::Opening;
use session::guest::Guest;

use crate::archive::Archive;
use crate::client_addr::Address;
use crate::config::{Components, Limits};
use crate::error::Refused;
use crate::limits::{LimitKey, RateLimiter, networks};
use crate::policy::Policy;
use crate::protocol::{OpenTable, SeatPlan};
use crate::room::host::ServerHost;
use crate::server_clock::ServerClock;
use crate::telemetry::metrics::Metrics;
use crate::users::Users;
use crate::users::guest::Seal;

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
    /// The key of the ids of tables that devices hand over.
    pub(crate) import_key: Seal,
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
        let (clock, engines, components) = (&self.clock, &self.engines, &self.components);
        let host = ServerHost { clock, engines, components };
        let components = self.components.of(&request.game).map(str::to_owned);
        let opening = Opening::check(request, &opener, &host)?;
        self.policy.may_begin(guest).await?;
        self.check_limits(guest, address).await?;
        let table = opening.set_up(components, &self.archive.config_cache, &host)?;
        let id = table.setup.id.clone();
        let entry = Box::new(table).into();
        self.archive.store.write(entry).await.map_err(|error| Refused::not_saved(&error))?;
        self.metrics.openings.inc();
        Ok(id)
    }

    /// Applies the limits of new tables, by guest and by network.
    pub(crate) async fn check_limits(&self, guest: Guest, address: Address) -> Result<(), Refused> {
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
