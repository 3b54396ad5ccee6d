//! Notifications that browsers were signed out, so that their connections are closed on all servers.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::cluster::{Cluster, ServerMessage};
use crate::users::guest::Token;

/// Maximum number of sign-outs that a connection has not processed yet. A connection with more of them is
/// closed.
const BUFFERED: usize = 1024;

/// Notifies the connections to clients when a browser was signed out.
pub(crate) struct SignOuts {
    sender: broadcast::Sender<Token>,
    cluster: Option<Arc<Cluster>>,
}

impl SignOuts {
    pub(crate) fn new(cluster: Option<Arc<Cluster>>) -> SignOuts {
        SignOuts { sender: broadcast::Sender::new(BUFFERED), cluster }
    }

    /// A receiver of all future sign-outs: the browsers whose connections must be closed.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Token> {
        self.sender.subscribe()
    }

    /// Closes the connections of a signed-out browser on this server.
    pub(crate) fn close_here(&self, browser: Token) {
        // Sending fails if no client is connected, which does no harm.
        let _ = self.sender.send(browser);
    }

    /// Closes the connections of a signed-out browser on all servers.
    pub(crate) fn close_everywhere(&self, browser: Token) {
        self.close_here(browser);
        if let Some(cluster) = &self.cluster {
            cluster.broadcast(&ServerMessage::SignedOut(browser));
        }
    }
}
