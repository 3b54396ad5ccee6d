//! Routes for health checks, used by monitors and load balancers.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::routing::get;
use session::program;

use crate::app::App;
use crate::error::Refused;

/// The paths of health checks. They are answered under any host name and for any network.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// Returns true if the request is a health check.
pub(crate) fn is_health(request: &Request) -> bool {
    HEALTH.contains(&request.uri().path())
}

/// The routes of health checks.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route(HEALTH[0], get(health)).route(HEALTH[1], get(ready))
}

/// Liveness: the server runs and can read the database.
async fn health(State(app): State<Arc<App>>) -> Result<String, Refused> {
    app.store.setup("").await?;
    Ok(format!("ok {}\n", program::version()))
}

/// Readiness: the server can also write the database, and so accept moves.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Refused> {
    if app.shutdown.has_started() {
        return Err(Refused::closing());
    }
    if !app.write_health.can_write().await {
        return Err(Refused::not_ready());
    }
    Ok("ok\n")
}
