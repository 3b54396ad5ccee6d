//! A stranger sits down under a name that looks like somebody else's.

use anyhow::{Context, Result};
use futures_util::FutureExt;
use serde_json::{Value, json};

use super::visitor::{Visitor, two_seats};
use super::{Attack, Report, Target};

pub const ATTACK: Attack = Attack {
    name: "names",
    summary: "sits down under names that look like the other player's, or like a bot's",
    settings: &[],
    play: |target| play(target).boxed_local(),
};

/// The bystander's name, and what the stranger writes.
const ALIKE: [(&str, &str); 11] = [
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

/// Names that claim to be a bot.
const BOTS: [&str; 4] = ["BOT Kitsune", "ＢＯＴ Kitsune", "bot\u{3000}Kitsune", "Novice"];

async fn play(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let mut apart = 0;
    for (own, other) in ALIKE {
        let names = sit(target, own, other).await?;
        apart += usize::from(names.1 != other && names.1.contains('('));
    }
    let mut bots = 0;
    for name in BOTS {
        bots += usize::from(sit(target, "Ada", name).await?.1 == name);
    }
    report.row("look-alikes of the own name that are marked", "-", apart);
    report.row("people who are called like a bot", "-", bots);
    report.did("look-alikes tried", ALIKE.len());
    report.did("names of bots tried", BOTS.len());
    Ok(report)
}

/// Two sit at a table under these names; how they are shown.
async fn sit(target: &Target, own: &str, other: &str) -> Result<(String, String)> {
    let mut host = Visitor::known(target.address, "203.0.113.1").await?;
    let table = host.open(own, two_seats(), json!({})).await?;
    let mut stranger = Visitor::known(target.address, "198.51.100.1").await?;
    let (mut socket, _) = stranger.join(&table).await?;
    let sit = json!({ "type": "sit", "id": "sit", "seat": 1, "name": other });
    socket.send(sit.to_string()).await?;
    while serde_json::from_str::<Value>(&socket.next().await?)?["type"] != "done" {}
    let (stored, _) = host.get(&format!("/api/tables/{table}")).await?;
    let name = |seat: usize| {
        let name = stored["names"][seat]["en"].as_str();
        name.or(stored["names"][seat].as_str()).map(str::to_owned).context("a name")
    };
    Ok((name(0)?, name(1)?))
}
