//! The HTTP interface: routes by resource, and the checks and headers of all of them.

pub(crate) mod assets;
pub(crate) mod body;
pub(crate) mod guards;
mod headers;
pub(crate) mod origin;
mod packed;
pub(crate) mod peer;
pub(crate) mod routes;

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
use crate::http::routes::{games, health, lobby, notices, puzzles, tables};

/// All HTTP routes of the server.
pub(crate) fn router(app: Arc<App>) -> Router {
    let personal = Router::new()
        .route("/quickstart", post(quickstart))
        .route("/me/push", get(push::key).post(push::subscribe).delete(push::unsubscribe))
        .merge(profile::router())
        .merge(passkeys::router())
        .merge(policy::router())
        .layer(middleware::from_fn_with_state(app.clone(), bot_accounts::people_only));
    let unchanging = Router::new()
        .route("/games", get(games))
        .route("/games/{id}", get(game))
        .route("/games/{id}/rules", get(rules))
        .route("/games/{id}/book", get(tutorial))
        .route("/games/{id}/puzzles", get(puzzles))
        .route("/games/{id}/puzzles/{puzzle}", get(puzzle))
        .route("/games/{id}/puzzles/{puzzle}/solution", get(solution))
        .route("/games/{id}/puzzles/{puzzle}/hint", get(hint))
        .layer(middleware::from_fn_with_state(app.clone(), packed::keep));
    let api = Router::new()
        .merge(unchanging)
        .route("/games/{id}/puzzles/{puzzle}/reply", get(reply))
        .route("/tables", get(my_tables).post(open_table))
        .route("/lobby", get(lobby))
        .route("/lobby/live", get(lobby_live))
        .route("/tables/{id}", get(stored))
        .route("/tables/{id}/preview", get(preview))
        .route("/tables/{id}/steps/{number}", get(step))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/live", get(socket::live))
        .merge(analysis::router())
        .merge(personal)
        .fallback(async || Refused::no_address())
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(middleware::from_fn_with_state(app.clone(), policy::admit_person))
        .layer(middleware::from_fn(guest::introduce))
        // Who brings a play along leaves nothing here, and so needs no seat and no cookie.
        .merge(analysis_board::router())
        .layer(middleware::from_fn_with_state(app.clone(), check_origin))
        .layer(middleware::from_fn(never_kept));
    Router::new()
        .nest("/api", api)
        .route(HEALTH[0], get(health))
        .route(HEALTH[1], get(ready))
        .fallback(assets::page)
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn(guest::welcome))
        .layer(middleware::from_fn_with_state(app.clone(), guest::recognise))
        .layer(middleware::from_fn_with_state(app.clone(), in_time))
        .layer(middleware::from_fn_with_state(app.clone(), policy::admit_network))
        .layer(middleware::from_fn_with_state(app.clone(), with_address))
        .layer(middleware::from_fn(readable))
        .layer(middleware::from_fn_with_state(app.clone(), check_host))
        // What is compressed for one answer alone is so at the fastest level.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(CatchPanicLayer::custom(|_| Refused::broken().into_response()))
        .layer(middleware::map_response(protect))
        .layer(middleware::from_fn_with_state(app.clone(), count_refused))
        .with_state(app)
}
