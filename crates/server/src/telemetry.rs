//! Metrics for Prometheus and traces for OpenTelemetry.

pub(crate) mod metrics;
pub(crate) mod trace;
