//! Bot accounts: other people's programs at the tables, identified by a token.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use server::{BotAccounts, Config, TimeSource};
use tokio_tungstenite::tungstenite::Error;

use crate::common::{Client, Guest, Whim, assert_done, assert_refused, play};
use crate::server::TestServer;

const GAME: &str = "kokyu";
const NAME: &str = "Kitsune";
/// The displayed name of the bot account.
const SHOWN: &str = "BOT Kitsune";

/// A server with one bot account, and the program that has its token.
struct App {
    server: TestServer,
    bot: Guest,
    file: PathBuf,
}

impl App {
    async fn open(data: &Path) -> App {
        App::open_with(Config::new(data)).await
    }

    async fn open_with(config: Config) -> App {
        let file = match &config.store {
            server::Place::Folder(folder) => folder.join("bots.toml"),
            server::Place::Postgres(_) => unreachable!("a test names a folder"),
        };
        let token = BotAccounts::add(&file, NAME).unwrap();
        let accounts = Arc::new(BotAccounts::open(&file).unwrap());
        let server =
            TestServer::start_with(Config { bot_accounts: Some(accounts), ..config }).await;
        let bot = Guest { token: Some(token), ..Guest::new(server.address) };
        App { server, bot, file }
    }

    /// Creates a table with the settings `terms` and an open seat. Returns its creator, its id and the
    /// creator's connected client.
    async fn table(&self, terms: Value) -> (Guest, String, Client) {
        let mut person = Guest::new(self.server.address);
        let table = open(&mut person, terms).await;
        let client = person.join(&table).await;
        (person, table, client)
    }
}

