//! Answers that are the same for everybody as long as the server runs, such as a game's rules: each is
//! made once and compressed once.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::app::App;
use crate::assets;
use crate::error::Refused;

/// Answers by their paths.
#[derive(Default)]
pub(crate) struct PackedAnswers(Mutex<HashMap<String, Packed>>);

/// An answer, plain and compressed.
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

/// Answers with what is kept, or makes it. What is behind this must depend on the path alone, and there
/// must be few paths: one with an escaped character is not kept, since those can be written in many ways.
pub(crate) async fn keep(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if *request.method() != Method::GET || path.contains('%') {
        return next.run(request).await;
    }
    let gzip = assets::accepts(request.headers(), "gzip");
    let kept = &app.packed.0;
    let found = kept.lock().unwrap_or_else(PoisonError::into_inner).get(&path).cloned();
    if let Some(found) = found {
        return found.answer(gzip);
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
