//! A stranger has strong bots think at many tables, each under a new cookie.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use futures_util::{FutureExt, future};
use serde_json::{Value, json};
use tokio::time::{Duration, timeout};

use super::visitor::Visitor;
use super::{Attack, Report, Target};
use crate::socket::Socket;

pub const ATTACK: Attack = Attack {
    name: "bots",
    summary: "plays the strongest bot at 60 tables under 60 cookies of one address",
    settings: &[],
    play: |target| play(target).boxed_local(),
};

const TABLES: usize = 60;
/// The most tables that the bystander opens, which is less than a person may.
const ANSWERS: usize = 40;
/// The longest a bystander waits.
const PATIENCE: Duration = Duration::from_secs(120);

async fn play(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let mut bystander = Visitor::known(target.address, "203.0.113.1").await?;
    // Who has used more before is not to wait for everybody who comes new.
    for _ in 0..2 {
        answer(&mut bystander).await?;
    }
    let before = answer(&mut bystander).await?;
    let tables = (0..TABLES).map(|_| async {
        let mut stranger = Visitor::known(target.address, "198.51.100.1").await?;
        let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "master" }]);
        let body = json!({ "game": "shinra", "seats": seats, "name": "Stranger" });
        let opened = stranger.post("/api/tables", body).await?;
        let (socket, _) = stranger.join(opened["table"].as_str().context("an id")?).await?;
        anyhow::Ok(socket)
    });
    let opened: Vec<_> = future::join_all(tables).await.into_iter().flatten().collect();
    let began = Instant::now();
    let mut during: Vec<f64> = Vec::new();
    while during.is_empty() || during.len() < ANSWERS && began.elapsed() < target.lasts {
        during.push(answer(&mut bystander).await?);
    }
    let worst = during.iter().copied().fold(0.0, f64::max);
    report.row("a bot that searches answers after, ms (the slowest)", before, worst);
    report.row("answers waited for", 1, during.len());
    report.did("tables with a bot that thinks", opened.len());
    Ok(report)
}

/// Plays against a bot until it has answered once; after how many milliseconds it did.
async fn answer(bystander: &mut Visitor) -> Result<f64> {
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "advanced" }]);
    let table = bystander.open("Bystander", seats, json!({})).await?;
    let (mut socket, message) = bystander.join(&table).await?;
    let state = &message["state"];
    let mut version = state["version"].as_u64().context("a version")?;
    let asked = Instant::now();
    // Otherwise the bot begins.
    if let Some(action) = state["legal"][0]["action"].as_str() {
        let act = json!({ "type": "act", "id": "1", "version": version, "action": action });
        socket.send(act.to_string()).await?;
        version += 1;
    }
    next(&mut socket, Some(version)).await?;
    Ok(asked.elapsed().as_secs_f64() * 1000.0)
}

/// Waits until the table has a later version than this.
async fn next(socket: &mut Socket, version: Option<u64>) -> Result<()> {
    loop {
        let text = timeout(PATIENCE, socket.next()).await.context("no bot answers")??;
        let message: Value = serde_json::from_str(&text)?;
        if message["type"] == "refused" {
            bail!("refused: {text}");
        }
        let now = message["state"]["version"].as_u64().or(message["version"].as_u64());
        if now > version {
            return Ok(());
        }
    }
}
