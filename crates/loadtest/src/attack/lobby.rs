//! Attack: one attacker fills the lobby with tables that last for days, visits each once and leaves.

use anyhow::Result;
use futures_util::FutureExt;
use serde_json::{Value, json};

use super::report::Report;
use super::target::{Attack, Target};
use super::visitor::{GAME, Visitor, two_seats};

pub const ATTACK: Attack = Attack {
    name: "lobby",
    summary: "fills the lobby with 120 slow tables from 6 cookies at 2 addresses, and leaves",
    settings: &[],
    run: |target| run(target).boxed_local(),
};

/// Name under which the attacker opens its tables.
const SPAM: &str = "SPAM";
/// Number of cookies (user identities) of the attacker.
const COOKIES: usize = 6;
/// Number of tables that each cookie tries to open.
const TABLES_EACH: usize = 20;
/// Time for each decision: 14 days, in seconds.
const DECISION_TIME: u64 = 14 * 24 * 60 * 60;

/// Visibility of a bystander's table to other users.
struct Visibility {
    /// True if the lobby lists the table.
    listed: bool,
    /// True if quick start finds the table.
    quick: bool,
    /// Response time of the lobby, in milliseconds.
    lobby_ms: f64,
}

async fn run(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let before = visibility(target, 1).await?;
    let (mut opened, mut refused) = (0, 0);
    for cookie in 0..COOKIES {
        let address = format!("198.51.100.{}", cookie % 2);
        let mut attacker = Visitor::with_cookie(target.address, address).await?;
        for _ in 0..TABLES_EACH {
            let time = json!({ "kind": "decision", "seconds": DECISION_TIME });
            let terms = json!({ "listed": true, "time": time });
            match attacker.open(SPAM, two_seats(), terms).await {
                Ok(table) => {
                    attacker.join(&table).await?;
                    opened += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    let during = visibility(target, 2).await?;
    let mut visitor = Visitor::new(target.address, "203.0.113.9");
    let (lobby, _) = visitor.get("/api/lobby").await?;
    let spam = tables(&lobby).filter(|table| table["seats"][0]["name"] == SPAM).count();
    report.bystander("the lobby lists the bystander's table", before.listed, during.listed);
    report.bystander("quick start finds the bystander's table", before.quick, during.quick);
    report.bystander("response time of the lobby, ms", before.lobby_ms, during.lobby_ms);
    report.attacker("tables opened", opened);
    report.attacker("tables refused", refused);
    report.attacker("tables listed in the lobby", spam);
    Ok(report)
}

/// A bystander opens a table and waits there, and a second one looks for a game. Returns how well they
/// find each other.
async fn visibility(target: &Target, number: u8) -> Result<Visibility> {
    let mut host = Visitor::with_cookie(target.address, format!("203.0.113.{number}")).await?;
    let table = host.open("Host", two_seats(), json!({ "listed": true })).await?;
    let _connection = host.join(&table).await?;
    let mut guest = Visitor::with_cookie(target.address, format!("192.0.2.{number}")).await?;
    let (lobby, lobby_ms) = guest.get("/api/lobby").await?;
    let listed = tables(&lobby).any(|card| card["table"] == table.as_str());
    let quick = guest.post("/api/quickstart", json!({ "game": GAME, "name": "Guest" })).await?;
    Ok(Visibility { listed, quick: quick["table"] == table.as_str(), lobby_ms })
}

fn tables(lobby: &Value) -> impl Iterator<Item = &Value> {
    lobby["tables"].as_array().into_iter().flatten()
}
