//! What all tables share: the store, the live rooms, what tables left behind that are not in
//! memory, the queue of the bots, what is counted, and closing time.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::response::Response;
use external_engines::Engines;
use tokio::sync::{Notify, Semaphore, broadcast, mpsc, watch};
use zashiki_core::{InputError, Record};

use crate::analysis::Reviews;
use crate::backups::Schedule;
use crate::bots::bot_pool::BotPool;
use crate::bots::fair_queue::FairQueue;
use crate::client_addr::Proxy;
use crate::cluster::{Cluster, HEARTBEAT};
use crate::config_cache::ConfigCache;
use crate::error::{Limit, Refused};
use crate::hosts::Hosts;
use crate::http::packed::PackedAnswers;
use crate::ids;
use crate::limit_hits::LimitHits;
use crate::limits::{ConcurrencyLimiter, LimitKey, RateLimiter};
use crate::lobby::Lobby;
use crate::policy::Policy;
use crate::protocol::{LogStep, Look};
use crate::push::Pusher;
use crate::room::command::{Command, Inbox};
use crate::room::{self, RETRY};
use crate::store::{self, Entry as StoreWrite, Store, StoredTableRow};
use crate::table::drafts::Drafts;
use crate::table::history::History;
use crate::table::setup::{Sitter, TableSetup};
use crate::table::summary::{self, TableSummary};
use crate::telemetry::metrics::{Metrics, Now};
use crate::time_source::TimeSource;
use crate::users::bot_accounts::BotAccounts;
use crate::users::guest::{Guest, Seal, Token};
use crate::users::names::personal;
use crate::users::played::PlayedCounts;
use crate::users::unwanted_words::UnwantedWords;
use crate::{Components, Config, Limits, Place, Retention};

/// How long closing waits for rooms and sockets to say goodbye.
const FAREWELL: Duration = Duration::from_secs(3);

/// How often those tables are taken from the lobby whose time there is over.
const KEEP_LOBBY: Duration = Duration::from_secs(60);

/// For how many milliseconds a table waits in the lobby for people who come on other days.
const WAITING: i64 = 14 * 24 * 60 * 60 * 1000;

/// How many sign-outs a connection may have yet to hear of; if it is more it is closed.
const SIGNED_OUT: usize = 1024;

/// How many plays that were brought along are looked at at once.
const STUDYING: usize = 2;

/// Somebody who sits down.
pub(crate) struct Arrival {
    pub(crate) guest: Guest,
    pub(crate) name: String,
    pub(crate) look: Look,
    /// Whether it is a program under a bot account.
    pub(crate) program: bool,
}

