//! Routes for the games: catalogue, rules, components, tutorials.

use session::request_error::RequestError;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;
use zashiki_core::{COMMON_ENDINGS, InputError, Tutorial, common_rules};

use crate::app::App;
use crate::bots::catalog;
use crate::error::Refused;
use crate::protocol::{Catalogue, GamePage, GameRules, HouseRules, ModuleFile};
use crate::users::names::NAME_LENGTH;
use session::refusals::{BREAKING_OFF, LEAVING};

/// The routes whose answers never change while the server runs, so that they can be cached.
pub(crate) fn unchanging() -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(games))
        .route("/games/{id}", get(game))
        .route("/games/{id}/rules", get(rules))
        .route("/games/{id}/book", get(tutorial))
}

async fn games(State(app): State<Arc<App>>) -> Result<Json<Catalogue>, Refused> {
    let games: Result<_, InputError> = registry::ids().into_iter().map(registry::info).collect();
    let mut facts = BTreeMap::new();
    for id in registry::ids() {
        facts.extend(registry::tutorial(id)?.map(|book| (id, &book.facts)));
    }
    let bots = catalog::catalogue(&app.engines);
    Ok(Json(Catalogue { games: games?, facts, bots, name_length: NAME_LENGTH, modules: modules() }))
}

/// The engine's modules, which `web_assets` serves with the page.
fn modules() -> BTreeMap<String, Vec<ModuleFile>> {
    let module = |module: web_assets::Module| {
        let files = module.files.into_iter();
        (module.game, files.map(|(path, bytes)| ModuleFile { path, bytes }).collect())
    };
    web_assets::modules().into_iter().map(module).collect()
}

async fn tutorial(Path(id): Path<String>) -> Result<Json<Option<&'static Tutorial>>, Refused> {
    Ok(Json(registry::tutorial(&id).map_err(RequestError::unknown_game)?))
}

async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<GamePage>, Refused> {
    let game = registry::game(&id).map_err(RequestError::unknown_game)?;
    let (info, glossary) = (game.info(), game.assets().glossary());
    let mut bots = catalog::catalogue(&app.engines);
    bots.retain(|bot| bot.games.contains(&info.id));
    let rules = HouseRules { ends: COMMON_ENDINGS, abandoning: BREAKING_OFF, leaving: LEAVING };
    Ok(Json(GamePage { info, bots, glossary, house: rules }))
}

async fn rules(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<GameRules>, Refused> {
    let game = registry::game(&id).map_err(RequestError::unknown_game)?;
    let info = game.info();
    let rules = game.assets().rules().iter().chain(common_rules()).collect();
    let components = app.components.of(info.id);
    let table = registry::new_match(info.id, info.seats.0.into(), &Value::Null, components, 0)?;
    Ok(Json(GameRules { rules, components: table.components() }))
}
