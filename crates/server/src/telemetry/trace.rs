//! The way of one move from socket to socket as spans, for OpenTelemetry (ADR 30): `message` from
//! when it was heard, in it `rules`, `store` and `tell`, and `send` for each socket that it goes out
//! by; on other servers `news` in the same trace, where the program is built with OpenTelemetry
//! (feature `otel`). They hold no table, no guest and no move. Without a subscriber that asks for
//! [`TRACES`] they are never made.

#[cfg(feature = "otel")]
mod context;

#[cfg(feature = "otel")]
pub(crate) use context::{carried, follow};

/// The target of these spans.
pub const TRACES: &str = "zashiki::traces";

/// A span on the way of a move.
macro_rules! span {
    ($name:literal $(, $field:ident = $value:expr)* $(,)?) => {
        tracing::info_span!(target: $crate::telemetry::trace::TRACES, $name $(, $field = $value)*)
    };
}
pub(crate) use span;

/// Nothing is traced without OpenTelemetry.
#[cfg(not(feature = "otel"))]
pub(crate) fn carried() -> Option<String> {
    None
}

/// Nothing is traced without OpenTelemetry, though another server may.
#[cfg(not(feature = "otel"))]
pub(crate) fn follow(_: &tracing::Span, _: &str) {}