/// Everything behind the door.
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) metrics: Arc<Metrics>,
    /// When backups are made, if they are.
    pub(crate) schedule: Option<Schedule>,
    /// Networks that exceed limits.
    pub(crate) limit_hits: LimitHits,
    /// When it was last tried whether the database can be written, and whether it could.
    wrote: Arc<tokio::sync::Mutex<Option<(Duration, bool)>>>,
    pub(crate) components: Components,
    pub(crate) origins: Vec<String>,
    pub(crate) hosts: Hosts,
    pub(crate) limits: Limits,
    pub(crate) retention: Retention,
    pub(crate) unwanted_words: UnwantedWords,
    /// Returns true if no server runs here: the operator's commands alone.
    pub(crate) is_alone: bool,
    /// The current policy.
    pub(crate) policy: Policy,
    /// Reports, by person.
    pub(crate) reporting: RateLimiter<Guest>,
    pub(crate) clock: TimeSource,
    /// The other servers of this cluster, where there may be any.
    pub(crate) cluster: Option<Cluster>,
    /// How long the house had been open, in milliseconds, when its clock began.
    opened_at: i64,
    pub(crate) lobby: Lobby,
    pub(crate) proxy: Proxy,
    pub(crate) seal: Seal,
    pub(crate) bot_pool: BotPool,
    /// External engines that may play at tables.
    pub(crate) engines: Engines,
    /// Programs of other people's that may come over the network.
    pub(crate) accounts: Option<Arc<BotAccounts>>,
    pub(crate) config_cache: Arc<ConfigCache>,
    /// Answers that are the same as long as the server runs.
    pub(crate) packed: PackedAnswers,
    /// Connections to tables: by those without a seat, by guest and by network.
    pub(crate) onlookers: ConcurrencyLimiter<()>,
    pub(crate) guests: ConcurrencyLimiter<Guest>,
    pub(crate) networks: ConcurrencyLimiter<LimitKey>,
    /// Tables opened, by network.
    pub(crate) openings: RateLimiter<LimitKey>,
    /// Plays that were brought along, by network.
    pub(crate) studies: RateLimiter<LimitKey>,
    /// Questions for help, by guest and by network, and those that are being answered.
    pub(crate) helped: RateLimiter<LimitKey>,
    pub(crate) asking_help: ConcurrencyLimiter<Guest>,
    /// How many games people have played.
    pub(crate) played: PlayedCounts,
    pub(crate) reviews: Reviews,
    /// Reviews, by network: those that were begun, and those in the making.
    pub(crate) reviewed: RateLimiter<LimitKey>,
    pub(crate) reviewing: ConcurrencyLimiter<LimitKey>,
    /// What people set about themselves, and codes that were tried, by network.
    pub(crate) settings: RateLimiter<LimitKey>,
    pub(crate) codes: RateLimiter<LimitKey>,
    /// Exports, by person, and those that are being written.
    pub(crate) exports: RateLimiter<Guest>,
    pub(crate) exporting: ConcurrencyLimiter<Guest>,
    /// Browsers that were signed out.
    pub(crate) signed_out: broadcast::Sender<Token>,
    /// How people who are not there are called, and how often each was.
    pub(crate) pusher: Option<Pusher>,
    pub(crate) calls: RateLimiter<Guest>,
    /// The queue of plays that were brought along.
    pub(crate) studying: FairQueue,
    /// Held while tables of a server that has gone are taken home.
    pub(crate) taking: Arc<Semaphore>,
    rooms: Mutex<HashMap<String, RoomHandle>>,
    /// What tables had in hand that left the memory while a clock ran.
    left: Mutex<HashMap<String, UnloadedRoom>>,
    left_anew: Notify,
    closing: watch::Sender<bool>,
    /// Held by everything that must say goodbye; see [`App::close`].
    guard: Mutex<Option<mpsc::Sender<Infallible>>>,
    gone: tokio::sync::Mutex<mpsc::Receiver<Infallible>>,
}

/// The way into a table that is in memory, and what is known of it without asking.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    pub(crate) inbox: Inbox,
    pub(crate) progress: Arc<RoomProgress>,
}

/// How far a table in memory has come, as it last said.
#[derive(Debug, Default)]
pub(crate) struct RoomProgress {
    pub(crate) version: AtomicU64,
    pub(crate) arranged: AtomicU64,
    /// Whether more can be new than these numbers say: before the play begins, and until there is a
    /// rematch.
    pub(crate) unsettled: AtomicBool,
    /// Whether it is at home with another server.
    pub(crate) away: AtomicBool,
}

/// What a table had in hand when it left the memory, the version of its play then, and when the
/// first time is up there.
struct UnloadedRoom {
    version: u64,
    until: i64,
    drafts: Drafts,
}

/// How often the time of the house is stored while tables are in memory.
const KEEP_TIME: Duration = Duration::from_secs(10);

/// For how long it is known whether the database can be written, once that was tried.
const TRY_TO_WRITE: Duration = Duration::from_secs(5);

/// Keeps the house from closing until it is dropped.
pub(crate) type Guard = mpsc::Sender<Infallible>;

