//! The page, embedded in the program by `build.rs`.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::refusal::Refused;

#[derive(Embed)]
#[folder = "$OUT_DIR/page"]
struct Files;

/// Where the build puts files whose names change with their content.
pub(crate) const HASHED: &str = "assets/";

/// A file of the page; every other address is the page itself, which reads the address.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refused::wrong_method().into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Files::get(path) {
        return answer(&file, path.starts_with(HASHED), &headers);
    }
    match Files::get("index.html") {
        Some(index) if !path.starts_with(HASHED) => answer(&index, false, &headers),
        _ => Refused::no_address().into_response(),
    }
}

fn answer(file: &EmbeddedFile, for_ever: bool, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    // Weak, because the same file also goes out compressed.
    let tag = format!("W/\"{tag}\"");
    let keep = if for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let head = [(ETAG, tag.as_str()), (CACHE_CONTROL, keep)];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag.as_str()) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let kind = [(CONTENT_TYPE, file.metadata.mimetype().to_owned())];
    (head, kind, file.data.clone().into_owned()).into_response()
}
