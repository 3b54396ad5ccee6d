//! Acceptance of TCP connections: limits on their number, and time limits for their requests.

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
use crate::http;
use crate::http::guards::{client, count_if_over_limit};
use crate::http::peer::{Count, Counted, Peer};
use crate::limits::{ConcurrencyLimiter, LimitKey, networks};
use crate::pace::Paced;
use crate::telemetry::metrics::Open;
use crate::time_source::{TimeSource, Waiting};

/// Size of a socket's send buffer in bytes, enough for a few messages.
const SEND_BUFFER: usize = 64 * 1024;

/// Pause before the next attempt after a connection could not be accepted because of missing file descriptors
/// or memory.
const PAUSE: Duration = Duration::from_millis(100);

/// Number of connections above the limit that are answered with an error at the same time. Further
/// connections are closed at once.
const TURNED_AWAY: usize = 16;

/// Accepts connections until the server shuts down. Each is served by a separate task.
pub(crate) async fn serve(app: Arc<App>, listener: TcpListener) {
    let router = http::router(app.clone());
    let (all, parties) = (ConcurrencyLimiter::new(), ConcurrencyLimiter::new());
    let (all_closed, open_guard) = watch::channel(());
    let mut closing = std::pin::pin!(app.shutdown.started());
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut closing => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, ip) = match accepted {
            Ok((stream, peer)) => (stream, peer.ip()),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // A move is a small packet that must not wait for the next one.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY was refused");
        }
        // Unread data should wait in the room's own queue, which can drop outdated messages and disconnect a
        // client that does not read, instead of in megabytes of kernel buffers.
        if let Err(error) = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER) {
            tracing::debug!(%error, "the size of the send buffer was refused");
        }
        // A proxy has one connection for each of its clients; limits apply to the client's address from the
        // header.
        let address =
            if app.access.proxy.present { Address::Local } else { client_addr::direct(ip) };
        let Some((counted, refused)) = admit(&app, &all, &parties, address) else {
            continue;
        };
        let peer = Peer { ip, counted: Arc::new(counted) };
        let (app, router, open_guard) = (app.clone(), router.clone(), open_guard.clone());
        tokio::spawn(async move {
            serve_connection_of(&app, stream, router, peer, refused).await;
            drop(open_guard);
        });
    }
    drop((listener, open_guard));
    all_closed.closed().await;
}

/// Counts a new connection. The second value of the result is the error to answer with if a limit is
/// exceeded. Returns `None` if too many connections are already being answered with errors; the connection is
/// then closed.
fn admit(
    app: &App,
    all: &ConcurrencyLimiter<Count>,
    parties: &ConcurrencyLimiter<LimitKey>,
    address: Address,
) -> Option<(Counted, Option<Why>)> {
    let limits = &app.limits;
    let open = || Open::new(&app.metrics.connections);
    // No network has more than half of all connections.
    let half = (limits.sockets / 2).max(1);
    let most = networks(address, limits.sockets_per_address);
    let most = most.into_iter().map(|(party, most)| (party, most.min(half))).collect();
    let of_networks = parties.open_for(most);
    let one = all.open(Count::Served, limits.sockets);
    match (one, of_networks) {
        (Some(one), Some(of_networks)) => {
            Some((Counted::new(one, Some(of_networks), open()), None))
        }
        (one, of_networks) => {
            let why = if one.is_some() { Refused::address_full } else { Refused::server_full };
            let turned_away = all.open(Count::TurnedAway, TURNED_AWAY)?;
            Some((Counted::new(turned_away, of_networks, open()), Some(why)))
        }
    }
}

/// A function that creates the error with which a rejected connection is answered.
type Why = fn() -> Refused;

/// Answers the requests on a connection. If `refused` is given, every request is answered with that error.
async fn serve_connection_of(
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
                    count_if_over_limit(&app, &response, client(&app, &request));
                    Ok(response)
                }
                None => router.call(request).await,
            };
            answer
        }
    });
    // Upgraded connections and event streams are paced too.
    let stream = Paced::new(stream, app.clock.source().clone(), app.limits.stalled);
    let connection = http1::Builder::new()
        .timer(ConnectionTimer { clock: app.clock.source().clone(), start: Instant::now() })
        .header_read_timeout(app.limits.head)
        .keep_alive(refused.is_none())
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let served = tokio::select! {
        served = &mut connection => served,
        () = app.shutdown.started() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Makes the server's clock available to the HTTP library (hyper) as a timer.
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