impl App {
    /// Opens the store and the door.
    pub(crate) async fn open(config: Config) -> Result<Arc<App>, InputError> {
        let metrics = Arc::new(Metrics::new());
        let store =
            Store::open(&config.store, config.limits.max_pages, config.alone, metrics.clone())
                .await?;
        let schedule = Schedule::new(config.backups, &config.store)?;
        let unusable = |error: sqlx::Error| store::unusable(&error);
        let seal = store.key("guests", ids::random()).await.map_err(unusable)?;
        let time = store.time().await.map_err(unusable)?;
        let several = config.bus.is_some() || !matches!(config.store, Place::Folder(_));
        let cluster = match several {
            true => Some(Cluster::join(&store, config.bus, &config.clock).await?),
            false => None,
        };
        let policy = Policy::read(&store).await.map_err(unusable)?;
        let (guard, gone) = mpsc::channel(1);
        Ok(Arc::new(App {
            store,
            metrics,
            schedule,
            limit_hits: LimitHits::new(config.log_addresses),
            wrote: Arc::default(),
            components: config.components,
            hosts: Hosts::new(&config.hosts, &config.origins, config.trust_proxy),
            origins: config.origins,
            limits: config.limits,
            retention: config.retention,
            unwanted_words: config.unwanted_words,
            is_alone: config.alone,
            policy,
            reporting: RateLimiter::new(),
            opened_at: time - millis(config.clock.now()),
            clock: config.clock,
            cluster,
            lobby: Lobby::new(),
            proxy: Proxy::new(config.trust_proxy),
            seal: Seal(seal),
            bot_pool: BotPool::new(),
            engines: config.engines,
            accounts: config.bot_accounts,
            config_cache: Arc::default(),
            packed: PackedAnswers::default(),
            onlookers: ConcurrencyLimiter::new(),
            guests: ConcurrencyLimiter::new(),
            networks: ConcurrencyLimiter::new(),
            openings: RateLimiter::new(),
            studies: RateLimiter::new(),
            helped: RateLimiter::new(),
            asking_help: ConcurrencyLimiter::new(),
            played: PlayedCounts::new(),
            reviews: Reviews::default(),
            reviewed: RateLimiter::new(),
            reviewing: ConcurrencyLimiter::new(),
            settings: RateLimiter::new(),
            codes: RateLimiter::new(),
            exports: RateLimiter::new(),
            exporting: ConcurrencyLimiter::new(),
            signed_out: broadcast::Sender::new(SIGNED_OUT),
            pusher: config.push.map(Pusher::new),
            calls: RateLimiter::new(),
            studying: FairQueue::new(STUDYING),
            taking: Arc::new(Semaphore::new(1)),
            rooms: Mutex::default(),
            left: Mutex::default(),
            left_anew: Notify::new(),
            closing: watch::Sender::new(false),
            guard: Mutex::new(Some(guard)),
            gone: tokio::sync::Mutex::new(gone),
        }))
    }

    /// The time of the house: for how many milliseconds it has been open, in all its runs
    /// together. It stands still while it is closed, and never goes back by more than was not
    /// stored before a crash.
    pub(crate) fn time(&self) -> i64 {
        match &self.cluster {
            None => self.opened_at + millis(self.clock.now()),
            Some(cluster) => cluster.time(&self.clock),
        }
    }

    /// The time of day, in milliseconds since 1970.
    pub(crate) fn day(&self) -> i64 {
        self.cluster.as_ref().map_or_else(ids::now, Cluster::day)
    }

    /// Waits until that time has come.
    pub(crate) async fn reaches(&self, time: i64) {
        loop {
            let left = u64::try_from(time - self.time()).unwrap_or_default();
            if left == 0 {
                return;
            }
            // Among several servers the time may stand still.
            let stands = self.cluster.as_ref().is_some_and(|cluster| !cluster.is_fresh());
            if stands {
                tokio::time::sleep(HEARTBEAT).await;
            } else {
                self.clock.reaches(self.clock.now() + Duration::from_millis(left)).await;
            }
        }
    }

