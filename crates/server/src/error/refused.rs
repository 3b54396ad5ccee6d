//! Errors as answers to HTTP requests, and conversions between error types.

use axum::Json;
use axum::http::header::WWW_AUTHENTICATE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use session::request_error::RequestError;
use zashiki_core::{InputError, LocalizedText};

use crate::protocol::Refusal;

/// An error response: an HTTP status and a message.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(super) status: StatusCode,
    pub(super) message: LocalizedText,
    /// The limit that the request exceeded, for the metrics; `None` if the error has another cause.
    pub(super) limit: Option<Limit>,
}

/// The name of an exceeded limit in [`crate::telemetry::metrics`]. A response that is caused by a limit
/// carries it as an extension, so that it can be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limit(pub(crate) &'static str);

impl Refused {
    pub(crate) fn new(status: StatusCode, ja: &'static str, en: &'static str) -> Refused {
        Refused { status, message: LocalizedText::fixed(ja, en), limit: None }
    }

    /// Returns this error, marked as caused by the limit with this name, for the metrics.
    pub(super) fn over(self, limit: &'static str) -> Refused {
        Refused { limit: Some(Limit(limit)), ..self }
    }

    pub(crate) fn bad(ja: impl Into<String>, en: impl Into<String>) -> Refused {
        Refused {
            status: StatusCode::BAD_REQUEST,
            message: LocalizedText::new(ja, en),
            limit: None,
        }
    }

    /// The message of the error, in Japanese and English.
    pub(crate) fn text(self) -> LocalizedText {
        self.message
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused { status: StatusCode::BAD_REQUEST, message: refusal.message, limit: None }
    }
}

impl From<RequestError> for Refused {
    fn from(error: RequestError) -> Self {
        let status = StatusCode::from_u16(error.kind.status());
        let status = status.expect("the statuses of errors are statuses of HTTP");
        Refused { status, message: error.message, limit: None }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        Refusal { rule: None, message: refused.message }
    }
}

impl From<InputError> for Refused {
    fn from(bad: InputError) -> Self {
        Refused { status: StatusCode::BAD_REQUEST, message: bad.into(), limit: None }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let refusal = Refusal { rule: None, message: self.message };
        let mut response = (self.status, Json(refusal)).into_response();
        if let Some(limit) = self.limit {
            response.extensions_mut().insert(limit);
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

/// Declares functions that return errors. Each declaration consists of the name, the HTTP status, the name of
/// the exceeded limit if any, and the message in Japanese and English.
macro_rules! errors {
    ($(
        $(#[$doc:meta])*
        $name:ident: $status:ident $(over $limit:literal)?, $ja:literal, $en:literal;
    )*) => {
        impl Refused {
            $(
                $(#[$doc])*
                pub(crate) fn $name() -> Refused {
                    Refused::new(StatusCode::$status, $ja, $en)$(.over($limit))?
                }
            )*
        }
    };
}
pub(super) use errors;
