//! The server: tables at which people and bots play, over HTTP and WebSockets.
//!
//! # Layers
//!
//! A module depends only on modules of its own layer and of the layers above it in this table. No module is
//! in a cycle (`cargo xtask cycles server`).
//!
//! | layer | modules |
//! |---|---|
//! | wire types | [`protocol`]; the page's types are generated from it |
//! | basics | `error` (all errors, in Japanese and English), the sections of `config`, `time_source`, `telemetry`, `client_addr`, `hosts`, `access`, `network`, `limits`, `limit_hits`, `gzip`, `pace`, `program`, `system`, `ids`, `users::guest` |
//! | data of people and bots | `bots`, `users::{names, ratings, recovery, passkeys, bot_accounts, unwanted_words, played}`, the notifier of `push` |
//! //! | database | `store`: SQLite or PostgreSQL, append-only; migrations and backups; `archive` reads tables from it |
//! | several servers | `cluster`: leases and the message bus; `server_clock`, `shutdown`, `users::sign_outs`, `lobby::listing` |
//! | parts | `policy` (decisions of the operator), `users`, `lobby`, `push::turn_notices`, `connections`, `rating_results`, `analysis`, `analysis_board`, `backups`, `write_health` |
//! | rooms | `room`: the single writer of one table in memory, a loop around a `session::Session` with its clients and its replication to other servers; `rooms` loads them |
//! | parts above rooms | `membership` (heartbeats, takeover of tables), `retention`, `departure`, `table_creation` |
//! | assembly | `config`, `app`: the parts, assembled |
//! | interfaces | `http` (routes by resource, and the page), `ws`, `listener`, `admin` |
//!
//! Nothing is sent to a client before it is stored, and a client receives only the information state of its
//! own seat.

mod access;
mod admin;
mod analysis;
mod analysis_board;
mod app;
mod archive;
mod backups;
mod board_pictures;
mod bots;
mod client_addr;
mod cluster;
mod config;
mod connections;
mod departure;
mod error;
mod gzip;
mod hosts;
mod http;
mod ids;
mod limit_hits;
mod limits;
mod listener;
mod lobby;
mod membership;
mod network;
mod pace;
mod policy;
pub mod protocol;
mod push;
mod rating_results;
mod retention;
mod room;
mod rooms;
mod server_clock;
mod shutdown;
mod store;
pub mod system;
mod table_creation;
mod table_import;
mod telemetry;
mod time_source;
mod users;
mod write_health;
mod ws;

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use zashiki_core::InputError;

pub use admin::{
    AdminToken, Answer, COMMANDS, CommandInfo, Parameter, Request as AdminRequest, Takes,
};
pub use backups::Backups;
#[cfg(feature = "cluster")]
pub use cluster::bus::Nats;
pub use cluster::bus::{Bus, InProcess, Messages, NatsConfig};
pub use config::{Components, Config, Limits, Place, Rate, Retention};
pub use limit_hits::LIMITS;
pub use push::{Delivery, Notifier, Subscription, TurnNotice};
#[cfg(feature = "push")]
pub use push::{PushKey, WebPush};
pub use retention::Retained;
pub use session::program::set_version;
pub use store::migrations::schemas;
pub use store::{Backup, MovedRows, backup, move_store, restore};
pub use telemetry::trace::TRACES;
pub use time_source::{ManualTime, TimeSource};
pub use users::bot_accounts::BotAccounts;
pub use users::unwanted_words::UnwantedWords;

/// Time limit for requests that are still in progress when the server begins to shut down.
const LAST_REQUESTS: Duration = Duration::from_secs(2);

/// A server whose store is open, ready to serve clients.
pub struct Server(Arc<app::App>);

impl Server {
    /// Opens the store, creating it if needed. Must be called on a tokio runtime.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used; the message names it, the cause and the remedy.
    pub async fn open(config: Config) -> Result<Server, InputError> {
        app::App::open(config).await.map(Server)
    }

    /// Checks that the database answers a query.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn check_health(&self) -> Result<(), InputError> {
        let read = self.0.store.setup("").await;
        read.map(drop).map_err(|error| store::unusable(&error))
    }

    /// The number of tables that this server has in memory.
    pub fn live_tables(&self) -> usize {
        self.0.rooms.registry().len()
    }

    /// Opens the store exclusively, so that operator commands can be executed while no server runs. Must be
    /// called on a tokio runtime.
    ///
    /// # Errors
    /// Returns an error if the store cannot be used, or a server runs on it.
    pub async fn open_alone(config: Config) -> Result<Server, InputError> {
        let app = app::App::open(Config { alone: true, ..config }).await?;
        tokio::spawn({
            let app = app.clone();
            async move { app.run_membership().await }
        });
        Ok(Server(app))
    }

    /// Executes an operator command.
    ///
    /// # Errors
    /// Returns an error if the command does not exist, an argument is invalid, or the command fails.
    pub async fn administer(&self, request: AdminRequest) -> Result<Answer, InputError> {
        let alone = self.0.is_alone;
        admin::run(&self.0, request, alone).await.map_err(|refused| refused.text().into())
    }

    /// Closes a server opened by [`Server::open_alone`].
    pub async fn close(&self) {
        self.0.close().await;
    }

    /// Serves operator commands to clients of this listener that have the token, until the server shuts down.
    /// The listener must not be public.
    pub async fn serve_admin(&self, listener: TcpListener, token: AdminToken) {
        if let Err(error) = axum::serve(listener, admin::router(self.0.clone(), token)).await {
            tracing::error!(%error, "commands of the operator are no longer served");
        }
    }

    /// Deletes and compacts tables according to [`Config::retention`]. With `dry`, only counts them.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    pub async fn retain(&self, dry: bool) -> Result<Retained, InputError> {
        self.0.retainer.retain(dry, false).await.map_err(|refused| refused.text().into())
    }

    /// Serves metrics and health checks on this listener until the server shuts down. They are meant for the
    /// operator, so the listener must not be public.
    pub async fn serve_metrics(&self, listener: TcpListener) {
        let app = self.0.clone();
        if let Err(error) = axum::serve(listener, http::routes::metrics::router(app)).await {
            tracing::error!(%error, "the metrics are no longer served");
        }
    }

    /// Serves clients on this listener until `shutdown` completes. Then it lets requests finish, closes every
    /// WebSocket with code 1001, and closes the store, all within a few seconds.
    pub async fn serve(
        &self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) {
        let app = self.0.clone();
        let tasks = app.start();
        let too_late = async {
            app.shutdown.started().await;
            tokio::time::sleep(LAST_REQUESTS).await;
        };
        tokio::select! {
            biased;
            () = async { shutdown.await; app.shutdown.start(); std::future::pending().await } => {}
            () = listener::serve(app.clone(), listener) => {}
            () = too_late => {}
        }
        drop(tasks);
        self.0.close().await;
    }
}
