//! The routes of the operator's listener: metrics, networks over limits, and health.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};

use crate::app::App;
use crate::error::Refused;
use crate::http::routes::health;
use crate::limit_hits::TopNetworks;
use crate::telemetry::metrics::Now;

/// The operator's router: metrics, networks over limits, and health checks.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/metrics", get(measured))
        .route("/limits", get(over_limits))
        .merge(health::router())
        .fallback(async || Refused::no_address())
        .with_state(app)
}

/// The metrics in OpenMetrics text format, which Prometheus reads.
async fn measured(State(app): State<Arc<App>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, kind)], measurements(&app)).into_response()
}

/// Answers with the client networks whose requests exceeded limits.
async fn over_limits(State(app): State<Arc<App>>) -> Json<TopNetworks> {
    Json(app.limit_hits.top(app.clock.now()))
}

/// The metrics of the server, for Prometheus.
fn measurements(app: &App) -> String {
    let (thinking, waiting) = app.bot_pool.lengths();
    let rooms = app.rooms.registry();
    app.metrics.text(&Now {
        tables: rooms.len(),
        home: rooms.leased(),
        servers: app.membership.as_ref().map_or(1, |membership| membership.cluster.servers()),
        waiting_writes: app.store.waiting(),
        bots_thinking: thinking,
        bots_waiting: waiting,
    })
}
