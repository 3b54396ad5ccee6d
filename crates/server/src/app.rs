//! The application: all parts of the server, assembled. Only the interfaces (HTTP and operator commands)
//! depend on it.

use std::sync::Arc;
use std::time::Duration;

use external_engines::Engines;
use tokio::task::JoinSet;
use zashiki_core::InputError;

use crate::access::Access;
use crate::analysis::Analysis;
use crate::analysis_board::AnalysisBoards;
use crate::archive::Archive;
use crate::backups::Schedule;
use crate::board_pictures::BoardPictures;
use crate::bots::bot_pool::BotPool;
use crate::client_addr::Proxy;
use crate::cluster::Cluster;
use crate::config::{Components, Config, Limits, Place};
use crate::connections::Connections;
use crate::departure::Departure;
use crate::hosts::Hosts;
use crate::ids;
use crate::limit_hits::LimitHits;
use crate::limits::RateLimiter;
use crate::lobby::Lobby;
use crate::membership::Membership;
use crate::policy::Policy;
use crate::push::TurnNotices;
use crate::rating_results::RatingResults;
use crate::retention::Retainer;
use crate::room::context::RoomContext;
use crate::room::registry::RoomRegistry;
use crate::rooms::Rooms;
use crate::server_clock::ServerClock;
use crate::shutdown::Shutdown;
use crate::store::{self, Entry, Store};
use crate::table_creation::TableCreation;
use crate::telemetry::metrics::Metrics;
use crate::users::guest::Seal;
use crate::users::sign_outs::SignOuts;
use crate::users::{Users, UsersParts};
use crate::write_health::WriteHealth;

/// Interval at which the service time (the total running time of the server) is stored while rooms are in
/// memory.
const TIME_INTERVAL: Duration = Duration::from_secs(10);

/// All parts of the server.
pub(crate) struct App {
    /// True if this process only executes operator commands and serves no clients.
    pub(crate) is_alone: bool,
    pub(crate) store: Store,
    pub(crate) clock: ServerClock,
    pub(crate) shutdown: Shutdown,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) limit_hits: LimitHits,
    pub(crate) write_health: WriteHealth,
    pub(crate) limits: Arc<Limits>,
    pub(crate) access: Access,
    pub(crate) connections: Arc<Connections>,
    pub(crate) components: Arc<Components>,
    pub(crate) engines: Engines,
    pub(crate) bot_pool: BotPool,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) users: Arc<Users>,
    pub(crate) archive: Archive,
    pub(crate) rating_results: RatingResults,
    pub(crate) turn_notices: Option<Arc<TurnNotices>>,
    pub(crate) rooms: Rooms,
    pub(crate) table_creation: TableCreation,
    pub(crate) departure: Departure,
    pub(crate) analysis: Arc<Analysis>,
    pub(crate) analysis_boards: AnalysisBoards,
    pub(crate) board_pictures: BoardPictures,
    pub(crate) retainer: Retainer,
    pub(crate) backups: Option<Schedule>,
    /// This server's membership of a cluster; `None` if no other servers can use the database.
    pub(crate) membership: Option<Membership>,
}

