//! Attack: one attacker takes a seat under a name that looks like the opponent's or like a bot's.

use anyhow::{Context, Result};
use futures_util::FutureExt;
use serde_json::{Value, json};

use super::report::Report;
use super::target::{Attack, Target};
use super::visitor::{Visitor, two_seats};

pub const ATTACK: Attack = Attack {
    name: "names",
    summary: "takes a seat under names that look like the opponent's or like a bot's",
    settings: &[],
    run: |target| run(target).boxed_local(),
};

/// Pairs of the bystander's name and the attacker's name that looks like it.
const LOOK_ALIKES: [(&str, &str); 11] = [
    ("がく", "か\u{3099}く"),
    ("José", "Jose\u{301}"),
    ("Ada Lo", "Ada  Lo"),
    ("Ada Lo", "Ada\u{A0}Lo"),
    ("Ada Lo", "Ada\u{3000}Lo"),
    ("Ada", "Ａｄａ"),
    ("サクラ", "ｻｸﾗ"),
    ("Ada", "\u{410}da"),
    ("Ada", "ADA"),
    ("Ada", "Ada\u{1D173}"),
    ("Ada", "Ada\u{200D}"),
];

/// Names that look like the name of a bot.
const BOT_NAMES: [&str; 4] = ["BOT Kitsune", "ＢＯＴ Kitsune", "bot\u{3000}Kitsune", "Novice"];

async fn run(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let mut marked = 0;
    for (own, other) in LOOK_ALIKES {
        let shown = shown_name(target, own, other).await?;
        marked += usize::from(shown != other && shown.contains('('));
    }
    let mut bots = 0;
    for name in BOT_NAMES {
        bots += usize::from(shown_name(target, "Ada", name).await? == name);
    }
    report.bystander("look-alikes of the bystander's name that are marked", "-", marked);
    report.bystander("players shown under the name of a bot", "-", bots);
    report.attacker("look-alikes tried", LOOK_ALIKES.len());
    report.attacker("names of bots tried", BOT_NAMES.len());
    Ok(report)
}

/// Seats two players under these names. Returns the name that the server shows for the second.
async fn shown_name(target: &Target, own: &str, other: &str) -> Result<String> {
    let mut host = Visitor::with_cookie(target.address, "203.0.113.1").await?;
    let table = host.open(own, two_seats(), json!({})).await?;
    let mut attacker = Visitor::with_cookie(target.address, "198.51.100.1").await?;
    let (mut socket, _) = attacker.join(&table).await?;
    let sit = json!({ "type": "sit", "id": "sit", "seat": 1, "name": other });
    socket.send(sit.to_string()).await?;
    while serde_json::from_str::<Value>(&socket.next().await?)?["type"] != "done" {}
    let (table, _) = host.get(&format!("/api/tables/{table}")).await?;
    let name = &table["names"][1];
    name["en"].as_str().or(name.as_str()).map(str::to_owned).context("the seat has no name")
}
