//! What carries messages between the servers of one cluster: within a process, or NATS where the
//! program is built with it (feature `cluster`). It carries news and no truth: what it loses, doubles
//! or delays costs time, since everything that matters is in the store.

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

/// The messages that come to a subscriber. Dropping them ends the subscription.
pub type Messages = Pin<Box<dyn Stream<Item = Vec<u8>> + Send>>;

/// A way for servers to reach each other.
pub trait Bus: Debug + Send + Sync {
    /// Sends a message to everybody who has subscribed to the subject. It never waits, and says
    /// nothing of whether the message arrives.
    fn publish(&self, subject: &str, message: Vec<u8>);

    /// Everything that others publish under a subject from now on. One's own may come as well.
    fn subscribe(&self, subject: &str) -> Messages;

    /// Whether messages get through, as far as that is known here. One that is never away need not
    /// say so.
    fn is_connected(&self) -> bool {
        true
    }

    /// How often messages may have been lost: it grows with each connection that was made anew.
    fn interruptions(&self) -> u64 {
        0
    }
}

/// How to reach NATS.
#[derive(Clone, Debug, Default)]
pub struct NatsConfig {
    /// Its addresses, such as `nats://name:password@host:port`, or `tls://…`; several of one
    /// cluster separated by commas.
    pub address: String,
    /// The certificates of those who vouch for it, in PEM, where they are not the system's.
    pub ca: Option<PathBuf>,
    /// A file of credentials (`.creds`), where no name and password are in the address.
    pub credentials: Option<PathBuf>,
}