async fn open(guest: &mut Guest, terms: Value) -> String {
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": GAME, "seats": seats, "name": "Opener", "terms": terms });
    let reply = guest.post("/api/tables", &body).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["table"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_program_plays_a_whole_game_as_a_bot_and_receives_only_its_own_view() {
    let data = tempfile::tempdir().unwrap();
    let App { server, bot, .. } = App::open(data.path()).await;
    let mut person = Guest::new(server.address);
    // This game has much hidden information.
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let table = person.open_game("sengoku", &json!({}), seats).await;
    let mut host = person.join(&table).await;
    let mut client = bot.join(&table).await;
    assert_eq!(client.state["you"], Value::Null, "anyone with the link may watch");
    // Its name is that of its account, whatever name it sends.
    assert_done(&client.sit(1, "Opener").await);
    for client in [&mut host, &mut client] {
        client.wait(|state| state["started"] == true).await;
        let seats = &client.state["seats"];
        assert_eq!(seats[1]["name"], SHOWN);
        assert_eq!(seats[1]["bot_account"], true);
        assert_eq!(seats[0].get("bot_account"), None);
        // The server does not decide for it.
        assert_eq!(seats[1]["bot"], Value::Null);
    }
    assert_eq!((&host.state["you"], &client.state["you"]), (&json!(0), &json!(1)));
    assert_ne!(host.state["view"], client.state["view"]);
    let moves = play(&mut [host, client], &mut Whim(3), |_, _| false).await;
    assert!(moves > 10);

    let record = person.get(&format!("/api/tables/{table}/record")).await.json();
    assert_eq!(record["names"], json!(["Opener", SHOWN]));
    // It remains marked as a bot, also for later clients and after a restart.
    server.stop().await;
    let App { server, .. } = App::again(data.path()).await;
    let client = Guest::new(server.address).join(&table).await;
    assert_eq!(client.state["seats"][1]["bot_account"], true);
    assert!(client.over());
    server.stop().await;
}

impl App {
    /// Restarts the server on the folder `data`, with a new token for the bot account.
    async fn again(data: &Path) -> App {
        std::fs::remove_file(data.join("bots.toml")).unwrap();
        App::open(data).await
    }
}

#[tokio::test]
async fn the_seat_stays_with_the_account_when_its_token_changes() {
    let data = tempfile::tempdir().unwrap();
    let App { server, bot, .. } = App::open(data.path()).await;
    let mut person = Guest::new(server.address);
    let table = open(&mut person, json!({})).await;
    assert_done(&bot.join(&table).await.sit(1, "").await);
    server.stop().await;
    let App { server, bot: renewed, .. } = App::again(data.path()).await;
    assert_ne!(renewed.token, bot.token);
    assert_eq!(renewed.join(&table).await.state["you"], 1);
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_token_is_rejected_before_the_socket_opens() {
    let data = tempfile::tempdir().unwrap();
    let app = App::open(data.path()).await;
    let (_, table, _client) = app.table(json!({})).await;
    let mut wrong = app.bot.clone();
    wrong.token.as_mut().unwrap().pop();
    for path in ["/api/games", &format!("/api/tables/{table}/live")] {
        let refused = wrong.get(path).await;
        assert_eq!(refused.status, 401);
        assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        assert!(refused.problem().contains("no bot account with this token"));
    }
    let Err(Error::Http(refused)) = wrong.connect(&table, "", None).await else {
        panic!("a socket was opened");
    };
    assert_eq!(refused.status(), 401);
    // Combining a wrong token with a person's cookie is rejected, and identifies nobody.
    wrong.cookie = Guest::new(app.server.address).cookie;
    assert_eq!(wrong.post("/api/tables", &json!({})).await.header("set-cookie"), None);
    app.server.stop().await;
}

#[tokio::test]
async fn without_bot_accounts_tokens_are_ignored() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut behind_a_proxy = Guest::new(server.address);
    behind_a_proxy.token = Some("for the proxy".to_owned());
    let table = open(&mut behind_a_proxy, json!({})).await;
    assert!(behind_a_proxy.cookie.is_some(), "a person like others");
    assert_eq!(behind_a_proxy.join(&table).await.state["seats"][0].get("bot_account"), None);
    server.stop().await;
}

#[tokio::test]
async fn deleting_the_line_disconnects_the_program() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let app = App::open_with(Config { clock, ..Config::new(data.path()) }).await;
    let (_, table, mut host) = app.table(json!({})).await;
    let mut client = app.bot.join(&table).await;
    assert_done(&client.sit(1, "").await);
    host.wait(|state| state["started"] == true).await;
    // A connected program may stay while its line exists.
    hand.advance(Duration::from_secs(60));
    assert_done(&client.order(json!({ "type": "phrase", "phrase": "hello" })).await);

    std::fs::write(&app.file, "").unwrap();
    hand.advance(Duration::from_secs(20));
    assert_eq!(client.close_code().await, Some(1008));
    let closed = client.closed.take().unwrap();
    assert_eq!(closed.reason.as_str(), "this token is no longer good");
    host.wait(|state| state["seats"][1]["online"] == false).await;
    let mut bot = app.bot.clone();
    assert_eq!(bot.get(&format!("/api/tables/{table}/live")).await.status, 401);
    assert_eq!(host.state["seats"][1]["bot_account"], true);
    app.server.stop().await;
}

#[tokio::test]
async fn t_23_it_sits_at_no_rated_table_and_none_becomes_rated() {
    let data = tempfile::tempdir().unwrap();
    let mut app = App::open(data.path()).await;
    let hour = json!({ "kind": "decision", "seconds": 3600 });
    let (_, table, _host) = app.table(json!({ "rated": true, "time": hour })).await;
    let mut client = app.bot.join(&table).await;
    assert_refused(&client.sit(1, "").await, Some("T-23"));
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let body = json!({ "game": GAME, "seats": seats, "terms": { "rated": true, "time": hour } });
    let refused = app.bot.post("/api/tables", &body).await;
    assert_eq!(refused.status, 403);
    assert!(refused.problem().contains("cannot play rated games"));

    // Nor while it waits there.
    let mut person = Guest::new(app.server.address);
    let three = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let table = person.open_game("sengoku", &json!({}), three).await;
    let mut host = person.join(&table).await;
    assert_done(&app.bot.join(&table).await.sit(1, "").await);
    let mut terms = host.state["terms"].clone();
    (terms["rated"], terms["time"]) = (json!(true), hour);
    let rated = json!({ "type": "arrange", "change": { "what": "terms", "terms": terms } });
    assert_refused(&host.order(rated.clone()).await, Some("T-23"));
    // At an unrated table it may.
    let free = json!({ "type": "arrange", "change": { "what": "seat", "seat": 1, "bot": null } });
    assert_done(&host.order(free).await);
    assert_done(&host.order(rated).await);
    app.server.stop().await;
}

#[tokio::test]
async fn t_23_at_a_table_in_the_lobby_it_sits_only_if_it_opened_it_itself() {
    let data = tempfile::tempdir().unwrap();
    let mut app = App::open(data.path()).await;
    let (mut person, table, _host) = app.table(json!({ "listed": true })).await;
    let mut client = app.bot.join(&table).await;
    assert_refused(&client.sit(1, "").await, Some("T-23"));

    // A table that the program created itself is listed, and marked as a bot's.
    let own = open(&mut app.bot, json!({ "listed": true })).await;
    let _waits = app.bot.join(&own).await;
    let listed = person.get("/api/lobby").await.json()["tables"].clone();
    let card = listed.as_array().unwrap().iter().find(|card| card["table"] == own.as_str());
    let card = card.expect("it is listed");
    assert_eq!(
        (&card["seats"][0]["name"], &card["seats"][0]["bot_account"]),
        (&json!(SHOWN), &json!(true))
    );
    // Quick start never leads people to bots.
    let mut other = Guest::new(app.server.address);
    let quick = other.post("/api/quickstart", &json!({ "game": GAME })).await.json();
    assert_eq!((&quick["table"], &quick["opened"]), (&json!(table), &json!(false)));
    let quick = person.post("/api/quickstart", &json!({ "game": GAME })).await.json();
    assert_ne!(quick["table"], own.as_str());
    app.server.stop().await;
}

#[tokio::test]
async fn t_23_it_gets_no_advice_where_people_do() {
    let data = tempfile::tempdir().unwrap();
    let mut app = App::open(data.path()).await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let mut person = Guest::new(app.server.address);
    let body = json!({ "game": GAME, "seats": seats, "terms": { "advice": true } });
    let table = person.post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap();
    let mut host = person.join(table).await;
    let mut client = app.bot.join(table).await;
    assert_done(&client.sit(1, "").await);
    host.wait(|state| state["started"] == true).await;
    let advice = format!("/api/tables/{table}/advice");
    let answer = app.bot.get(&advice).await.json();
    assert_eq!(answer["refused"]["rule"], "T-23");
    assert_eq!(answer["advice"], Value::Null);
    assert_ne!(person.get(&advice).await.json()["refused"]["rule"], "T-23");
    app.server.stop().await;
}

#[tokio::test]
async fn routes_for_people_reject_bot_accounts() {
    let data = tempfile::tempdir().unwrap();
    let mut app = App::open(data.path()).await;
    let name = json!({ "name": "Somebody", "rated": true });
    let code = json!({ "code": "x", "sure": true });
    for (method, path, body) in [
        ("GET", "/api/me", &Value::Null),
        ("POST", "/api/me", &name),
        ("DELETE", "/api/me", &Value::Null),
        ("POST", "/api/me/code", &Value::Null),
        ("POST", "/api/me/recover", &code),
        ("GET", "/api/me/push", &Value::Null),
        ("POST", "/api/quickstart", &json!({ "game": GAME })),
        ("POST", "/api/me/passkeys/begin", &Value::Null),
    ] {
        let reply = app.bot.request(method, path, &[], body.to_string().as_bytes()).await;
        assert_eq!(reply.status, 403, "{method} {path}");
        assert!(reply.problem().contains("for people"), "{method} {path}");
    }
    for path in ["/api/games", "/api/tables", "/api/lobby"] {
        assert_eq!(app.bot.get(path).await.status, 200, "{path}");
    }
    assert_eq!(app.bot.cookie, None, "it is given no cookie");
    app.server.stop().await;
}
