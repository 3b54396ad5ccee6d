//! The report of `loadtest play`, as JSON or as text.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;

use crate::drive::Figures;

/// Figures of a server with the resources that it used.
#[derive(Serialize)]
pub struct Measured {
    #[serde(flatten)]
    pub figures: Figures,
    /// Processor time of the server, including the opening of the tables, in seconds.
    pub cpu_s: f64,
    /// Resident memory of the server at the end, in bytes.
    pub memory_bytes: u64,
}

/// All measurements of a run.
#[derive(Serialize)]
pub struct Report {
    /// Id of the game.
    pub game: String,
    /// Number of tables.
    pub tables: usize,
    /// Duration of each measurement, in seconds.
    pub seconds: u64,
    /// Zashiki at full speed: each table makes its next move as soon as the server acknowledges the last
    /// one.
    pub zashiki: Measured,
    /// Zashiki with half the moves per second of full speed.
    pub zashiki_at_half: Measured,
    /// Zashiki with half the moves per second of full speed, while further tables are opened.
    pub zashiki_while_opening: Option<Measured>,
    /// Tables opened per second during that measurement.
    pub openings_per_s: Option<f64>,
    /// Memory per open socket, in bytes.
    pub socket_bytes: Option<f64>,
    /// Memory per table without connected clients, in bytes.
    pub table_bytes: Option<f64>,
    /// boardgame.io's server, which stores nothing on disk.
    pub boardgame: Option<Measured>,
    /// Bare rooms, which run no game, for comparison.
    pub room: Option<Measured>,
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} at {} tables, {} s each", self.game, self.tables, self.seconds)?;
        writeln!(
            f,
            "{:28}{:>10}{:>9}{:>9}{:>9}{:>12}{:>11}{:>10}",
            "", "moves/s", "p50 ms", "p95 ms", "p99 ms", "bytes/move", "cpu s", "MiB"
        )?;
        let opening = self.openings_per_s.map(|rate| format!("while opening {rate:.0} tables/s"));
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
                writeln!(f, "{ratio:.2} times as many moves per second as {name}")?;
            }
        }
        for (name, bytes) in [("socket", self.socket_bytes), ("idle table", self.table_bytes)] {
            if let Some(bytes) = bytes {
                writeln!(f, "{:.1} KiB per {name}", bytes / 1024.0)?;
            }
        }
        Ok(())
    }
}
