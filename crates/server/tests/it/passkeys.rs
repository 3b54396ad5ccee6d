//! Signing in by passkeys.

use crate::common::{Guest, Reply, two_seated};
use crate::server::TestServer;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use server::{Config, Limits};
use sha2::{Digest, Sha256};
use std::path::Path;
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{Signature, SigningKey};

const SITE: &str = "https://games.example";

fn text(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// A simulated authenticator with one passkey.
struct Device {
    key: SigningKey,
    id: &'static str,
    /// The origin that the simulated browser reports to the authenticator.
    origin: &'static str,
    name: &'static str,
    flags: u8,
}

impl Device {
    fn new(id: &'static str, seed: u8) -> Device {
        let key = SecretKey::from_slice(&[seed; 32]).unwrap().into();
        Device { key, id, origin: SITE, name: "games.example", flags: 0x05 }
    }

    /// Creates a passkey from the server's options in `asked`.
    fn make(&self, asked: &Value) -> Value {
        let point = self.key.verifying_key().to_encoded_point(false);
        // SubjectPublicKeyInfo of a P-256 key (RFC 5480).
        let head = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06,
            0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ];
        let id = self.id.as_bytes();
        let length = u16::try_from(id.len()).unwrap().to_be_bytes();
        let made = [&self.says(0x40)[..], &[0; 16], &length, id].concat();
        json!({
            "client_data": text(&self.client_data("webauthn.create", asked)),
            "authenticator_data": text(&made),
            "public_key": text(&[&head, point.as_bytes()].concat()),
        })
    }

    /// Signs the challenge in the server's options `asked`.
    fn sign(&self, asked: &Value, sure: bool) -> Value {
        let client_data = self.client_data("webauthn.get", asked);
        let says = self.says(0);
        let signed = [&says[..], &Sha256::digest(&client_data)[..]].concat();
        let signature: Signature = self.key.sign(&signed);
        json!({
            "id": text(self.id.as_bytes()),
            "client_data": text(&client_data),
            "authenticator_data": text(&says),
            "signature": text(signature.to_der().as_bytes()),
            "sure": sure,
        })
    }

    fn client_data(&self, act: &str, asked: &Value) -> Vec<u8> {
        let challenge = &asked["challenge"];
        json!({ "type": act, "challenge": challenge, "origin": self.origin, "crossOrigin": false })
            .to_string()
            .into_bytes()
    }

    fn says(&self, more: u8) -> Vec<u8> {
        let site = Sha256::digest(self.name.as_bytes());
        [&site[..], &[self.flags | more, 0, 0, 0, 0]].concat()
    }
}

async fn start(data: &Path, limits: Limits) -> TestServer {
    let mut config = Config::new(data);
    config.origins = vec![SITE.to_owned()];
    config.limits = limits;
    TestServer::start_with(config).await
}

async fn visitor(server: &TestServer) -> Guest {
    let mut guest = Guest::new(server.address);
    guest.get("/").await;
    guest
}

/// Sends a POST request as the site's own page does, with the site as its origin.
async fn post(guest: &mut Guest, path: &str, body: &Value) -> Reply {
    guest.request("POST", path, &[("Origin", SITE)], body.to_string().as_bytes()).await
}

async fn asked(guest: &mut Guest, path: &str) -> Value {
    let reply = post(guest, path, &json!({})).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

async fn keep(guest: &mut Guest, device: &Device) -> Reply {
    let begun = asked(guest, "/api/me/passkeys/begin").await;
    post(guest, "/api/me/passkeys", &device.make(&begun)).await
}

async fn enter(guest: &mut Guest, device: &Device, sure: bool) -> Reply {
    let begun = asked(guest, "/api/me/passkeys/ask").await;
    post(guest, "/api/me/passkeys/enter", &device.sign(&begun, sure)).await
}

#[tokio::test]
async fn a_passkey_signs_a_person_in_on_another_browser() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path(), Limits::default()).await;
    let (table, [mut ada, _], _clients) = two_seated(server.address).await;
    ada.post("/api/me", &json!({ "name": "Ada" })).await;
    let begun = asked(&mut ada, "/api/me/passkeys/begin").await;
    assert_eq!(
        (&begun["rp"]["id"], &begun["user"]["name"]),
        (&json!("games.example"), &json!("Ada"))
    );
    assert_eq!(begun["excludeCredentials"], json!([]));
    let device = Device::new("ring", 5);
    let me = post(&mut ada, "/api/me/passkeys", &device.make(&begun)).await.json();
    assert_eq!(me["passkeys"][0]["id"], text(b"ring"));
    assert_eq!(me["devices"][0]["this"], true);
    // The options list the existing passkey, and the user handle stays the same.
    let again = asked(&mut ada, "/api/me/passkeys/begin").await;
    assert_eq!(again["excludeCredentials"][0]["id"], text(b"ring"));
    assert_eq!(again["user"]["id"], begun["user"]["id"]);
    assert_ne!(again["challenge"], begun["challenge"]);
    assert_eq!(keep(&mut ada, &device).await.status, 409);
    server.stop().await;

    let server = start(data.path(), Limits::default()).await;
    let mut phone = visitor(&server).await;
    let own = phone.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let begun = asked(&mut phone, "/api/me/passkeys/ask").await;
    let seen = post(&mut phone, "/api/me/passkeys/enter", &device.sign(&begun, false)).await;
    assert_eq!((seen.status, seen.header("set-cookie")), (200, None));
    assert_eq!((&seen.json()["profile"]["name"], &seen.json()["come"]), (&json!("Ada"), &json!(1)));
    let sure = device.sign(&begun, true);
    let entered = post(&mut phone, "/api/me/passkeys/enter", &sure).await;
    assert_eq!((entered.status, &entered.json()["done"]), (200, &json!(true)));
    assert!(entered.header("set-cookie").is_some());
    assert_eq!(phone.join(&table).await.state["you"], 0);
    assert_eq!(phone.join(&own).await.state["you"], 0);
    // The challenge belongs to the browser's old token.
    assert_eq!(post(&mut phone, "/api/me/passkeys/enter", &sure).await.status, 400);
    assert_eq!(enter(&mut phone, &device, true).await.status, 409, "they are this person");
    server.stop().await;
}

