//! A parlour of the test's own process, on a port of its own.
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use parlour::{Config, Parlour};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

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

    pub async fn start_with(config: Config) -> Server {
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
