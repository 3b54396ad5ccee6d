//! The operator's decisions, cached in memory: bans, blocked networks, the server's mode and the announcement
//! (ADR 57).
//!
//! The decisions are stored in the database. Each server reloads them after another server has changed them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use session::guest::Guest;
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use crate::cluster::{Cluster, ServerMessage};
use crate::error::Refused;
use crate::network::Network;
use crate::protocol::{Mode, Notice};
use crate::server_clock::ServerClock;
use crate::store::{Ban, ServerState, Store};
use crate::users::bot_accounts::BotAccounts;

/// Interval at which servers of a cluster reload the operator's decisions, in case a message about a change
/// was lost.
pub(crate) const RELOAD_INTERVAL: Duration = Duration::from_secs(30);

/// The operator's decisions that are now in force.
#[derive(Clone, Default, Debug)]
pub(crate) struct Decisions {
    pub(crate) state: ServerState,
    bans: HashMap<Guest, Ban>,
    blocks: Vec<(Network, Ban)>,
}

/// The cached decisions of the operator, with notifications of changes.
pub(crate) struct Policy {
    store: Store,
    clock: ServerClock,
    cluster: Option<Arc<Cluster>>,
    bot_accounts: Option<Arc<BotAccounts>>,
    now: RwLock<Arc<Decisions>>,
    changed: watch::Sender<()>,
}

impl Policy {
    /// Loads the operator's decisions from the store.
    pub(crate) async fn read(
        store: Store,
        clock: ServerClock,
        cluster: Option<Arc<Cluster>>,
        bot_accounts: Option<Arc<BotAccounts>>,
    ) -> Result<Policy, sqlx::Error> {
        let now = RwLock::new(Arc::new(load(&store).await?));
        Ok(Policy { store, clock, cluster, bot_accounts, now, changed: watch::Sender::new(()) })
    }

    /// The operator's decisions as last loaded.
    pub(crate) fn now(&self) -> Arc<Decisions> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A receiver that is notified when the announcement or the server's mode changes.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// The announcement for a person, including the information on whether the person may create tables now.
    pub(crate) async fn notice(&self, person: Guest) -> Result<Notice, Refused> {
        let may_open = self.may_begin(person).await.is_ok();
        let ServerState { mode, text, closes_at, id } = self.now().state.clone();
        Ok(Notice { id, text, closes_at, now: self.clock.day(), mode, may_open })
    }

    /// Returns an error if the person is not allowed to create tables now.
    pub(crate) async fn may_begin(&self, person: Guest) -> Result<(), Refused> {
        let policy = self.now();
        if let Some(ban) = policy.ban(person, self.clock.day()) {
            return Err(Refused::banned(ban.until, &ban.reason));
        }
        match policy.state.mode {
            Mode::Open => Ok(()),
            Mode::ReadOnly => Err(Refused::read_only()),
            // The operator has admitted each bot account individually.
            Mode::Invited if self.is_bot_account(person) => Ok(()),
            Mode::Invited => match self.store.is_invited(person).await? {
                true => Ok(()),
                false => Err(Refused::not_invited()),
            },
        }
    }

    /// Returns an error if the server is in read-only mode.
    pub(crate) fn may_change(&self) -> Result<(), Refused> {
        match self.now().state.mode {
            Mode::ReadOnly => Err(Refused::read_only()),
            Mode::Open | Mode::Invited => Ok(()),
        }
    }

    fn is_bot_account(&self, person: Guest) -> bool {
        self.bot_accounts.as_ref().is_some_and(|accounts| accounts.name_of(person).is_some())
    }

    /// Reloads the operator's decisions from the store on this server.
    pub(crate) async fn reload(&self) -> Result<(), sqlx::Error> {
        let new = Arc::new(load(&self.store).await?);
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *now, new.clone());
        drop(now);
        if before.state != new.state {
            self.changed.send_replace(());
        }
        Ok(())
    }

    /// Reloads the operator's decisions from the store on this server, and asks the other servers to do the
    /// same.
    pub(crate) async fn reload_everywhere(&self) -> Result<(), Refused> {
        self.reload().await?;
        if let Some(cluster) = &self.cluster {
            cluster.broadcast(&ServerMessage::Policy);
        }
        Ok(())
    }

    /// In a cluster, reloads the operator's decisions periodically, until this future is dropped.
    pub(crate) async fn keep_current(&self) {
        if self.cluster.is_none() {
            return;
        }
        loop {
            self.clock.reaches(self.clock.now() + RELOAD_INTERVAL).await;
            if let Err(error) = self.reload().await {
                tracing::warn!(%error, "the operator's policy could not be reloaded");
            }
        }
    }
}

async fn load(store: &Store) -> Result<Decisions, sqlx::Error> {
    let networks = store.blocks().await?.into_iter();
    // Networks that cannot be parsed are ignored; they are checked when added.
    let blocks = networks.filter_map(|(text, ban)| Some((text.parse().ok()?, ban))).collect();
    let bans = store.bans().await?.into_iter().collect();
    Ok(Decisions { state: store.server_state().await?, bans, blocks })
}

impl Decisions {
    /// The ban of a person, if one is in force at `now` (milliseconds since 1970).
    pub(crate) fn ban(&self, person: Guest, now: i64) -> Option<&Ban> {
        self.bans.get(&person).filter(|ban| ban.holds(now))
    }

    /// The block of a network that contains the address, if one is in force at `now` (milliseconds since
    /// 1970).
    pub(crate) fn block(&self, address: IpAddr, now: i64) -> Option<&Ban> {
        let blocks = self.blocks.iter().filter(|(network, _)| network.contains(address));
        blocks.map(|(_, ban)| ban).find(|ban| ban.holds(now))
    }
}

/// The hash of an invitation code, which is all that is stored of the code.
pub(crate) fn hash_of(code: &str) -> [u8; 32] {
    Sha256::digest(code.trim().as_bytes()).into()
}
