//! Load, fault and attack tests of the server, over real sockets.
//!
//! ```sh
//! loadtest play --server target/release/zashiki --tables 100 --seconds 10
//! loadtest kill9 --server target/release/zashiki --cycles 20
//! loadtest attack --server target/release/zashiki lobby
//! loadtest cluster --server target/release/zashiki --faults 30
//! ```
//!
//! For developers of the server; `cargo xtask load`, `kill9`, `attack` and `cluster` run it on a release
//! build. The server runs in a separate process, so its processor time and memory are measured apart from
//! those of the load. Games are generated before the measurement, so this process only sends and receives.
//!
//! | Modules | Content |
//! |---|---|
//! | `play`, `kill9`, `attack`, `cluster` | the commands |
//! | `drive` | the load: moves at many tables at once, and the measured figures |
//! | `zashiki`, `boardgame`, `bare_rooms` | the servers under load |
//! | `games`, `http`, `socket`, `process`, `output` | generated games, clients, server processes, printing |

mod attack;
mod bare_rooms;
mod boardgame;
mod cluster;
mod drive;
mod games;
mod http;
mod kill9;
mod output;
mod play;
mod process;
mod socket;
mod zashiki;

use anyhow::{Context, Result};
use clap::Parser;
use tokio::runtime::Builder;

/// Load, fault and attack tests of the server
#[derive(Parser)]
enum Args {
    /// Measures the server while it plays at many tables at once.
    Play(play::PlayArgs),
    /// Kills the server repeatedly during play, and checks that every acknowledged action is kept.
    Kill9(kill9::Kill9Args),
    /// Simulates an attack, and measures the service that a bystander gets before and during it.
    Attack(attack::AttackArgs),
    /// Starts three servers with one PostgreSQL and one NATS, for use by hand, under load or under faults.
    Cluster(cluster::ClusterArgs),
    /// Runs a program with a temporary PostgreSQL and a temporary NATS.
    Services(cluster::ServicesArgs),
    /// Serves bare rooms, which run no game.
    Room {
        /// Length of each message, in bytes.
        length: usize,
    },
}

fn main() -> Result<()> {
    rlimit::increase_nofile_limit(u64::MAX).context("cannot raise the limit of open files")?;
    // A load on one thread leaves the other cores to the server.
    let single_thread = || Builder::new_current_thread().enable_all().build();
    match Args::parse() {
        Args::Play(args) => single_thread()?.block_on(play::run(&args)),
        Args::Kill9(args) => single_thread()?.block_on(kill9::run(&args)),
        Args::Attack(args) => single_thread()?.block_on(attack::run(&args)),
        Args::Cluster(args) => single_thread()?.block_on(cluster::run(&args)),
        Args::Services(args) => single_thread()?.block_on(cluster::run_with_services(&args)),
        Args::Room { length } => {
            Builder::new_multi_thread().enable_all().build()?.block_on(bare_rooms::serve(length))
        }
    }
}
