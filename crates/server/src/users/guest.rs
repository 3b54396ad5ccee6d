//! Guests: people without an account, identified by a random token in a cookie.

use std::fmt;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use ring::hmac;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zashiki_core::Bytes32;

use crate::app::App;
use crate::error::Refused;
use crate::http::{assets, origin};
use crate::ids;
use crate::users::bot_accounts;

/// The cookie's names over HTTP and HTTPS. Browsers accept the prefix `__Host-` only from the exact host, so
/// that neither another port nor a subdomain can set or read the cookie.
const COOKIE_NAME: &str = "zashiki_guest";
const SECURE_NAME: &str = "__Host-zashiki_guest";
/// A token consists of 160 random bits and an 80-bit authentication code that only this server can compute.
const RANDOM_LENGTH: usize = 32;
const TOKEN_LENGTH: usize = RANDOM_LENGTH + SEAL_LENGTH;
const SEAL_LENGTH: usize = 16;
/// Browsers keep cookies for at most 400 days.
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// A person, identified by the SHA-256 of the token of their first browser. The token itself is never stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "Bytes32", into = "Bytes32")]
pub(crate) struct Guest(pub(crate) [u8; 32]);

/// A browser, identified by the SHA-256 of the token in its cookie. It is also the person's [`Guest`] id,
/// unless the browser was signed in as another person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Bytes32", into = "Bytes32")]
pub(crate) struct Token(pub(crate) [u8; 32]);

macro_rules! of_bytes {
    ($($name:ident)*) => {$(
        impl From<Bytes32> for $name {
            fn from(bytes: Bytes32) -> $name {
                $name(bytes.0)
            }
        }
        impl From<$name> for Bytes32 {
            fn from(name: $name) -> Bytes32 {
                Bytes32(name.0)
            }
        }
    )*};
}
of_bytes!(Guest Token);

/// A secret key of the server, used for message authentication codes.
#[derive(Clone)]
pub(crate) struct Seal(pub(crate) [u8; 32]);

impl fmt::Debug for Seal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Seal(…)")
    }
}

impl Seal {
    /// A new token.
    fn token(&self) -> String {
        let random = ids::secret::<RANDOM_LENGTH>();
        let seal = self.of(&random);
        random + &seal
    }

    /// Returns true if this server created the token.
    fn holds(&self, token: &str) -> bool {
        token.len() == TOKEN_LENGTH
            && token.split_at_checked(RANDOM_LENGTH).is_some_and(|(random, seal)| {
                // The comparison is not constant-time: a timing attack could at most forge a new token, not
                // reveal a guest's token.
                self.of(random) == seal
            })
    }

    /// The message authentication code of the concatenated parts. All parts but the last must have fixed
    /// lengths, so that different parts cannot yield the same concatenation.
    pub(crate) fn over(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = hmac::Context::with_key(&self.key());
        parts.iter().for_each(|part| mac.update(part));
        mac.sign().as_ref().try_into().expect("SHA-256 has 32 bytes")
    }

    /// Returns true if `mac` is the code that [`Seal::over`] computes for these parts; in constant time.
    pub(crate) fn made(&self, parts: &[&[u8]], mac: &[u8]) -> bool {
        hmac::verify(&self.key(), &parts.concat(), mac).is_ok()
    }

    fn key(&self) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.0)
    }

    fn of(&self, random: &str) -> String {
        self.over(&[random.as_bytes()])[..SEAL_LENGTH]
            .iter()
            .map(|byte| ids::letter(*byte))
            .collect()
    }
}

/// The sender of a request: a known guest, or a new one that has not received its cookie yet.
#[derive(Clone)]
pub(crate) struct Caller {
    token: String,
    known: bool,
    https: bool,
}

impl Caller {
    fn of(headers: &HeaderMap, seal: &Seal) -> Caller {
        let https = origin::came_by_https(headers);
        let known = token(headers, if https { SECURE_NAME } else { COOKIE_NAME }, seal);
        Caller { known: known.is_some(), token: known.unwrap_or_else(|| seal.token()), https }
    }

    /// The same browser with a new token.
    pub(crate) fn with_new_token(&self, seal: &Seal) -> Caller {
        Caller { token: seal.token(), ..self.clone() }
    }

    /// A program with this bearer token.
    fn program(token: &str) -> Caller {
        // Programs do not use cookies and receive none.
        Caller { token: token.to_owned(), known: true, https: false }
    }

    /// The browser's token hash.
    pub(crate) fn hash(&self) -> Token {
        Token(Sha256::digest(self.token.as_bytes()).into())
    }

