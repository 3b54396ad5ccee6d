//! The key by which push services know a server (VAPID, RFC 8292). The library that encrypts
//! messages could sign too, but would bring RSA and four more curves along for one signature.

use std::fmt;
use std::path::Path;

use axum::http::Uri;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::hmac;
use serde::Deserialize;
use serde_json::json;
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{Signature, SigningKey};
use zashiki_core::{InputError, LocalizedText, read_toml, text};

use crate::ids;
use crate::system;

/// For how long a signature holds, in seconds; a day is the most.
const HOLDS: i64 = 12 * 60 * 60;

/// The key by which push services know a server, and whom they may write to about it.
#[derive(Clone)]
pub struct PushKey {
    secret: SigningKey,
    contact: String,
}

/// A key as it is kept in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    key: String,
    contact: String,
}

impl fmt::Debug for PushKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "PushKey({})", self.public())
    }
}

impl PushKey {
    /// A new key. `contact` is the operator's address, `mailto:…` or `https://…`.
    ///
    /// # Errors
    /// When it is neither.
    pub fn new(contact: &str) -> Result<PushKey, InputError> {
        let secret = loop {
            // Almost every number is a key.
            if let Ok(secret) = SigningKey::from_slice(&ids::random::<32>()) {
                break secret;
            }
        };
        PushKey { secret, contact: contact.to_owned() }.checked()
    }

    /// Reads the key that a file holds.
    ///
    /// # Errors
    /// When it cannot be read or holds none; the message names the file.
    pub fn read(file: &Path) -> Result<PushKey, InputError> {
        let shown = file.display();
        let called =
            LocalizedText::new(format!("鍵のファイル「{shown}」"), format!("Key file \"{shown}\""));
        let written = system::read(file, &called)?;
        let Kept { key, contact } = read_toml(&written, called.clone())?;
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(&key).ok();
        let secret =
            bytes.and_then(|bytes| SigningKey::from_slice(&bytes).ok()).ok_or_else(|| {
                text!(
                    "{called}の key は鍵ではありません。zashiki generate-push-key で作ってください。",
                    "{called}: its \"key\" is none; make one with zashiki generate-push-key.",
                    called
                )
            })?;
        PushKey { secret, contact }.checked()
    }

    fn checked(self) -> Result<PushKey, InputError> {
        if self.contact.starts_with("mailto:") || self.contact.starts_with("https://") {
            return Ok(self);
        }
        Err(InputError::new(
            "連絡先(contact)は mailto: か https:// で始めてください。例: mailto:you@games.example",
            "The contact begins with mailto: or https://, as in mailto:you@games.example.",
        ))
    }

    /// The key as a file holds it; who reads it can call in the server's name.
    pub fn to_toml(&self) -> String {
        let key = BASE64_URL_SAFE_NO_PAD.encode(self.secret.to_bytes());
        let contact = json!(self.contact);
        format!("key = \"{key}\"\ncontact = {contact}\n")
    }

    /// Its public half, as browsers are given it.
    pub(crate) fn public(&self) -> String {
        let point = self.secret.verifying_key().to_encoded_point(false);
        BASE64_URL_SAFE_NO_PAD.encode(point.as_bytes())
    }

    /// What a request to this address says of who sends it, at a time in milliseconds since 1970.
    pub(super) fn authorization(&self, endpoint: &Uri, now: i64) -> String {
        let (scheme, host) = (endpoint.scheme_str(), endpoint.authority().map(ToString::to_string));
        let clients = format!("{}://{}", scheme.unwrap_or_default(), host.unwrap_or_default());
        let head = json!({ "typ": "JWT", "alg": "ES256" });
        let claims = json!({ "aud": clients, "exp": now / 1000 + HOLDS, "sub": self.contact });
        let part =
            |value: serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string().as_bytes());
        let signed = format!("{}.{}", part(head), part(claims));
        let signature: Signature = self.secret.sign(signed.as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }

    /// The topic of messages about a table to a browser (RFC 8030). A push service sees that two are
    /// about the same table, and neither which one nor that another browser's are: a table's address is
    /// its invitation.
    pub(super) fn topic(&self, endpoint: &Uri, table: &str) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.secret.to_bytes());
        let tag = hmac::sign(&key, format!("push topic\n{endpoint}\n{table}").as_bytes());
        // As long as it may be: 32 letters.
        BASE64_URL_SAFE_NO_PAD.encode(&tag.as_ref()[..24])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_written_and_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("push.toml");
        let key = PushKey::new("mailto:operator@games.example").unwrap();
        std::fs::write(&file, key.to_toml()).unwrap();
        let read = PushKey::read(&file).unwrap();
        assert_eq!(read.to_toml(), key.to_toml());
        let secret = BASE64_URL_SAFE_NO_PAD.encode(key.secret.to_bytes());
        assert!(!format!("{key:?}").contains(&secret));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("push.toml");
        let refused = |text: &str| {
            std::fs::write(&file, text).unwrap();
            PushKey::read(&file).unwrap_err().text().en.to_string()
        };
        let contact = "contact = \"mailto:a@games.example\"";
        assert!(refused("").contains("push.toml"));
        assert!(
            refused(&format!("key = \"AAAA\"\n{contact}")).contains("zashiki generate-push-key")
        );
        let whole = PushKey::new("https://games.example").unwrap().to_toml();
        assert!(refused(&whole.replace("https", "http")).contains("mailto:"));
        assert!(PushKey::read(&folder.path().join("none")).is_err());
    }
}
