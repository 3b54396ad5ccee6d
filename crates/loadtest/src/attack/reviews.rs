//! Attack: one attacker requests reviews (analyses by a bot) of many long games.

use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::FutureExt;
use hyper::Method;
use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::report::Report;
use super::target::{Attack, Target};
use super::visitor::Visitor;
use crate::drive::{Server, Table};
use crate::games;
use crate::zashiki::Zashiki;

pub const ATTACK: Attack = Attack {
    name: "reviews",
    summary: "requests reviews of 24 long games at once with 24 cookies from one address",
    settings: &[],
    run: |target| run(target).boxed_local(),
};

/// Number of games that the attacker requests reviews of.
const GAMES: usize = 24;
/// Interval at which the client asks again for a review that is not complete.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

async fn run(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let long = finish_games(target, "shinra", GAMES).await?;
    let short = finish_games(target, "kokyu", 2).await?;
    let [first, second] = &short[..] else { anyhow::bail!("two games expected") };
    let mut bystander = Visitor::with_cookie(target.address, "203.0.113.1").await?;
    let before = review_s(&mut bystander, first).await?;
    let cpu = target.process.cpu()?;
    let (mut accepted, mut refused) = (0, 0);
    for table in &long {
        let mut attacker = Visitor::with_cookie(target.address, "198.51.100.1").await?;
        let path = format!("/api/tables/{table}/review");
        match attacker.request(Method::GET, &path, Value::Null).await?.status.as_u16() {
            200 => accepted += 1,
            _ => refused += 1,
        }
    }
    let during = review_s(&mut bystander, second).await?;
    report.bystander("time to review a short game, s", before, during);
    report.attacker("reviews accepted", accepted);
    report.attacker("reviews refused", refused);
    report.attacker("processor time of the server, s", target.process.cpu()? - cpu);
    Ok(report)
}

/// Plays games to their end. Returns the ids of their tables.
async fn finish_games(target: &Target, game: &str, count: usize) -> Result<Vec<String>> {
    let (seats, games) = games::generate(game, 2)?;
    let addresses = vec![target.address];
    let server = Zashiki { addresses, spread: false, game: game.to_owned(), games, seats };
    let mut tables = Vec::new();
    for number in 0..count {
        let mut table = server.open(number).await?;
        while table.play_move().await?.is_some() {}
        tables.push(table.id().to_owned());
    }
    Ok(tables)
}

/// Requests a review until it is complete. Returns the time that took, in seconds.
async fn review_s(visitor: &mut Visitor, table: &str) -> Result<f64> {
    let start = Instant::now();
    loop {
        let (response, _) = visitor.get(&format!("/api/tables/{table}/review")).await?;
        if !response["review"].is_null() {
            return Ok(start.elapsed().as_secs_f64());
        }
        response["of"].as_u64().context("no progress of the review")?;
        sleep(POLL_INTERVAL).await;
    }
}
