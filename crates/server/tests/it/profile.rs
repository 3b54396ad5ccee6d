//! Profiles: they survive the loss of a browser, and can be deleted.

use crate::common::{Guest, Reply, assert_done, seated, two_seated};
use crate::server::{TestServer, of_sqlite, on_postgres};
use serde_json::{Value, json};
use server::{Config, Limits, Rate};
use sha2::{Digest, Sha256};
use std::time::Duration;

fn tables(reply: &Reply) -> Vec<String> {
    let cards = reply.json()["tables"].as_array().unwrap().clone();
    cards.iter().map(|card| card["table"].as_str().unwrap().to_owned()).collect()
}

async fn code_of(guest: &mut Guest) -> String {
    let reply = guest.post("/api/me/code", &json!({})).await;
    assert_eq!(reply.status, 200);
    reply.json()["code"].as_str().unwrap().to_owned()
}

async fn enter(guest: &mut Guest, code: &str, sure: bool) -> Reply {
    guest.post("/api/me/recover", &json!({ "code": code, "sure": sure })).await
}

async fn delete(guest: &mut Guest, path: &str) -> Reply {
    guest.request("DELETE", path, &[], b"").await
}

async fn visitor(server: &TestServer) -> Guest {
    let mut guest = Guest::new(server.address);
    guest.get("/").await;
    guest
}

#[tokio::test]
async fn a_new_guest_has_an_empty_profile() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let me = visitor(&server).await.get("/api/me").await.json();
    let nobody = json!({ "name": "", "crest": null, "colour": null, "rated": false });
    assert_eq!(me["profile"], nobody);
    assert_eq!((&me["coded"], &me["devices"]), (&json!(false), &json!([])));
    server.stop().await;
}

#[tokio::test]
async fn a_profile_is_stored_and_names_the_person_at_tables() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = visitor(&server).await;
    let profile = json!({ "name": " Ada\u{202e} ", "crest": "plum", "colour": "moss" });
    let set = ada.post("/api/me", &profile).await.json();
    assert_eq!(set["profile"]["name"], "Ada");
    server.stop().await;

    let server = TestServer::start(data.path()).await;
    ada.address = server.address;
    assert_eq!(ada.get("/api/me").await.json()["profile"], set["profile"]);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": registry::ids()[0], "seats": seats });
    let table = ada.post("/api/tables", &body).await.json()["table"].clone();
    let client = ada.join(table.as_str().unwrap()).await;
    assert_eq!(client.state["seats"][0]["name"], "Ada");
    // A seat taken without a name gets the profile's name, and a name in use gets a number.
    let mut other = visitor(&server).await;
    other.post("/api/me", &profile).await;
    let mut client = other.join(table.as_str().unwrap()).await;
    assert_done(&client.sit(1, "").await);
    assert_eq!(client.state["seats"][1]["name"], "Ada (2)");

    for bad in [json!({ "crest": "dragon" }), json!({ "motto": "veni" }), json!("Ada")] {
        let reply = ada.post("/api/me", &bad).await;
        assert_eq!(reply.status, 400);
        reply.problem();
    }
    let foreign = [("Origin", "http://evil.example")];
    let reply = ada.request("POST", "/api/me", &foreign, profile.to_string().as_bytes()).await;
    assert_eq!(reply.status, 403);
    server.stop().await;
}

