//! Three servers are killed, stopped, cut off and told wrong times while people and bots play, and
//! nothing that was answered may be lost, doubled or stuck.

mod player;

use std::cell::Cell;
use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use futures_util::future;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use zashiki_core::{GameRng, Record, Seat, Viewer};

use crate::cluster::{Cluster, Way};
use crate::http::Client;
use crate::socket::Socket;
use player::Player;

/// How long each server is stopped or cut off at most, in milliseconds, and how far the bus is delayed.
const LONG: u32 = 5_000;
const DELAY: Duration = Duration::from_secs(2);
/// The longest pause between two faults, in milliseconds.
const PAUSE: u32 = 1_500;

/// What is played: a game with its seats, and terms if there are any.
fn tables() -> Vec<(&'static str, Value, Value)> {
    let (me, open) = (json!({ "kind": "me" }), json!({ "kind": "open" }));
    let bot = json!({ "kind": "bot", "bot": "random" });
    let quick = json!({ "time": { "kind": "decision", "seconds": 5 } });
    vec![
        ("kokyu", json!([me, open]), Value::Null),
        ("shinra", json!([me, bot]), Value::Null),
        ("sengoku", json!([me, open, bot]), Value::Null),
        ("hostile", json!([me, bot, open, bot]), Value::Null),
        ("honnoji", json!([me, open, bot]), Value::Null),
        ("kokyu", json!([me, bot]), quick),
    ]
}

/// What came of it. Anything that was lost, doubled or stuck is an error, and there is no report.
#[derive(Default, Serialize)]
pub struct Report {
    /// How often something was done to the servers and services, by what.
    faults: Vec<(&'static str, u64)>,
    /// How many plays were played to their end.
    plays: u64,
    /// How many actions of people were answered.
    answered: u64,
    /// How many actions of bots there were in their plays.
    of_bots: u64,
    /// How often people connected again.
    reconnections: u64,
    /// How many views were compared with those of a fresh replay.
    views: u64,
    /// The longest time that anybody saw nothing new, in seconds.
    longest_s: f64,
}

impl Display for Report {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Report { faults, plays, answered, of_bots, reconnections, views, longest_s } = self;
        for (fault, count) in faults {
            writeln!(out, "{count:>6} × {fault}")?;
        }
        writeln!(
            out,
            "{plays} plays: 0 of {answered} answered actions lost or doubled, none stuck"
        )?;
        writeln!(out, "{of_bots} actions of bots, each made once; {reconnections} reconnections")?;
        write!(out, "{views} views as a replay makes them; the longest wait was {longest_s:.1} s")
    }
}

/// Plays for so long while things go wrong, and then to the end of every play.
///
/// # Errors
/// When anything was lost, doubled or stuck, or a view is another than that of a replay.
pub async fn run(
    cluster: &mut Cluster,
    lasts: Duration,
    tables_each: usize,
    seed: u64,
) -> Result<Report> {
    let servers = cluster.addresses();
    let over = Cell::new(false);
    let playing = (0..tables_each as u64)
        .flat_map(|copy| tables().into_iter().zip((0..).map(move |kind| (copy, kind))))
        .map(|((game, seats, terms), (copy, kind)): (_, (u64, u64))| {
            let chance = GameRng::from_seed(seed ^ (copy << 32) ^ (kind << 16));
            play_on(&servers, game, seats, terms, chance, &over)
        });
    let faults = async {
        let faults = go_wrong(cluster, lasts, seed).await;
        over.set(true);
        faults
    };
    let (played, faults) = tokio::join!(future::try_join_all(playing), faults);
    let mut report = Report { faults: faults?, ..Report::default() };
    for part in played? {
        report.plays += part.plays;
        report.answered += part.answered;
        report.of_bots += part.of_bots;
        report.reconnections += part.reconnections;
        report.views += part.views;
        report.longest_s = report.longest_s.max(part.longest_s);
    }
    Ok(report)
}

/// Plays one play after another, the last of them to its end once nothing goes wrong any more.
async fn play_on(
    servers: &[SocketAddr],
    game: &'static str,
    seats: Value,
    terms: Value,
    mut chance: GameRng,
    over: &Cell<bool>,
) -> Result<Report> {
    let mut report = Report::default();
    let mut seed = || GameRng::from_seed(u64::from(chance.below(u32::MAX)));
    while !over.get() {
        let first = Player::open(servers, game, &seats, &terms, seed()).await?;
        let kinds = seats.as_array().context("a list of seats")?;
        let open = (0..kinds.len()).filter(|seat| kinds[*seat]["kind"] == "open");
        let mut others = Vec::new();
        for seat in open {
            others.push(first.join(seat, seed()).await?);
        }
        let mut players = vec![first];
        players.extend(others);
        future::try_join_all(players.iter_mut().map(Player::play)).await?;
        check(servers, &players, over, &mut report).await?;
    }
    Ok(report)
}

