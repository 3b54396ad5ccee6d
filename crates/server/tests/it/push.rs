//! Web push: absent players are notified that a correspondence table waits for them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path as At, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use server::{Config, ManualTime, Notifier, PushKey, TimeSource, WebPush};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::p256::{PublicKey, SecretKey};
use web_push_native::{Auth, decrypt};

use crate::common::{Client, Guest, assert_done, soon};
use crate::server::{TestServer, stored};

const CONTACT: &str = "mailto:operator@games.example";

/// A message received by a push service.
struct Message {
    /// The name of the subscription to which the message was sent.
    to: String,
    head: HeaderMap,
    body: Bytes,
}

/// A simulated push service. The name of a subscription determines the service's answer.
struct Service {
    origin: String,
    messages: UnboundedReceiver<Message>,
}

impl Service {
    async fn start() -> Service {
        let (sender, messages) = unbounded_channel();
        let app = Router::new().route("/{browser}", post(answer)).with_state(Arc::new(sender));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Service { origin, messages }
    }

    /// Subscribes a guest's browser to notices; `name` is the name of the subscription at this push service.
    async fn subscribe(&self, guest: &mut Guest, keys: &Keys, name: &str, lang: &str) {
        let asked = keys.subscription(&format!("{}/{name}", self.origin), lang);
        assert_eq!(guest.post("/api/me/push", &asked).await.status, 200);
    }

    async fn next(&mut self) -> Message {
        soon("a message", self.messages.recv()).await.unwrap()
    }
}

async fn answer(
    State(sender): State<Arc<UnboundedSender<Message>>>,
    At(to): At<String>,
    head: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let status = match to.as_str() {
        "gone" => StatusCode::GONE,
        "busy" => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::CREATED,
    };
    sender.send(Message { to, head, body }).unwrap();
    status
}

/// The encryption keys of a browser.
struct Keys(SecretKey);

impl Keys {
    const AUTH: [u8; 16] = [7; 16];

    fn new() -> Keys {
        Keys(SecretKey::from_slice(&[5; 32]).unwrap())
    }

    fn subscription(&self, endpoint: &str, lang: &str) -> Value {
        let point = self.0.public_key().to_encoded_point(false);
        json!({
            "endpoint": endpoint,
            "p256dh": BASE64_URL_SAFE_NO_PAD.encode(point.as_bytes()),
            "auth": BASE64_URL_SAFE_NO_PAD.encode(Self::AUTH),
            "lang": lang,
        })
    }

    fn read(&self, body: &Bytes) -> Value {
        let auth = Auth::clone_from_slice(&Self::AUTH);
        serde_json::from_slice(&decrypt(body.to_vec(), &self.0, &auth).unwrap()).unwrap()
    }
}

async fn house(data: &Path, services: Vec<String>) -> (TestServer, ManualTime, PushKey) {
    let (clock, hand) = TimeSource::manual();
    let key = PushKey::new(CONTACT).unwrap();
    let push: Arc<dyn Notifier> = Arc::new(WebPush::through(key.clone(), services));
    let config = Config { clock, push: Some(push), ..Config::new(data) };
    (TestServer::start_with(config).await, hand, key)
}

/// A table of two people who have two days for each decision, and the index of the first to move.
async fn slow_table(guests: &mut [Guest; 2]) -> (String, Vec<Client>, usize) {
    let terms = json!({ "time": { "kind": "decision", "seconds": 172_800 } });
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": "kokyu", "seats": seats, "name": "Opener", "terms": terms });
    let id =
        guests[0].post("/api/tables", &body).await.json()["table"].as_str().unwrap().to_owned();
    guests[1].get("/").await;
    let mut clients = vec![guests[0].join(&id).await, guests[1].join(&id).await];
    assert_done(&clients[1].sit(1, "Second").await);
    clients[0].wait(|state| state["started"] == true).await;
    let first = awaited(&clients[0]).unwrap();
    (id, clients, first)
}

fn awaited(client: &Client) -> Option<usize> {
    Some(usize::try_from(client.state["awaiting"][0].as_u64()?).unwrap())
}

/// Makes decisions for `seat` until the seat `other` is to move.
async fn decide_until_awaited(client: &mut Client, seat: usize, other: usize) {
    client.wait(|state| state["awaiting"][0] == seat).await;
    while awaited(client) == Some(seat) {
        let action = client.legal()[0].clone();
        assert_done(&client.act(&action).await);
    }
    assert_eq!(awaited(client), Some(other));
}