#[tokio::test]
async fn a_recovery_code_signs_a_person_in_on_another_browser() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, [mut ada, _], [mut client, mut second]) = two_seated(server.address).await;
    ada.post("/api/me", &json!({ "name": "Ada" })).await;
    let code = code_of(&mut ada).await;

    // The other browser has a table, which is transferred; the server reports this beforehand.
    let mut phone = visitor(&server).await;
    let own = phone.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let mut waiting = phone.join(&own).await;
    let old_cookie = phone.cookie.clone();
    let asked = enter(&mut phone, &code.to_uppercase().replace('-', " "), false).await;
    let said = asked.json();
    assert_eq!(asked.header("set-cookie"), None);
    assert_eq!(said["profile"]["name"], "Ada");
    assert_eq!(
        (&said["done"], &said["come"], &said["stay"], &said["back"]),
        (&json!(false), &json!(1), &json!(0), &json!(false))
    );
    assert_eq!(tables(&phone.get("/api/tables").await), std::slice::from_ref(&own));

    let entered = enter(&mut phone, &code, true).await;
    assert_eq!((entered.status, &entered.json()["done"]), (200, &json!(true)));
    let cookie = entered.header("set-cookie").expect("a new token").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert_ne!(phone.cookie, old_cookie);
    // The page that was open as the previous person is disconnected.
    while waiting.next().await.is_some() {}

    for guest in [&mut ada, &mut phone] {
        let mut both = tables(&guest.get("/api/tables").await);
        both.sort();
        let mut expected = vec![table.clone(), own.clone()];
        expected.sort();
        assert_eq!(both, expected);
        let me = guest.get("/api/me").await.json();
        assert_eq!(me["devices"].as_array().unwrap().len(), 2);
    }
    // The person owns the seat on the new device, and actions there count.
    let mut on_phone = phone.join(&table).await;
    assert_eq!(on_phone.state["you"], 0);
    assert_eq!(phone.join(&own).await.state["host"], true);
    let mover = if client.legal().is_empty() { &mut second } else { &mut client };
    let action = mover.legal()[0].clone();
    assert_done(&mover.act(&action).await);
    on_phone.wait(|state| state["version"] == 1).await;
    // The browser's old token identifies nobody.
    let mut ghost = Guest { cookie: old_cookie, ..phone.clone() };
    assert!(tables(&ghost.get("/api/tables").await).is_empty());
    assert_eq!(enter(&mut phone, &code, true).await.status, 409);
    server.stop().await;
}

#[tokio::test]
async fn merging_never_gives_a_person_two_seats_and_recoverable_persons_keep_theirs() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    // Both people have seats at the same table.
    let (table, [mut ada, mut other], clients) = two_seated(server.address).await;
    drop(clients);
    let code = code_of(&mut ada).await;
    let said = enter(&mut other, &code, true).await.json();
    assert_eq!((&said["come"], &said["stay"]), (&json!(0), &json!(1)));
    let joined = other.join(&table).await;
    assert_eq!(joined.state["yours"], json!([0]));

    // A person with a recovery code keeps all tables, and can return to them.
    let mut third = visitor(&server).await;
    let own = third.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let own_code = code_of(&mut third).await;
    let said = enter(&mut third, &code, true).await.json();
    assert_eq!((&said["come"], &said["stay"], &said["back"]), (&json!(0), &json!(1), &json!(true)));
    assert_eq!(tables(&third.get("/api/tables").await), [table]);
    assert_eq!(enter(&mut third, &own_code, true).await.status, 200);
    assert_eq!(tables(&third.get("/api/tables").await), [own]);
    server.stop().await;
}

#[tokio::test]
async fn recovery_codes_are_checked_replaceable_and_rate_limited() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new(data.path());
    config.trust_proxy = true;
    let rate = Rate { at_once: 4, every: Duration::from_secs(60) };
    config.limits = Limits { codes_per_address: rate, ..Limits::default() };
    let server = TestServer::start_with(config).await;
    let mut ada = visitor(&server).await;
    let first = code_of(&mut ada).await;
    let second = code_of(&mut ada).await;
    let mut phone = visitor(&server).await;
    phone.from = Some("192.0.2.7");
    let mut slip = second.clone();
    slip.replace_range(0..1, if second.starts_with('7') { "8" } else { "7" });
    let reply = enter(&mut phone, &slip, false).await;
    assert_eq!(reply.status, 400);
    assert!(reply.problem().contains("mistyped"));
    let reply = enter(&mut phone, &first, true).await;
    assert_eq!(reply.status, 404, "the former code is void");
    reply.problem();
    assert_eq!(enter(&mut phone, &second, false).await.status, 200);
    enter(&mut phone, &slip, false).await;
    let reply = enter(&mut phone, &second, true).await;
    assert_eq!(reply.status, 429);
    reply.problem();
    phone.from = Some("192.0.2.8");
    let body = json!({ "code": second, "sure": true }).to_string();
    let foreign = [("Origin", "http://evil.example")];
    let reply = phone.request("POST", "/api/me/recover", &foreign, body.as_bytes()).await;
    assert_eq!((reply.status, reply.header("set-cookie")), (403, None));
    assert_eq!(enter(&mut phone, &second, true).await.status, 200);
    server.stop().await;
    // Only hashes are on the disk.
    if on_postgres() {
        return;
    }
    let file = std::fs::read(data.path().join("zashiki.db")).unwrap();
    let plain = second.replace('-', "");
    for secret in [&second, &plain] {
        assert!(!file.windows(secret.len()).any(|part| part == secret.as_bytes()));
    }
}

