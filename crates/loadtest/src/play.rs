//! `loadtest play`: moves per second, response times, bytes, processor time and memory of the server, and of
//! other servers for comparison.

mod report;
mod scale;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use crate::bare_rooms::BareRooms;
use crate::boardgame::Boardgame;
use crate::drive::{Figures, Load, drive};
use crate::games;
use crate::output;
use crate::process::{Process, data_folder, text};
use crate::zashiki::Zashiki;
use report::{Measured, Report};

/// Number of generated games, which the tables play in rotation.
const GAMES: u64 = 24;

#[derive(clap::Args)]
pub struct PlayArgs {
    /// Program of the server.
    #[arg(long)]
    server: PathBuf,
    /// Id of the game.
    #[arg(long, default_value = "kokyu")]
    game: String,
    /// Number of tables.
    #[arg(long, default_value_t = 100)]
    tables: usize,
    /// Duration of each measurement, in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Folder of boardgame.io's server with its packages; that server and bare rooms are then measured
    /// too.
    #[arg(long)]
    peer: Option<PathBuf>,
    /// Number of sockets to hold open, to measure the memory of each.
    #[arg(long)]
    sockets: Option<usize>,
    /// Number of tables to leave idle, to measure the memory of each.
    #[arg(long)]
    idle: Option<usize>,
    /// Tables opened per second while others play at half the maximum rate.
    #[arg(long)]
    openings: Option<f64>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Runs all measurements and prints the report.
pub async fn run(args: &PlayArgs) -> Result<()> {
    let (seats, games) = games::generate(&args.game, GAMES)?;
    let position_length = games[0].position.to_string().len();
    let load =
        Load { tables: args.tables, duration: Duration::from_secs(args.seconds), rate: None };

    let folder = data_folder(&args.server)?;
    let process = Process::serve(&args.server, folder.path()).await?;
    let addresses = vec![process.address];
    let zashiki = Zashiki { addresses, spread: false, game: args.game.clone(), games, seats };
    let full = measured(&process, drive(&zashiki, load, seats)).await?;
    let half_load = Load { rate: Some(full.figures.moves_per_s / 2.0), ..load };
    let half = measured(&process, drive(&zashiki, half_load, seats)).await?;
    let opening = match args.openings {
        None => None,
        Some(rate) => {
            let done = Cell::new(false);
            let (rate, figures) = tokio::join!(scale::open_tables(&zashiki, rate, &done), async {
                let figures = measured(&process, drive(&zashiki, half_load, seats)).await;
                done.set(true);
                figures
            });
            Some((rate?, figures?))
        }
    };
    drop((process, folder));
    let (openings_per_s, while_opening) = opening.unzip();

    let mut report = Report {
        game: args.game.clone(),
        tables: args.tables,
        seconds: args.seconds,
        zashiki: full,
        zashiki_at_half: half,
        zashiki_while_opening: while_opening,
        openings_per_s,
        socket_bytes: None,
        table_bytes: None,
        boardgame: None,
        room: None,
    };
    if let Some(count) = args.sockets {
        let folder = data_folder(&args.server)?;
        let process = Process::serve(&args.server, folder.path()).await?;
        let zashiki = zashiki.at(process.address);
        report.socket_bytes = Some(scale::bytes_per_socket(&zashiki, &process, count).await?);
    }
    if let Some(count) = args.idle {
        let folder = data_folder(&args.server)?;
        let process = Process::serve(&args.server, folder.path()).await?;
        let zashiki = zashiki.at(process.address);
        report.table_bytes = Some(scale::bytes_per_table(&zashiki, &process, count).await?);
    }
    if let Some(folder) = &args.peer {
        let (script, length) = (folder.join("server.mjs"), position_length.to_string());
        let process = Process::start(Path::new("node"), &[text(&script)?, &length]).await?;
        let boardgame = Boardgame { address: process.address, seats };
        report.boardgame = Some(measured(&process, drive(&boardgame, load, seats)).await?);
        drop(process);
        let length = (report.zashiki.figures.bytes_per_move as usize).to_string();
        let process = Process::start(&std::env::current_exe()?, &["room", &length]).await?;
        let rooms = BareRooms { address: process.address, seats };
        report.room = Some(measured(&process, drive(&rooms, load, seats)).await?);
    }
    output::print(&report, args.json)
}

/// Figures with the resources that the server used.
async fn measured(
    process: &Process,
    figures: impl Future<Output = Result<Figures>>,
) -> Result<Measured> {
    let before = process.cpu()?;
    let figures = figures.await?;
    let cpu_s = process.cpu()? - before;
    Ok(Measured { figures, cpu_s, memory_bytes: process.memory()? })
}