impl App {
    /// Opens the store, and creates all parts of the server.
    pub(crate) async fn open(config: Config) -> Result<Arc<App>, InputError> {
        let unusable = |error: sqlx::Error| store::unusable(&error);
        let (metrics, limits) = (Arc::new(Metrics::new()), Arc::new(config.limits));
        let (components, engines) = (Arc::new(config.components), config.engines);
        let store =
            Store::open(&config.store, limits.max_pages, config.alone, metrics.clone()).await?;
        let backups = Schedule::new(config.backups, &config.store)?;
        let seal = Seal(store.key("guests", ids::random()).await.map_err(unusable)?);
        let import_key = Seal(store.key("imports", ids::random()).await.map_err(unusable)?);
        let time = store.time().await.map_err(unusable)?;
        let is_clustered = config.bus.is_some() || !matches!(config.store, Place::Folder(_));
        let cluster = match is_clustered {
            true => Some(Arc::new(Cluster::join(&store, config.bus, &config.clock).await?)),
            false => None,
        };
        let clock = ServerClock::new(config.clock, time, cluster.clone());
        let shutdown = Shutdown::new();
        let lobby = Arc::new(Lobby::new(cluster.clone()));
        let bot_accounts = config.bot_accounts;
        let policy =
            Policy::read(store.clone(), clock.clone(), cluster.clone(), bot_accounts.clone());
        let policy = Arc::new(policy.await.map_err(unusable)?);
        let users = Arc::new(Users::new(UsersParts {
            store: store.clone(),
            clock: clock.clone(),
            limits: limits.clone(),
            policy: policy.clone(),
            seal,
            bot_accounts,
            unwanted_words: config.unwanted_words,
            sign_outs: SignOuts::new(cluster.clone()),
        }));
        let archive = Archive::new(store.clone());
        let rating_results = RatingResults::new(archive.clone());
        let connections = Arc::new(Connections::new(limits.clone()));
        let bot_pool = BotPool::new();
        let turn_notices = config.push.map(|notifier| {
            let (store, clock) = (store.clone(), clock.clone());
            let shutdown = shutdown.clone();
            Arc::new(TurnNotices::new(notifier, store, clock, shutdown, limits.calls))
        });
        let rooms = Rooms::new(RoomContext {
            store: store.clone(),
            archive: archive.clone(),
            clock: clock.clone(),
            shutdown: shutdown.clone(),
            cluster: cluster.clone(),
            limits: limits.clone(),
            components: components.clone(),
            metrics: metrics.clone(),
            connections: connections.clone(),
            bot_pool: bot_pool.clone(),
            engines: engines.clone(),
            lobby: lobby.clone(),
            policy: policy.clone(),
            users: users.clone(),
            rating_results: rating_results.clone(),
            turn_notices: turn_notices.clone(),
            registry: RoomRegistry::default(),
        });
        let membership = cluster.clone().map(|cluster| {
            let base = (store.clone(), clock.clone());
            let (policy, users) = (policy.clone(), users.clone());
            Membership::new(cluster, base, lobby.clone(), policy, users, rooms.clone())
        });
        Ok(Arc::new(App {
            is_alone: config.alone,
            limit_hits: LimitHits::new(config.log_addresses),
            write_health: WriteHealth::new(store.clone(), clock.clone()),
            access: Access {
                hosts: Hosts::new(&config.hosts, &config.origins, config.trust_proxy),
                origins: config.origins,
                proxy: Proxy::new(config.trust_proxy),
            },
            table_creation: TableCreation {
                archive: archive.clone(),
                clock: clock.clone(),
                limits: limits.clone(),
                metrics: metrics.clone(),
                components: components.clone(),
                engines: engines.clone(),
                policy: policy.clone(),
                users: users.clone(),
                created: RateLimiter::new(),
                import_key,
            },
            departure: Departure { users: users.clone(), rooms: rooms.clone() },
            analysis: Arc::new(Analysis::new(limits.clone(), clock.clone(), bot_pool.clone())),
            analysis_boards: AnalysisBoards::new(limits.clone(), clock.clone(), components.clone()),
            board_pictures: BoardPictures::new(lobby.clone(), rooms.clone(), clock.clone()),
            retainer: Retainer {
                retention: config.retention,
                archive: archive.clone(),
                clock: clock.clone(),
                cluster,
                lobby: lobby.clone(),
                rooms: rooms.clone(),
            },
            backups,
            membership,
            store,
            clock,
            shutdown,
            metrics,
            limits,
            connections,
            components,
            engines,
            bot_pool,
            lobby,
            policy,
            users,
            archive,
            rating_results,
            turn_notices,
            rooms,
        }))
    }

    /// Starts the periodic tasks of all parts. The tasks end when the returned set is dropped.
    pub(crate) fn start(self: &Arc<Self>) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        let app = self.clone();
        tasks.spawn(async move { app.rooms.wait_for_clocks().await });
        let app = self.clone();
        tasks.spawn(async move { app.store_time_periodically().await });
        let app = self.clone();
        tasks.spawn(async move { app.run_membership().await });
        let app = self.clone();
        tasks.spawn(async move { app.lobby.keep_current(&app.clock).await });
        let app = self.clone();
        tasks.spawn(async move { app.policy.keep_current().await });
        let app = self.clone();
        tasks.spawn(async move { app.retainer.run().await });
        let app = self.clone();
        tasks.spawn(async move {
            if let Some(backups) = &app.backups {
                backups.run(&app.clock, &app.metrics).await;
            }
        });
        let app = self.clone();
        tasks.spawn(async move {
            if let Err(refused) = app.rating_results.count_all().await {
                tracing::error!(?refused, "finished rated matches could not be counted");
            }
        });
        tasks
    }

    /// Runs the cluster tasks until this future is dropped; does nothing if there can be no other servers.
    pub(crate) async fn run_membership(&self) {
        if let Some(membership) = &self.membership {
            membership.run().await;
        }
    }

    async fn store_time_periodically(&self) {
        if self.membership.is_some() {
            // In a cluster, every heartbeat stores the service time.
            return;
        }
        loop {
            self.clock.reaches(self.clock.now() + TIME_INTERVAL).await;
            if self.rooms.registry().len() > 0 {
                self.store_time().await;
            }
        }
    }

    async fn store_time(&self) {
        if let Err(error) = self.store.write(Entry::Time(self.clock.time())).await {
            tracing::warn!(%error, "service time could not be stored");
        }
    }

    /// Shuts down: all rooms end, all connections are closed, and then the store is closed.
    pub(crate) async fn close(&self) {
        self.shutdown.finish().await;
        match &self.membership {
            None => self.store_time().await,
            Some(membership) => membership.leave().await,
        }
        self.store.close().await;
    }
}
