//! Taking connections: how many there may be, and how long each may take for a request.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::rt::{Sleep, Timer};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower_service::Service;

use crate::app::App;
use crate::client_addr::{self, Address};
use crate::error::Refused;
use crate::http::{self, Peer};
use crate::limits::{ConcurrencyLimiter, LimitKey, Permit, networks};
use crate::pace::Paced;
use crate::telemetry::metrics::Open;
use crate::time_source::{TimeSource, Waiting};

/// How many bytes may wait in a socket for the client to read them; a few messages.
const SEND_BUFFER: usize = 64 * 1024;

/// How long to wait before the next connection when the last could not be taken, for want of
/// files or memory.
const BREATH: Duration = Duration::from_millis(100);

/// How many connections above the limit get an answer that says so; more are just closed.
const TURNED_AWAY: usize = 16;

/// Takes connections until the house closes, and serves each on a task of its own.
pub(crate) async fn serve(app: Arc<App>, listener: TcpListener) {
    let router = http::router(app.clone());
    let (all, parties) = (ConcurrencyLimiter::new(), ConcurrencyLimiter::new());
    let (over, still) = watch::channel(());
    let mut closing = std::pin::pin!(app.closing());
    loop {
        let taken = tokio::select! {
            biased;
            () = &mut closing => break,
            taken = listener.accept() => taken,
        };
        let (stream, ip) = match taken {
            Ok((stream, peer)) => (stream, peer.ip()),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        // A move is a small packet that must not wait for the next one.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY was refused");
        }
        // What a client does not read waits in the room's own queue, which knows what may be
        // dropped and when to let the client go, and not in megabytes of the kernel's.
        if let Err(error) = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER) {
            tracing::debug!(%error, "the size of the send buffer was refused");
        }
        // A proxy's own connections are one for each of its clients: those are counted by what
        // they open.
        let address = if app.proxy.present { Address::Local } else { client_addr::direct(ip) };
        let Some((counted, refused)) = admit(&app, &all, &parties, address) else {
            continue;
        };
        let peer = Peer { ip, counted: Arc::new(counted) };
        let (app, router, still) = (app.clone(), router.clone(), still.clone());
        tokio::spawn(async move {
            converse(&app, stream, router, peer, refused).await;
            drop(still);
        });
    }
    drop((listener, still));
    over.closed().await;
}

/// Counts a connection, or says why it is turned away; nothing if there are too many of those.
fn admit(
    app: &App,
    all: &ConcurrencyLimiter<Count>,
    parties: &ConcurrencyLimiter<LimitKey>,
    address: Address,
) -> Option<(Counted, Option<Why>)> {
    let limits = &app.limits;
    let open = || Open::new(&app.metrics.connections);
    // No network has more than half of all.
    let half = (limits.sockets / 2).max(1);
    let most = networks(address, limits.sockets_per_address);
    let most = most.into_iter().map(|(party, most)| (party, most.min(half))).collect();
    let of_networks = parties.open_for(most);
    let one = all.open(Count::Served, limits.sockets);
    match (one, of_networks) {
        (Some(one), Some(of_networks)) => {
            Some((Counted { _one: one, _of_networks: Some(of_networks), _open: open() }, None))
        }
        (one, of_networks) => {
            let why = if one.is_some() { Refused::address_full } else { Refused::house_full };
            let turned_away = all.open(Count::TurnedAway, TURNED_AWAY)?;
            Some((
                Counted { _one: turned_away, _of_networks: of_networks, _open: open() },
                Some(why),
            ))
        }
    }
}

/// Why a connection is turned away.
type Why = fn() -> Refused;

/// Answers the requests on a connection; every one with the refusal, if there is one.
async fn converse(
    app: &Arc<App>,
    stream: TcpStream,
    router: Router,
    peer: Peer,
    refused: Option<Why>,
) {
    let counting = app.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (mut router, peer, app) = (router.clone(), peer.clone(), counting.clone());
        async move {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(peer);
            let answer: Result<Response, Infallible> = match refused {
                Some(refused) => {
                    let response = refused().into_response();
                    app.count_refused(&response, http::client(&app, &request));
                    Ok(response)
                }
                None => router.call(request).await,
            };
            answer
        }
    });
    // Also when it becomes a socket, or a stream of events.
    let stream = Paced::new(stream, app.clock.clone(), app.limits.stalled);
    let connection = http1::Builder::new()
        .timer(ConnectionTimer { clock: app.clock.clone(), start: Instant::now() })
        .header_read_timeout(app.limits.head)
        .keep_alive(refused.is_none())
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let served = tokio::select! {
        served = &mut connection => served,
        () = app.closing() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// The house's clock, as the connections know it.
struct ConnectionTimer {
    clock: TimeSource,
    start: Instant,
}

impl Sleep for Waiting {}

impl Timer for ConnectionTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        Box::pin(self.clock.wait_until(self.clock.now() + duration))
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        self.sleep(deadline.saturating_duration_since(self.now()))
    }

    fn now(&self) -> Instant {
        self.start + self.clock.now()
    }
}
