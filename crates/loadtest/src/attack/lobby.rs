//! A stranger fills the lobby with tables that last for days, visits each once, and goes.

use anyhow::Result;
use futures_util::FutureExt;
use serde_json::{Value, json};

use super::visitor::{GAME, Visitor, two_seats};
use super::{Attack, Report, Target};

pub const ATTACK: Attack = Attack {
    name: "lobby",
    summary: "fills the lobby with 120 slow tables from 6 cookies at 2 addresses, and leaves",
    settings: &[],
    play: |target| play(target).boxed_local(),
};

const SPAM: &str = "SPAM";
/// How many tables each of the attacker's cookies opens.
const EACH: usize = 20;
/// Fourteen days for each decision.
const DAYS: u64 = 14 * 24 * 60 * 60;

/// What somebody finds who waits at a table of their own.
struct Found {
    listed: bool,
    quick: bool,
    millis: f64,
}

async fn play(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let before = meet(target, 1).await?;
    let (mut opened, mut refused) = (0, 0);
    for cookie in 0..6 {
        let address = format!("198.51.100.{}", cookie % 2);
        let mut stranger = Visitor::known(target.address, address).await?;
        for _ in 0..EACH {
            let time = json!({ "kind": "decision", "seconds": DAYS });
            let terms = json!({ "listed": true, "time": time });
            match stranger.open(SPAM, two_seats(), terms).await {
                Ok(table) => {
                    stranger.join(&table).await?;
                    opened += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    let during = meet(target, 2).await?;
    let mut anybody = Visitor::new(target.address, "203.0.113.9");
    let (lobby, _) = anybody.get("/api/lobby").await?;
    let spam = tables(&lobby).filter(|table| table["seats"][0]["name"] == SPAM).count();
    report.row("waits at a table: it is listed", before.listed, during.listed);
    report.row("\"play somebody\" finds it", before.quick, during.quick);
    report.row("the lobby comes after, ms", before.millis, during.millis);
    report.did("tables opened", opened);
    report.did("tables refused", refused);
    report.did("places in the lobby", spam);
    Ok(report)
}

/// Somebody opens a table and waits there; somebody else wants to play.
async fn meet(target: &Target, number: u8) -> Result<Found> {
    let mut host = Visitor::known(target.address, format!("203.0.113.{number}")).await?;
    let table = host.open("Host", two_seats(), json!({ "listed": true })).await?;
    let _here = host.join(&table).await?;
    let mut other = Visitor::known(target.address, format!("192.0.2.{number}")).await?;
    let (lobby, millis) = other.get("/api/lobby").await?;
    let listed = tables(&lobby).any(|card| card["table"] == table.as_str());
    let quick = other.post("/api/quickstart", json!({ "game": GAME, "name": "Guest" })).await?;
    Ok(Found { listed, quick: quick["table"] == table.as_str(), millis })
}

fn tables(lobby: &Value) -> impl Iterator<Item = &Value> {
    lobby["tables"].as_array().into_iter().flatten()
}