#[tokio::test]
async fn absent_players_are_notified_when_it_is_their_turn() {
    let data = tempfile::tempdir().unwrap();
    let mut service = Service::start().await;
    let (server, _hand, key) = house(data.path(), vec![service.origin.clone()]).await;
    let mut guests = [Guest::new(server.address), Guest::new(server.address)];
    let (table, mut clients, first) = slow_table(&mut guests).await;
    let second = 1 - first;
    let (mut phone, mut desk) = (guests[second].clone(), Guest::new(server.address));
    desk.get("/").await;
    let code = phone.post("/api/me/code", &json!({})).await.json()["code"].clone();
    let entered = desk.post("/api/me/recover", &json!({ "code": code, "sure": true })).await;
    assert_eq!(entered.status, 200);
    let public = phone.get("/api/me/push").await.json()["key"].as_str().unwrap().to_owned();
    let keys = Keys::new();
    service.subscribe(&mut desk, &keys, "desk", "en").await;
    service.subscribe(&mut phone, &keys, "phone", "ja").await;

    // Connected players are not notified: the first message below is about a later decision.
    decide_until_awaited(&mut clients[first], first, second).await;
    decide_until_awaited(&mut clients[second], second, first).await;
    drop(clients.remove(second));
    let here = &mut clients[0];
    here.wait(|state| state["seats"][second]["online"] == false).await;
    decide_until_awaited(here, first, second).await;

    let path = format!("/t/{table}");
    let info = registry::info("kokyu").unwrap();
    let message = service.next().await;
    let en = json!({ "title": info.name.en, "body": "It is your turn.", "path": path });
    assert_eq!((message.to.as_str(), keys.read(&message.body)), ("desk", en));
    let of_desk = topic(&message);
    let message = service.next().await;
    let ja = json!({ "title": info.name.ja, "body": "あなたの番です。", "path": path });
    assert_eq!((message.to.as_str(), keys.read(&message.body)), ("phone", ja));
    // The visible parts of a message identify no table, and differ between browsers.
    let shown = format!("{:?}", message.head);
    assert!(!shown.contains(&table), "{shown}");
    let topic = topic(&message);
    assert!(topic.len() == 32 && topic != of_desk, "{topic}");
    assert_eq!(message.head["content-encoding"], "aes128gcm");
    assert!(message.head["ttl"].to_str().unwrap().parse::<u32>().unwrap() > 0);
    check_signature(&message.head, &public, &service.origin);
    let secret = key.to_toml().split('"').nth(1).unwrap().to_owned();
    assert!(!format!("{:?}", message.head).contains(&secret), "it stays here");

    // The players connect, decide and disconnect. A signed-out browser is no longer notified.
    let devices = phone.get("/api/me").await.json()["devices"].clone();
    let other = devices.as_array().unwrap().iter().find(|one| one["this"] == false).unwrap();
    let signed_out = format!("/api/me/devices/{}", other["id"]);
    assert_eq!(phone.request("DELETE", &signed_out, &[], b"").await.status, 200);
    come_decide_and_go(&phone, &table, here, second).await;
    decide_until_awaited(here, first, second).await;
    let message = service.next().await;
    assert_eq!(message.to, "phone");
    assert_eq!(self::topic(&message), topic, "it replaces the previous one");

    // An expired subscription is deleted.
    service.subscribe(&mut phone, &keys, "gone", "ja").await;
    come_decide_and_go(&phone, &table, here, second).await;
    decide_until_awaited(here, first, second).await;
    assert_eq!(service.next().await.to, "gone");
    soon("forgetting", async {
        while subscriptions(data.path()).await.contains(&"gone".to_owned()) {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(service.messages.try_recv().is_err(), "nothing was sent twice");
    server.stop().await;
}

/// The topic by which a push service recognizes related messages.
fn topic(message: &Message) -> String {
    message.head["topic"].to_str().unwrap().to_owned()
}

/// Connects the guest, makes the decisions of the seat, and disconnects.
async fn come_decide_and_go(guest: &Guest, table: &str, other: &mut Client, seat: usize) {
    let mut client = guest.join(table).await;
    decide_until_awaited(&mut client, seat, 1 - seat).await;
    drop(client);
    other.wait(|state| state["seats"][seat]["online"] == false).await;
}

/// The stored subscriptions.
async fn subscriptions(data: &Path) -> Vec<String> {
    let store = stored(data).await;
    let found: Vec<String> =
        sqlx::query_scalar("SELECT endpoint FROM subscriptions").fetch_all(&store).await.unwrap();
    found.iter().map(|endpoint| endpoint.rsplit('/').next().unwrap().to_owned()).collect()
}

/// Checks the VAPID signature of a message.
fn check_signature(head: &HeaderMap, public: &str, origin: &str) {
    let said = head["authorization"].to_str().unwrap();
    let (token, key) = said.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, public);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let point = BASE64_URL_SAFE_NO_PAD.decode(key).unwrap();
    let verifying = VerifyingKey::from(PublicKey::from_sec1_bytes(&point).unwrap());
    let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).unwrap();
    verifying.verify(signed.as_bytes(), &Signature::from_slice(&signature).unwrap()).unwrap();
    let claims = BASE64_URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(origin), &json!(CONTACT)));
    assert!(claims["exp"].as_i64().is_some());
}