    /// The cookie that identifies the browser.
    pub(crate) fn cookie(&self) -> HeaderValue {
        let (name, secure) = if self.https { (SECURE_NAME, "; Secure") } else { (COOKIE_NAME, "") };
        let token = &self.token;
        let cookie = format!(
            "{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={MAX_AGE_SECONDS}{secure}"
        );
        HeaderValue::from_str(&cookie).expect("letters and digits")
    }
}

/// Identifies the guest by the cookie, or a program by its bearer token, or creates a new guest. Handlers
/// find the [`Guest`] in the request's extensions. No cookie is set here: see [`welcome`] and [`introduce`].
pub(crate) async fn recognise(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Result<Response, Refused> {
    // The page's files do not depend on the guest.
    let is_api = request.uri().path().starts_with("/api/");
    // Without bot accounts, such a token is intended for a proxy in between.
    let bearer =
        app.accounts.as_ref().filter(|_| is_api).zip(bot_accounts::bearer(request.headers()));
    let (caller, person) = match bearer {
        Some((accounts, token)) => {
            let caller = Caller::program(token);
            let guest = accounts.find(caller.hash()).ok_or_else(Refused::unknown_bot)?;
            (caller, Some(guest))
        }
        None => {
            let caller = Caller::of(request.headers(), &app.seal);
            // A new browser is not linked to any person yet.
            let is_api = is_api && caller.known;
            let person = if is_api { app.store.person_of(caller.hash()).await? } else { None };
            (caller, person)
        }
    };
    let token = caller.hash();
    request.extensions_mut().insert(person.unwrap_or(Guest(token.0)));
    request.extensions_mut().insert(token);
    request.extensions_mut().insert(caller);
    Ok(next.run(request).await)
}

/// Sets or renews the cookie with the page's document, so that it does not expire while the page is in use.
/// The document precedes the page's API requests, which run simultaneously and would otherwise each receive a
/// different cookie. A form on another site cannot request the document without sending the existing cookie,
/// and so cannot replace it.
pub(crate) async fn welcome(request: Request, next: Next) -> Response {
    let caller = request.extensions().get::<Caller>().cloned();
    let mut response = next.run(request).await;
    // Responses that shared caches may store must not contain a cookie.
    if let Some(caller) = caller.filter(|_| assets::is_document(&response)) {
        response.headers_mut().append(SET_COOKIE, caller.cookie());
    }
    response
}

/// Sets the cookie for a client that never requested the page, in the response to its first successful
/// change. It must be layered behind the origin check.
pub(crate) async fn introduce(request: Request, next: Next) -> Response {
    let changes = origin::changes(&request);
    let caller = request.extensions().get::<Caller>().filter(|caller| !caller.known).cloned();
    let mut response = next.run(request).await;
    let done = response.status().is_success() || response.status().is_informational();
    // Signing in as another person has set a cookie already.
    let has_cookie = response.headers().contains_key(SET_COOKIE);
    if let Some(caller) = caller.filter(|_| changes && done && !has_cookie) {
        response.headers_mut().append(SET_COOKIE, caller.cookie());
    }
    response
}

/// The token in the cookies, if this server created it.
fn token(headers: &HeaderMap, name: &str, seal: &Seal) -> Option<String> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, value)| *key == name && seal.holds(value))
        .map(|(_, value)| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tokens_created_by_this_server_are_accepted() {
        let seal = Seal([7; 32]);
        let with = |name: &str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::from_str(value).unwrap());
            token(&headers, name, &seal)
        };
        let good = seal.token();
        assert_ne!(good, seal.token());
        let found = with(COOKIE_NAME, &format!("a=b; {COOKIE_NAME}={good}; c=d"));
        assert_eq!(found.as_deref(), Some(good.as_str()));
        assert_eq!(with(COOKIE_NAME, &format!("{COOKIE_NAME}=short")), None);
        assert_eq!(with(COOKIE_NAME, &format!("{COOKIE_NAME}=; x")), None);
        let elsewhere = Seal([8; 32]).token();
        assert_eq!(with(COOKIE_NAME, &format!("{COOKIE_NAME}={elsewhere}")), None);
        let forged = format!("{}{}", "0".repeat(RANDOM_LENGTH), &good[RANDOM_LENGTH..]);
        assert_eq!(with(COOKIE_NAME, &format!("{COOKIE_NAME}={forged}")), None);
        // A forged cookie before it does not hide the valid one.
        let both = format!("{COOKIE_NAME}={forged}; {COOKIE_NAME}={good}");
        assert_eq!(with(COOKIE_NAME, &both).as_deref(), Some(good.as_str()));
        // A cookie set over HTTP, from any port or subdomain, is not accepted over HTTPS.
        assert_eq!(with(SECURE_NAME, &format!("{COOKIE_NAME}={good}")), None);
    }
}
