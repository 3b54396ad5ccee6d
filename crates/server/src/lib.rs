//! The parlour: tables where people and bots sit.
//!
//! | module | what it is |
//! |---|---|
//! | [`wire`] | what goes over the wire; the page's types are generated from it |
//! | `store` | the stored truth in SQLite or PostgreSQL: setups, seats and changes, append-only |
//! | `ledger`, `standing` | a play as its stored changes made it, and what of it needs no rules to be read |
//! | `prototypes` | what tables of one kind share |
//! | `terms` | what a table agrees on besides its game's options |
//! | `drafts`, `clocks`, `clock` | unfinished decisions, and the time for them |
//! | `room` | one live table: the single writer of its play |
//! | `audience`, `outbox` | who is connected to a table, and the way there |
//! | `scene`, `telling`, `patch` | what each is shown of it, and what of that changed since they were told |
//! | `study` | plays that the asker brings along |
//! | `minds`, `thinking`, `queue` | bots as ordinary seats, off the request path, each in its turn |
//! | `help` | advice on a decision, and finished games looked back on |
//! | `seats`, `guest`, `names` | who sits where; people without an account, and what they are called |
//! | `accounts` | programs of other people's, with a token of the operator's |
//! | `people`, `recovery`, `played` | what people set about themselves, how they come to another device, and how much they have played |
//! | `export` | everything about one person as a file |
//! | `ratings` | how strong people and bots are, as results say |
//! | `admin`, `policy` | commands of the operator, and what they decided about people, networks and new tables |
//! | `push` | people who are not there, and how they are called |
//! | `lobby` | the tables that are open to everybody |
//! | `bus`, `cluster` | how servers reach each other, and what they tell each other |
//! | `retention` | how long tables are kept, and what is left of finished games |
//! | `house`, `door` | what all tables share, how tables come into memory, and closing time |
//! | `serving`, `pace`, `http`, `live`, `page`, `packed` | the connections, the addresses, the socket, the page, answers that never change |
//! | `backups`, `program` | timed backups, and the version of the program |
//! | `metrics`, `trace` | how the house is doing, for Prometheus, and the way of a move, for OpenTelemetry |
//! | `origin`, `tally`, `limit_hits` | where requests come from, how many there may be, and who sends more |
//! | `refusal` | every no, in both languages |
//!
//! Nothing is sent to anybody before it is on disk, and nobody is sent more than the view
//! of their seat.

mod accounts;
mod admin;
mod audience;
mod backups;
mod bus;
mod clock;
mod clocks;
mod cluster;
mod command;
mod config;
mod dealing;
mod door;
mod drafts;
mod export;
mod guest;
mod help;
mod hosts;
mod house;
mod http;
mod ids;
mod ledger;
mod limit_hits;
mod live;
mod lobby;
mod metrics;
mod migrations;
mod minds;
mod names;
mod network;
mod origin;
mod outbox;
mod pace;
mod packed;
mod page;
mod passkeys;
mod patch;
mod people;
mod played;
mod policy;
mod program;
mod prototypes;
mod push;
mod queue;
mod ratings;
mod recovery;
mod refusal;
mod retention;
mod room;
mod scene;
mod seats;
mod serving;
mod standing;
mod store;
mod study;
pub mod system;
mod tally;
mod telling;
mod terms;
mod thinking;
mod trace;
pub mod wire;
mod words;

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use zashiki_core::InputError;

pub use accounts::BotAccounts;
pub use admin::{
    AdminToken, Answer, COMMANDS, CommandInfo, Parameter, Request as AdminRequest, Takes,
};
pub use backups::Backups;
#[cfg(feature = "cluster")]
pub use bus::Nats;
pub use bus::{Bus, InProcess, Messages, NatsConfig};
pub use clock::{Clock, Hand};
pub use config::{Components, Config, Limits, Place, Rate, Retention};
pub use limit_hits::LIMITS;
pub use migrations::schemas;
pub use program::set_version;
pub use push::{Delivery, Notifier, Subscription, TurnNotice};
#[cfg(feature = "push")]
pub use push::{PushKey, WebPush};
pub use retention::Retained;
pub use store::{Backup, MovedRows, backup, move_store, restore};
pub use trace::TRACES;
pub use words::UnwantedWords;

