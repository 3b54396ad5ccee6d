//! Attack: one attacker makes strong bots search at many tables, each opened with a new cookie.

use anyhow::{Context, Result, bail};
use futures_util::{FutureExt, future};
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, timeout};

use super::report::Report;
use super::target::{Attack, Target};
use super::visitor::Visitor;
use crate::socket::Socket;

pub const ATTACK: Attack = Attack {
    name: "bots",
    summary: "plays against the strongest bot at 60 tables with 60 cookies from one address",
    settings: &[],
    run: |target| run(target).boxed_local(),
};

/// Number of tables of the attacker.
const TABLES: usize = 60;
/// Maximum number of tables of the bystander, below the server's limit per person.
const MEASUREMENTS: usize = 40;
/// Maximum time to wait for a bot's move.
const TIMEOUT: Duration = Duration::from_secs(120);

async fn run(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let mut bystander = Visitor::with_cookie(target.address, "203.0.113.1").await?;
    // The bystander has used bots before, and new clients must not take precedence over that.
    for _ in 0..2 {
        response_ms(&mut bystander).await?;
    }
    let before = response_ms(&mut bystander).await?;
    let tables = (0..TABLES).map(|_| async {
        let mut attacker = Visitor::with_cookie(target.address, "198.51.100.1").await?;
        let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "master" }]);
        let body = json!({ "game": "shinra", "seats": seats, "name": "Stranger" });
        let opened = attacker.post("/api/tables", body).await?;
        let (socket, _) = attacker.join(opened["table"].as_str().context("no table id")?).await?;
        anyhow::Ok(socket)
    });
    let opened: Vec<_> = future::join_all(tables).await.into_iter().flatten().collect();
    let start = Instant::now();
    let mut during: Vec<f64> = Vec::new();
    while during.is_empty() || during.len() < MEASUREMENTS && start.elapsed() < target.duration {
        during.push(response_ms(&mut bystander).await?);
    }
    let slowest = during.iter().copied().fold(0.0, f64::max);
    report.bystander("response time of a searching bot, ms (slowest)", before, slowest);
    report.bystander("responses measured", 1, during.len());
    report.attacker("tables with a searching bot", opened.len());
    Ok(report)
}

/// Plays against a bot until its first move. Returns the bot's response time in milliseconds.
async fn response_ms(bystander: &mut Visitor) -> Result<f64> {
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "advanced" }]);
    let table = bystander.open("Bystander", seats, json!({})).await?;
    let (mut socket, message) = bystander.join(&table).await?;
    let state = &message["state"];
    let mut version = state["version"].as_u64().context("the state has no version")?;
    let start = Instant::now();
    // Without legal actions, the bot moves first.
    if let Some(action) = state["legal"][0]["action"].as_str() {
        let act = json!({ "type": "act", "id": "1", "version": version, "action": action });
        socket.send(act.to_string()).await?;
        version += 1;
    }
    wait_for_later_version(&mut socket, version).await?;
    Ok(start.elapsed().as_secs_f64() * 1000.0)
}

async fn wait_for_later_version(socket: &mut Socket, version: u64) -> Result<()> {
    loop {
        let text = timeout(TIMEOUT, socket.next()).await.context("the bot does not move")??;
        let message: Value = serde_json::from_str(&text)?;
        if message["type"] == "refused" {
            bail!("the server refused: {text}");
        }
        let current = message["state"]["version"].as_u64().or(message["version"].as_u64());
        if current > Some(version) {
            return Ok(());
        }
    }
}
