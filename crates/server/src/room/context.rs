//! The parts of the server that rooms depend on.

use std::sync::Arc;

use external_engines::Engines;
use session::Now;

use crate::archive::Archive;
use crate::bots::bot_pool::BotPool;
use crate::cluster::Cluster;
use crate::config::{Components, Limits};
use crate::connections::Connections;
use crate::lobby::Lobby;
use crate::policy::Policy;
use crate::push::TurnNotices;
use crate::rating_results::RatingResults;
use crate::room::host::{ServerHost, now};
use crate::room::registry::RoomRegistry;
use crate::server_clock::ServerClock;
use crate::shutdown::Shutdown;
use crate::store::Store;
use crate::telemetry::metrics::Metrics;
use crate::users::Users;

/// The parts of the server that rooms depend on.
pub(crate) struct RoomContext {
    pub(crate) store: Store,
    pub(crate) archive: Archive,
    pub(crate) clock: ServerClock,
    pub(crate) shutdown: Shutdown,
    pub(crate) cluster: Option<Arc<Cluster>>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) components: Arc<Components>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) connections: Arc<Connections>,
    pub(crate) bot_pool: BotPool,
    pub(crate) engines: Engines,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) users: Arc<Users>,
    pub(crate) rating_results: RatingResults,
    pub(crate) turn_notices: Option<Arc<TurnNotices>>,
    pub(crate) registry: RoomRegistry,
}

impl RoomContext {
    /// The server as the host of sessions.
    pub(crate) fn host(&self) -> ServerHost<'_> {
        ServerHost { clock: &self.clock, engines: &self.engines, components: &self.components }
    }

    /// The present time.
    pub(crate) fn now(&self) -> Now {
        now(&self.clock)
    }
}
