//! Answers with the files of the page, which the crate `web-assets` has.

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::error::Refused;

/// Marks an answer as the page's document.
#[derive(Clone)]
struct Document;

/// Whether the answer is the page's document.
pub(crate) fn is_document(response: &Response) -> bool {
    response.extensions().get::<Document>().is_some()
}

/// Marks an answer as a script or style sheet of the page.
#[derive(Clone)]
struct Part;

/// Whether the answer is a script or style sheet that the page loads, and no document of its own.
pub(crate) fn is_part(response: &Response) -> bool {
    response.extensions().get::<Part>().is_some()
}

/// Where the build puts files whose names change with their content.
const HASHED: &str = "assets/";
/// How scripts and style sheets end.
const PARTS: [&str; 2] = [".js", ".css"];
/// The page's document.
const INDEX: &str = "index.html";
/// How caches keep what never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// How files are sent that were compressed when the page was built, smallest first: what clients
/// call it, and the ending of the compressed file beside the plain one.
const PACKED: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// A file of the page; an address that names no file is the page itself, which reads the address.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refused::wrong_method().into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let packed = PACKED.iter().any(|(_, ending)| path.ends_with(ending));
    if let Some(file) = web_assets::get(path).filter(|_| path != INDEX && !packed) {
        let keep = if path.starts_with(HASHED) { FOR_EVER } else { "no-cache" };
        let mut answer = answer(path, file, keep, &headers);
        if path.starts_with(HASHED) && PARTS.iter().any(|ending| path.ends_with(ending)) {
            answer.extensions_mut().insert(Part);
        }
        return answer;
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    match web_assets::get(INDEX) {
        Some(index) if path == INDEX || !name.contains('.') && !path.starts_with(HASHED) => {
            // It comes with the guest's cookie, which no cache may give to others.
            let mut document = answer(INDEX, index, "private, no-cache", &headers);
            document.extensions_mut().insert(Document);
            document
        }
        _ => Refused::no_address().into_response(),
    }
}

fn answer(path: &str, file: web_assets::File, keep: &'static str, headers: &HeaderMap) -> Response {
    // Weak, because the same file also goes out compressed.
    let tag = format!("W/\"{:016x}\"", file.digest);
    let head = [(ETAG, tag.as_str()), (CACHE_CONTROL, keep), (VARY, "accept-encoding")];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag.as_str()) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let kind = [(CONTENT_TYPE, file.media_type)];
    let packed = PACKED
        .iter()
        .filter(|(coding, _)| accepts(headers, coding))
        .find_map(|(coding, ending)| Some((*coding, web_assets::get(&format!("{path}{ending}"))?)));
    match packed {
        Some((coding, packed)) => {
            (head, kind, [(CONTENT_ENCODING, coding)], packed.bytes.into_owned()).into_response()
        }
        None => (head, kind, file.bytes.into_owned()).into_response(),
    }
}

/// Whether the client says that it reads this coding.
pub(crate) fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let listed = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    listed.flat_map(|value| value.split(',')).any(|each| {
        let mut parts = each.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let refused = parts
            .filter_map(|part| part.strip_prefix("q="))
            .any(|weight| weight.parse().is_ok_and(|weight: f32| weight == 0.0));
        named && !refused
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_coding_is_accepted_where_it_is_named_and_not_refused() {
        let accepted = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(value));
            PACKED.map(|(coding, _)| accepts(&headers, coding))
        };
        assert_eq!(accepted("gzip, deflate, br, zstd"), [true, true]);
        assert_eq!(accepted("BR;q=0.5"), [true, false]);
        assert_eq!(accepted("br;q=0, gzip; q=1"), [false, true]);
        assert_eq!(accepted("brotli, identity"), [false, false]);
        assert_eq!(PACKED.map(|(coding, _)| accepts(&HeaderMap::new(), coding)), [false, false]);
    }
}
