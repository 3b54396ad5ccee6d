//! Injection of faults into servers and services, such as kills and delays.

use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep};
use zashiki_core::GameRng;

use super::super::proxy::Mode;
use super::super::servers::Cluster;

/// Duration of a fault, in milliseconds: the minimum, and the length of the random part that is added to
/// it.
const DURATION: (u32, u32) = (500, 5_000);
/// Delay of NATS messages while the fault of slow messages lasts.
const DELAY: Duration = Duration::from_secs(2);
/// Maximum pause between two faults, in milliseconds.
const MAX_PAUSE: u32 = 1_500;

#[derive(Clone, Copy)]
enum Fault {
    KillServer,
    SuspendServer,
    RestartPostgres,
    RestartNats,
    CutNats,
    DelayNats,
}

/// All faults with their names in the report.
const FAULTS: [(Fault, &str); 6] = [
    (Fault::KillServer, "kill -9 of a server"),
    (Fault::SuspendServer, "suspension of a server"),
    (Fault::RestartPostgres, "restart of PostgreSQL"),
    (Fault::RestartNats, "restart of NATS"),
    (Fault::CutNats, "server cut off from NATS"),
    (Fault::DelayNats, "delay of NATS"),
];

/// Injects one fault after another for the duration. Returns the number of faults by name.
pub async fn inject(
    cluster: &mut Cluster,
    duration: Duration,
    seed: u64,
) -> Result<Vec<(&'static str, u64)>> {
    let mut rng = GameRng::from_seed(seed);
    let mut counts = FAULTS.map(|(_, name)| (name, 0));
    // Each fault occurs once before any occurs again, so that half a minute covers them all.
    let mut remaining: Vec<usize> = Vec::new();
    let end = Instant::now() + duration;
    while Instant::now() < end {
        sleep(Duration::from_millis(rng.below(MAX_PAUSE).into())).await;
        if remaining.is_empty() {
            remaining.extend(0..FAULTS.len());
            rng.shuffle(&mut remaining);
        }
        let Some(index) = remaining.pop() else { break };
        let server = rng.below(cluster.servers.len() as u32) as usize;
        let fault_duration = Duration::from_millis((DURATION.0 + rng.below(DURATION.1)).into());
        apply(cluster, FAULTS[index].0, server, fault_duration).await?;
        counts[index].1 += 1;
    }
    Ok(counts.to_vec())
}

/// Applies one fault, and removes it after the duration.
async fn apply(
    cluster: &mut Cluster,
    fault: Fault,
    server: usize,
    duration: Duration,
) -> Result<()> {
    match fault {
        Fault::KillServer => {
            cluster.kill(server).await?;
            sleep(duration).await;
            cluster.start(server).await?;
        }
        Fault::SuspendServer => {
            cluster.servers[server].process()?.suspend(true).await?;
            sleep(duration).await;
            cluster.servers[server].process()?.suspend(false).await?;
        }
        Fault::RestartPostgres => cluster.postgres.restart().await?,
        Fault::RestartNats => cluster.nats.restart().await?,
        Fault::CutNats => {
            cluster.servers[server].nats.set(Mode::Cut);
            sleep(duration).await;
            cluster.servers[server].nats.set(Mode::Open);
        }
        Fault::DelayNats => {
            let set = |mode| cluster.servers.iter().for_each(|server| server.nats.set(mode));
            set(Mode::Delayed(DELAY));
            sleep(duration).await;
            set(Mode::Open);
        }
    }
    Ok(())
}
