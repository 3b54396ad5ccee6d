//! Exports traces of moves to an OpenTelemetry collector (`--otlp-endpoint`).

use std::time::Duration;

use hyper_rustls::HttpsConnectorBuilder;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::hyper::HyperClient;
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::runtime::Tokio;
use opentelemetry_sdk::trace::SdkTracerProvider;
use opentelemetry_sdk::trace::span_processor_with_async_runtime::BatchSpanProcessor;
use server::TRACES;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;
use zashiki_core::{InputError, text};

use crate::version;

/// Maximum time for a request to the collector.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum time to wait for the collector at the end of the program.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Exporter of traces to an OpenTelemetry collector.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Creates an exporter to the collector at `address` (OTLP over HTTP). The traces carry the name of
    /// this server. `OTEL_TRACES_SAMPLER` sets the fraction of traces that are exported, as
    /// OpenTelemetry defines it. Must be called on a tokio runtime.
    ///
    /// # Errors
    /// Returns an error if the address is invalid.
    pub fn to(address: &str, server: &str) -> Result<Traces, InputError> {
        let connector =
            HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        let endpoint = format!("{}/v1/traces", address.trim_end_matches('/'));
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(HyperClient::new(connector, TIMEOUT, None))
            .with_endpoint(endpoint)
            .build()
            .map_err(|error| {
                text!(
                    "--otlp-endpoint のアドレスを使えません({error})。http://127.0.0.1:4318 の形で指定してください。",
                    "--otlp-endpoint: the address is invalid ({error}); give one like http://127.0.0.1:4318."
                )
            })?;
        let resource = Resource::builder()
            .with_service_name("zashiki")
            .with_attribute(KeyValue::new("service.version", version::PROGRAM))
            .with_attribute(KeyValue::new("service.instance.id", server.to_owned()))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_span_processor(BatchSpanProcessor::builder(exporter, Tokio).build())
            .with_resource(resource)
            .build();
        Ok(Traces(provider))
    }

    /// The tracing layer that collects the spans to be exported.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        let only = Targets::new().with_target(TRACES, LevelFilter::INFO);
        tracing_opentelemetry::layer().with_tracer(self.0.tracer("zashiki")).with_filter(only)
    }

    /// Exports the remaining traces. Gives up if the collector does not answer in time.
    pub async fn finish(self) {
        let shutdown = tokio::task::spawn_blocking(move || self.0.shutdown());
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, shutdown).await;
    }
}
