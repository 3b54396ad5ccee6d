//! The page, embedded in the program by `build.rs`.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::refusal::Refused;

/// Marks an answer as the page's document.
#[derive(Clone)]
struct Document;

/// Whether the answer is the page's document.
pub(crate) fn is_document(response: &Response) -> bool {
    response.extensions().get::<Document>().is_some()
}

#[derive(Embed)]
#[folder = "$OUT_DIR/page"]
struct Files;

/// Where the build puts files whose names change with their content.
const HASHED: &str = "assets/";
/// The page's document.
const INDEX: &str = "index.html";
/// How caches keep what never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A file of the page; every other address is the page itself, which reads the address.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refused::wrong_method().into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Files::get(path).filter(|_| path != INDEX) {
        let keep = if path.starts_with(HASHED) { FOR_EVER } else { "no-cache" };
        return answer(&file, keep, &headers);
    }
    match Files::get(INDEX) {
        Some(index) if !path.starts_with(HASHED) => {
            // It comes with the guest's cookie, which no cache may give to others.
            let mut document = answer(&index, "private, no-cache", &headers);
            document.extensions_mut().insert(Document);
            document
        }
        _ => Refused::no_address().into_response(),
    }
}

fn answer(file: &EmbeddedFile, keep: &'static str, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    // Weak, because the same file also goes out compressed.
    let tag = format!("W/\"{tag}\"");
    let head = [(ETAG, tag.as_str()), (CACHE_CONTROL, keep)];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag.as_str()) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let kind = [(CONTENT_TYPE, file.metadata.mimetype().to_owned())];
    (head, kind, file.data.clone().into_owned()).into_response()
}
