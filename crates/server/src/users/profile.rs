//! What people set about themselves, how they come to another device, and how they rank.

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

/// The most lines of a list of ratings, besides those of bots.
const MAX_RANKED: u32 = 100;
/// The most steps of a rating's history.
const MAX_HISTORY: u32 = 500;

/// The addresses about people.
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
    known(&app, person, token, address).await.map(Json)
}

/// What the house knows of a person.
pub(crate) async fn known(
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
    may_set(&app, address)?;
    app.may_change()?;
    app.unwanted_words.check(&profile.name)?;
    let profile = Profile { name: personal(&profile.name), ..profile };
    write(&app, UserWrite::Profile { person, profile, now: app.day() }).await?;
    known(&app, person, token, address).await.map(Json)
}

async fn forget(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<Me>, Refused> {
    may_set(&app, address)?;
    let devices = app.store.devices(person, token).await?;
    // It goes on to its end also when who asked has gone.
    let forgetting = tokio::spawn({
        let app = app.clone();
        async move { app.forget_person(person).await }
    });
    forgetting.await.map_err(|_| Refused::broken())??;
    app.close_all_but(token, devices);
    let person = app.store.person_of(token).await?.unwrap_or(Guest(token.0));
    known(&app, person, token, address).await.map(Json)
}

async fn code(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<RecoveryCode>, Refused> {
    may_set(&app, address)?;
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
    may_try(&app, address)?;
    let code = recovery::read(&code).ok_or_else(Refused::mistyped)?;
    let entrant = Entrant { before, token, caller, sure };
    enter_by(&app, Key::Code(code), entrant, Refused::no_code).await
}

/// Who wants to be somebody.
pub(crate) struct Entrant {
    /// Who they are now.
    pub(crate) before: Guest,
    pub(crate) token: Token,
    pub(crate) caller: Caller,
    /// Whether they have seen what comes of it.
    pub(crate) sure: bool,
}

/// Has a browser be the person's whose key this is, or says what would come of it. It is said anew
/// where that has changed since. `nobodys`: there is nobody with this key.
pub(crate) async fn enter_by(
    app: &App,
    key: Key,
    entrant: Entrant,
    nobodys: fn() -> Refused,
) -> Result<Response, Refused> {
    let Entrant { before, token, caller, sure } = entrant;
    let person = app.store.owner_of(&key).await?.ok_or_else(nobodys)?;
    if person == before {
        return Err(Refused::same_person());
    }
    if app.store.devices(person, token).await?.len() >= app.limits.devices {
        return Err(Refused::too_many_devices());
    }
    let (profile, _) = app.store.profile(person).await?;
    let back = !app.store.is_only_credential(before, token).await?;
    let tables = app.store.shared_tables(before, person).await?;
    let moving: Vec<&String> =
        tables.iter().filter(|(_, shared)| !back && !shared).map(|(table, _)| table).collect();
    let come = moving.len();
    let entering = Entering { profile, done: sure, come, stay: tables.len() - come, back };
    if !sure {
        return Ok(Json(entering).into_response());
    }
    let new = caller.anew(&app.seal);
    let before = Before { person: before, token, only: !back };
    let deed = UserWrite::Enter { person, key, token: new.hash(), before, now: app.day() };
    if write(app, deed).await? == WriteResult::Conflict {
        return Err(Refused::changed_meanwhile());
    }
    app.played.forget(person);
    app.see_who_sits(moving.into_iter()).await;
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
    may_set(&app, address)?;
    let Path(device) = id.map_err(|_| Refused::no_address())?;
    let devices = app.store.devices(person, token).await?;
    let found = devices.into_iter().find(|(known, _)| known.id == device);
    let (_, signed_out) = found.ok_or_else(Refused::no_address)?;
    write(&app, UserWrite::SignOut { person, device }).await?;
    app.sign_out(signed_out);
    known(&app, person, token, address).await.map(Json)
}

async fn sign_out_others(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<Me>, Refused> {
    may_set(&app, address)?;
    let devices = app.store.devices(person, token).await?;
    write(&app, UserWrite::SignOutOthers { person, token }).await?;
    app.close_all_but(token, devices);
    known(&app, person, token, address).await.map(Json)
}

/// Which ratings are requested.
#[derive(Debug, Deserialize)]
struct Which {
    game: String,
    seats: u8,
}

async fn ratings(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Json<Ratings>, Refused> {
    let Which { game, seats } = named(which)?;
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
        // Bots show how strong a number of points is, and take nobody's rank.
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
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Json<RatingHistory>, Refused> {
    let Which { game, seats } = named(which)?;
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

/// The game and the number of seats that are named.
fn named(which: Result<Query<Which>, QueryRejection>) -> Result<Which, Refused> {
    let Query(which) = which.map_err(|_| {
        Refused::bad(
            "game にゲームを、seats に席数を指定してください。例: ?game=kokyu&seats=2",
            "Name a game in \"game\" and a number in \"seats\", such as ?game=kokyu&seats=2.",
        )
    })?;
    registry::info(&which.game)?.check_seats(which.seats.into())?;
    Ok(which)
}

fn strength(rating: Rating) -> Strength {
    Strength {
        points: rating.shown(),
        margin: rating.margin(),
        plays: rating.plays,
        provisional: rating.provisional(),
    }
}

/// Refuses who sets things too often.
pub(crate) fn may_set(app: &App, address: Address) -> Result<(), Refused> {
    let rate = app.limits.settings_per_address;
    let may = app.settings.take_for(networks(address, rate), app.clock.now());
    if may { Ok(()) } else { Err(Refused::set_too_often()) }
}

/// Refuses who tries too many keys.
pub(crate) fn may_try(app: &App, address: Address) -> Result<(), Refused> {
    let rate = app.limits.codes_per_address;
    let may = app.codes.take_for(networks(address, rate), app.clock.now());
    if may { Ok(()) } else { Err(Refused::too_many_codes()) }
}

/// Writes something about a person.
pub(crate) async fn write(app: &App, deed: UserWrite) -> Result<WriteResult, Refused> {
    app.store.write(Entry::People(Box::new(deed))).await.map_err(|error| Refused::not_saved(&error))
}

/// Number of tables that are changed in one transaction where a person leaves many.
const TABLES_TOGETHER: u32 = 50;

impl App {
    /// Everything about a person is deleted or made anonymous: first they leave the tables that are
    /// not finished, where a bot plays on for them.
    pub(crate) async fn forget_person(self: &Arc<Self>, person: Guest) -> Result<(), Refused> {
        self.withdraw(person).await?;
        self.leave_tables(person, None).await?;
        self.played.forget(person);
        write(self, UserWrite::Forget { person }).await.map(drop)
    }

    /// A person leaves all tables that are not finished: a bot plays on for them, and what they opened
    /// and has not begun is cancelled.
    pub(crate) async fn withdraw(self: &Arc<Self>, person: Guest) -> Result<(), Refused> {
        for table in self.store.unfinished_of(person).await? {
            let withdraw = |reply| Command::Withdraw { guest: person, reply };
            let left = match self.ask(&table, withdraw).await {
                Ok((_, left)) => left,
                Err(refused) => Err(refused),
            };
            if let Err(refused) = left {
                // A game by rules of another program: nobody plays on there, and their name goes too.
                tracing::warn!(?refused, "a table that somebody leaves cannot be loaded");
            }
        }
        Ok(())
    }

    /// Takes a person's name and id from all tables, or has them be called otherwise there.
    pub(crate) async fn leave_tables(
        &self,
        person: Guest,
        name: Option<&str>,
    ) -> Result<(), Refused> {
        let mut after = String::new();
        loop {
            let tables = self.store.tables_with(person, &after, TABLES_TOGETHER).await?;
            let Some(last) = tables.last() else { return Ok(()) };
            after.clone_from(last);
            let name = name.map(str::to_owned);
            write(self, UserWrite::LeaveTables { person, name, tables: tables.clone() }).await?;
            self.see_who_sits(tables.iter()).await;
        }
    }

    /// Has those of these tables that are in memory read again who sits there.
    pub(crate) async fn see_who_sits(&self, tables: impl Iterator<Item = &String>) {
        for table in tables {
            self.seats_changed(table);
            if let Some(inbox) = self.find(table) {
                // If the room is gone it will be read anyway.
                let _ = inbox.send(Command::Seats).await;
            }
        }
    }

    /// The same for all browsers of a person but one.
    fn close_all_but(&self, token: Token, devices: Vec<(Device, Token)>) {
        for (_, other) in devices.into_iter().filter(|(_, other)| *other != token) {
            self.sign_out(other);
        }
    }
}
