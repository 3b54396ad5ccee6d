//! Guests: people without an account, known by a random token in a cookie.

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

/// The cookie, and its name over HTTPS: browsers take that prefix only from the very host, so
/// that neither another port nor a sub-domain can plant or read it.
const COOKIE_NAME: &str = "zashiki_guest";
const SECURE_NAME: &str = "__Host-zashiki_guest";
/// A token is 160 random bits and 80 bits that only this server can add to them.
const RANDOM_LENGTH: usize = 32;
const TOKEN_LENGTH: usize = RANDOM_LENGTH + SEAL_LENGTH;
const SEAL_LENGTH: usize = 16;
/// Browsers keep no cookie longer than 400 days.
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// A guest: a person, known by the SHA-256 of the token of their first browser, which is all that is
/// ever stored of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "Bytes32", into = "Bytes32")]
pub(crate) struct Guest(pub(crate) [u8; 32]);

/// A browser: the SHA-256 of the token in its cookie. It is the guest too, unless it was taken into
/// somebody's devices.
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

/// A key of the house, such as the one by which it knows the tokens it made.
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

    /// Whether this server made the token.
    fn holds(&self, token: &str) -> bool {
        token.len() == TOKEN_LENGTH
            && token.split_at_checked(RANDOM_LENGTH).is_some_and(|(random, seal)| {
                // The time this takes says how much of a forged seal is right, but a forger
                // would learn no guest's token by it, only make one of their own.
                self.of(random) == seal
            })
    }

    /// What only this server can make of these. All but the last are of a known length, so that no
    /// others are the same one after another.
    pub(crate) fn over(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = hmac::Context::with_key(&self.key());
        parts.iter().for_each(|part| mac.update(part));
        mac.sign().as_ref().try_into().expect("SHA-256 has 32 bytes")
    }

    /// Returns true if `mac` is what [`Seal::over`] gives for these; the time this takes does not
    /// depend on how much of it is right.
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

/// Who asks: a guest who is known, or who will be once they are given the cookie.
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
    pub(crate) fn anew(&self, seal: &Seal) -> Caller {
        Caller { token: seal.token(), ..self.clone() }
    }

    /// A program that comes with this token.
    fn program(token: &str) -> Caller {
        // It keeps no cookies and is given none.
        Caller { token: token.to_owned(), known: true, https: false }
    }

    /// The browser.
    pub(crate) fn hash(&self) -> Token {
        Token(Sha256::digest(self.token.as_bytes()).into())
    }

    /// The cookie that makes the browser known.
    pub(crate) fn cookie(&self) -> HeaderValue {
        let (name, secure) = if self.https { (SECURE_NAME, "; Secure") } else { (COOKIE_NAME, "") };
        let token = &self.token;
        let cookie = format!(
            "{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={MAX_AGE_SECONDS}{secure}"
        );
        HeaderValue::from_str(&cookie).expect("letters and digits")
    }
}

/// Knows the guest by the cookie, or a program by its token, or thinks of a new guest; handlers find
/// the [`Guest`] among the request's extensions. This alone sets no cookie: see [`welcome`] and [`introduce`].
pub(crate) async fn recognise(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Result<Response, Refused> {
    // Files of the page are the same for everybody.
    let asks = request.uri().path().starts_with("/api/");
    // Where there are no bot accounts such a token is meant for a proxy on the way.
    let bearer =
        app.accounts.as_ref().filter(|_| asks).zip(bot_accounts::bearer(request.headers()));
    let (caller, person) = match bearer {
        Some((accounts, token)) => {
            let caller = Caller::program(token);
            let guest = accounts.find(caller.hash()).ok_or_else(Refused::unknown_bot)?;
            (caller, Some(guest))
        }
        None => {
            let caller = Caller::of(request.headers(), &app.seal);
            // A new browser is nobody's yet.
            let asks = asks && caller.known;
            let person = if asks { app.store.person_of(caller.hash()).await? } else { None };
            (caller, person)
        }
    };
    let token = caller.hash();
    request.extensions_mut().insert(person.unwrap_or(Guest(token.0)));
    request.extensions_mut().insert(token);
    request.extensions_mut().insert(caller);
    Ok(next.run(request).await)
}

/// Gives the cookie with the page's document, and renews it, so that seats are kept as long as
/// the page is used. The document comes before the requests it makes, which run at the same
/// time and would each get a cookie of their own. A form on another site cannot ask for it
/// without sending the cookie along, and so cannot replace a guest's cookie by a new one.
pub(crate) async fn welcome(request: Request, next: Next) -> Response {
    let caller = request.extensions().get::<Caller>().cloned();
    let mut response = next.run(request).await;
    // What every cache on the way keeps must not carry anybody's cookie.
    if let Some(caller) = caller.filter(|_| assets::is_document(&response)) {
        response.headers_mut().append(SET_COOKIE, caller.cookie());
    }
    response
}

/// Gives the cookie to a program that never asked for the page, with the answer to the first
/// thing it did; only behind the check of the origin.
pub(crate) async fn introduce(request: Request, next: Next) -> Response {
    let changes = origin::changes(&request);
    let caller = request.extensions().get::<Caller>().filter(|caller| !caller.known).cloned();
    let mut response = next.run(request).await;
    let done = response.status().is_success() || response.status().is_informational();
    // Who comes to a new device has been given its cookie already.
    let given = response.headers().contains_key(SET_COOKIE);
    if let Some(caller) = caller.filter(|_| changes && done && !given) {
        response.headers_mut().append(SET_COOKIE, caller.cookie());
    }
    response
}

/// The token in the cookies, if this server made it.
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
    fn only_tokens_that_this_server_made_are_known() {
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
        // A forged one before it does not hide the good one.
        let both = format!("{COOKIE_NAME}={forged}; {COOKIE_NAME}={good}");
        assert_eq!(with(COOKIE_NAME, &both).as_deref(), Some(good.as_str()));
        // What came over HTTP, from any port or sub-domain, is not taken over HTTPS.
        assert_eq!(with(SECURE_NAME, &format!("{COOKIE_NAME}={good}")), None);
    }
}
