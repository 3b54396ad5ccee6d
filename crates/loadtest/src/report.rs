//! What was measured, for programs and for people.

use std::fmt::{self, Display, Formatter};

use anyhow::Result;
use serde::Serialize;

use crate::PlayArgs;
use crate::drive::Figures;

/// Prints what came of something, for programs or for people.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn print(report: &(impl Serialize + Display), json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(report)?);
    } else {
        println!("{report}");
    }
    Ok(())
}

/// How a server did, and what it took.
#[derive(Serialize)]
pub struct Measured {
    /// How it did.
    #[serde(flatten)]
    pub figures: Figures,
    /// The processor time it used meanwhile, with the opening of the tables, in seconds.
    pub cpu_s: f64,
    /// The memory it holds at the end, in bytes.
    pub memory_bytes: u64,
}

/// All that one run measured.
#[derive(Serialize)]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// How many tables were played at.
    pub tables: usize,
    /// For how many seconds.
    pub seconds: u64,
    /// Our server with every table played as fast as it answers.
    pub zashiki: Measured,
    /// The same at half as many moves a second.
    pub zashiki_at_half: Measured,
    /// The same again while tables are opened.
    pub zashiki_while_opening: Option<Measured>,
    /// How many were, each second.
    pub openings_per_s: Option<f64>,
    /// What an open socket costs, in bytes.
    pub socket_bytes: Option<f64>,
    /// What a table costs that everybody has left, in bytes.
    pub table_bytes: Option<f64>,
    /// boardgame.io's server, which keeps nothing on disk.
    pub boardgame: Option<Measured>,
    /// Bare rooms.
    pub room: Option<Measured>,
}

impl Report {
    /// Of our server alone.
    pub fn new(
        game: &str,
        args: &PlayArgs,
        zashiki: Measured,
        zashiki_at_half: Measured,
        opening: Option<(f64, Measured)>,
    ) -> Report {
        let (openings_per_s, zashiki_while_opening) = opening.unzip();
        Report {
            game: game.to_owned(),
            tables: args.tables,
            seconds: args.seconds,
            zashiki,
            zashiki_at_half,
            zashiki_while_opening,
            openings_per_s,
            socket_bytes: None,
            table_bytes: None,
            boardgame: None,
            room: None,
        }
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} at {} tables, {} s each", self.game, self.tables, self.seconds)?;
        writeln!(
            f,
            "{:28}{:>10}{:>9}{:>9}{:>9}{:>12}{:>11}{:>10}",
            "", "moves/s", "p50 ms", "p95 ms", "p99 ms", "bytes/move", "cpu s", "MiB"
        )?;
        let opening = self.openings_per_s.map(|rate| format!("while {rate:.0} a second open"));
        let rows = [
            ("zashiki", Some(&self.zashiki)),
            ("zashiki at half", Some(&self.zashiki_at_half)),
            (opening.as_deref().unwrap_or_default(), self.zashiki_while_opening.as_ref()),
            ("boardgame.io, not durable", self.boardgame.as_ref()),
            ("bare rooms, no game", self.room.as_ref()),
        ];
        for (name, row) in rows {
            let Some(Measured { figures, cpu_s, memory_bytes }) = row else { continue };
            writeln!(
                f,
                "{name:28}{:10.0}{:9.2}{:9.2}{:9.2}{:12.0}{cpu_s:11.2}{:10.1}",
                figures.moves_per_s,
                figures.p50_ms,
                figures.p95_ms,
                figures.p99_ms,
                figures.bytes_per_move,
                *memory_bytes as f64 / f64::from(1 << 20),
            )?;
        }
        for (name, peer) in [("boardgame.io", &self.boardgame), ("bare rooms", &self.room)] {
            if let Some(peer) = peer {
                let ratio = self.zashiki.figures.moves_per_s / peer.figures.moves_per_s;
                writeln!(f, "{ratio:.2} times the moves of {name}")?;
            }
        }
        for (name, bytes) in [("socket", self.socket_bytes), ("idle table", self.table_bytes)] {
            if let Some(bytes) = bytes {
                writeln!(f, "{:.1} KiB for each {name}", bytes / 1024.0)?;
            }
        }
        Ok(())
    }
}
