//! A database on a PostgreSQL server.

use std::str::FromStr;
use std::time::Duration;

use futures_util::future::BoxFuture;
use session::program;
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use tokio::time::timeout;
use zashiki_core::{InputError, text};

use super::super::open_errors::{OpenError, trouble};
use super::{Answer, Database, Dialect, Row, Session, Sql, implement_sql};
use crate::store::migrations;

/// Time limit for connecting to the PostgreSQL server.
const CONNECT: Duration = Duration::from_secs(5);
/// Time limit for a statement, far longer than any statement takes normally.
const STATEMENT: &str = "10s";
/// Maximum number of simultaneous connections in the pool of one Zashiki server.
const READERS: u32 = 8;

const DIALECT: Dialect = Dialect {
    day: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
    winners: "(SELECT value::bigint AS winner FROM \
              json_array_elements_text(changes.standing::json #> '{outcome,winners}') AS value)",
    reason: "changes.standing::json #>> '{outcome,reason}'",
    has_sequences: true,
};

/// A PostgreSQL database, reached through a connection pool.
#[derive(Debug)]
pub(in crate::store) struct OnServer {
    options: PgConnectOptions,
    pool: PgPool,
}

impl OnServer {
    /// Connects to the database and migrates it to the current schema. If several servers start at once, one
    /// migrates and the others wait.
    ///
    /// # Errors
    /// Returns an error if the address is invalid, the server does not answer, the user name or password is
    /// wrong, or a newer program wrote the database; the message says which, and the remedy.
    pub(in crate::store) async fn open(address: &str) -> Result<OnServer, InputError> {
        let bad = |error: &sqlx::Error| no_server(error);
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
    // The migration may have to wait for statements of servers that are already running.
    sqlx::query("SET statement_timeout = 0").execute(&mut *first).await?;
    sqlx::query("SET lock_timeout = 0").execute(&mut *first).await?;
    migrations::postgres().run(first).await?;
    Ok(())
}

impl Database for OnServer {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
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

implement_sql!(PgPool, PgConnection, Row::Postgres, begins: "BEGIN");

/// The error message for a PostgreSQL server that cannot be used. It does not repeat the address, which may
/// contain a password.
fn no_server(error: &sqlx::Error) -> InputError {
    if let OpenError::Newer(schema) = trouble(error) {
        return newer(schema);
    }
    let code = match error {
        sqlx::Error::Database(error) => error.code(),
        _ => None,
    };
    let text = match (error, code.as_deref()) {
        (sqlx::Error::Configuration(why), _) => text!(
            "--database のアドレスを読めません({why})。postgres://名前:パスワード@ホスト:ポート/データベース の形で指定してください。",
            "The address in --database is invalid ({why}); write it as postgres://name:password@host:port/database."
        ),
        // Invalid authorization, or wrong password.
        (_, Some("28000" | "28P01")) => text!(
            "PostgreSQL が接続を断りました({error})。--database の名前とパスワード、サーバーの pg_hba.conf を確かめてください。",
            "PostgreSQL refuses the connection ({error}); check the name and the password in --database, and pg_hba.conf on the server."
        ),
        (_, Some("3D000")) => text!(
            "PostgreSQL にそのデータベースがありません({error})。createdb で作るか、--database に別の名前を指定してください。",
            "PostgreSQL has no such database ({error}); create it with createdb, or give another one in --database."
        ),
        (_, Some("42501")) => text!(
            "PostgreSQL で表を作ったり読み書きしたりする権限がありません({error})。--database の利用者をデータベースの所有者にしてください。",
            "PostgreSQL does not let this user create, read and write tables ({error}); make the user in --database the owner of its database."
        ),
        (sqlx::Error::PoolTimedOut, _) => text!(
            "PostgreSQL が答えません。動いていること、--database のホストとポート、間のファイアウォールを確かめてください。",
            "PostgreSQL does not answer; check that it runs, the host and the port in --database, and the firewalls in between."
        ),
        _ => text!(
            "PostgreSQL を使えません({error})。動いていること、--database のホストとポートを確かめてください。",
            "PostgreSQL cannot be used ({error}); check that it runs, and the host and the port in --database."
        ),
    };
    text.into()
}

fn newer(schema: i64) -> InputError {
    let (ours, known) = (program::version(), migrations::postgres().iter().len());
    text!(
        "--database のデータベースは、このプログラム({ours}、スキーマ{known}まで)より新しい版の座敷が書いたものです(スキーマ{schema})。その版のプログラムで開くか、別のデータベースを指定してください。何も変えていません。docs/guides/upgrading.md を見てください。",
        "The database in --database was written by a newer Zashiki (schema {schema}) than this one ({ours}, schema {known}). Open it with that version, or give another database; see docs/guides/upgrading.md. Nothing was changed."
    )
    .into()
}
