//! The way of moves through the server, for an OpenTelemetry collector (`--otlp-endpoint`).

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

/// How long the collector may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long it may hold up the end of the program.
const LAST_TRACES: Duration = Duration::from_secs(2);

/// What sends traces to a collector.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Sends traces to the collector at this address (OTLP over HTTP), in the name of this server. How
    /// many of them follows from `OTEL_TRACES_SAMPLER`, as OpenTelemetry has it. Must be called on a
    /// tokio runtime.
    ///
    /// # Errors
    /// When the address is none.
    pub fn to(address: &str, server: &str) -> Result<Traces, InputError> {
        let connector =
            HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        let endpoint = format!("{}/v1/traces", address.trim_end_matches('/'));
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(HyperClient::new(connector, PATIENCE, None))
            .with_endpoint(endpoint)
            .build()
            .map_err(|error| {
                text!(
                    "--otlp-endpoint のアドレスを使えません({error})。http://127.0.0.1:4318 の形で指定してください。",
                    "The address given with --otlp-endpoint cannot be used ({error}); write it as http://127.0.0.1:4318."
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

    /// The layer by which spans come here.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        let only = Targets::new().with_target(TRACES, LevelFilter::INFO);
        tracing_opentelemetry::layer().with_tracer(self.0.tracer("zashiki")).with_filter(only)
    }

    /// Sends what was not sent yet; the collector may be away.
    pub async fn finish(self) {
        let sent = tokio::task::spawn_blocking(move || self.0.shutdown());
        let _ = tokio::time::timeout(LAST_TRACES, sent).await;
    }
}
