//! Cached answers that never change while the server runs, such as a game's rules: each is built and
//! compressed once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;

use crate::error::Refused;
use crate::gzip::gzip;
use crate::http::assets;

/// Cached answers, by the path of the request.
#[derive(Default)]
pub(crate) struct PackedAnswers(Mutex<HashMap<String, Packed>>);

/// A cached answer, both uncompressed and compressed.
#[derive(Clone)]
struct Packed {
    kind: HeaderValue,
    plain: Bytes,
    gzip: Bytes,
}

impl Packed {
    fn new(kind: HeaderValue, plain: Bytes) -> Packed {
        let gzip = gzip(&plain, Compression::best()).into();
        Packed { kind, plain, gzip }
    }

    fn answer(self, gzip: bool) -> Response {
        let head = [(CONTENT_TYPE, self.kind), (VARY, HeaderValue::from_static("accept-encoding"))];
        match gzip {
            true => (head, [(CONTENT_ENCODING, "gzip")], self.gzip).into_response(),
            false => (head, self.plain).into_response(),
        }
    }
}

/// Middleware that answers from the cache, or adds the answer to the cache. The routes that use it must
/// depend only on the path, and there must be few paths. Paths with escaped characters are not cached, since
/// one path has many such spellings.
pub(crate) async fn cache_answers(
    State(answers): State<Arc<PackedAnswers>>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    if *request.method() != Method::GET || path.contains('%') {
        return next.run(request).await;
    }
    let gzip = assets::accepts(request.headers(), "gzip");
    let kept = &answers.0;
    let cached = kept.lock().unwrap_or_else(PoisonError::into_inner).get(&path).cloned();
    if let Some(cached) = cached {
        return cached.answer(gzip);
    }
    let (head, body) = next.run(request).await.into_parts();
    let kind = head.headers.get(CONTENT_TYPE).filter(|_| head.status == StatusCode::OK).cloned();
    let Some(kind) = kind else { return Response::from_parts(head, body) };
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return Refused::broken().into_response();
    };
    let packed = Packed::new(kind, plain);
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.insert(path, packed.clone());
    packed.answer(gzip)
}
