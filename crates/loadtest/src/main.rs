//! Plays at many tables of a server at once, over real sockets, and measures it.

mod attack;
mod boardgame;
mod cluster;
mod drive;
mod faults;
mod http;
mod kill9;
mod plays;
mod process;
mod report;
mod room;
mod scale;
mod socket;
mod zashiki;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use tokio::runtime::Builder;

use crate::drive::{Figures, Load, drive};
use crate::process::Process;
use crate::report::{Measured, Report};
use crate::zashiki::Zashiki;

/// How many plays are found beforehand; tables take one after another of them.
const PLAYS: u64 = 24;

/// Plays at many tables of a server at once and measures it.
#[derive(Parser)]
enum Args {
    /// Measures our server.
    Play(PlayArgs),
    /// Kills our server again and again while it is played at, and looks for what it answered.
    Kill9(kill9::Kill9Args),
    /// Plays an attack on our server, and says what a bystander experiences before and during it.
    Attack(attack::AttackArgs),
    /// Starts three servers on one PostgreSQL and one NATS, to try by hand or under faults.
    Cluster(cluster::ClusterArgs),
    /// Runs a program with a PostgreSQL and a NATS of its own.
    Services(cluster::ServicesArgs),
    /// Serves bare rooms whose messages have so many bytes.
    Room {
        /// The length of a message.
        length: usize,
    },
}

/// What is measured.
#[derive(clap::Args)]
struct PlayArgs {
    /// The program that serves.
    #[arg(long)]
    server: PathBuf,
    /// The game's id.
    #[arg(long, default_value = "kokyu")]
    game: String,
    /// How many tables are played at.
    #[arg(long, default_value_t = 100)]
    tables: usize,
    /// For how many seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// The folder of boardgame.io's server with its packages; then it and bare rooms are measured
    /// in the same run.
    #[arg(long)]
    peer: Option<PathBuf>,
    /// How many sockets to hold open, to see what each costs.
    #[arg(long)]
    sockets: Option<usize>,
    /// How many tables to leave behind, to see what each costs.
    #[arg(long)]
    idle: Option<usize>,
    /// How many tables to open each second while others play at half of what the server can do.
    #[arg(long)]
    openings: Option<f64>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

fn main() -> Result<()> {
    rlimit::increase_nofile_limit(u64::MAX).context("cannot open many files")?;
    // Alone on one thread, the load leaves the other cores to the server.
    let alone = || Builder::new_current_thread().enable_all().build();
    match Args::parse() {
        Args::Play(args) => alone()?.block_on(measure(&args)),
        Args::Kill9(args) => alone()?.block_on(kill9::kill9(&args)),
        Args::Attack(args) => alone()?.block_on(attack::attack(&args)),
        Args::Cluster(args) => alone()?.block_on(cluster::cluster(&args)),
        Args::Services(args) => alone()?.block_on(cluster::with_services(&args)),
        Args::Room { length } => {
            Builder::new_multi_thread().enable_all().build()?.block_on(room::serve(length))
        }
    }
}

async fn measure(args: &PlayArgs) -> Result<()> {
    let (seats, plays) = plays::find(&args.game, PLAYS)?;
    let view = plays[0].position.to_string().len();
    let load = Load { tables: args.tables, lasts: Duration::from_secs(args.seconds), rate: None };

    let (process, folder) = serve(&args.server).await?;
    let address = process.address;
    let (addresses, apart) = (vec![address], false);
    let ours = Zashiki { addresses, apart, game: args.game.clone(), plays, seats };
    let full = measured(&process, drive(&ours, load, seats)).await?;
    let half = Load { rate: Some(full.figures.moves_per_s / 2.0), ..load };
    let at_half = measured(&process, drive(&ours, half, seats)).await?;
    let opening = match args.openings {
        None => None,
        Some(rate) => {
            let over = Cell::new(false);
            let (opened, figures) = tokio::join!(scale::openings(&ours, rate, &over), async {
                let figures = measured(&process, drive(&ours, half, seats)).await;
                over.set(true);
                figures
            });
            Some((opened?, figures?))
        }
    };
    drop((process, folder));

    let mut report = Report::new(&args.game, args, full, at_half, opening);
    if let Some(count) = args.sockets {
        let (process, _folder) = serve(&args.server).await?;
        let ours = ours.again(process.address);
        report.socket_bytes = Some(scale::sockets(&ours, &process, count).await?);
    }
    if let Some(count) = args.idle {
        let (process, _folder) = serve(&args.server).await?;
        let ours = ours.again(process.address);
        report.table_bytes = Some(scale::tables(&ours, &process, count).await?);
    }
    if let Some(folder) = &args.peer {
        let (server, view) = (folder.join("server.mjs"), view.to_string());
        let server = server.to_str().context("a path that is no text")?;
        let process = Process::start(Path::new("node"), &[server, &view]).await?;
        let peer = boardgame::Boardgame { address: process.address, seats };
        report.boardgame = Some(measured(&process, drive(&peer, load, seats)).await?);
        drop(process);
        let length = (report.zashiki.figures.bytes_per_move as usize).to_string();
        let process = Process::start(&std::env::current_exe()?, &["room", &length]).await?;
        let bare = room::Bare { address: process.address, seats };
        report.room = Some(measured(&process, drive(&bare, load, seats)).await?);
    }
    report::print(&report, args.json)
}

/// Our server on a free port, with a folder of its own.
async fn serve(program: &Path) -> Result<(Process, tempfile::TempDir)> {
    // In the folder of the build, which lies on a disk where those for temporary files may not.
    let folder = tempfile::tempdir_in(program.parent().unwrap_or(Path::new(".")))?;
    let data = folder.path().to_str().context("a path that is no text")?;
    let process = Process::start(program, &["serve", "--port", "0", "--data-dir", data]).await?;
    Ok((process, folder))
}

/// Figures, and what they cost the server.
async fn measured(
    process: &Process,
    figures: impl Future<Output = Result<Figures>>,
) -> Result<Measured> {
    let before = process.cpu()?;
    let figures = figures.await?;
    let cpu_s = process.cpu()? - before;
    Ok(Measured { figures, cpu_s, memory_bytes: process.memory()? })
}