#[tokio::test]
async fn a_device_can_be_signed_out() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, [mut ada, _], [mut first, _second]) = two_seated(server.address).await;
    let code = code_of(&mut ada).await;
    let mut phone = visitor(&server).await;
    assert_eq!(enter(&mut phone, &code, true).await.status, 200);
    // The first browser, whose token is the person's id, is lost.
    let devices = phone.get("/api/me").await.json()["devices"].clone();
    let lost = devices.as_array().unwrap().iter().find(|one| one["this"] == false).unwrap();
    let path = format!("/api/me/devices/{}", lost["id"]);
    let left = delete(&mut phone, &path).await.json();
    assert_eq!(left["devices"].as_array().unwrap().len(), 1);
    while first.next().await.is_some() {}
    assert!(tables(&ada.get("/api/tables").await).is_empty());
    assert_eq!(ada.join(&table).await.state["you"], Value::Null);
    assert_eq!(phone.join(&table).await.state["you"], 0);
    // Other people's devices cannot be signed out.
    let own = left["devices"][0]["id"].clone();
    let reply = delete(&mut ada, &format!("/api/me/devices/{own}")).await;
    assert_eq!(reply.status, 404);
    assert_eq!(phone.get("/api/me").await.json()["devices"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn all_other_devices_can_be_signed_out_at_once() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, [mut ada, _], [mut first, _second]) = two_seated(server.address).await;
    let code = code_of(&mut ada).await;
    let mut phones = [visitor(&server).await, visitor(&server).await];
    for phone in &mut phones {
        assert_eq!(enter(phone, &code, true).await.status, 200);
    }
    let [mut kept, mut lost] = phones;
    let mut open = lost.join(&table).await;
    let stays = kept.join(&table).await;
    let left = delete(&mut kept, "/api/me/devices").await.json();
    assert_eq!(left["devices"].as_array().unwrap().len(), 1);
    assert_eq!(left["devices"][0]["this"], true);
    while first.next().await.is_some() {}
    while open.next().await.is_some() {}
    for guest in [&mut ada, &mut lost] {
        assert!(tables(&guest.get("/api/tables").await).is_empty());
    }
    let mover = stays.state["awaiting"].as_array().unwrap().contains(&json!(0));
    assert_eq!(stays.legal().is_empty(), !mover);
    assert_eq!(tables(&kept.get("/api/tables").await), [table]);
    server.stop().await;
}

#[tokio::test]
async fn a_crest_is_shown_at_tables_until_its_person_is_deleted() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = visitor(&server).await;
    ada.post("/api/me", &json!({ "name": "Ada", "crest": "plum", "colour": "moss" })).await;
    let game = "shinra";
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let table = ada.open_game(game, &json!({}), seats).await;
    let mut seen = ada.join(&table).await;
    let seat = |state: &Value, at: usize| {
        (state["seats"][at]["crest"].clone(), state["seats"][at]["colour"].clone())
    };
    assert_eq!(seat(&seen.state, 0), (json!("plum"), json!("moss")));
    assert_eq!(seat(&seen.state, 1), (Value::Null, Value::Null));
    // Later changes apply to the next table only, like names.
    ada.post("/api/me", &json!({ "name": "Ada", "crest": "moon" })).await;
    assert_done(&seen.resign().await);
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    ada.address = server.address;
    let watched = Guest::new(server.address).join(&table).await;
    assert_eq!(seat(&watched.state, 0), (json!("plum"), json!("moss")));
    delete(&mut ada, "/api/me").await;
    let watched = Guest::new(server.address).join(&table).await;
    assert_eq!(seat(&watched.state, 0), (Value::Null, Value::Null));
    server.stop().await;
}

