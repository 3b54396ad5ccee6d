//! PostgreSQL.

use std::str::FromStr;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use table::BadInput;
use tokio::time::timeout;

use super::super::faults;
use super::{Answer, Database, Dialect, Row, Session, Sql, spoken_by};
use crate::migrations;

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a statement may take before it is given up. Far longer than any does that is well.
const STATEMENT: &str = "10s";
/// How many statements are asked at once by one server.
const READERS: u32 = 8;

/// A database on a PostgreSQL server.
#[derive(Debug)]
pub(in crate::store) struct OnServer {
    options: PgConnectOptions,
    pool: PgPool,
}

impl OnServer {
    /// Connects to it and brings it to the form of this program. Of several that do so at once one
    /// does it, and the others wait.
    ///
    /// # Errors
    /// When the address is none, nobody answers there, the name or the password is wrong, or a newer
    /// program wrote the database; the message says which and what to do.
    pub(in crate::store) async fn open(address: &str) -> Result<OnServer, BadInput> {
        let bad = |error: &sqlx::Error| faults::no_server(error);
        let options = PgConnectOptions::from_str(address).map_err(|error| bad(&error))?;
        let options = options
            .application_name("zashiki")
            .options([("statement_timeout", STATEMENT), ("lock_timeout", STATEMENT)]);
        let mut first = connect(&options).await.map_err(|error| bad(&error))?;
        migrate(&mut first).await.map_err(|error| bad(&error))?;
        if let Err(error) = first.close().await {
            tracing::debug!(%error, "a connection was not closed in order");
        }
        let pool = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(CONNECT)
            .connect_lazy_with(options.clone());
        Ok(OnServer { options, pool })
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let connected = timeout(CONNECT, PgConnection::connect_with(options)).await;
    connected.map_err(|_| sqlx::Error::PoolTimedOut)?
}

async fn migrate(first: &mut PgConnection) -> Result<(), sqlx::Error> {
    // What servers that run already do may have to be waited for.
    sqlx::query("SET statement_timeout = 0").execute(&mut *first).await?;
    sqlx::query("SET lock_timeout = 0").execute(&mut *first).await?;
    migrations::postgres().run(first).await?;
    Ok(())
}

impl Database for OnServer {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn pool(&self) -> Box<dyn Sql + '_> {
        Box::new(&self.pool)
    }

    fn session(&self) -> Answer<'_, Box<dyn Session>> {
        Box::pin(async { Ok(Box::new(connect(&self.options).await?) as Box<dyn Session>) })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.pool.close())
    }
}

spoken_by!(PgPool, PgConnection, Row::Postgres, begins: "BEGIN");
