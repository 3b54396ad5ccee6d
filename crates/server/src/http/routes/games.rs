//! Routes for the games: catalogue, rules, components, tutorials.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use session::queries;
use zashiki_core::{ComponentsForm, Tutorial};

use crate::app::App;
use crate::bots::catalog;
use crate::error::Refused;
use crate::protocol::{Catalogue, GamePage, GameRules, ModuleFile};
use crate::users::names::NAME_LENGTH;

/// The routes whose answers never change while the server runs, so that they can be cached.
pub(crate) fn unchanging() -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(games))
        .route("/games/{id}", get(game))
        .route("/games/{id}/rules", get(rules))
        .route("/games/{id}/book", get(tutorial))
        .route("/games/{id}/components", get(components_form))
}

async fn games(State(app): State<Arc<App>>) -> Result<Json<Catalogue>, Refused> {
    let catalogue = queries::games::catalogue(catalog::catalogue(&app.engines), NAME_LENGTH)?;
    Ok(Json(Catalogue { modules: modules(), ..catalogue }))
}

/// The engine's modules, which `web_assets` serves with the page.
fn modules() -> BTreeMap<String, Vec<ModuleFile>> {
    let module = |module: web_assets::Module| {
        let files = module.files.into_iter();
        (module.game, files.map(|(path, bytes)| ModuleFile { path, bytes }).collect())
    };
    web_assets::modules().into_iter().map(module).collect()
}

async fn components_form(Path(id): Path<String>) -> Result<Json<Option<ComponentsForm>>, Refused> {
    Ok(Json(queries::components::form(&id)?))
}

async fn tutorial(Path(id): Path<String>) -> Result<Json<Option<&'static Tutorial>>, Refused> {
    Ok(Json(queries::games::tutorial(&id)?))
}

async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<GamePage>, Refused> {
    Ok(Json(queries::games::game_page(&id, catalog::catalogue(&app.engines))?))
}

async fn rules(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<GameRules>, Refused> {
    Ok(Json(queries::games::rules(&id, app.components.of(&id))?))
}