#[tokio::test]
async fn a_person_can_delete_all_data() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let game = "shinra";
    let (over, mut guests, mut clients) = seated(server.address, game, &json!({}), 2).await;
    assert_done(&clients[0].resign().await);
    let ada = &mut guests[0];
    let body = json!({ "name": "Ada", "rated": true });
    ada.post("/api/me", &body).await;
    let code = code_of(ada).await;
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let on = ada.open_game(game, &json!({}), seats).await;

    let left = delete(ada, "/api/me").await.json();
    assert_eq!((&left["profile"]["name"], &left["coded"]), (&json!(""), &json!(false)));
    assert_eq!(enter(&mut visitor(&server).await, &code, true).await.status, 404);
    // No trace of their names remains, and bots take over.
    assert!(tables(&ada.get("/api/tables").await).is_empty());
    let stored = ada.get(&format!("/api/tables/{on}")).await.json();
    assert_eq!((&stored["names"][0]["en"], &stored["you"]), (&json!("Guest"), &Value::Null));
    let record = ada.get(&format!("/api/tables/{over}/record")).await.json();
    assert_eq!(record["names"], json!(["Guest", "Second"]));
    let stored = ada.get(&format!("/api/tables/{over}")).await.json();
    assert_eq!((&stored["names"][0]["en"], &stored["you"]), (&json!("Guest"), &Value::Null));
    clients[1].wait(|state| state["seats"][0]["name"] == "Guest").await;
    // The record is still valid.
    let read = ada.post("/api/records", &record).await;
    assert_eq!(read.status, 200, "{}", String::from_utf8_lossy(&read.body));
    server.stop().await;
}

/// All rows of the database that contain one of these values, as text or as bytes.
async fn rows_with(data: &std::path::Path, wanted: &[Vec<u8>]) -> Vec<String> {
    let file = data.join("zashiki.db");
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(file).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&pool).await.unwrap();
    let mut found = Vec::new();
    for table in tables {
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info(?)")
            .bind(&table)
            .fetch_all(&pool)
            .await
            .unwrap();
        for column in columns {
            for bytes in wanted {
                let count = format!(
                    "SELECT COUNT(*) FROM {table} WHERE instr(CAST({column} AS BLOB), ?) > 0"
                );
                let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(count))
                    .bind(bytes)
                    .fetch_one(&pool)
                    .await
                    .unwrap();
                if count > 0 {
                    found.push(format!("{table}.{column}"));
                }
            }
        }
    }
    pool.close().await;
    found
}

/// A person with all kinds of stored data: tables in all states, a code, another browser, and reports by and
/// about them.
async fn known_everywhere(server: &TestServer) -> (Guest, Guest, [String; 4]) {
    let (over, mut guests, mut clients) = seated(server.address, "shinra", &json!({}), 2).await;
    assert_done(&clients[0].resign().await);
    let mut other = guests.remove(1);
    let mut ada = guests.remove(0);
    let profile = json!({ "name": "Adalbert", "crest": "plum", "rated": true });
    assert_eq!(ada.post("/api/me", &profile).await.status, 200);
    let open = json!([{ "kind": "me" }, { "kind": "open" }]);
    let mut opened = Vec::new();
    for seats in [open.clone(), open, json!([{ "kind": "me" }, { "kind": "bot", "bot": "novice" }])]
    {
        let body = json!({ "game": "shinra", "seats": seats });
        let reply = ada.post("/api/tables", &body).await;
        opened.push(reply.json()["table"].as_str().unwrap().to_owned());
    }
    let [waiting, cancelled, on] = opened.try_into().unwrap();
    let mut client = ada.join(&cancelled).await;
    assert_done(&client.order(json!({ "type": "arrange", "change": { "what": "cancel" } })).await);
    let code = code_of(&mut ada).await;
    let mut phone = visitor(server).await;
    assert_eq!(enter(&mut phone, &code, true).await.status, 200);
    let report = json!({ "table": waiting, "seat": 0, "text": "rude" });
    assert_eq!(other.post("/api/reports", &report).await.status, 204);
    let report = json!({ "table": over, "seat": 1, "text": "Adalbert minds" });
    assert_eq!(ada.post("/api/reports", &report).await.status, 204);
    (ada, other, [over, waiting, cancelled, on])
}

