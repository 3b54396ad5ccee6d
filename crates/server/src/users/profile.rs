//! Routes for profiles, signing in and out on devices, and ratings.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use zashiki_core::LocalizedText;

use crate::app::App;
use crate::bots::catalog;
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::body::{MAX_BODY, read_body};
use crate::limits::networks;
use crate::protocol::{
    Device, Enter, Entering, Me, MyRating, Profile, RatedPlayer, RatingHistory, RatingStep,
    Ratings, RecoveryCode, Strength,
};
use crate::room::command::Command;
use crate::store::{Before, Entry, Key, Listed, Rated, UserWrite, WriteResult};
use crate::users::export::export;
use crate::users::guest::{Caller, Guest, Token};
use crate::users::names::personal;
use crate::users::ratings::{Player, Rating, bots};
use crate::users::recovery;

/// Maximum number of people in a list of ratings.
const MAX_RANKED: u32 = 100;
/// Maximum number of entries of a rating's history.
const MAX_HISTORY: u32 = 500;

/// The routes for profiles, devices and ratings.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/me", get(me).post(set).delete(forget))
        .route("/me/export", get(export))
        .route("/me/code", post(code))
        .route("/me/recover", post(recover))
        .route("/me/devices", delete(sign_out_others))
        .route("/me/devices/{id}", delete(sign_out))
        .route("/ratings", get(ratings))
        .route("/ratings/history", get(history))
}

