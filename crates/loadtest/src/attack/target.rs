//! The interface that every attack implements, and the server that it is run on.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Result;
use futures_util::future::LocalBoxFuture;

use super::report::Report;
use crate::process::Process;

/// An attack: its name, description and function.
pub struct Attack {
    pub name: &'static str,
    /// Short description of what the attacker does, for the list of attacks.
    pub summary: &'static str,
    /// Environment variables, names and values, for the server under attack.
    pub settings: &'static [(&'static str, &'static str)],
    pub run: for<'a> fn(&'a Target) -> LocalBoxFuture<'a, Result<Report>>,
}

/// The server under attack.
pub struct Target {
    pub process: Process,
    pub address: SocketAddr,
    /// Duration for which the attack runs.
    pub duration: Duration,
}
