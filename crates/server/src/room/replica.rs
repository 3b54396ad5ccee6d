//! The state of a table's replication to other servers.

use std::sync::Arc;

use crate::cluster::bus::Messages;
use crate::cluster::{Cluster, Subject};
use crate::room::registry::RoomProgress;
use crate::users::guest::Guest;

/// What a table has to do with other servers.
pub(super) struct Replica {
    pub(super) subject: Subject,
    /// What they say; none once the room has taken it.
    pub(super) messages: Option<Messages>,
    /// Under which number it is at home here, if it is.
    pub(super) fence: Option<i64>,
    /// The server with which it is at home otherwise, as was last heard.
    pub(super) home: String,
    /// Whether something was stored here of which they have yet to be told.
    pub(super) news: bool,
    /// Who is connected here, as they were last told.
    pub(super) here: Vec<Guest>,
    pub(super) progress: Arc<RoomProgress>,
}

impl Replica {
    /// Listens to them, from before the table is read.
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

    /// What they say.
    pub(super) fn take_messages(&mut self) -> Option<Messages> {
        self.messages.take()
    }
}
