//! The HTTP interface: routes by resource, and the checks and headers of all of them.

mod assets;
pub(crate) mod body;
pub(crate) mod guards;
pub(crate) mod guests;
mod headers;
mod origin;
mod packed;
pub(crate) mod peer;
pub(crate) mod routes;
mod sign_in;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::response::IntoResponse;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::app::App;
use crate::error::Refused;
use crate::http::body::MAX_BODY;
use crate::http::packed::PackedAnswers;
use crate::http::routes::{
    analysis, analysis_board, devices, games, health, lobby, notices, passkeys, profile, push,
    puzzles, ratings, tables,
};

/// All HTTP routes of the server.
pub(crate) fn router(app: Arc<App>) -> Router {
    let personal = Router::new()
        .merge(lobby::personal())
        .merge(push::router())
        .merge(profile::router())
        .merge(devices::router())
        .merge(ratings::router())
        .merge(passkeys::router())
        .merge(notices::router())
        .layer(middleware::from_fn_with_state(app.clone(), guards::people_only));
    let unchanging = Router::new().merge(games::unchanging()).merge(puzzles::unchanging()).layer(
        middleware::from_fn_with_state(Arc::<PackedAnswers>::default(), packed::cache_answers),
    );
    let api = Router::new()
        .merge(unchanging)
        .merge(puzzles::router())
        .merge(tables::router())
        .merge(lobby::router())
        .merge(analysis::router())
        .merge(personal)
        .fallback(async || Refused::no_address())
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(middleware::from_fn_with_state(app.clone(), guards::admit_person))
        .layer(middleware::from_fn(guests::introduce))
        // Analysis of a match that the client sends stores nothing, and so needs no seat and no cookie.
        .merge(analysis_board::router())
        .layer(middleware::from_fn_with_state(app.clone(), origin::check_origin))
        .layer(middleware::from_fn(headers::never_kept));
    Router::new()
        .nest("/api", api)
        .merge(health::router())
        .fallback(assets::page)
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn(guests::welcome))
        .layer(middleware::from_fn_with_state(app.clone(), guests::recognise))
        .layer(middleware::from_fn_with_state(app.clone(), guards::in_time))
        .layer(middleware::from_fn_with_state(app.clone(), guards::admit_network))
        .layer(middleware::from_fn_with_state(app.clone(), guards::with_address))
        .layer(middleware::from_fn(guards::readable))
        .layer(middleware::from_fn_with_state(app.clone(), guards::check_host))
        // Answers that are compressed for one request use the fastest level.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(CatchPanicLayer::custom(|_| Refused::broken().into_response()))
        .layer(middleware::map_response(headers::protect))
        .layer(middleware::from_fn_with_state(app.clone(), guards::count_refused))
        .with_state(app)
}
