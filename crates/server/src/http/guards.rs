//! Middleware that checks every request before its route.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Extension, Request, State};
use axum::http::header::HOST;
use axum::http::{Method, Uri, Version, uri};
use axum::middleware::Next;
use axum::response::Response;
use session::guest::Guest;

use crate::app::App;
use crate::client_addr::Address;
use crate::error::{Limit, Refused};
use crate::hosts::Authority;
use crate::http::origin;
use crate::http::peer::Peer;
use crate::http::routes::health::is_health;

/// Rejects URLs that are not valid UTF-8.
pub(crate) async fn readable(request: Request, next: Next) -> Result<Response, Refused> {
    let mut bytes = request.uri().path().bytes();
    let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
    let mut path = Vec::new();
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                path.extend(u8::try_from(high * 16 + low));
                bytes = ahead;
            }
            _ => path.push(byte),
        }
    }
    std::str::from_utf8(&path).map_err(|_| Refused::bad_address())?;
    Ok(next.run(request).await)
}

/// Rejects a request without a host, with several hosts, or with a host that is not the server's.
pub(crate) async fn check_host(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let header = match (hosts.next(), hosts.next()) {
        // Before HTTP/1.1 the header did not exist; browsers send it nevertheless.
        (None, _) if request.version() < Version::HTTP_11 => None,
        (Some(host), None) => Some(host.to_str().map_err(|_| Refused::bad_host())?),
        _ => return Err(Refused::bad_host()),
    };
    // The request target may contain a host too; then both must be accepted.
    let target = Uri::authority(request.uri()).map(uri::Authority::as_str);
    for named in header.into_iter().chain(target) {
        let host = Authority::read(named, false).ok_or_else(Refused::bad_host)?;
        if !app.access.hosts.accepts(&host) && !is_health(&request) {
            return Err(Refused::unknown_host(&host.host));
        }
    }
    Ok(next.run(request).await)
}

/// Adds the client's address to the request's extensions, where rate limits find it.
pub(crate) async fn with_address(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.ip);
    let of = |peer| app.access.proxy.address(peer, request.headers());
    let address = peer.map_or(Address::Local, of);
    request.extensions_mut().insert::<Address>(address);
    next.run(request).await
}

/// Answers with an error if a request takes too long.
pub(crate) async fn in_time(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    let late = app.clock.now() + app.limits.request;
    tokio::select! {
        response = next.run(request) => Ok(response),
        () = app.clock.reaches(late) => Err(Refused::too_slow()),
    }
}

/// Counts the responses that reject a request because it exceeds a limit.
pub(crate) async fn count_refused(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let client = client(&app, &request);
    let response = next.run(request).await;
    count_if_over_limit(&app, &response, client);
    response
}

/// The address that a request comes from, if known.
pub(crate) fn client(app: &App, request: &Request) -> Option<IpAddr> {
    let peer = request.extensions().get::<Peer>()?;
    app.access.proxy.client(peer.ip, request.headers())
}

/// Requests that a banned person may still make: deleting and exporting personal data, and reading the
/// announcement.
const ALLOWED_WHEN_BANNED: [(Method, &str); 3] =
    [(Method::DELETE, "/api/me"), (Method::GET, "/api/me/export"), (Method::GET, "/api/notice")];

/// Rejects requests from blocked networks, except health checks.
pub(crate) async fn admit_network(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    let policy = app.policy.now();
    let is_health_check = is_health(&request);
    let address = match address {
        Address::At(address) => Some(address),
        Address::Local | Address::Unknown => None,
    };
    match address.and_then(|address| policy.block(address, app.clock.day())) {
        Some(block) if !is_health_check => Err(Refused::blocked(block.until, &block.reason)),
        _ => Ok(next.run(request).await),
    }
}

/// Rejects a banned person's changes and WebSockets. Reading public data stays allowed.
pub(crate) async fn admit_person(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    let policy = app.policy.now();
    let path = request.uri().path();
    let is_allowed =
        ALLOWED_WHEN_BANNED.iter().any(|(method, to)| method == request.method() && *to == path);
    match policy.ban(person, app.clock.day()) {
        Some(ban) if !is_allowed && origin::changes(&request) => {
            Err(Refused::banned(ban.until, &ban.reason))
        }
        _ => Ok(next.run(request).await),
    }
}

/// Counts an error response if a limit caused it.
pub(crate) fn count_if_over_limit(app: &App, response: &Response, client: Option<IpAddr>) {
    let Some(Limit(limit)) = response.extensions().get() else { return };
    app.metrics.over(limit);
    if let Some(client) = client {
        app.limit_hits.note(limit, client, app.clock.day(), app.clock.now());
    }
}

/// Rejects requests by bot accounts to routes for people only.
pub(crate) async fn people_only(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    match app.users.bot_account_name(guest) {
        Some(_) => Err(Refused::for_people()),
        None => Ok(next.run(request).await),
    }
}
