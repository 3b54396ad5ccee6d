//! The message bus between the servers of one cluster: within a process, or over NATS (feature `cluster`). It
//! carries only notifications. Lost, duplicated or delayed messages cost time but no data, since all data is
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

/// A message bus: delivers messages to all subscribers of a subject.
pub trait Bus: Debug + Send + Sync {
    /// Sends a message to all subscribers of the subject. It returns at once and does not report whether the
    /// message was delivered.
    fn publish(&self, subject: &str, message: Vec<u8>);

    /// Subscribes to all future messages with a subject. They may include messages that this server has sent
    /// itself.
    fn subscribe(&self, subject: &str) -> Messages;

    /// Returns true if the bus is connected, to this server's knowledge. The default is for buses that cannot
    /// be disconnected.
    fn is_connected(&self) -> bool {
        true
    }

    /// The number of reconnections since the start; messages may have been lost at each.
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
    /// The file with the CA certificates for NATS, in PEM format; `None` to use the system's certificates.
    pub ca: Option<PathBuf>,
    /// A credentials file (`.creds`), if name and password are not part of the address.
    pub credentials: Option<PathBuf>,
}