/// Compares the record of a play, and what each server shows of it, with what people were answered.
async fn check(
    servers: &[SocketAddr],
    players: &[Player],
    over: &Cell<bool>,
    report: &mut Report,
) -> Result<()> {
    let (game, table) = (players[0].game, &players[0].table);
    let record: Record = serde_json::from_value(
        patiently(servers, async |server| {
            Client::connect(server).await?.get(&format!("/api/tables/{table}/record")).await
        })
        .await?,
    )?;
    let replayed = registry::replay(&record).map_err(|bad| anyhow!("{game} {table}: {bad:?}"))?;
    let mut of_people = 0;
    for player in players {
        let seat = Seat(u8::try_from(player.seat)?);
        let of_seat = record.actions.iter().filter(|action| action.seat == seat.0);
        let stored: Vec<&str> = of_seat.map(|action| action.action.as_str()).collect();
        of_people += stored.len();
        if player.timed {
            // Bots decided for who was late: what was answered is there, in order.
            let mut rest = stored.iter();
            let all = player.answered.iter().all(|action| rest.any(|it| it == action));
            ensure!(all, "{game} {table}: an answered action of seat {} is lost", player.seat);
        } else {
            let same = player.answered.iter().zip(&stored).take_while(|(a, b)| a == *b).count();
            ensure!(
                player.answered == stored,
                "{game} {table}: seat {} was answered {} actions and {} are stored; from number {same} on {:?} and {:?}",
                player.seat,
                player.answered.len(),
                stored.len(),
                player.answered.get(same..same + 3),
                stored.get(same..same + 3)
            );
        }
        let view = replayed.view(Viewer::Seat(seat)).value();
        ensure!(
            player.state["view"] == view,
            "{game} {table}: seat {} sees otherwise",
            player.seat
        );
        report.views += 1;
        if over.get() {
            for server in servers {
                let one = [*server];
                let shown = patiently(&one, async |server| {
                    let path = format!("/api/tables/{table}/live?lang=en");
                    let mut socket = Socket::open(server, &path, Some(&player.cookie)).await?.0;
                    Ok(serde_json::from_str::<Value>(&socket.next().await?)?)
                });
                ensure!(
                    shown.await?["state"]["view"] == view,
                    "{game} {table}: a server shows otherwise"
                );
                report.views += 1;
            }
        }
        report.answered += player.answered.len() as u64;
        report.reconnections += player.connected - 1;
        report.longest_s = report.longest_s.max(player.longest.as_secs_f64());
    }
    report.of_bots += (record.actions.len() - of_people) as u64;
    report.plays += 1;
    Ok(())
}

/// Asks one server after another until one answers.
async fn patiently<T>(
    servers: &[SocketAddr],
    ask: impl AsyncFn(SocketAddr) -> Result<T>,
) -> Result<T> {
    let until = Instant::now() + player::STUCK;
    for server in servers.iter().cycle() {
        match tokio::time::timeout(Duration::from_secs(4), ask(*server)).await {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(error)) if Instant::now() > until => return Err(error),
            Err(_) if Instant::now() > until => break,
            _ => sleep(Duration::from_millis(200)).await,
        }
    }
    Err(anyhow!("no server answers"))
}

/// One fault after another.
async fn go_wrong(
    cluster: &mut Cluster,
    lasts: Duration,
    seed: u64,
) -> Result<Vec<(&'static str, u64)>> {
    let mut chance = GameRng::from_seed(seed);
    let faults = [
        "kill -9 a server",
        "stop a server and let it go on",
        "restart PostgreSQL",
        "restart NATS",
        "cut NATS off from a server",
        "delay the bus",
    ];
    let mut counts = faults.map(|fault| (fault, 0));
    // Each comes once before any comes again, so that half a minute sees them all.
    let mut to_come: Vec<usize> = Vec::new();
    let until = Instant::now() + lasts;
    while Instant::now() < until {
        sleep(Duration::from_millis(chance.below(PAUSE).into())).await;
        if to_come.is_empty() {
            to_come.extend(0..faults.len());
            chance.shuffle(&mut to_come);
        }
        let Some(fault) = to_come.pop() else { break };
        let server = chance.below(cluster.servers.len() as u32) as usize;
        let long = Duration::from_millis(u64::from(500 + chance.below(LONG)));
        match fault {
            0 => {
                cluster.kill(server).await?;
                sleep(long).await;
                cluster.start(server).await?;
            }
            1 => {
                cluster.servers[server].process()?.hold(true).await?;
                sleep(long).await;
                cluster.servers[server].process()?.hold(false).await?;
            }
            2 => cluster.postgres.restart().await?,
            3 => cluster.nats.restart().await?,
            4 => {
                cluster.servers[server].bus.set(Way::Cut);
                sleep(long).await;
                cluster.servers[server].bus.set(Way::Open);
            }
            _ => {
                let set = |way| cluster.servers.iter().for_each(|server| server.bus.set(way));
                set(Way::Slow(DELAY));
                sleep(long).await;
                set(Way::Open);
            }
        }
        counts[fault].1 += 1;
    }
    Ok(counts.to_vec())
}
