//! The interface of an attack.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Result;
use futures_util::future::LocalBoxFuture;

use super::report::Report;
use crate::process::Process;

/// An attack.
pub struct Attack {
    pub name: &'static str,
    /// Actions of the attacker, for the list of attacks.
    pub summary: &'static str,
    /// Environment variables of the server that differ from the defaults.
    pub settings: &'static [(&'static str, &'static str)],
    pub run: for<'a> fn(&'a Target) -> LocalBoxFuture<'a, Result<Report>>,
}

/// The server under attack.
pub struct Target {
    pub process: Process,
    pub address: SocketAddr,
    /// Duration of the attack.
    pub duration: Duration,
}
