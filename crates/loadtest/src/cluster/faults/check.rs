//! Comparison of a finished game with a replay of its record.

use std::iter::Sum;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use serde::Serialize;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};
use zashiki_core::{Record, Seat, Viewer};

use super::player::{Player, STUCK};
use crate::http::Client;
use crate::socket::Socket;

/// Maximum time to wait for a server before the next one is tried.
const TIMEOUT: Duration = Duration::from_secs(4);
/// Pause between two attempts to reach a server.
const RETRY: Duration = Duration::from_millis(200);

/// Totals over all checked games.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Counts {
    /// Number of finished games.
    #[serde(rename = "plays")]
    pub games: u64,
    /// Number of acknowledged actions of clients.
    #[serde(rename = "answered")]
    pub acknowledged: u64,
    /// Number of actions that bots took.
    #[serde(rename = "of_bots")]
    pub bot_actions: u64,
    /// Number of reconnections of clients.
    pub reconnections: u64,
    /// Number of views (the state as a seat may see it) that were compared with a replay.
    pub views: u64,
    /// Longest time without a change at a table, in seconds.
    #[serde(rename = "longest_s")]
    pub longest_wait_s: f64,
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Counts>>(all: I) -> Counts {
        all.fold(Counts::default(), |sum, one| Counts {
            games: sum.games + one.games,
            acknowledged: sum.acknowledged + one.acknowledged,
            bot_actions: sum.bot_actions + one.bot_actions,
            reconnections: sum.reconnections + one.reconnections,
            views: sum.views + one.views,
            longest_wait_s: sum.longest_wait_s.max(one.longest_wait_s),
        })
    }
}

/// Compares the acknowledged actions and the last view of each player with the record of the game, and
/// adds to the totals. With `every_server`, compares the views that all servers send.
pub async fn check(
    servers: &[SocketAddr],
    players: &[Player],
    every_server: bool,
    counts: &mut Counts,
) -> Result<()> {
    let (game, table) = (players[0].game, &players[0].table);
    let record = retry(servers, async |server| {
        Client::connect(server).await?.get(&format!("/api/tables/{table}/record")).await
    });
    let record: Record = serde_json::from_value(record.await?)?;
    let replayed =
        registry::replay(&record).map_err(|error| anyhow!("{game} {table}: {error:?}"))?;
    let mut client_actions = 0;
    for player in players {
        let seat = Seat(u8::try_from(player.seat)?);
        let of_seat = record.actions.iter().filter(|action| action.seat == seat.0);
        let stored: Vec<&str> = of_seat.map(|action| action.action.as_str()).collect();
        client_actions += stored.len();
        check_actions(player, &stored)?;
        let view = replayed.view(Viewer::Seat(seat)).value();
        ensure!(
            player.state["view"] == view,
            "{game} {table}: the view of seat {seat} differs from a replay"
        );
        counts.views += 1;
        for server in servers.iter().filter(|_| every_server) {
            let server = [*server];
            let message = retry(&server, async |server| {
                let path = format!("/api/tables/{table}/live?lang=en");
                let mut socket = Socket::open(server, &path, Some(&player.cookie)).await?.0;
                Ok(serde_json::from_str::<Value>(&socket.next().await?)?)
            });
            ensure!(
                message.await?["state"]["view"] == view,
                "{game} {table}: the view from {} differs from a replay",
                server[0]
            );
            counts.views += 1;
        }
        counts.acknowledged += player.acknowledged.len() as u64;
        counts.reconnections += player.connections - 1;
        counts.longest_wait_s = counts.longest_wait_s.max(player.longest_wait.as_secs_f64());
    }
    counts.bot_actions += (record.actions.len() - client_actions) as u64;
    counts.games += 1;
    Ok(())
}

/// Returns an error if an action acknowledged to the player is not among the stored actions, or if a
/// stored action was not acknowledged.
fn check_actions(player: &Player, stored: &[&str]) -> Result<()> {
    let Player { game, table, seat, acknowledged, .. } = player;
    if player.timed {
        // A bot decides when the time of a player is over, so further actions may be stored.
        let mut rest = stored.iter();
        let all = acknowledged.iter().all(|action| rest.any(|stored| stored == action));
        ensure!(all, "{game} {table}: an acknowledged action of seat {seat} is lost");
        return Ok(());
    }
    let same = acknowledged.iter().zip(stored).take_while(|(a, b)| a == *b).count();
    ensure!(
        acknowledged == stored,
        "{game} {table}: seat {seat} has {} acknowledged and {} stored actions; from number {same} on {:?} and {:?}",
        acknowledged.len(),
        stored.len(),
        acknowledged.get(same..same + 3),
        stored.get(same..same + 3)
    );
    Ok(())
}

/// Sends a request to one server after another until one responds.
async fn retry<T>(
    servers: &[SocketAddr],
    request: impl AsyncFn(SocketAddr) -> Result<T>,
) -> Result<T> {
    let end = Instant::now() + STUCK;
    for server in servers.iter().cycle() {
        match timeout(TIMEOUT, request(*server)).await {
            Ok(Ok(response)) => return Ok(response),
            Ok(Err(error)) if Instant::now() > end => return Err(error),
            Err(_) if Instant::now() > end => break,
            _ => sleep(RETRY).await,
        }
    }
    Err(anyhow!("no server responds"))
}
