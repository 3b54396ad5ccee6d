//! Routes for the games' puzzles.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use session::queries;
use zashiki_core::{LegalAction, Move, Puzzle, PuzzleHeading};

use crate::error::Refused;

/// The routes whose answers never change while the server runs, so that they can be cached.
pub(crate) fn unchanging<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/games/{id}/puzzles", get(puzzles))
        .route("/games/{id}/puzzles/{puzzle}", get(puzzle))
        .route("/games/{id}/puzzles/{puzzle}/solution", get(solution))
        .route("/games/{id}/puzzles/{puzzle}/hint", get(hint))
}

/// The routes whose answers depend on a query.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/games/{id}/puzzles/{puzzle}/reply", get(reply))
}

/// Lists the puzzles of a game, each with its heading only.
async fn puzzles(Path(id): Path<String>) -> Result<Json<Vec<PuzzleHeading>>, Refused> {
    Ok(Json(queries::puzzles::puzzles(&id)?))
}

/// A puzzle, without its solution.
async fn puzzle(
    Path((game, id)): Path<(String, String)>,
) -> Result<Json<&'static Puzzle>, Refused> {
    Ok(Json(queries::puzzles::puzzle(&game, &id)?))
}

/// The solution of a puzzle, for a player who gives up.
async fn solution(
    Path((game, id)): Path<(String, String)>,
) -> Result<Json<&'static [String]>, Refused> {
    Ok(Json(&queries::puzzles::puzzle(&game, &id)?.solution))
}

/// A hint: a few legal actions, one of which starts the solution.
async fn hint(Path((game, id)): Path<(String, String)>) -> Result<Json<Vec<LegalAction>>, Refused> {
    Ok(Json(queries::puzzles::hint(&game, &id)?))
}

/// Query parameters of [`reply`].
#[derive(Debug, Deserialize)]
struct Decided {
    /// The player's decisions so far, separated by commas.
    #[serde(default)]
    to: String,
}

/// The opponents' reply to the player's decisions; empty if the decisions miss the puzzle's goal.
async fn reply(
    Path((game, id)): Path<(String, String)>,
    decided: Result<Query<Decided>, QueryRejection>,
) -> Result<Json<&'static [Move]>, Refused> {
    queries::puzzles::puzzle(&game, &id)?;
    let Ok(Query(Decided { to })) = decided else {
        return Err(Refused::bad(
            "to に、そこまでの手をコンマで区切って指定してください。",
            "Give the decisions so far in \"to\", separated by commas.",
        ));
    };
    Ok(Json(queries::puzzles::reply(&game, &id, &to)?))
}