#[tokio::test]
async fn only_answers_to_this_servers_challenge_are_accepted() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path(), Limits::default()).await;
    let mut ada = visitor(&server).await;
    let good = || Device::new("ring", 5);
    assert_eq!(keep(&mut ada, &good()).await.status, 200);
    let mut phone = visitor(&server).await;
    let mut other = visitor(&server).await;
    let for_other = asked(&mut other, "/api/me/passkeys/ask").await;
    let to_make = asked(&mut phone, "/api/me/passkeys/begin").await;
    let begun = asked(&mut phone, "/api/me/passkeys/ask").await;
    let signed = |device: &Device, asked: &Value| device.sign(asked, true);
    let mut changed = signed(&good(), &begun);
    changed["signature"] = json!(text(&[0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01]));
    let mut unknown = signed(&good(), &begun);
    unknown["id"] = json!(text(b"another"));
    let mut garbled = signed(&good(), &begun);
    garbled["client_data"] = json!("%");
    for (what, answer, status) in [
        (
            "of another page",
            signed(&Device { origin: "https://evil.example", ..good() }, &begun),
            400,
        ),
        ("for another site", signed(&Device { name: "evil.example", ..good() }, &begun), 400),
        ("with nobody there", signed(&Device { flags: 0, ..good() }, &begun), 400),
        ("by another key", signed(&Device { key: Device::new("", 6).key, ..good() }, &begun), 400),
        ("asked of another browser", signed(&good(), &for_other), 400),
        ("asked for something else", signed(&good(), &to_make), 400),
        ("with another signature", changed, 400),
        ("with an unknown passkey", unknown, 404),
        ("that nobody can read", garbled, 400),
    ] {
        let reply = post(&mut phone, "/api/me/passkeys/enter", &answer).await;
        assert_eq!((reply.status, reply.header("set-cookie")), (status, None), "an answer {what}");
        reply.problem();
    }
    // The same applies to newly created passkeys.
    for device in [
        Device { origin: "https://evil.example", ..Device::new("one", 7) },
        Device { name: "evil.example", ..Device::new("two", 7) },
        Device { flags: 0, ..Device::new("three", 7) },
        Device::new("", 7),
    ] {
        assert_eq!(keep(&mut phone, &device).await.status, 400, "{}", device.id);
    }
    let reply = post(&mut phone, "/api/me/passkeys", &good().make(&begun)).await;
    assert_eq!(reply.status, 400, "asked for something else");
    // Numeric addresses do not support passkeys.
    let numbers = format!("http://{}", server.address);
    let reply = phone.request("POST", "/api/me/passkeys/ask", &[("Origin", &numbers)], b"").await;
    assert_eq!(reply.status, 400);
    assert!(reply.problem().contains("localhost"));
    assert_eq!(
        post(&mut phone, "/api/me/passkeys/enter", &signed(&good(), &begun)).await.status,
        200
    );
    server.stop().await;
}

#[tokio::test]
async fn passkeys_are_limited_and_can_be_deleted() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path(), Limits { devices: 3, ..Limits::default() }).await;
    let mut ada = visitor(&server).await;
    for id in ["one", "two", "three"] {
        assert_eq!(keep(&mut ada, &Device::new(id, 5)).await.status, 200);
    }
    let reply = post(&mut ada, "/api/me/passkeys/begin", &json!({})).await;
    assert_eq!(reply.status, 409);
    assert!(reply.problem().contains("too many"));

    let mut phone = visitor(&server).await;
    let path = format!("/api/me/passkeys/{}", text(b"one"));
    let reply = phone.request("DELETE", &path, &[], b"").await;
    assert_eq!(reply.status, 404, "nobody drops another's");
    let left = ada.request("DELETE", &path, &[], b"").await.json();
    assert_eq!(left["passkeys"].as_array().unwrap().len(), 2);
    assert_eq!(enter(&mut phone, &Device::new("one", 5), true).await.status, 404);
    // A person with a passkey keeps all tables when the browser signs in as another person.
    phone.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    assert_eq!(keep(&mut phone, &Device::new("own", 8)).await.status, 200);
    let said = enter(&mut phone, &Device::new("two", 5), true).await.json();
    assert_eq!((&said["stay"], &said["back"]), (&json!(1), &json!(true)));
    assert_eq!(enter(&mut phone, &Device::new("own", 8), true).await.status, 200);

    ada.request("DELETE", "/api/me", &[], b"").await;
    assert_eq!(ada.get("/api/me").await.json()["passkeys"], json!([]));
    assert_eq!(enter(&mut phone, &Device::new("two", 5), true).await.status, 404);
    server.stop().await;
}
