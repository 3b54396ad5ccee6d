//! What the operator decided about people, networks and new tables, in memory, and the addresses by
//! which people learn of it and report names (ADR 57).
//!
//! It is stored in the database; each server reads it again when one of them has changed it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use crate::app::App;
use crate::client_addr::{self, Address};
use crate::config::Rate;
use crate::error::Refused;
use crate::http::{MAX_BODY, is_health, read_body};
use crate::network::Network;
use crate::protocol::{Mode, Notice, ReportName, UseInvitation};
use crate::store::{Ban, Report, ServerState, Store};
use crate::table::setup::Sitter;
use crate::users::guest::Guest;
use crate::users::profile::{may_set, may_try};

/// How often several servers read what another may have changed, if its note was lost.
pub(crate) const READ_AGAIN: Duration = Duration::from_secs(30);

/// What the operator decided.
#[derive(Clone, Default, Debug)]
pub(crate) struct Decided {
    pub(crate) state: ServerState,
    bans: HashMap<Guest, Ban>,
    blocks: Vec<(Network, Ban)>,
}

/// The same as it is now, and after each change.
#[derive(Debug)]
pub(crate) struct Policy {
    now: RwLock<Arc<Decided>>,
    changed: watch::Sender<()>,
}

impl Policy {
    /// What is stored.
    pub(crate) async fn read(store: &Store) -> Result<Policy, sqlx::Error> {
        let now = RwLock::new(Arc::new(decided(store).await?));
        Ok(Policy { now, changed: watch::Sender::new(()) })
    }

    /// What is decided now.
    pub(crate) fn now(&self) -> Arc<Decided> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells of each change of the announcement and the mode.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Reads again what is stored.
    pub(crate) async fn read_again(&self, store: &Store) -> Result<(), sqlx::Error> {
        let new = Arc::new(decided(store).await?);
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *now, new.clone());
        drop(now);
        if before.state != new.state {
            self.changed.send_replace(());
        }
        Ok(())
    }
}

async fn decided(store: &Store) -> Result<Decided, sqlx::Error> {
    let networks = store.blocks().await?.into_iter();
    // What no program reads is not blocked; it is refused when it is added.
    let blocks = networks.filter_map(|(text, ban)| Some((text.parse().ok()?, ban))).collect();
    let bans = store.bans().await?.into_iter().collect();
    Ok(Decided { state: store.server_state().await?, bans, blocks })
}

impl Decided {
    /// The ban of a person, if it holds.
    pub(crate) fn ban(&self, person: Guest, now: i64) -> Option<&Ban> {
        self.bans.get(&person).filter(|ban| ban.holds(now))
    }

    /// The block of an address, if it holds.
    fn block(&self, address: IpAddr, now: i64) -> Option<&Ban> {
        let blocks = self.blocks.iter().filter(|(network, _)| network.contains(address));
        blocks.map(|(_, ban)| ban).find(|ban| ban.holds(now))
    }
}

/// How the code of an invitation is stored.
pub(crate) fn hash_of(code: &str) -> [u8; 32] {
    Sha256::digest(code.trim().as_bytes()).into()
}

impl App {
    /// What the operator announces, for this person.
    pub(crate) async fn notice(&self, person: Guest) -> Result<Notice, Refused> {
        let may_open = self.may_begin(person).await.is_ok();
        let ServerState { mode, text, closes_at, id } = self.policy.now().state.clone();
        Ok(Notice { id, text, closes_at, now: self.day(), mode, may_open })
    }

    /// Refuses to open tables where that is not for everybody.
    pub(crate) async fn may_begin(&self, person: Guest) -> Result<(), Refused> {
        let policy = self.policy.now();
        if let Some(ban) = policy.ban(person, self.day()) {
            return Err(Refused::banned(ban.until, &ban.reason));
        }
        match policy.state.mode {
            Mode::Open => Ok(()),
            Mode::ReadOnly => Err(Refused::read_only()),
            // Bot accounts are let in by the operator, one by one.
            Mode::Invited if self.account_of(person).is_some() => Ok(()),
            Mode::Invited => match self.store.is_invited(person).await? {
                true => Ok(()),
                false => Err(Refused::not_invited()),
            },
        }
    }

    /// Refuses what would be new where nothing new begins.
    pub(crate) fn may_change(&self) -> Result<(), Refused> {
        match self.policy.now().state.mode {
            Mode::ReadOnly => Err(Refused::read_only()),
            Mode::Open | Mode::Invited => Ok(()),
        }
    }

    /// Reads again what the operator decided, here and on all servers.
    pub(crate) async fn policy_changed(&self) -> Result<(), Refused> {
        self.policy.read_again(&self.store).await?;
        self.tell_policy();
        Ok(())
    }

    /// Reads now and then what another server may have changed, until this one closes.
    pub(crate) async fn keep_policy(self: Arc<Self>) {
        if self.cluster.is_none() {
            return;
        }
        loop {
            self.clock.reaches(self.clock.now() + READ_AGAIN).await;
            if let Err(error) = self.policy.read_again(&self.store).await {
                tracing::warn!(%error, "what the operator decided is not read again");
            }
        }
    }
}
