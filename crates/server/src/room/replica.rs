//! The state of a table's replication to other servers.

use std::sync::Arc;

use session::guest::Guest;

use crate::cluster::bus::Messages;
use crate::cluster::{Cluster, Subject};
use crate::room::registry::RoomProgress;

/// The connection of a room to the rooms of the same table on other servers.
pub(super) struct Replica {
    pub(super) subject: Subject,
    /// The other servers' messages; `None` once the room has taken them.
    pub(super) messages: Option<Messages>,
    /// The fencing number of this server's lease, if it holds the table's lease. The store accepts this
    /// server's own changes only while the lease has this number.
    pub(super) fence: Option<i64>,
    /// Id of the server that holds the lease if this server does not, as last known.
    pub(super) home: String,
    /// True if the other servers have yet to be notified of a stored change.
    pub(super) news: bool,
    /// The connected guests as last sent to the other servers.
    pub(super) here: Vec<Guest>,
    pub(super) progress: Arc<RoomProgress>,
}

impl Replica {
    /// Subscribes to the table's messages, before the table is read from the store.
    pub(super) fn listen(cluster: &Cluster, table: &str) -> Replica {
        let subject = cluster.line.table(table);
        Replica {
            messages: Some(cluster.line.listen(&subject)),
            subject,
            fence: None,
            home: String::new(),
            news: false,
            here: Vec::new(),
            progress: Arc::default(),
        }
    }

    /// Takes the stream of the other servers' messages.
    pub(super) fn take_messages(&mut self) -> Option<Messages> {
        self.messages.take()
    }
}
