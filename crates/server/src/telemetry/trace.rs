//! OpenTelemetry spans that trace a move from the player's socket to the sockets of the others (ADR 30). The
//! span `message` starts when the move is received and contains the spans `rules`, `store` and `tell`, and
//! one span `send` for each receiving socket. On other servers the span `news` belongs to the same trace, if
//! the program is built with the feature `otel`. The spans contain no table, guest or move. They are created
//! only if a subscriber enables [`TRACES`].

#[cfg(feature = "otel")]
mod context;

#[cfg(feature = "otel")]
pub(crate) use context::{carried, follow};

/// The `tracing` target of these spans.
pub const TRACES: &str = "zashiki::traces";

/// Creates an OpenTelemetry span that is part of a move's trace.
macro_rules! span {
    ($name:literal $(, $field:ident = $value:expr)* $(,)?) => {
        tracing::info_span!(target: $crate::telemetry::trace::TRACES, $name $(, $field = $value)*)
    };
}
pub(crate) use span;

/// The trace context to be sent to other servers. Without OpenTelemetry there is none.
#[cfg(not(feature = "otel"))]
pub(crate) fn carried() -> Option<String> {
    None
}

/// Ignores the trace context sent by another server, since OpenTelemetry is not available.
#[cfg(not(feature = "otel"))]
pub(crate) fn follow(_: &tracing::Span, _: &str) {}