async fn me(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<Me>, Refused> {
    me_of(&app, person, token, address).await.map(Json)
}

/// The server's data about a person.
pub(crate) async fn me_of(
    app: &App,
    person: Guest,
    token: Token,
    address: Address,
) -> Result<Me, Refused> {
    let (account, count) = (QueueAccount::new(person, address), app.store.played(person));
    let played = app.played.of(person, account, || app.clock.now(), count).await?;
    let (profile, coded) = app.store.profile(person).await?;
    let devices = app.store.devices(person, token).await?;
    let rating =
        |Rated { game, seats, rating }| MyRating { game, seats, strength: strength(rating) };
    Ok(Me {
        profile,
        coded,
        passkeys: app.store.passkeys(person).await?,
        devices: devices.into_iter().map(|(device, _)| device).collect(),
        ratings: app.store.ratings_of(person).await?.into_iter().map(rating).collect(),
        played,
    })
}

async fn set(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Me>, Refused> {
    let profile: Profile = read_body(body, MAX_BODY)?;
    check_change_rate(&app, address)?;
    app.may_change()?;
    app.unwanted_words.check(&profile.name)?;
    let profile = Profile { name: personal(&profile.name), ..profile };
    write(&app, UserWrite::Profile { person, profile, now: app.day() }).await?;
    me_of(&app, person, token, address).await.map(Json)
}

async fn forget(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<Me>, Refused> {
    check_change_rate(&app, address)?;
    let devices = app.store.devices(person, token).await?;
    // The deletion continues even if the client disconnects.
    let forgetting = tokio::spawn({
        let app = app.clone();
        async move { app.forget_person(person).await }
    });
    forgetting.await.map_err(|_| Refused::broken())??;
    app.close_all_but(token, devices);
    let person = app.store.person_of(token).await?.unwrap_or(Guest(token.0));
    me_of(&app, person, token, address).await.map(Json)
}

async fn code(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<RecoveryCode>, Refused> {
    check_change_rate(&app, address)?;
    let code = recovery::new();
    let hash = recovery::read(&code).ok_or_else(Refused::broken)?;
    write(&app, UserWrite::Code { person, token, code: hash, now: app.day() }).await?;
    Ok(Json(RecoveryCode { code }))
}

async fn recover(
    State(app): State<Arc<App>>,
    Extension(before): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(caller): Extension<Caller>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refused> {
    let Enter { code, sure } = read_body(body, MAX_BODY)?;
    check_credential_rate(&app, address)?;
    let code = recovery::read(&code).ok_or_else(Refused::mistyped)?;
    let sign_in = SignIn { before, token, caller, sure };
    sign_in_by(&app, Key::Code(code), sign_in, Refused::no_code).await
}

/// A browser that wants to sign in as another person.
pub(crate) struct SignIn {
    /// The browser's current person.
    pub(crate) before: Guest,
    pub(crate) token: Token,
    pub(crate) caller: Caller,
    /// True if the user has confirmed the consequences.
    pub(crate) sure: bool,
}

/// Signs a browser in as the owner of a key, or reports the consequences if they are not confirmed yet. If
/// they have changed since, returns an error. `nobodys` is the error for a key without an owner.
pub(crate) async fn sign_in_by(
    app: &App,
    key: Key,
    sign_in: SignIn,
    unknown_key: fn() -> Refused,
) -> Result<Response, Refused> {
    let SignIn { before, token, caller, sure } = sign_in;
    let person = app.store.owner_of(&key).await?.ok_or_else(unknown_key)?;
    if person == before {
        return Err(Refused::same_person());
    }
    if app.store.devices(person, token).await?.len() >= app.limits.devices {
        return Err(Refused::too_many_devices());
    }
    let (profile, _) = app.store.profile(person).await?;
    let back = !app.store.is_only_credential(before, token).await?;
    let tables = app.store.shared_tables(before, person).await?;
    let moved: Vec<&String> =
        tables.iter().filter(|(_, shared)| !back && !shared).map(|(table, _)| table).collect();
    let joining = moved.len();
    let entering =
        Entering { profile, done: sure, come: joining, stay: tables.len() - joining, back };
    if !sure {
        return Ok(Json(entering).into_response());
    }
    let new = caller.with_new_token(&app.seal);
    let before = Before { person: before, token, only: !back };
    let entry = UserWrite::Enter { person, key, token: new.hash(), before, now: app.day() };
    if write(app, entry).await? == WriteResult::Conflict {
        return Err(Refused::changed_meanwhile());
    }
    app.played.forget(person);
    app.reload_occupants(moved.into_iter()).await;
    app.sign_out(token);
    Ok((AppendHeaders([(SET_COOKIE, new.cookie())]), Json(entering)).into_response())
}

async fn sign_out(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
    id: Result<Path<i64>, PathRejection>,
) -> Result<Json<Me>, Refused> {
    check_change_rate(&app, address)?;
    let Path(device) = id.map_err(|_| Refused::no_address())?;
    let devices = app.store.devices(person, token).await?;
    let found = devices.into_iter().find(|(me_of, _)| me_of.id == device);
    let (_, signed_out) = found.ok_or_else(Refused::no_address)?;
    write(&app, UserWrite::SignOut { person, device }).await?;
    app.sign_out(signed_out);
    me_of(&app, person, token, address).await.map(Json)
}

async fn sign_out_others(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<Me>, Refused> {
    check_change_rate(&app, address)?;
    let devices = app.store.devices(person, token).await?;
    write(&app, UserWrite::SignOutOthers { person, token }).await?;
    app.close_all_but(token, devices);
    me_of(&app, person, token, address).await.map(Json)
}

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
                .map_or_else(|| LocalizedText::same(profile.name), catalog::display_name),
            bot,
            crest: profile.crest,
            colour: profile.colour,
            strength: strength(rating),
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

/// Validates the game and the number of seats.
fn validated(query: Result<Query<RatingQuery>, QueryRejection>) -> Result<RatingQuery, Refused> {
    let Query(query) = query.map_err(|_| {
        Refused::bad(
            "game にゲームを、seats に席数を指定してください。例: ?game=kokyu&seats=2",
            "Name a game in \"game\" and a number in \"seats\", such as ?game=kokyu&seats=2.",
        )
    })?;
    registry::info(&query.game)?.check_seats(query.seats.into())?;
    Ok(query)
}

fn strength(rating: Rating) -> Strength {
    Strength {
        points: rating.shown(),
        margin: rating.margin(),
        plays: rating.plays,
        provisional: rating.provisional(),
    }
}

/// Applies the rate limit of changes, by network.
pub(crate) fn check_change_rate(app: &App, address: Address) -> Result<(), Refused> {
    let rate = app.limits.settings_per_address;
    let may = app.settings.take_for(networks(address, rate), app.clock.now());
    if may { Ok(()) } else { Err(Refused::set_too_often()) }
}

/// Applies the rate limit of trying credentials, by network.
pub(crate) fn check_credential_rate(app: &App, address: Address) -> Result<(), Refused> {
    let rate = app.limits.codes_per_address;
    let may = app.codes.take_for(networks(address, rate), app.clock.now());
    if may { Ok(()) } else { Err(Refused::too_many_codes()) }
}

/// Writes data about a person.
pub(crate) async fn write(app: &App, entry: UserWrite) -> Result<WriteResult, Refused> {
    app.store
        .write(Entry::People(Box::new(entry)))
        .await
        .map_err(|error| Refused::not_saved(&error))
}

/// Number of tables changed in one transaction when a person is removed from many.
const TABLE_BATCH: u32 = 50;

impl App {
    /// Deletes or anonymizes all data about a person. Before that, the person leaves all unfinished tables,
    /// where a bot takes over.
    pub(crate) async fn forget_person(self: &Arc<Self>, person: Guest) -> Result<(), Refused> {
        self.withdraw(person).await?;
        self.leave_tables(person, None).await?;
        self.played.forget(person);
        write(self, UserWrite::Forget { person }).await.map(drop)
    }

    /// Makes a person leave all unfinished tables: a bot takes over in matches in progress, and waiting
    /// tables that the person created are cancelled.
    pub(crate) async fn withdraw(self: &Arc<Self>, person: Guest) -> Result<(), Refused> {
        for table in self.store.unfinished_of(person).await? {
            let withdraw = |reply| Command::Withdraw { guest: person, reply };
            let left = match self.ask(&table, withdraw).await {
                Ok((_, left)) => left,
                Err(refused) => Err(refused),
            };
            if let Err(refused) = left {
                // A match with an unsupported rules version cannot continue anyway; the name is deleted there
                // too.
                tracing::warn!(?refused, "a table that a person leaves cannot be loaded");
            }
        }
        Ok(())
    }

    /// Removes or replaces a person's name and id at all tables.
    pub(crate) async fn leave_tables(
        &self,
        person: Guest,
        name: Option<&str>,
    ) -> Result<(), Refused> {
        let mut after = String::new();
        loop {
            let tables = self.store.tables_with(person, &after, TABLE_BATCH).await?;
            let Some(last) = tables.last() else { return Ok(()) };
            after.clone_from(last);
            let name = name.map(str::to_owned);
            write(self, UserWrite::LeaveTables { person, name, tables: tables.clone() }).await?;
            self.reload_occupants(tables.iter()).await;
        }
    }

    /// Makes the rooms of these tables reread the occupants of their seats, on all servers.
    pub(crate) async fn reload_occupants(&self, tables: impl Iterator<Item = &String>) {
        for table in tables {
            self.seats_changed(table);
            if let Some(inbox) = self.find(table) {
                // If the room has been unloaded, it reads the store when it is loaded again.
                let _ = inbox.send(Command::Seats).await;
            }
        }
    }

    /// Closes the connections of all browsers of a person except one.
    fn close_all_but(&self, token: Token, devices: Vec<(Device, Token)>) {
        for (_, other) in devices.into_iter().filter(|(_, other)| *other != token) {
            self.sign_out(other);
        }
    }
}
