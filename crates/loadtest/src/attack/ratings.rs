//! A stranger makes a rating of wins against accomplices, and takes back what they lose to bots.

use anyhow::{Context, Result};
use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use super::play::Player;
use super::visitor::{Visitor, two_seats};
use super::{Attack, Report, Target};

pub const ATTACK: Attack = Attack {
    name: "ratings",
    summary: "wins 25 rated games against one accomplice and 8 against new ones, has 12 cookies lose to \
              the weakest bot, and takes back losses",
    settings: &[],
    play: |target| play(target).boxed_local(),
};

/// A game for two in which a seat may resign.
const GAME: &str = "shinra";
/// Games against one accomplice, and against accomplices who are new each time.
const ONE: usize = 25;
const FRESH: usize = 8;
/// How many lose to a bot.
const LOSERS: usize = 12;
/// So many decisions does an accomplice take before it resigns, so that the result counts.
const DECISIONS: usize = 9;
/// How long a result may take to be counted.
const COUNTED: Duration = Duration::from_secs(5);

async fn play(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let rated = async |number: usize, name: &str| {
        let mut visitor = Visitor::known(target.address, format!("198.51.100.{number}")).await?;
        visitor.post("/api/me", json!({ "name": name, "rated": true })).await?;
        anyhow::Ok(visitor)
    };
    // The bystander has won an honest game.
    let (mut bystander, mut other) = (rated(1, "Bystander").await?, rated(2, "Other").await?);
    won(&mut bystander, &mut other).await?;
    let before = list(&mut bystander).await?;
    let began = Instant::now();
    let (mut winner, mut accomplice) = (rated(3, "Winner").await?, rated(3, "Loser").await?);
    let mut games = 0;
    while games < ONE && began.elapsed() < target.lasts {
        won(&mut winner, &mut accomplice).await?;
        games += 1;
    }
    let paired = points(&mut winner).await?;
    for number in 0..FRESH {
        let mut fresh = rated(10 + number, "Fresh").await?;
        won(&mut winner, &mut fresh).await?;
    }
    for number in 0..LOSERS {
        let mut loser = rated(30 + number, "Weak").await?;
        let mut player = against(&mut loser, "novice").await?;
        while !player.is_to_decide() {
            player.hear().await?;
        }
        player.say(json!({ "type": "resign" })).await?;
        counted(&mut loser, 1).await?;
    }
    let (tried, undone, broken) = escape(&mut rated(50, "Escapes").await?).await?;
    let during = list(&mut bystander).await?;
    report.row("points of the weakest bot", before.novice, during.novice);
    report.row("people with a rank", before.ranked, during.ranked);
    report.row("most points of a person with a rank", before.best, during.best);
    let (rating, ranked) = (points(&mut winner).await?, during.winner_ranked);
    report.did("games won against one accomplice", games);
    report.did("points by that", paired);
    report.did("points after games against new accomplices", rating);
    report.did("has a rank", ranked);
    report.did("decisions taken back after a bot had answered", format!("{undone} of {tried}"));
    report.did("games broken off alone", format!("{broken} of {tried}"));
    Ok(report)
}

/// What the list of ratings says.
struct Listed {
    novice: i64,
    ranked: usize,
    best: Value,
    winner_ranked: bool,
}

async fn list(visitor: &mut Visitor) -> Result<Listed> {
    let (ratings, _) = visitor.get(&format!("/api/ratings?game={GAME}&seats=2")).await?;
    let list = ratings["list"].as_array().context("a list")?;
    let points = |line: &Value| line["points"].as_i64().unwrap_or_default();
    let novice = list.iter().find(|line| line["bot"] == "novice").map_or(1500, points);
    let people = list.iter().filter(|line| line["bot"].is_null() && !line["rank"].is_null());
    let ranked: Vec<&Value> = people.collect();
    Ok(Listed {
        novice,
        ranked: ranked.len(),
        best: ranked.first().map_or("none".into(), |line| points(line).into()),
        winner_ranked: ranked
            .iter()
            .any(|line| line["name"] == "Winner" || line["name"]["en"] == "Winner"),
    })
}

/// Opens a rated table.
async fn open(visitor: &mut Visitor, seats: Value) -> Result<String> {
    let time = json!({ "kind": "decision", "seconds": 600 });
    let terms = json!({ "rated": true, "time": time, "late": "lost" });
    let body = json!({ "game": GAME, "seats": seats, "terms": terms });
    let opened = visitor.post("/api/tables", body).await?;
    Ok(opened["table"].as_str().context("an id")?.to_owned())
}

/// A game that one wins because the other resigns.
async fn won(winner: &mut Visitor, loser: &mut Visitor) -> Result<()> {
    let known = [plays(winner).await?, plays(loser).await?];
    let table = open(winner, two_seats()).await?;
    let mut one = Player::join(winner, &table).await?;
    let mut two = Player::join(loser, &table).await?;
    two.order(json!({ "type": "sit", "seat": 1, "name": "" })).await?;
    let mut decisions = [0, 0];
    while decisions.iter().any(|taken| *taken < DECISIONS) {
        let newest = |state: &Value| state["started"] == true;
        one.wait(newest).await?;
        two.wait(newest).await?;
        let (place, mover) = if one.is_to_decide() { (0, &mut one) } else { (1, &mut two) };
        if mover.is_to_decide() {
            mover.decide().await?;
            decisions[place] += 1;
            let version = mover.state["version"].clone();
            let other = if place == 0 { &mut two } else { &mut one };
            other.wait(|state| state["version"] == version).await?;
        } else {
            mover.hear().await?;
        }
    }
    two.say(json!({ "type": "resign" })).await?;
    counted(loser, known[1] + 1).await?;
    counted(winner, known[0] + 1).await
}

/// A rated game against a bot.
async fn against(visitor: &mut Visitor, bot: &str) -> Result<Player> {
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": bot }]);
    let table = open(visitor, seats).await?;
    Player::join(visitor, &table).await
}

/// Takes decisions back after a bot has answered, and breaks the game off: how often that was
/// tried, and done.
async fn escape(visitor: &mut Visitor) -> Result<(usize, usize, usize)> {
    let (mut undone, mut broken) = (0, 0);
    const TRIED: usize = 6;
    for _ in 0..TRIED {
        let mut player = against(visitor, "novice").await?;
        let mut answered = false;
        while !answered {
            while !player.is_to_decide() {
                player.hear().await?;
            }
            player.decide().await?;
            // It is the bot's turn now, or still one's own.
            while !player.is_to_decide() {
                player.hear().await?;
                answered = true;
            }
        }
        undone += usize::from(player.say(json!({ "type": "undo" })).await?);
        broken += usize::from(player.say(json!({ "type": "talk", "word": "abandon" })).await?);
    }
    Ok((TRIED, undone, broken))
}

async fn mine(visitor: &mut Visitor) -> Result<Value> {
    let (me, _) = visitor.get("/api/me").await?;
    Ok(me["ratings"][0].clone())
}

async fn points(visitor: &mut Visitor) -> Result<i64> {
    Ok(mine(visitor).await?["points"].as_i64().unwrap_or(1500))
}

async fn plays(visitor: &mut Visitor) -> Result<u64> {
    Ok(mine(visitor).await?["plays"].as_u64().unwrap_or_default())
}

/// Waits until so many results of somebody are counted.
async fn counted(visitor: &mut Visitor, results: u64) -> Result<()> {
    let began = Instant::now();
    while plays(visitor).await? < results && began.elapsed() < COUNTED {
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}
