//! The key that identifies a server to push services (VAPID, RFC 8292). The signature is computed here
//! because the usual library's implementation would add RSA and four more curves as dependencies.

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

/// Time for which a signature is valid, in seconds; the standard allows at most a day.
const VALID_SECONDS: i64 = 12 * 60 * 60;

/// The key that identifies a server to push services, and the operator's contact address.
#[derive(Clone)]
pub struct PushKey {
    secret: SigningKey,
    contact: String,
}

/// The content of a key file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    key: String,
    contact: String,
}

impl fmt::Debug for PushKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "PushKey({})", self.public())
    }
}

impl PushKey {
    /// Creates a random key. `contact` is the operator's address, `mailto:…` or `https://…`.
    ///
    /// # Errors
    /// Returns an error if `contact` has neither form.
    pub fn new(contact: &str) -> Result<PushKey, InputError> {
        let secret = loop {
            // Almost every number is a valid key.
            if let Ok(secret) = SigningKey::from_slice(&ids::random::<32>()) {
                break secret;
            }
        };
        PushKey { secret, contact: contact.to_owned() }.checked()
    }

    /// Reads a key file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or contains no valid key; the message names the file.
    pub fn read(file: &Path) -> Result<PushKey, InputError> {
        let shown = file.display();
        let label =
            LocalizedText::new(format!("鍵のファイル「{shown}」"), format!("Key file \"{shown}\""));
        let written = system::read(file, &label)?;
        let KeyFile { key, contact } = read_toml(&written, label.clone())?;
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(&key).ok();
        let secret =
            bytes.and_then(|bytes| SigningKey::from_slice(&bytes).ok()).ok_or_else(|| {
                text!(
                    "{label}の key は鍵ではありません。zashiki generate-push-key で作ってください。",
                    "{label}: \"key\" is invalid; create a file with zashiki generate-push-key.",
                    label
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
            "The contact must begin with mailto: or https://, as in mailto:you@games.example.",
        ))
    }

    /// The key as text to be written to a key file. It is secret: anyone who has it can send notices in the
    /// server's name.
    pub fn to_toml(&self) -> String {
        let key = BASE64_URL_SAFE_NO_PAD.encode(self.secret.to_bytes());
        let contact = json!(self.contact);
        format!("key = \"{key}\"\ncontact = {contact}\n")
    }

    /// The public key, encoded for browsers in base64url.
    pub(crate) fn public(&self) -> String {
        let point = self.secret.verifying_key().to_encoded_point(false);
        BASE64_URL_SAFE_NO_PAD.encode(point.as_bytes())
    }

    /// The value of the `Authorization` header of a request to this endpoint. `now` is in milliseconds since
    /// 1970.
    pub(super) fn authorization(&self, endpoint: &Uri, now: i64) -> String {
        let (scheme, host) = (endpoint.scheme_str(), endpoint.authority().map(ToString::to_string));
        let clients = format!("{}://{}", scheme.unwrap_or_default(), host.unwrap_or_default());
        let head = json!({ "typ": "JWT", "alg": "ES256" });
        let claims =
            json!({ "aud": clients, "exp": now / 1000 + VALID_SECONDS, "sub": self.contact });
        let part =
            |value: serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string().as_bytes());
        let signed = format!("{}.{}", part(head), part(claims));
        let signature: Signature = self.secret.sign(signed.as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }

    /// The topic (RFC 8030) of messages about a table to a browser: a newer message replaces an older one
    /// with the same topic. A push service can tell that two messages are about the same table, but not which
    /// table it is or that another browser's messages are about it. This must stay secret because a table's
    /// URL is its invitation.
    pub(super) fn topic(&self, endpoint: &Uri, table: &str) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.secret.to_bytes());
        let tag = hmac::sign(&key, format!("push topic\n{endpoint}\n{table}").as_bytes());
        // The maximum length: 32 letters.
        BASE64_URL_SAFE_NO_PAD.encode(&tag.as_ref()[..24])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_survives_writing_and_is_not_shown_in_debug_output() {
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
    fn invalid_key_files_are_rejected() {
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
