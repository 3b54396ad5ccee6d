//! Transfer of a move's trace to other servers.

use opentelemetry::Context;
use opentelemetry::trace::{
    SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState,
};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// The current span in the format of the header `traceparent` of W3C Trace Context, to be sent to other
/// servers. `None` if there is no active trace.
pub(crate) fn carried() -> Option<String> {
    let span = Span::current();
    if span.is_disabled() {
        return None;
    }
    let context = span.context();
    let context = context.span().span_context().clone();
    (context.is_valid() && context.is_sampled()).then(|| {
        let (trace, span) = (context.trace_id(), context.span_id());
        format!("00-{trace}-{span}-{:02x}", context.trace_flags().to_u8())
    })
}

/// Makes a span part of a trace that began on another server. `carried` is the text that [`carried`] returned
/// on that server.
pub(crate) fn follow(span: &Span, carried: &str) {
    let mut parts = carried.split('-').skip(1);
    let mut next = || parts.next().unwrap_or_default();
    let (trace, parent) = (TraceId::from_hex(next()), SpanId::from_hex(next()));
    if let (Ok(trace), Ok(parent)) = (trace, parent)
        && !span.is_disabled()
    {
        let flags = TraceFlags::SAMPLED;
        let remote = SpanContext::new(trace, parent, flags, true, TraceState::default());
        // Fails only if the span is in no trace.
        let _ = span.set_parent(Context::new().with_remote_span_context(remote));
    }
}