#[tokio::test]
async fn an_overloaded_push_service_gets_one_retry() {
    let data = tempfile::tempdir().unwrap();
    let mut service = Service::start().await;
    let (server, hand, _) = house(data.path(), vec![service.origin.clone()]).await;
    let mut guests = [Guest::new(server.address), Guest::new(server.address)];
    let (_, mut clients, first) = slow_table(&mut guests).await;
    let second = 1 - first;
    service.subscribe(&mut guests[second], &Keys::new(), "busy", "en").await;
    drop(clients.remove(second));
    clients[0].wait(|state| state["seats"][second]["online"] == false).await;
    decide_until_awaited(&mut clients[0], first, second).await;
    assert_eq!(service.next().await.to, "busy");
    // The clock may be advanced before the server waits for it; then it is advanced again.
    let again = async {
        loop {
            hand.advance(Duration::from_secs(60));
            let message = timeout(Duration::from_millis(200), service.messages.recv()).await;
            if let Ok(Some(message)) = message {
                return message;
            }
        }
    };
    assert_eq!(soon("the second time", again).await.to, "busy");
    assert_eq!(awaited(&clients[0]), Some(second), "it is the same decision");
    server.stop().await;
}

#[tokio::test]
async fn only_subscriptions_of_players_at_known_push_services_are_accepted() {
    let data = tempfile::tempdir().unwrap();
    let push: Arc<dyn Notifier> = Arc::new(WebPush::new(PushKey::new(CONTACT).unwrap()));
    let server =
        TestServer::start_with(Config { push: Some(push), ..Config::new(data.path()) }).await;
    let keys = Keys::new();
    let good = keys.subscription("https://fcm.googleapis.com/fcm/send/abc", "ja");
    let mut stranger = Guest::new(server.address);
    stranger.get("/").await;
    assert_eq!(stranger.post("/api/me/push", &good).await.status, 403);

    let mut guest = Guest::new(server.address);
    guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let inner = keys.subscription("https://127.0.0.1/fcm/send/abc", "ja");
    let reply = guest.post("/api/me/push", &inner).await;
    assert!(reply.status == 400 && reply.problem().contains("push service"), "{reply:?}");
    for (field, value) in [("p256dh", "AAAA"), ("p256dh", "?"), ("auth", "AAAA"), ("endpoint", "")]
    {
        let mut bad = good.clone();
        bad[field] = value.into();
        assert_eq!(guest.post("/api/me/push", &bad).await.status, 400, "{field}");
    }
    assert_eq!(guest.post("/api/me/push", &good).await.status, 200);
    assert_eq!(guest.post("/api/me/push", &good).await.status, 200, "once more");
    assert_eq!(subscriptions(data.path()).await, ["abc"]);
    stranger.request("DELETE", "/api/me/push", &[], b"").await;
    assert_eq!(subscriptions(data.path()).await, ["abc"]);
    assert_eq!(guest.request("DELETE", "/api/me/push", &[], b"").await.status, 200);
    assert_eq!(subscriptions(data.path()).await, [] as [&str; 0]);
    guest.post("/api/me/push", &good).await;
    assert_eq!(guest.request("DELETE", "/api/me", &[], b"").await.status, 200);
    assert_eq!(
        subscriptions(data.path()).await,
        [] as [&str; 0],
        "deleted people are not notified"
    );
    server.stop().await;
}

#[tokio::test]
async fn without_a_key_no_notices_are_sent() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    assert_eq!(guest.get("/api/me/push").await.json(), json!({ "key": null }));
    let asked = Keys::new().subscription("https://fcm.googleapis.com/fcm/send/abc", "ja");
    let reply = guest.post("/api/me/push", &asked).await;
    assert!(reply.status == 404 && reply.problem().contains("--push-key"), "{reply:?}");
    server.stop().await;
}
