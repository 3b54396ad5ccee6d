//! Identification of guests by cookies, and of programs by bearer tokens.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use session::guest::Guest;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::error::Refused;
use crate::http::{assets, origin};
use crate::users::guest::{Seal, Token};

/// Name of the guest cookie over HTTP; `SECURE_NAME` is its name over HTTPS. Browsers accept the prefix
/// `__Host-` only from the exact host, so that neither another port nor a subdomain can set or read the
/// cookie.
const COOKIE_NAME: &str = "zashiki_guest";

const SECURE_NAME: &str = "__Host-zashiki_guest";

/// Lifetime of the guest cookie, in seconds: 400 days, the longest that browsers allow.
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

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

    /// A caller for the same browser with a new token.
    pub(crate) fn with_new_token(&self, seal: &Seal) -> Caller {
        Caller { token: seal.token(), ..self.clone() }
    }

    /// The caller for a program with this bearer token.
    fn program(token: &str) -> Caller {
        // Programs do not use cookies and receive none.
        Caller { token: token.to_owned(), known: true, https: false }
    }

    /// The hash of the caller's token.
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
    let bearer = app.users.bot_accounts.as_ref().filter(|_| is_api).zip(bearer(request.headers()));
    let (caller, person) = match bearer {
        Some((accounts, token)) => {
            let caller = Caller::program(token);
            let guest = accounts.find(caller.hash()).ok_or_else(Refused::unknown_bot)?;
            (caller, Some(guest))
        }
        None => {
            let caller = Caller::of(request.headers(), &app.users.seal);
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

/// The bearer token of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::users::guest::RANDOM_LENGTH;

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
