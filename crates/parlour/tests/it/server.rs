//! A parlour of the test's own process, on a port of its own.
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use parlour::{Config, Parlour, Place};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Where this names a PostgreSQL server, such as `postgres://postgres@127.0.0.1:5432/postgres`, the
/// tests keep there what they would keep in a folder.
const POSTGRES: &str = "ZASHIKI_TEST_POSTGRES";

/// What stands for a folder: a schema of its own.
async fn schema(address: &str, folder: &Path) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let mut name: String = folder.to_string_lossy().chars().map(word).collect();
    // PostgreSQL reads 63 bytes of a name. The folder of a test differs from others at its end.
    name = name.split_off(name.len().saturating_sub(60));
    let mut server = PgConnection::connect(address).await.unwrap();
    let create = format!("CREATE SCHEMA IF NOT EXISTS \"{name}\"");
    sqlx::query(sqlx::AssertSqlSafe(create)).execute(&mut server).await.unwrap();
    server.close().await.unwrap();
    format!("{address}?options=-csearch_path%3D{name}")
}

pub struct Server {
    pub address: SocketAddr,
    pub parlour: Arc<Parlour>,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl Server {
    pub async fn start(data: &Path) -> Server {
        Server::start_with(Config::new(data)).await
    }

    pub async fn start_with(mut config: Config) -> Server {
        if let (Ok(address), Place::Folder(folder)) = (std::env::var(POSTGRES), &config.store) {
            config.store = Place::Postgres(schema(&address, folder).await);
        }
        let parlour = Arc::new(Parlour::open(config).await.expect("the folder can be used"));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = parlour.clone();
        let served = tokio::spawn(async move {
            serving
                .serve(listener, async move {
                    let _ = stopped.await;
                })
                .await
        });
        Server { address, parlour, stop, served }
    }

    /// Asks it to close and waits until it has.
    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        crate::common::soon("closing", self.served).await.unwrap();
    }
}
