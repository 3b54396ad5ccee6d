//! Kills a server again and again while tables are played at, and looks for what it answered.

use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use futures_util::future;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::sleep;
use zashiki_core::{GameRng, Seat, Viewer};

use crate::http::Client;
use crate::plays::{self, Play};
use crate::process::Process;
use crate::report;
use crate::socket::Socket;

/// How many plays of each game are found beforehand.
const PLAYS: u64 = 6;

/// What is done.
#[derive(clap::Args)]
pub struct Kill9Args {
    /// The program that serves.
    #[arg(long)]
    server: PathBuf,
    /// How often the server is killed.
    #[arg(long, default_value_t = 20)]
    cycles: u64,
    /// How many tables of each game are played at.
    #[arg(long, default_value_t = 2)]
    tables: usize,
    /// From which the moments of the kills follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// What came of it. Anything that was lost or doubled is an error, and there is no report.
#[derive(Default, Serialize)]
struct Report {
    /// How often the server was killed.
    cycles: u64,
    /// How many actions were answered.
    answered: u64,
    /// How many were on their way when a kill came, and of those how many were found on disk.
    in_flight: u64,
    /// See `in_flight`.
    in_flight_kept: u64,
    /// How many tables were opened while kills came, of which the answer came, too.
    openings: u64,
    /// How many views were compared with those that the rules make of what was answered.
    views: u64,
}

impl Display for Report {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Report { cycles, answered, in_flight, in_flight_kept, openings, views } = self;
        writeln!(out, "{cycles} kills: 0 of {answered} answered actions lost, none doubled")?;
        writeln!(out, "{in_flight} actions in flight, {in_flight_kept} of them on disk")?;
        write!(out, "{openings} tables opened meanwhile, all there; {views} views as before")
    }
}

/// Kills, restarts and compares as often as asked.
///
/// # Errors
/// When an action that was answered is lost or doubled, a table is not there, a view is another
/// than before, or the server does not start.
pub async fn kill9(args: &Kill9Args) -> Result<()> {
    let folder = tempfile::tempdir_in(args.server.parent().unwrap_or(Path::new(".")))?;
    let data = folder.path().to_str().context("a path that is no text")?;
    let mut chance = GameRng::from_seed(args.seed);
    let mut games = Vec::new();
    for game in registry::ids() {
        let (seats, plays) = plays::find(game, PLAYS)?;
        games.push((game, seats, plays));
    }
    let mut process = start(&args.server, data).await?;
    let mut tables = Vec::new();
    for number in 0..args.tables {
        for (game, seats, plays) in &games {
            let play = plays[number % plays.len()].clone();
            tables.push(Game::open(process.address, game, *seats, play).await?);
        }
    }
    let mut report = Report::default();
    for cycle in 0..args.cycles {
        let moment = Duration::from_millis(chance.below(300).into());
        let playing = future::try_join_all(tables.iter_mut().map(Game::play));
        let opening = open_until_killed(process.address);
        let kill = async {
            sleep(moment).await;
            process.kill().await
        };
        let (played, opened, killed) = tokio::join!(playing, opening, kill);
        played?;
        killed?;
        process = start(&args.server, data).await?;
        let checking = tables.iter_mut().map(|game| game.come_back(process.address));
        for checked in
            future::try_join_all(checking).await.with_context(|| format!("cycle {cycle}"))?
        {
            report.views += checked.views;
            report.in_flight += u64::from(checked.in_flight);
            report.in_flight_kept += u64::from(checked.kept);
        }
        for table in &opened {
            let path = format!("/api/tables/{table}/live");
            let there = Socket::open(process.address, &path, None);
            there.await.with_context(|| format!("table {table} was opened and is gone"))?;
        }
        report.openings += opened.len() as u64;
        for (number, game) in tables.iter_mut().enumerate() {
            if game.done == game.play.decisions.len() {
                let (id, seats, plays) = &games[number % games.len()];
                report.answered += game.done as u64;
                let play = plays[chance.below(plays.len() as u32) as usize].clone();
                *game = Game::open(process.address, id, *seats, play).await?;
            }
        }
        report.cycles += 1;
    }
    report.answered += tables.iter().map(|game| game.done as u64).sum::<u64>();
    report::print(&report, args.json)
}

async fn start(server: &Path, data: &str) -> Result<Process> {
    Process::start(server, &["serve", "--port", "0", "--data-dir", data]).await
}

/// Opens tables, one after another, until the server is gone; those of which the answer came.
async fn open_until_killed(address: SocketAddr) -> Vec<String> {
    let mut opened = Vec::new();
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": "kokyu", "seats": seats }).to_string();
    let Ok(mut client) = Client::connect(address).await else { return opened };
    while let Ok((answer, _)) = client.post("/api/tables", None, body.clone()).await {
        opened.extend(answer["table"].as_str().map(str::to_owned));
        // A few are enough; the moves are what matters.
        sleep(Duration::from_millis(20)).await;
    }
    opened
}