    /// Stores the time now and then, until the house closes.
    pub(crate) async fn keep_time(self: Arc<Self>) {
        if self.cluster.is_some() {
            // With every beat.
            return;
        }
        loop {
            self.clock.reaches(self.clock.now() + KEEP_TIME).await;
            if self.live_tables() > 0 {
                self.store_time().await;
            }
        }
    }

    /// Takes those tables from the lobby whose time there is over, until the house closes.
    pub(crate) async fn keep_lobby(self: Arc<Self>) {
        loop {
            self.clock.reaches(self.clock.now() + KEEP_LOBBY).await;
            self.lobby.expire(self.day());
        }
    }

    async fn store_time(&self) {
        if let Err(error) = self.store.write(StoreWrite::Time(self.time())).await {
            tracing::warn!(%error, "the time of the house could not be stored");
        }
    }

    /// Whether the database can be written, as was tried within the last [`TRY_TO_WRITE`]: however
    /// many ask, they make no more work than one.
    pub(crate) async fn can_write(self: &Arc<Self>) -> bool {
        let mut wrote = self.wrote.clone().lock_owned().await;
        let now = self.clock.now();
        match *wrote {
            Some((tried, could)) if now < tried + TRY_TO_WRITE => could,
            _ => {
                let app = self.clone();
                // It goes on also when who asked has gone: the next finds what came of it.
                let trying = tokio::spawn(async move {
                    let written = app.store.write(StoreWrite::Probe).await;
                    if let Err(error) = &written {
                        tracing::error!(%error, "the database cannot be written");
                    }
                    *wrote = Some((now, written.is_ok()));
                    written.is_ok()
                });
                trying.await.unwrap_or(false)
            }
        }
    }

    /// Counts a refusal, if it was for a limit.
    pub(crate) fn count_refused(&self, response: &Response, client: Option<IpAddr>) {
        let Some(Limit(limit)) = response.extensions().get() else { return };
        self.metrics.over(limit);
        if let Some(client) = client {
            self.limit_hits.note(limit, client, self.day(), self.clock.now());
        }
    }

    /// How the house is doing, for Prometheus.
    pub(crate) fn measured(&self) -> String {
        let (thinking, waiting) = self.bot_pool.lengths();
        self.metrics.text(&Now {
            tables: self.live_tables(),
            home: self.leased_tables(),
            servers: self.cluster.as_ref().map_or(1, Cluster::servers),
            waiting_writes: self.store.waiting(),
            bots_thinking: thinking,
            bots_waiting: waiting,
        })
    }

    /// Who sits down, and how they are shown: a bot account by its own name, anybody else by the name
    /// they give, or else by that of their profile.
    ///
    /// # Errors
    /// When the store cannot be read, the person is banned or the name has an unwanted word.
    pub(crate) async fn arrival(&self, guest: Guest, given: &str) -> Result<Arrival, Refused> {
        if let Some(ban) = self.policy.now().ban(guest, self.day()) {
            return Err(Refused::banned(ban.until, &ban.reason));
        }
        let profile = self.store.profile(guest).await?.0;
        let look = profile.look();
        let account = self.account_of(guest);
        let program = account.is_some();
        let name = account.unwrap_or_else(|| match personal(given) {
            given if given.is_empty() => profile.name,
            given => given,
        });
        if !program {
            self.unwanted_words.check(&name)?;
        }
        Ok(Arrival { guest, name, look, program })
    }

    /// How the bot account of this guest is shown, if it is one.
    pub(crate) fn account_of(&self, guest: Guest) -> Option<String> {
        self.accounts.as_ref()?.name_of(guest)
    }

    /// Waits until the house closes.
    pub(crate) fn closing(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut closing = self.closing.subscribe();
        async move {
            // It fails only when the house is gone, which is as good as closed.
            let _ = closing.wait_for(|closing| *closing).await;
        }
    }

    /// Whether the house is closing.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// A hold on the house; none when it is closing.
    pub(crate) fn hold(&self) -> Option<Guard> {
        lock(&self.guard).clone()
    }

