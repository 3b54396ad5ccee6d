//! Serves the page's files, which are embedded by the crate `web-assets`.

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::error::Refused;

/// Extension of a response that marks it as the page's HTML document.
#[derive(Clone)]
struct Document;

/// Returns true if the response is the page's HTML document.
pub(crate) fn is_document(response: &Response) -> bool {
    response.extensions().get::<Document>().is_some()
}

/// Extension of a response that marks it as a script or style sheet of the page.
#[derive(Clone)]
struct Part;

/// Returns true if the response is a script or style sheet of the page.
pub(crate) fn is_part(response: &Response) -> bool {
    response.extensions().get::<Part>().is_some()
}

/// The folders of files whose paths contain a hash of their content: the page's and the engine's modules.
const HASHED: [&str; 2] = ["assets/", MODULES];
/// The folder of the engine's modules.
const MODULES: &str = "wasm/";
/// File extensions of scripts and style sheets.
const PARTS: [&str; 2] = [".js", ".css"];
/// File name of the page's HTML document.
const INDEX: &str = "index.html";
/// The `Cache-Control` header of files whose content never changes.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The encodings of files compressed at build time, smallest first: the name in `Accept-Encoding`, and the
/// extension of the compressed file.
const PACKED: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Serves a file of the page. Any other path gets the HTML document, whose script interprets the path.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refused::wrong_method().into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let packed = PACKED.iter().any(|(_, ending)| path.ends_with(ending));
    if let Some(file) = web_assets::get(path).filter(|_| path != INDEX && !packed) {
        let keep = if is_hashed(path) { IMMUTABLE } else { "no-cache" };
        let mut answer = answer(path, file, keep, &headers);
        if is_hashed(path) && PARTS.iter().any(|ending| path.ends_with(ending)) {
            answer.extensions_mut().insert(Part);
        }
        return answer;
    }
    if path.starts_with(MODULES) {
        return Refused::no_module().into_response();
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    match web_assets::get(INDEX) {
        Some(index) if path == INDEX || !name.contains('.') && !is_hashed(path) => {
            // The response sets the guest's cookie, so shared caches must not store it.
            let mut document = answer(INDEX, index, "private, no-cache", &headers);
            document.extensions_mut().insert(Document);
            document
        }
        _ => Refused::no_address().into_response(),
    }
}

fn is_hashed(path: &str) -> bool {
    HASHED.iter().any(|folder| path.starts_with(folder))
}

fn answer(path: &str, file: web_assets::File, keep: &'static str, headers: &HeaderMap) -> Response {
    // A weak validator, because the same file is also sent compressed.
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

/// Returns true if the client accepts this encoding.
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
    fn an_encoding_is_accepted_if_listed_with_nonzero_quality() {
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