/// A table that is played at through all kills.
struct Game {
    game: &'static str,
    table: String,
    cookies: Vec<String>,
    sockets: Vec<Socket>,
    play: Rc<Play>,
    /// How many decisions were answered.
    done: usize,
    /// Whether the next one was sent.
    sent: bool,
}

/// What was found at a table after a kill.
struct Checked {
    views: u64,
    in_flight: bool,
    kept: bool,
}

impl Game {
    async fn open(
        address: SocketAddr,
        game: &'static str,
        seats: u8,
        play: Rc<Play>,
    ) -> Result<Game> {
        let mut plan = vec![json!({ "kind": "open" }); seats.into()];
        plan[0] = json!({ "kind": "me" });
        let body = json!({ "game": game, "seats": plan, "position": play.position });
        let mut client = Client::connect(address).await?;
        let (answer, cookie) = client.post("/api/tables", None, body.to_string()).await?;
        let table = answer["table"].as_str().context("no table was opened")?.to_owned();
        let path = format!("/api/tables/{table}/live");
        let mut cookies = vec![cookie.context("no cookie was given")?];
        let mut sockets = vec![Socket::open(address, &path, Some(&cookies[0])).await?.0];
        for seat in 1..seats {
            let (mut socket, cookie) = Socket::open(address, &path, None).await?;
            let sit = json!({ "type": "sit", "id": "sit", "seat": seat, "name": "" });
            socket.send(sit.to_string()).await?;
            while !answered(&socket.next().await?)? {}
            sockets.push(socket);
            cookies.push(cookie.context("no cookie was given")?);
        }
        Ok(Game { game, table, cookies, sockets, play, done: 0, sent: false })
    }

    /// The next decision as a message, always under the same id.
    fn message(&self) -> Option<(usize, String)> {
        let (seat, action) = self.play.decisions.get(self.done)?;
        let id = format!("decision {}", self.done);
        let act = json!({ "type": "act", "id": id, "version": self.done, "action": action });
        Some((seat.index(), act.to_string()))
    }

    /// Plays until the server is gone, or the play is over.
    async fn play(&mut self) -> Result<()> {
        while let Some((mover, message)) = self.message() {
            let mover = &mut self.sockets[mover];
            self.sent = true;
            if mover.send(message).await.is_err() {
                return Ok(());
            }
            loop {
                // It is gone, in the middle of this decision.
                let Ok(heard) = mover.next().await else { return Ok(()) };
                if answered(&heard)? {
                    break;
                }
            }
            self.done += 1;
            self.sent = false;
        }
        Ok(())
    }

    /// Connects everybody again; compares what they see with what was answered, and sends again
    /// what was on its way.
    async fn come_back(&mut self, address: SocketAddr) -> Result<Checked> {
        let path = format!("/api/tables/{}/live", self.table);
        let (mut kept, mut views) = (false, 0);
        self.sockets.clear();
        for (seat, cookie) in (0..).zip(&self.cookies) {
            let (mut socket, _) = Socket::open(address, &path, Some(cookie)).await?;
            let state: Value = serde_json::from_str(&socket.next().await?)?;
            let state = &state["state"];
            let version = state["version"].as_u64().context("no version was told")?;
            let version = usize::try_from(version)?;
            let game = self.game;
            kept = self.sent && version == self.done + 1;
            ensure!(
                kept || version == self.done,
                "{game}: {} actions were answered, and {version} are there",
                self.done
            );
            let view = self.view(version, Seat(seat))?;
            ensure!(state["view"] == view, "{game}: seat {seat} sees something else than before");
            views += 1;
            self.sockets.push(socket);
        }
        let in_flight = self.sent;
        if let Some((mover, message)) = self.message().filter(|_| in_flight) {
            let mover = &mut self.sockets[mover];
            mover.send(message).await?;
            while !answered(&mover.next().await?)? {}
            self.done += 1;
            self.sent = false;
            let (mut socket, _) = Socket::open(address, &path, Some(&self.cookies[0])).await?;
            let state: Value = serde_json::from_str(&socket.next().await?)?;
            let version = &state["state"]["version"];
            ensure!(*version == self.done, "{}: an action was done twice", self.game);
        }
        Ok(Checked { views, in_flight, kept })
    }

    /// What the rules say that a seat sees after so many decisions.
    fn view(&self, decisions: usize, seat: Seat) -> Result<Value> {
        let beginning = zashiki_core::MatchStart {
            position: Some(self.play.position.clone()),
            ..zashiki_core::MatchStart::dealt(self.cookies.len(), 0)
        };
        let mut table =
            registry::start(self.game, &beginning).map_err(|bad| anyhow!("{}", bad.text().en))?;
        for (seat, action) in &self.play.decisions[..decisions] {
            let taken = table.play(*seat, action);
            taken.map_err(|illegal| anyhow!("{action}: {}", illegal.message.en))?;
        }
        Ok(table.view(Viewer::Seat(seat)).value())
    }
}

/// Whether a message says that what was asked has been done.
fn answered(text: &str) -> Result<bool> {
    if text.starts_with(r#"{"type":"refused""#) {
        bail!("the server refused: {text}");
    }
    Ok(text.starts_with(r#"{"type":"done""#))
}