/// How long requests that are under way may take to finish once the server closes.
const LAST_REQUESTS: Duration = Duration::from_secs(2);

/// The parlour with its store open, ready to serve.
pub struct Parlour(Arc<house::House>);

impl Parlour {
    /// Opens the data folder, creating it if need be. Must be called on a tokio runtime.
    ///
    /// # Errors
    /// When the folder cannot be used; the message names it, why and what to do.
    pub async fn open(config: Config) -> Result<Parlour, InputError> {
        house::House::open(config).await.map(Parlour)
    }

    /// Checks that the server answers: completes once the database has answered, with what it said.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn check_health(&self) -> Result<(), InputError> {
        let read = self.0.store.setup("").await;
        read.map(drop).map_err(|error| store::unusable(&error))
    }

    /// How many tables are in memory now.
    pub fn live_tables(&self) -> usize {
        self.0.live_tables()
    }

    /// Opens the store alone, so that commands of the operator can be carried out while no server
    /// runs. Must be called on a tokio runtime.
    ///
    /// # Errors
    /// When the folder cannot be used, or a server runs over it.
    pub async fn open_alone(config: Config) -> Result<Parlour, InputError> {
        let house = house::House::open(Config { alone: true, ..config }).await?;
        tokio::spawn(house.clone().keep_among_others());
        Ok(Parlour(house))
    }

    /// Carries out a command of the operator.
    ///
    /// # Errors
    /// When there is no such command, an argument is wrong, or it cannot be done.
    pub async fn administer(&self, request: AdminRequest) -> Result<Answer, InputError> {
        let alone = self.0.is_alone;
        admin::run(&self.0, request, alone).await.map_err(|refused| refused.text().into())
    }

    /// Closes what [`Parlour::open_alone`] opened.
    pub async fn close(&self) {
        self.0.close().await;
    }

    /// Serves the commands of the operator to whoever reaches this listener with the token, until the
    /// server closes. It is not for the public.
    pub async fn serve_admin(&self, listener: TcpListener, token: AdminToken) {
        if let Err(error) = axum::serve(listener, admin::router(self.0.clone(), token)).await {
            tracing::error!(%error, "commands of the operator are no longer served");
        }
    }

    /// Deletes and compacts the tables for which it is time, or only counts them.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub async fn retain(&self, dry: bool) -> Result<Retained, InputError> {
        self.0.retain(dry, false).await.map_err(|refused| refused.text().into())
    }

    /// Serves the metrics, and the health, to whoever reaches this listener, until the house has
    /// closed. It is for the operator and not for the public.
    pub async fn serve_metrics(&self, listener: TcpListener) {
        let house = self.0.clone();
        if let Err(error) = axum::serve(listener, http::metrics(house)).await {
            tracing::error!(%error, "the metrics are no longer served");
        }
    }

    /// Serves until `shutdown` completes; then lets requests finish, closes every socket
    /// with code 1001 and the store, all within a few seconds.
    pub async fn serve(
        &self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) {
        let house = self.0.clone();
        let waiting = tokio::spawn(house.clone().wait_for_clocks());
        let keeping = tokio::spawn(house.clone().keep_time());
        let joining = tokio::spawn(house.clone().keep_among_others());
        let listing = tokio::spawn(house.clone().keep_lobby());
        let deciding = tokio::spawn(house.clone().keep_policy());
        let retaining = tokio::spawn(house.clone().keep_retention());
        let backing_up = tokio::spawn(house.clone().keep_backups());
        let counter = house.clone();
        let counting = tokio::spawn(async move {
            if let Err(refused) = counter.count_all().await {
                tracing::error!(?refused, "results that were not counted are not known");
            }
        });
        let too_late = async {
            house.closing().await;
            tokio::time::sleep(LAST_REQUESTS).await;
        };
        tokio::select! {
            biased;
            () = async { shutdown.await; house.begin_closing(); std::future::pending().await } => {}
            () = serving::serve(house.clone(), listener) => {}
            () = too_late => {}
        }
        waiting.abort();
        keeping.abort();
        backing_up.abort();
        joining.abort();
        listing.abort();
        retaining.abort();
        deciding.abort();
        counting.abort();
        self.0.close().await;
    }
}
