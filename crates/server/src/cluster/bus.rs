//! The message bus between the servers of one cluster: within a process, or NATS (feature `cluster`). It
//! carries only notifications: lost, duplicated or delayed messages cost time but no data, since all data is
//! in the store.

mod in_process;
#[cfg(feature = "cluster")]
mod nats;

use std::fmt::Debug;
use std::path::PathBuf;
use std::pin::Pin;

use futures_util::Stream;

pub use in_process::InProcess;
#[cfg(feature = "cluster")]
pub use nats::Nats;

/// The stream of messages to a subscriber. Dropping it ends the subscription.
pub type Messages = Pin<Box<dyn Stream<Item = Vec<u8>> + Send>>;

/// A message bus.
pub trait Bus: Debug + Send + Sync {
    /// Sends a message to all subscribers of the subject. It does not wait and does not report delivery.
    fn publish(&self, subject: &str, message: Vec<u8>);

    /// Subscribes to all future messages with a subject. The server's own messages may be included.
    fn subscribe(&self, subject: &str) -> Messages;

    /// Returns true if the bus is connected, to this server's knowledge. Buses that cannot be disconnected
    /// need not implement it.
    fn is_connected(&self) -> bool {
        true
    }

    /// The number of reconnections so far; messages may have been lost at each.
    fn interruptions(&self) -> u64 {
        0
    }
}

/// Connection settings for NATS.
#[derive(Clone, Debug, Default)]
pub struct NatsConfig {
    /// Addresses such as `nats://name:password@host:port` or `tls://…`; those of several NATS servers are
    /// separated by commas.
    pub address: String,
    /// The CA certificates for NATS, in PEM, if not the system's.
    pub ca: Option<PathBuf>,
    /// A credentials file (`.creds`), if name and password are not part of the address.
    pub credentials: Option<PathBuf>,
}
