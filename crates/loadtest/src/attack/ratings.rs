//! Attack: one attacker gains rating points by wins against accomplices, and tries to undo losses to
//! bots.

use anyhow::{Context, Result};
use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep};

use super::player::Player;
use super::report::Report;
use super::target::{Attack, Target};
use super::visitor::{Visitor, two_seats};

pub const ATTACK: Attack = Attack {
    name: "ratings",
    summary: "wins 25 rated games against one accomplice and 8 against new ones, has 12 cookies lose to \
              the weakest bot, and tries to undo losses",
    settings: &[],
    run: |target| run(target).boxed_local(),
};

/// Id of the game: one for two players in which a player may resign.
const GAME: &str = "shinra";
/// Number of games against one accomplice.
const PAIRED_GAMES: usize = 25;
/// Number of accomplices that play one game each.
const NEW_ACCOMPLICES: usize = 8;
/// Number of cookies (user identities) that lose to a bot.
const LOSERS: usize = 12;
/// Number of decisions of each player before the accomplice resigns, so that the result counts.
const DECISIONS: usize = 9;
/// Number of attempts after a bot's move to undo a decision, and of attempts to end the game without a
/// result.
const ATTEMPTS: usize = 6;
/// Maximum time to wait until a result is rated.
const RATING_TIMEOUT: Duration = Duration::from_secs(5);
/// Points of a player without results.
const INITIAL_POINTS: i64 = 1500;

async fn run(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let rated = async |number: usize, name: &str| {
        let mut visitor =
            Visitor::with_cookie(target.address, format!("198.51.100.{number}")).await?;
        visitor.post("/api/me", json!({ "name": name, "rated": true })).await?;
        anyhow::Ok(visitor)
    };
    // The bystander has won a regular game.
    let (mut bystander, mut other) = (rated(1, "Bystander").await?, rated(2, "Other").await?);
    play_won_game(&mut bystander, &mut other).await?;
    let before = rating_list(&mut bystander).await?;
    let start = Instant::now();
    let (mut winner, mut accomplice) = (rated(3, "Winner").await?, rated(3, "Loser").await?);
    let mut games = 0;
    while games < PAIRED_GAMES && start.elapsed() < target.duration {
        play_won_game(&mut winner, &mut accomplice).await?;
        games += 1;
    }
    let paired = points(&mut winner).await?;
    for number in 0..NEW_ACCOMPLICES {
        let mut accomplice = rated(10 + number, "Fresh").await?;
        play_won_game(&mut winner, &mut accomplice).await?;
    }
    for number in 0..LOSERS {
        let mut loser = rated(30 + number, "Weak").await?;
        let mut player = play_bot(&mut loser, "novice").await?;
        while !player.is_to_decide() {
            player.receive().await?;
        }
        player.command_at_version(json!({ "type": "resign" })).await?;
        wait_for_results(&mut loser, 1).await?;
    }
    let (undone, abandoned) = escape(&mut rated(50, "Escapes").await?).await?;
    let during = rating_list(&mut bystander).await?;
    report.bystander("points of the weakest bot", before.novice, during.novice);
    report.bystander("ranked players", before.ranked, during.ranked);
    report.bystander("highest points of a ranked player", before.best, during.best);
    let (rating, ranked) = (points(&mut winner).await?, during.winner_ranked);
    report.attacker("games won against one accomplice", games);
    report.attacker("points after these games", paired);
    report.attacker("points after games against new accomplices", rating);
    report.attacker("is ranked after that", ranked);
    report.attacker("decisions undone after a bot's move", format!("{undone} of {ATTEMPTS}"));
    report.attacker("games abandoned alone", format!("{abandoned} of {ATTEMPTS}"));
    Ok(report)
}

/// Figures read from the rating list.
struct RatingList {
    /// Rating points of the weakest bot.
    novice: i64,
    /// Number of ranked players.
    ranked: usize,
    /// Rating points of the first ranked player, or "none".
    best: Value,
    /// True if the attacker is ranked.
    winner_ranked: bool,
}

