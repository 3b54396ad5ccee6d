//! Guests: people without an account, known by a random token in a cookie.

use axum::extract::Request;
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use sha2::{Digest, Sha256};

use crate::{ids, page};

const COOKIE_NAME: &str = "zashiki_guest";
/// 160 random bits.
const TOKEN_LENGTH: usize = 32;
/// Browsers keep no cookie longer than 400 days.
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// A guest: the SHA-256 of the token, which is all that is ever stored of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Guest(pub(crate) [u8; 32]);

impl Guest {
    fn of(token: &str) -> Guest {
        Guest(Sha256::digest(token.as_bytes()).into())
    }
}

/// Knows the guest by the cookie, or gives a new one; handlers find the [`Guest`] among
/// the request's extensions. The page's document does this too: it comes before the
/// requests it makes, which run at the same time and would each get a cookie of their own.
pub(crate) async fn recognise(mut request: Request, next: Next) -> Response {
    if request.uri().path().trim_start_matches('/').starts_with(page::HASHED) {
        // Kept by every cache on the way, so it must not carry anybody's cookie.
        return next.run(request).await;
    }
    let known = token(request.headers());
    let fresh = known.is_none();
    let token = known.unwrap_or_else(ids::secret::<TOKEN_LENGTH>);
    let secure = if came_by_https(request.headers()) { "; Secure" } else { "" };
    request.extensions_mut().insert(Guest::of(&token));
    let mut response = next.run(request).await;
    if fresh {
        let cookie = format!(
            "{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={MAX_AGE_SECONDS}{secure}"
        );
        let cookie = HeaderValue::from_str(&cookie).expect("letters and digits");
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// The token in the cookies, if it is one of ours by its form.
fn token(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, value)| {
            *name == COOKIE_NAME
                && value.len() == TOKEN_LENGTH
                && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
        .map(|(_, value)| value.to_owned())
}

/// Whether the reverse proxy in front says that the browser used HTTPS. Whoever forges
/// the header changes only how their own cookie is kept.
fn came_by_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
}

/// A person's name as shown: control and direction characters dropped, blanks trimmed, at
/// most [`NAME_LENGTH`] characters; never empty, since an empty name marks an open seat.
pub(crate) fn clean_name(name: &str) -> String {
    let kept: String = name.chars().filter(|letter| !is_invisible(*letter)).collect();
    let short: String = kept.trim().chars().take(NAME_LENGTH).collect();
    let name = short.trim_end();
    if name.is_empty() { "Guest".to_owned() } else { name.to_owned() }
}

/// The most characters of a name.
const NAME_LENGTH: usize = 24;

/// Controls, and the format characters that could hide or turn the text around them.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean_name("  富察\u{0}\u{202e} \n"), "富察");
        assert_eq!(clean_name(&"あ".repeat(30)).chars().count(), NAME_LENGTH);
        assert_eq!(clean_name(" \u{200b} "), "Guest");
        assert_eq!(clean_name("a b"), "a b");
    }

    #[test]
    fn only_tokens_of_our_form_are_known() {
        let with = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::from_str(value).unwrap());
            token(&headers)
        };
        let good = "0123456789abcdefghjkmnpqrstvwxyz";
        assert_eq!(with(&format!("a=b; zashiki_guest={good}; c=d")).as_deref(), Some(good));
        assert_eq!(with("zashiki_guest=short"), None);
        assert_eq!(with("zashiki_guest=; x"), None);
        assert_eq!(with(&format!("zashiki_guest={}", "_".repeat(32))), None);
    }
}
