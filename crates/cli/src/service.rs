//! The protocol between a systemd service with `Type=notify` and systemd (sd_notify(3)). The server
//! sends datagrams to the socket that the variable `NOTIFY_SOCKET` names: when it is ready, when it
//! closes, and regularly as heartbeats for the watchdog. Without that variable it sends nothing.

use std::io::Result;
use std::time::Duration;

use server::Server;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// Function that sends a state, such as `READY=1`, to the service manager.
type Sender = Box<dyn Fn(&str) -> Result<()> + Send + Sync>;

/// The service manager that started this process, such as systemd.
pub struct Manager {
    send: Sender,
    /// Maximum time between two heartbeats; `None` if the watchdog is off.
    watchdog: Option<Duration>,
}

impl Manager {
    /// The service manager that the environment variables name, if any.
    pub fn of_environment() -> Option<Manager> {
        let name = std::env::var("NOTIFY_SOCKET").ok().filter(|name| !name.is_empty())?;
        match sender(&name) {
            Ok(send) => Some(Manager { send, watchdog: watchdog() }),
            Err(error) => {
                tracing::warn!(%error, "the service manager cannot be notified");
                None
            }
        }
    }

    /// Notifies the manager that the server accepts connections.
    pub fn ready(&self) {
        self.send("READY=1");
    }

    /// Notifies the manager that the server closes.
    pub fn stopping(&self) {
        self.send("STOPPING=1");
    }

    /// Sends heartbeats as long as the server answers health checks. An answer that the database cannot
    /// be reached counts too, because a restart would not help.
    pub async fn watch(&self, server: &Server) {
        let Some(watchdog) = self.watchdog else { return std::future::pending().await };
        let mut ticks = interval(watchdog / 4);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_healthy = true;
        loop {
            ticks.tick().await;
            let Ok(checked) = timeout(watchdog / 2, server.check_health()).await else { continue };
            self.send("WATCHDOG=1");
            if checked.is_ok() != is_healthy {
                is_healthy = checked.is_ok();
                self.send(if is_healthy {
                    "STATUS="
                } else {
                    "STATUS=The database cannot be read"
                });
            }
        }
    }

    fn send(&self, state: &str) {
        if let Err(error) = (self.send)(state) {
            tracing::warn!(%error, state, "the service manager could not be notified");
        }
    }
}

/// Creates the function that sends to the socket of this name. The name is a path, or, with a leading
/// `@`, a name in Linux's abstract namespace.
#[cfg(unix)]
fn sender(name: &str) -> Result<Sender> {
    use std::os::unix::net::{SocketAddr, UnixDatagram};
    let address = match name.strip_prefix('@') {
        #[cfg(target_os = "linux")]
        Some(name) => <SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(name)?,
        _ => SocketAddr::from_pathname(name)?,
    };
    let socket = UnixDatagram::unbound()?;
    // The server must not wait for a manager that does not read.
    socket.set_nonblocking(true)?;
    Ok(Box::new(move |state| socket.send_to_addr(state.as_bytes(), &address).map(drop)))
}

#[cfg(not(unix))]
fn sender(_: &str) -> Result<Sender> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// The maximum time between two heartbeats from the environment; `None` if the watchdog is off or for
/// another process.
fn watchdog() -> Option<Duration> {
    let pid = std::env::var("WATCHDOG_PID").ok();
    if pid.is_some_and(|pid| pid != std::process::id().to_string()) {
        return None;
    }
    let micros: u64 = std::env::var("WATCHDOG_USEC").ok()?.parse().ok()?;
    Some(Duration::from_micros(micros)).filter(|time| *time >= Duration::from_millis(4))
}