    /// Lets nobody in any more and asks everybody to go.
    pub(crate) fn begin_closing(&self) {
        lock(&self.guard).take();
        self.closing.send_replace(true);
    }

    /// Closes: every room ends, every socket is closed, the store is shut.
    pub(crate) async fn close(&self) {
        self.begin_closing();
        let mut gone = self.gone.lock().await;
        if tokio::time::timeout(FAREWELL, gone.recv()).await.is_err() {
            tracing::warn!("some connections did not close in time");
        }
        match &self.cluster {
            None => self.store_time().await,
            Some(cluster) => {
                if let Err(error) = cluster.leave(&self.store, &self.clock).await {
                    tracing::warn!(%error, "the other servers do not know yet that this one has closed");
                }
            }
        }
        self.store.close().await;
    }

    /// Everything the store has of a table, replayed; of a compacted game, what its record says.
    pub(crate) async fn replay(
        &self,
        id: &str,
    ) -> Result<(TableSetup, Vec<Sitter>, History), Refused> {
        let setup = self.store.setup(id).await?.ok_or_else(Refused::no_table)?;
        let sitters = self.store.sitters(id).await?;
        let changes = self.store.changes(id, 0).await?;
        let record = match setup.compacted {
            Some(_) => Some(self.store.record(id).await?.ok_or_else(Refused::broken)?),
            None => None,
        };
        let config_cache = self.config_cache.clone();
        let replaying = tokio::task::spawn_blocking(move || {
            let history = match record {
                None => History::replay(&setup, &sitters, changes, &config_cache)?,
                Some(record) => {
                    let record = Record::from_json(&record)?;
                    History::resume(&setup, &sitters, &record, changes, &config_cache)?
                }
            };
            Ok((setup, sitters, history))
        });
        replaying.await.map_err(|_| Refused::broken())?
    }

    /// How a table stands, as it is stored. Only what an older program wrote is replayed.
    pub(crate) async fn summary(&self, row: &StoredTableRow) -> Result<TableSummary, Refused> {
        match &row.summary {
            Some(summary) => Ok(summary.clone()),
            None => Ok(self.replay(&row.setup.id).await?.2.summary()),
        }
    }

    /// The log of a table in words, as those who look on know it.
    pub(crate) async fn log(&self, row: &StoredTableRow) -> Result<Vec<LogStep>, Refused> {
        let id = &row.setup.id;
        if row.setup.compacted.is_some() {
            // The words went with the changes: they follow from the record.
            let (_, _, history) = self.replay(id).await?;
            return Ok(summary::whole_log(history.table()));
        }
        let stored = self.store.summaries(id).await?;
        if let Some(summaries) = stored.into_iter().collect::<Option<Vec<TableSummary>>>() {
            return Ok(summary::log(summaries));
        }
        let (_, _, history) = self.replay(id).await?;
        Ok(summary::whole_log(history.table()))
    }

    /// The record of a table whose game is over.
    pub(crate) async fn finished(&self, id: &str) -> Result<String, Refused> {
        if let Some(record) = self.store.record(id).await? {
            return Ok(record);
        }
        // An older program may have seen its end, and stored no record.
        let (setup, sitters, history) = self.replay(id).await?;
        // It holds the seed, and with it everything hidden.
        if !history.over() {
            return Err(Refused::not_over());
        }
        Ok(room::to_json(&room::record(&history, &setup, &sitters)))
    }

    /// The way into a table that is in memory.
    pub(crate) fn find(&self, id: &str) -> Option<Inbox> {
        let rooms = lock(&self.rooms);
        rooms.get(id).map(|way| &way.inbox).filter(|inbox| !inbox.is_closed()).cloned()
    }

    /// All tables in memory, and the ways into them.
    pub(crate) fn room_handles(&self) -> Vec<(String, RoomHandle)> {
        lock(&self.rooms).iter().map(|(id, way)| (id.clone(), way.clone())).collect()
    }

