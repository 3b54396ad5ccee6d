//! Routes for lists of ratings and a person's rating history.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use session::guest::Guest;
use zashiki_core::LocalizedText;

use crate::app::App;
use crate::error::Refused;
use crate::protocol::{Profile, RatedPlayer, RatingHistory, RatingStep, Ratings};
use crate::store::Listed;
use crate::users::ratings::{Player, Rating, bots};

/// The routes for lists of ratings and rating histories.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/ratings", get(ratings)).route("/ratings/history", get(history))
}

/// Maximum number of people in a list of ratings.
const MAX_RANKED: u32 = 100;

/// Maximum number of entries of a rating's history.
const MAX_HISTORY: u32 = 500;

/// Query parameters of the rating routes.
#[derive(Debug, Deserialize)]
struct RatingQuery {
    game: String,
    seats: u8,
}

async fn ratings(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    query: Result<Query<RatingQuery>, QueryRejection>,
) -> Result<Json<Ratings>, Refused> {
    let RatingQuery { game, seats } = validated(query)?;
    let people = app.store.rated(&game, seats, MAX_RANKED).await?;
    let bots = bots(&game, seats).into_iter().map(|(player, rating)| Listed {
        player,
        profile: Profile::default(),
        rating,
    });
    let mut listed: Vec<Listed> = people.into_iter().chain(bots).collect();
    let order = |one: &Listed, other: &Listed| {
        let certain = one.rating.provisional().cmp(&other.rating.provisional());
        certain.then(other.rating.rating.total_cmp(&one.rating.rating))
    };
    listed.sort_by(order);
    let mut ranks = 1..;
    let ranked = |Listed { player, profile, rating }: Listed| {
        let bot = match &player {
            Player::Bot(bot) => Some(bot.clone()),
            Player::Person(_) => None,
        };
        // Bots illustrate what a number of points means, and take no ranks.
        let ranked = bot.is_none() && !rating.provisional();
        RatedPlayer {
            rank: if ranked { ranks.next() } else { None },
            you: player == Player::Person(person),
            name: bot
                .as_deref()
                .map_or_else(|| LocalizedText::same(profile.name), session::catalog::display_name),
            bot,
            crest: profile.crest,
            colour: profile.colour,
            strength: rating.strength(),
        }
    };
    Ok(Json(Ratings { list: listed.into_iter().map(ranked).collect() }))
}

async fn history(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    query: Result<Query<RatingQuery>, QueryRejection>,
) -> Result<Json<RatingHistory>, Refused> {
    let RatingQuery { game, seats } = validated(query)?;
    let steps = app.store.rating_history(person, &game, seats, MAX_HISTORY).await?;
    let step = |(table, at, rating): (String, i64, Rating)| RatingStep {
        at,
        points: rating.shown(),
        margin: rating.margin(),
        provisional: rating.provisional(),
        table,
    };
    Ok(Json(RatingHistory { steps: steps.into_iter().map(step).collect() }))
}

/// Parses the query; returns an error for an unknown game or a number of seats that the game does not have.
fn validated(query: Result<Query<RatingQuery>, QueryRejection>) -> Result<RatingQuery, Refused> {
    let Query(query) = query.map_err(|_| {
        Refused::bad(
            "game にゲームを、seats に席数を指定してください。例: ?game=kokyu&seats=2",
            "Give a game in \"game\" and a number in \"seats\", such as ?game=kokyu&seats=2.",
        )
    })?;
    registry::info(&query.game)?.check_seats(query.seats.into())?;
    Ok(query)
}
