//! Attack: clients that send many requests and never read the responses.

use anyhow::Result;
use futures_util::FutureExt;
use hyper::Method;
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Duration, Instant, sleep, timeout};

use super::report::Report;
use super::target::{Attack, Target};
use super::visitor::Visitor;

pub const ATTACK: Attack = Attack {
    name: "readers",
    summary: "occupies all connections with requests whose responses it never reads",
    // A low limit, so that one machine can occupy all connections. The timeouts are the defaults.
    settings: &[("ZASHIKI_LIMITS_SOCKETS", "200")],
    run: |target| run(target).boxed_local(),
};

/// Number of connections that the attacker tries to open.
const SOCKETS: usize = 220;
/// Number of requests on each connection; their responses exceed the send and receive buffers of both
/// ends.
const REQUESTS: usize = 10;
/// Maximum wait of the bystander for a response.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum duration of the measurement, above the server's timeout for idle connections.
const MAX_DURATION: Duration = Duration::from_secs(60);

async fn run(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let (before, ms_before) = visit(target).await;
    let start = Instant::now();
    let mut held = Vec::new();
    for _ in 0..SOCKETS {
        held.extend(open_unread(target).await);
    }
    let (mut visits, mut responses, mut first_served) = (0, 0, None);
    let mut slowest = 0.0_f64;
    while start.elapsed() < MAX_DURATION
        && (first_served.is_none() || start.elapsed() < target.duration)
    {
        let (served, ms) = visit(target).await;
        visits += 1;
        if served {
            responses += 1;
            slowest = slowest.max(ms);
            first_served = first_served.or(Some(start.elapsed().as_secs_f64()));
        }
        sleep(Duration::from_secs(1)).await;
    }
    report.bystander("every new visitor is served", before, responses == visits);
    report.bystander("response time, ms (slowest)", ms_before, slowest);
    let first_served = first_served.map_or(Value::Null, Value::from);
    report.bystander("first served, s after the start of the attack", 0, first_served);
    report.attacker("connections opened", held.len());
    report.attacker("visits of the bystander", visits);
    report.attacker("of these not served", visits - responses);
    Ok(report)
}

/// Contacts the server as a new visitor. Returns true if the server responds, and the response time in
/// milliseconds.
async fn visit(target: &Target) -> (bool, f64) {
    let start = Instant::now();
    let mut visitor = Visitor::new(target.address, "203.0.113.1");
    let response = timeout(TIMEOUT, visitor.request(Method::GET, "/api/lobby", Value::Null)).await;
    let served = matches!(response, Ok(Ok(response)) if response.status.is_success());
    (served, start.elapsed().as_secs_f64() * 1000.0)
}

/// Opens a connection, sends requests and reads no response.
async fn open_unread(target: &Target) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.set_recv_buffer_size(4096).ok()?;
    let mut stream = socket.connect(target.address).await.ok()?;
    let request = "GET /api/games/hostile/rules HTTP/1.1\r\nHost: x\r\n\r\n".repeat(REQUESTS);
    stream.write_all(request.as_bytes()).await.ok()?;
    Some(stream)
}