async fn rating_list(visitor: &mut Visitor) -> Result<RatingList> {
    let (ratings, _) = visitor.get(&format!("/api/ratings?game={GAME}&seats=2")).await?;
    let list = ratings["list"].as_array().context("no rating list")?;
    let points = |line: &Value| line["points"].as_i64().unwrap_or_default();
    let novice = list.iter().find(|line| line["bot"] == "novice").map_or(INITIAL_POINTS, points);
    let ranked = list.iter().filter(|line| line["bot"].is_null() && !line["rank"].is_null());
    let ranked: Vec<&Value> = ranked.collect();
    Ok(RatingList {
        novice,
        ranked: ranked.len(),
        best: ranked.first().map_or("none".into(), |line| points(line).into()),
        winner_ranked: ranked
            .iter()
            .any(|line| line["name"] == "Winner" || line["name"]["en"] == "Winner"),
    })
}

/// Opens a rated table.
async fn open_rated(visitor: &mut Visitor, seats: Value) -> Result<String> {
    let time = json!({ "kind": "decision", "seconds": 600 });
    let terms = json!({ "rated": true, "time": time, "late": "lost" });
    let body = json!({ "game": GAME, "seats": seats, "terms": terms });
    let opened = visitor.post("/api/tables", body).await?;
    Ok(opened["table"].as_str().context("no table id")?.to_owned())
}

/// Plays a game that the first player wins because the second resigns.
async fn play_won_game(winner: &mut Visitor, loser: &mut Visitor) -> Result<()> {
    let results = [rated_games(winner).await?, rated_games(loser).await?];
    let table = open_rated(winner, two_seats()).await?;
    let mut first = Player::join(winner, &table).await?;
    let mut second = Player::join(loser, &table).await?;
    second.command(json!({ "type": "sit", "seat": 1, "name": "" })).await?;
    let mut decisions = [0, 0];
    while decisions.iter().any(|taken| *taken < DECISIONS) {
        let started = |state: &Value| state["started"] == true;
        first.wait(started).await?;
        second.wait(started).await?;
        let (index, mover) = if first.is_to_decide() { (0, &mut first) } else { (1, &mut second) };
        if mover.is_to_decide() {
            mover.decide().await?;
            decisions[index] += 1;
            let version = mover.state["version"].clone();
            let other = if index == 0 { &mut second } else { &mut first };
            other.wait(|state| state["version"] == version).await?;
        } else {
            mover.receive().await?;
        }
    }
    second.command_at_version(json!({ "type": "resign" })).await?;
    wait_for_results(loser, results[1] + 1).await?;
    wait_for_results(winner, results[0] + 1).await
}

/// Starts a rated game against a bot.
async fn play_bot(visitor: &mut Visitor, bot: &str) -> Result<Player> {
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": bot }]);
    let table = open_rated(visitor, seats).await?;
    Player::join(visitor, &table).await
}

/// Tries to undo a decision after a bot's move, and to abandon the game. Returns the numbers of
/// successes.
async fn escape(visitor: &mut Visitor) -> Result<(usize, usize)> {
    let (mut undone, mut abandoned) = (0, 0);
    for _ in 0..ATTEMPTS {
        let mut player = play_bot(visitor, "novice").await?;
        let mut bot_moved = false;
        while !bot_moved {
            while !player.is_to_decide() {
                player.receive().await?;
            }
            player.decide().await?;
            // It is the bot's turn now, or still the player's.
            while !player.is_to_decide() {
                player.receive().await?;
                bot_moved = true;
            }
        }
        undone += usize::from(player.command_at_version(json!({ "type": "undo" })).await?);
        abandoned += usize::from(
            player.command_at_version(json!({ "type": "talk", "word": "abandon" })).await?,
        );
    }
    Ok((undone, abandoned))
}

async fn own_rating(visitor: &mut Visitor) -> Result<Value> {
    let (me, _) = visitor.get("/api/me").await?;
    Ok(me["ratings"][0].clone())
}

async fn points(visitor: &mut Visitor) -> Result<i64> {
    Ok(own_rating(visitor).await?["points"].as_i64().unwrap_or(INITIAL_POINTS))
}

async fn rated_games(visitor: &mut Visitor) -> Result<u64> {
    Ok(own_rating(visitor).await?["plays"].as_u64().unwrap_or_default())
}

/// Waits until this number of results of the visitor is rated, or until the timeout.
async fn wait_for_results(visitor: &mut Visitor, results: u64) -> Result<()> {
    let start = Instant::now();
    while rated_games(visitor).await? < results && start.elapsed() < RATING_TIMEOUT {
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}
