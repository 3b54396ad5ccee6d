//! Health checks, for monitors and load balancers.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::routing::get;

use crate::app::App;
use crate::error::Refused;
use crate::program;

/// The addresses of health checks. Programs that watch over the server ask there, by whichever name and from
/// whichever network.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// Returns true if the request is a health check.
pub(crate) fn is_health(request: &Request) -> bool {
    HEALTH.contains(&request.uri().path())
}

/// The routes of health checks.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route(HEALTH[0], get(health)).route(HEALTH[1], get(ready))
}

/// For programs that watch over the server: whether it lives, and can still read.
async fn health(State(app): State<Arc<App>>) -> Result<String, Refused> {
    app.store.setup("").await?;
    Ok(format!("ok {}\n", program::version()))
}

/// For programs that choose where to send people: whether it can play, which is to write.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Refused> {
    if app.shutdown.has_started() {
        return Err(Refused::closing());
    }
    if !app.write_health.can_write().await {
        return Err(Refused::not_ready());
    }
    Ok("ok\n")
}