#[tokio::test]
async fn a_deleted_person_is_nowhere_in_the_database() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (mut ada, _, [over, waiting, cancelled, on]) = known_everywhere(&server).await;
    let token = ada.cookie.as_deref().unwrap().split_once('=').unwrap().1.to_owned();
    let hash = Sha256::digest(token.as_bytes()).to_vec();
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let wanted = [b"Adalbert".to_vec(), hash.clone(), hex.into()];
    let before = rows_with(data.path(), &wanted).await;
    for place in [
        "people.name",
        "seats.guest",
        "seats.name",
        "tables.opened_by",
        "devices.person",
        "reports.person",
        "reports.reporter",
    ] {
        assert!(before.iter().any(|found| found == place), "{place} is filled: {before:?}");
    }
    assert_eq!(delete(&mut ada, "/api/me").await.status, 200);
    assert_eq!(rows_with(data.path(), &wanted).await, [""; 0]);
    let state = async |table: &str| {
        Guest::new(server.address).get(&format!("/api/tables/{table}")).await.json()
    };
    let waiting = state(&waiting).await;
    assert_eq!((&waiting["cancelled"], &waiting["names"][0]["en"]), (&json!(true), &json!("")));
    assert_eq!(state(&cancelled).await["cancelled"], true);
    assert_eq!(state(&over).await["names"][0]["en"], "Guest");
    assert_eq!(state(&on).await["names"][0]["en"], "Guest");
    // The other players' match continues: a bot takes over.
    let mut watcher = Guest::new(server.address).join(&on).await;
    watcher.wait(|state| !state["outcome"].is_null()).await;
    server.stop().await;
}

#[tokio::test]
async fn the_export_contains_all_data_about_a_person_and_no_one_elses() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (mut ada, mut other, tables) = known_everywhere(&server).await;
    let reply = ada.get("/api/me/export").await;
    assert_eq!(reply.status, 200);
    assert!(reply.header("content-disposition").unwrap().contains("attachment"));
    let all = reply.json();
    assert_eq!(all["profile"][0]["name"], "Adalbert");
    assert_eq!(all["profile"][0]["has_recovery_code"], true);
    assert_eq!(all["devices"].as_array().unwrap().len(), 2);
    assert_eq!(all["reports_by_you"][0]["text"], "Adalbert minds");
    let listed = all["tables"].as_array().unwrap();
    assert_eq!(listed.len(), tables.len());
    for table in &tables {
        let found = listed.iter().find(|it| it["id"] == table.as_str()).unwrap();
        assert_eq!(found["seats"].as_array().unwrap().len(), 1, "{found}");
    }
    let over = listed.iter().find(|it| it["id"] == tables[0].as_str()).unwrap();
    assert_eq!(over["record"]["outcome"]["reason"], "resigned");
    assert_eq!(over["changes"][0]["kind"], "resign");
    // The seed exchange's secret is included once the record is public; other people's reports about the
    // person are not.
    let text = String::from_utf8(reply.body).unwrap();
    for (secret, times) in [("\"seed\"", 1), ("\"secret\"", 1), ("rude", 0)] {
        assert_eq!(text.matches(secret).count(), times, "{secret}");
    }
    let others = other.get("/api/me/export").await.json();
    assert_eq!(others["tables"].as_array().unwrap().len(), 1);
    for _ in 0..3 {
        ada.get("/api/me/export").await;
    }
    assert_eq!(ada.get("/api/me/export").await.status, 429);
    server.stop().await;
}
