//! A server in the test's process, on its own port, and access to its store.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

use server::{Config, InProcess, Place, Server};
use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Environment variable with the URL of a PostgreSQL server, such as
/// `postgres://postgres@127.0.0.1:5432/postgres`. If set, the tests use schemas there instead of folders.
const POSTGRES: &str = "ZASHIKI_TEST_POSTGRES";

/// Returns true if the tests use PostgreSQL.
pub fn on_postgres() -> bool {
    std::env::var_os(POSTGRES).is_some()
}

/// Skips a test of a feature that only SQLite has, such as its files, when the tests use PostgreSQL.
macro_rules! of_sqlite {
    () => {
        if crate::server::on_postgres() {
            return;
        }
    };
}
pub(crate) use of_sqlite;

/// The name of the PostgreSQL schema that replaces this folder.
fn schema(folder: &Path) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let mut name: String = folder.to_string_lossy().chars().map(word).collect();
    // PostgreSQL limits names to 63 bytes. The folders of tests differ at their ends.
    name.split_off(name.len().saturating_sub(60))
}

/// The location of the database that belongs to a test's folder.
pub async fn place(folder: &Path) -> Place {
    let Ok(address) = std::env::var(POSTGRES) else { return Place::Folder(folder.to_owned()) };
    let schema = schema(folder);
    let mut server = PgConnection::connect(&address).await.unwrap();
    let create = format!("CREATE SCHEMA IF NOT EXISTS \"{schema}\"");
    sqlx::query(AssertSqlSafe(create)).execute(&mut server).await.unwrap();
    server.close().await.unwrap();
    Place::Postgres(format!("{address}?options=-csearch_path%3D{schema}"))
}

/// A connection to the server's database, for reading and altering it directly.
pub async fn stored(folder: &Path) -> AnyPool {
    sqlx::any::install_default_drivers();
    let address = match place(folder).await {
        Place::Folder(folder) => format!("sqlite:{}", folder.join("zashiki.db").display()),
        Place::Postgres(address) => address,
    };
    AnyPoolOptions::new().max_connections(2).connect(&address).await.unwrap()
}

/// The message buses of clusters, by the folder of their database.
static BUSES: LazyLock<Mutex<HashMap<PathBuf, InProcess>>> = LazyLock::new(Mutex::default);

pub struct TestServer {
    pub address: SocketAddr,
    pub handle: Arc<Server>,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl TestServer {
    pub async fn start(data: &Path) -> TestServer {
        TestServer::start_with(Config::new(data)).await
    }

    pub async fn start_with(mut config: Config) -> TestServer {
        if let Place::Folder(folder) = config.store.clone() {
            config.store = place(&folder).await;
            if on_postgres() && config.bus.is_none() {
                let bus = BUSES.lock().unwrap().entry(folder).or_default().clone();
                config.bus = Some(Arc::new(bus));
            }
        }
        let handle = Arc::new(Server::open(config).await.expect("the folder can be used"));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = handle.clone();
        let served = tokio::spawn(async move {
            serving
                .serve(listener, async move {
                    let _ = stopped.await;
                })
                .await
        });
        TestServer { address, handle, stop, served }
    }

    /// Shuts the server down and waits until it has stopped.
    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        crate::common::soon("closing", self.served).await.unwrap();
    }
}
