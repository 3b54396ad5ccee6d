//! The parlour: tables where people and bots sit.
//!
//! | module | what it is |
//! |---|---|
//! | [`wire`] | what goes over the wire; the page's types are generated from it |
//! | `store` | the stored truth in SQLite: setups, seats and changes, append-only |
//! | `ledger` | a play as its stored changes made it, without input or output |
//! | `deciding`, `clock` | drafts of unfinished decisions, and the time for them |
//! | `room` | one live table: the single writer of its play |
//! | `house` | what all tables share, and closing time |
//! | `thinking` | bots as ordinary seats, off the request path |
//! | `guest` | people without an account |
//! | `http`, `live`, `page` | the addresses, the socket, the page |
//! | `refusal` | every no, in both languages |
//!
//! Nothing is told to anybody before it is on disk, and nobody is told more than the view
//! of their seat.

mod clock;
mod command;
mod config;
mod deciding;
mod door;
mod guest;
mod house;
mod http;
mod ids;
mod ledger;
mod live;
mod page;
mod refusal;
mod room;
mod store;
mod thinking;
pub mod wire;

use std::future::{Future, IntoFuture};
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use table::BadInput;
use tokio::net::TcpListener;

pub use clock::{Clock, Hand};
pub use config::{Components, Config, Limits};

/// How long requests that are under way may take to finish once the server closes.
const LAST_REQUESTS: Duration = Duration::from_secs(2);

/// The parlour with its store open, ready to serve.
pub struct Parlour(Arc<house::House>);

impl Parlour {
    /// Opens the data folder, creating it if need be. Must be called on a tokio runtime.
    ///
    /// # Errors
    /// When the folder cannot be used; the message names it, why and what to do.
    pub async fn open(config: Config) -> Result<Parlour, BadInput> {
        house::House::open(config).await.map(Parlour)
    }

    /// How many tables are in memory now.
    pub fn live_tables(&self) -> usize {
        self.0.live_tables()
    }

    /// Serves until `shutdown` completes; then lets requests finish, closes every socket
    /// with code 1001 and the store, all within a few seconds.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn serve(
        &self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        // A move is a small packet that must not wait for the next one.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "TCP_NODELAY was refused");
            }
        });
        let house = self.0.clone();
        let closing = house.closing();
        let app = http::router(house.clone());
        let server = axum::serve(listener, app).with_graceful_shutdown(async move {
            shutdown.await;
            house.begin_closing();
        });
        let too_late = async {
            closing.await;
            tokio::time::sleep(LAST_REQUESTS).await;
        };
        let served = tokio::select! {
            served = server.into_future() => served,
            () = too_late => Ok(()),
        };
        self.0.close().await;
        served
    }
}
