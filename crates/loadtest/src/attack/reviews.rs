//! A stranger asks for reviews of long games, as many as are made.

use std::time::Instant;

use anyhow::{Context, Result};
use futures_util::FutureExt;
use hyper::Method;
use serde_json::Value;

use super::visitor::Visitor;
use super::{Attack, Report, Target};
use crate::drive::{Seated, Server};
use crate::plays;
use crate::zashiki::Zashiki;

pub const ATTACK: Attack = Attack {
    name: "reviews",
    summary: "asks for reviews of 24 long games at once under 24 cookies of one address",
    settings: &[],
    play: |target| play(target).boxed_local(),
};

const GAMES: usize = 24;

async fn play(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let long = finished(target, "shinra", GAMES).await?;
    let short = finished(target, "kokyu", 2).await?;
    let [first, second] = &short[..] else { anyhow::bail!("two games") };
    let mut bystander = Visitor::known(target.address, "203.0.113.1").await?;
    let before = review(&mut bystander, first).await?;
    let cpu = target.process.cpu()?;
    let (mut begun, mut refused) = (0, 0);
    for table in &long {
        let mut stranger = Visitor::known(target.address, "198.51.100.1").await?;
        let path = format!("/api/tables/{table}/review");
        match stranger.ask(Method::GET, &path, Value::Null).await?.status.as_u16() {
            200 => begun += 1,
            _ => refused += 1,
        }
    }
    let during = review(&mut bystander, second).await?;
    report.row("a short game is reviewed after, s", before, during);
    report.did("reviews begun", begun);
    report.did("reviews refused", refused);
    report.did("CPU of the server meanwhile, s", target.process.cpu()? - cpu);
    Ok(report)
}

/// Tables whose games are over.
async fn finished(target: &Target, game: &str, count: usize) -> Result<Vec<String>> {
    let (seats, plays) = plays::find(game, 2)?;
    let addresses = vec![target.address];
    let server = Zashiki { addresses, apart: false, game: game.to_owned(), plays, seats };
    let mut tables = Vec::new();
    for number in 0..count {
        let mut table = server.open(number).await?;
        while table.turn().await?.is_some() {}
        tables.push(table.id().to_owned());
    }
    Ok(tables)
}

/// Asks for a review until it is there; after how many seconds it was.
async fn review(visitor: &mut Visitor, table: &str) -> Result<f64> {
    let asked = Instant::now();
    loop {
        let (reviewed, _) = visitor.get(&format!("/api/tables/{table}/review")).await?;
        if !reviewed["review"].is_null() {
            return Ok(asked.elapsed().as_secs_f64());
        }
        reviewed["of"].as_u64().context("a count")?;
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}
