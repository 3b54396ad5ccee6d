//! One server on SQLite, one on PostgreSQL, three on PostgreSQL: the same load, one after the other.

use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::{Cluster, SERVERS};
use crate::drive::{Figures, Load, drive};
use crate::plays;
use crate::process::{Process, cpu_of};
use crate::serve;
use crate::zashiki::Zashiki;

/// How many plays are found beforehand.
const PLAYS: u64 = 24;
/// The game that is played.
const GAME: &str = "kokyu";

/// How servers did, and what processor time each part took.
#[derive(Serialize)]
struct Measured {
    /// Which servers.
    name: &'static str,
    #[serde(flatten)]
    figures: Figures,
    /// Processor time for each move, in microseconds: of the servers, PostgreSQL, NATS and the load.
    servers_us: f64,
    postgres_us: f64,
    nats_us: f64,
    load_us: f64,
}

/// What was measured.
#[derive(Serialize)]
pub struct Report {
    tables: usize,
    seconds: u64,
    measured: Vec<Measured>,
}

impl Display for Report {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "{GAME} at {} tables, {} s each", self.tables, self.seconds)?;
        writeln!(
            out,
            "{:36}{:>9}{:>7}{:>9}{:>9}{:>12}{:>13}{:>9}{:>9}",
            "",
            "moves/s",
            "ratio",
            "p50 ms",
            "p99 ms",
            "servers µs",
            "postgres µs",
            "nats µs",
            "load µs"
        )?;
        let base = self.measured.first().map_or(f64::NAN, |first| first.figures.moves_per_s);
        for row in &self.measured {
            let Figures { moves_per_s, p50_ms, p99_ms, .. } = row.figures;
            writeln!(
                out,
                "{:36}{moves_per_s:9.0}{:7.2}{p50_ms:9.2}{p99_ms:9.2}{:12.0}{:13.0}{:9.0}{:9.0}",
                row.name,
                moves_per_s / base,
                row.servers_us,
                row.postgres_us,
                row.nats_us,
                row.load_us
            )?;
        }
        write!(out, "µs: processor time for each move")
    }
}

/// Lays the same load on each.
///
/// # Errors
/// When a server refuses something or goes away.
pub async fn measure(
    program: &Path,
    cluster: Cluster,
    tables: usize,
    seconds: u64,
) -> Result<Report> {
    let (seats, plays) = plays::find(GAME, PLAYS)?;
    let load = Load { tables, lasts: Duration::from_secs(seconds), rate: None };
    let mut report = Report { tables, seconds, measured: Vec::new() };
    let (alone, folder) = serve(program).await?;
    let mut run = async |name, addresses: &[SocketAddr], apart, processes: &[&Process]| {
        let addresses = addresses.to_vec();
        let ours = Zashiki { addresses, apart, game: GAME.into(), plays: plays.clone(), seats };
        let cpu = || -> Result<[f64; 4]> {
            let servers = processes.iter().map(|process| process.cpu()).sum::<Result<f64>>()?;
            let load = cpu_of(std::process::id())?;
            Ok([servers, cluster.postgres.cpu()?, cluster.nats.cpu()?, load])
        };
        let before = cpu()?;
        let figures = drive(&ours, load, seats).await?;
        let after = cpu()?;
        // The opening and the warming up are in it, and spread over what was measured.
        let moves = figures.moves_per_s * seconds as f64;
        let each = |part: usize| (after[part] - before[part]) / moves * 1e6;
        report.measured.push(Measured {
            name,
            figures,
            servers_us: each(0),
            postgres_us: each(1),
            nats_us: each(2),
            load_us: each(3),
        });
        anyhow::Ok(())
    };
    run("one on SQLite", &[alone.address], false, &[&alone]).await?;
    drop((alone, folder));
    let all = cluster.addresses();
    let processes: Vec<&Process> =
        cluster.servers.iter().map(|server| server.process()).collect::<Result<_>>()?;
    run("one on PostgreSQL", &all[..1], false, &processes[..1]).await?;
    debug_assert_eq!(SERVERS, 3, "the rows say so");
    run("three, tables spread over them", &all, false, &processes).await?;
    run("three, people of a table apart", &all, true, &processes).await?;
    Ok(report)
}