    /// Keeps the way into a table just loaded and gives what it had in hand when it last left;
    /// if somebody else was faster, gives their way in.
    pub(crate) fn keep(
        &self,
        id: &str,
        version: u64,
        way: RoomHandle,
    ) -> Result<Option<Drafts>, Inbox> {
        match lock(&self.rooms).entry(id.to_owned()) {
            Entry::Occupied(other) if !other.get().inbox.is_closed() => {
                return Err(other.get().inbox.clone());
            }
            Entry::Occupied(mut closed) => {
                closed.insert(way);
            }
            Entry::Vacant(place) => {
                place.insert(way);
            }
        }
        let left = lock(&self.left).remove(id);
        Ok(left.filter(|left| left.version == version).map(|left| left.drafts))
    }

    /// Forgets a room that nobody needs, unless a message is already on its way to it. Where a
    /// clock runs, what its seats have in hand is kept for [`App::wait_for_clocks`].
    pub(crate) fn unload(
        &self,
        id: &str,
        commands: &mpsc::Receiver<Command>,
        left: Option<(u64, i64, &Drafts)>,
    ) -> bool {
        let mut rooms = lock(&self.rooms);
        let unneeded = commands.is_empty();
        if unneeded {
            rooms.remove(id);
            if let Some((version, until, drafts)) = left {
                let drafts = drafts.clone();
                lock(&self.left).insert(id.to_owned(), UnloadedRoom { version, until, drafts });
                self.left_anew.notify_one();
            }
        }
        unneeded
    }

    /// Forgets a room that takes no more messages.
    pub(crate) fn discard(&self, id: &str) {
        let mut rooms = lock(&self.rooms);
        if rooms.get(id).is_some_and(|way| way.inbox.is_closed()) {
            rooms.remove(id);
        }
    }

    /// Forgets what a table had in hand that was deleted.
    pub(crate) fn forget_table(&self, id: &str) {
        lock(&self.left).remove(id);
        self.left_anew.notify_one();
        self.unlist(id);
    }

    /// The table outside the memory whose clock runs out first, and when that is.
    fn next_late(&self) -> Option<(i64, String)> {
        lock(&self.left).iter().map(|(id, left)| (left.until, id.clone())).min()
    }

    /// Loads the tables whose time is up, until the house closes.
    pub(crate) async fn wait_for_clocks(self: Arc<Self>) {
        let mut closing = std::pin::pin!(self.closing());
        self.wake_those_with_clocks().await;
        loop {
            let next = self.next_late();
            let until = next.as_ref().map(|(until, _)| *until);
            tokio::select! {
                biased;
                () = &mut closing => return,
                () = self.left_anew.notified() => continue,
                () = self.reaches(until.unwrap_or_default()), if until.is_some() => {}
            }
            let Some((_, id)) = next else { continue };
            if let Err(refused) = self.wake(&id).await {
                tracing::error!(?refused, "a table whose time is up could not be loaded");
                let later = self.time() + millis(RETRY);
                if let Some(left) = lock(&self.left).get_mut(&id) {
                    left.until = later;
                }
            }
        }
    }

    /// Loads the tables whose time goes on now that the house is open again, and those that wait
    /// for people who come on other days. They leave the memory again by themselves.
    async fn wake_those_with_clocks(self: &Arc<Self>) {
        let tables = match self.store.with_clocks(self.day() - WAITING).await {
            Ok(tables) => tables,
            Err(error) => return tracing::error!(%error, "the tables with clocks are not known"),
        };
        for id in tables {
            if let Err(refused) = self.load_leased(&id).await {
                tracing::warn!(?refused, "a table with a clock could not be loaded");
            }
        }
    }

    /// How many tables in memory are at home with this server.
    fn leased_tables(&self) -> usize {
        let rooms = lock(&self.rooms);
        rooms.values().filter(|way| !way.progress.away.load(Ordering::Relaxed)).count()
    }

    /// How many tables are in memory.
    pub(crate) fn live_tables(&self) -> usize {
        lock(&self.rooms).len()
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// The maps are consistent at all times, so a panic of another lock holder does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
