//! `zashiki serve`: runs the server.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use external_engines::Engines;
use server::{AdminToken, BotAccounts, Components, Config, Server, UnwantedWords, system};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use zashiki_core::{InputError, text};

use crate::failure::{Failure, cannot_start};
use crate::lang::Lang;
use crate::log::{self, Repeats};
use crate::service::Manager;
use crate::settings::{self, Flags, Settings};
use crate::signals::Signals;
#[cfg(feature = "otel")]
use crate::traces::Traces;
use crate::version;

/// The port that is tried first if no port is given.
const PORT: u16 = 7777;
/// Number of further ports that are tried if [`PORT`] is in use.
const PORTS_TRIED: u16 = 100;

/// Maximum time to wait at the end of the program for searches of bots.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// Runs the server until SIGINT, SIGTERM or SIGHUP.
///
/// # Errors
/// Returns an error if a setting, a key or a components file is invalid, the data folder cannot be used
/// or the port is in use.
pub fn run(flags: &Flags, lang: Lang) -> Result<(), Failure> {
    let (settings, _) = settings::settings(flags)?;
    let engines: Vec<_> = settings
        .engines
        .iter()
        .map(|text| external_engines::parse_engine(text))
        .collect::<Result<_, _>>()?;
    let accounts = settings.bot_accounts.as_ref().map(BotAccounts::open).transpose()?;
    let config = Config {
        bot_accounts: accounts.map(Arc::new),
        components: Components::read(&settings.components)?,
        origins: settings.allowed_origins.clone(),
        hosts: settings.hosts.clone(),
        trust_proxy: settings.trust_proxy,
        limits: settings.limits.clone(),
        retention: settings.retention.clone(),
        unwanted_words: settings
            .unwanted_words
            .as_deref()
            .map(UnwantedWords::read)
            .transpose()?
            .unwrap_or_default(),
        log_addresses: settings.log_addresses,
        backups: settings.backups(),
        engines: Engines::start(&engines, &settings.engine_limits, &registry::ids())?,
        ..Config::new(&settings.data_dir)
    };
    #[cfg(feature = "postgres")]
    let config = on_postgres(config, &settings);
    #[cfg(feature = "push")]
    let config = with_push(config, &settings)?;
    let runtime = Runtime::new().map_err(|error| cannot_start(&error))?;
    let result = runtime.block_on(async {
        let repeats = Repeats::new();
        let log = tracing_subscriber::registry().with(log::layer(&settings, repeats.clone()));
        #[cfg(feature = "otel")]
        let traces = traces(&settings)?;
        #[cfg(feature = "otel")]
        let log = log.with(traces.as_ref().map(Traces::layer));
        log.init();
        let result = tokio::select! {
            result = serve(&settings, config, lang) => result,
            never = repeats.summarise_regularly() => match never {},
        };
        repeats.summarise();
        #[cfg(feature = "otel")]
        if let Some(traces) = traces {
            traces.finish().await;
        }
        result
    });
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    // Searches that still run have engines.
    external_engines::kill_all();
    result
}

/// Adds PostgreSQL to the server's configuration if the settings name a PostgreSQL database.
#[cfg(feature = "postgres")]
fn on_postgres(config: Config, settings: &Settings) -> Config {
    match &settings.database {
        Some(address) => Config { store: server::Place::Postgres(address.clone()), ..config },
        None => config,
    }
}

/// Adds push notifications to the server's configuration if the settings name a key.
#[cfg(feature = "push")]
fn with_push(config: Config, settings: &Settings) -> Result<Config, InputError> {
    let Some(file) = &settings.push_key else { return Ok(config) };
    let push = server::WebPush::new(server::PushKey::read(file)?);
    Ok(Config { push: Some(Arc::new(push)), ..config })
}

/// Adds the connection to other servers over NATS to the server's configuration if the settings name
/// one.
#[cfg(feature = "cluster")]
async fn on_nats(config: Config, settings: &Settings) -> Result<Config, InputError> {
    if settings.nats.address.is_empty() {
        return Ok(config);
    }
    let bus = server::Nats::connect(&settings.nats).await?;
    Ok(Config { bus: Some(Arc::new(bus)), ..config })
}

/// Creates the exporter of traces if the settings name a collector.
#[cfg(feature = "otel")]
fn traces(settings: &Settings) -> Result<Option<Traces>, InputError> {
    let port = settings.port.unwrap_or(PORT);
    let server = format!("{}:{port}", settings.host);
    settings.otlp_endpoint.as_deref().map(|address| Traces::to(address, &server)).transpose()
}

async fn serve(settings: &Settings, config: Config, lang: Lang) -> Result<(), Failure> {
    // Before the line on standard output: its reader may send a signal.
    let shutdown = shutdown().map_err(|error| cannot_start(&error))?;
    #[cfg(feature = "cluster")]
    let config = on_nats(config, settings).await?;
    let server = Server::open(config).await?;
    let listener = listen(settings).await?;
    let metrics = match settings.metrics {
        None => None,
        Some(address) => {
            let bound = TcpListener::bind(address).await;
            Some(bound.map_err(|error| cannot_serve_metrics(address, &error))?)
        }
    };
    let admin = match (settings.admin, &settings.admin_token) {
        (Some(address), Some(file)) => {
            let token = AdminToken::read(file)?;
            let bound = TcpListener::bind(address).await;
            Some((bound.map_err(|error| cannot_serve_admin(address, &error))?, token))
        }
        _ => None,
    };
    web_assets::prepare().map_err(|error| InputError::new(error.clone(), error))?;
    let address = listener.local_addr().map_err(|error| cannot_start(&error))?;
    announce(address, lang)?;
    tracing::info!(%address, version = version::PROGRAM, "open");
    let manager = Manager::of_environment().map(Arc::new);
    if let Some(manager) = &manager {
        manager.ready();
    }
    let shutdown = {
        let manager = manager.clone();
        async move {
            shutdown.await;
            if let Some(manager) = manager {
                manager.stopping();
            }
        }
    };
    let metrics_service = async {
        if let Some(metrics) = metrics {
            server.serve_metrics(metrics).await;
        }
        std::future::pending().await
    };
    let admin_service = async {
        if let Some((listener, token)) = admin {
            server.serve_admin(listener, token).await;
        }
        std::future::pending().await
    };
    let watchdog = async {
        if let Some(manager) = &manager {
            manager.watch(&server).await;
        }
        std::future::pending().await
    };
    tokio::select! {
        () = server.serve(listener, shutdown) => {}
        () = metrics_service => {}
        () = admin_service => {}
        () = watchdog => {}
    }
    tracing::info!("closed");
    Ok(())
}

async fn listen(settings: &Settings) -> Result<TcpListener, InputError> {
    let mut port = settings.port.unwrap_or(PORT);
    loop {
        let error = match TcpListener::bind((settings.host, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => error,
        };
        let busy = error.kind() == std::io::ErrorKind::AddrInUse;
        if busy && settings.port.is_none() && port < PORT + PORTS_TRIED {
            port += 1;
            continue;
        }
        return Err(cannot_listen(SocketAddr::new(settings.host, port), &error, busy));
    }
}

fn cannot_serve_admin(address: SocketAddr, error: &std::io::Error) -> InputError {
    let why = system::why(error);
    let text = text!(
        "{address} で管理用の操作を受け付けられません({why})。--admin に、この機械の空いているアドレスとポートを指定してください。",
        "The server cannot listen for operator commands on {address} ({why}); give an address of this machine and a free port with --admin.",
        why
    );
    text.into()
}

fn cannot_serve_metrics(address: SocketAddr, error: &std::io::Error) -> InputError {
    let why = system::why(error);
    let text = text!(
        "{address} で計測値を出せません({why})。--metrics に、この機械の空いているアドレスとポートを指定してください。",
        "The server cannot listen for metrics requests on {address} ({why}); give an address of this machine and a free port with --metrics.",
        why
    );
    text.into()
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error, busy: bool) -> InputError {
    let text = if busy {
        text!(
            "{address} はほかのプログラムが使っています。それを終了するか、--port で別の番号を指定するか、--port を省いて空いている番号を使わせてください。",
            "The server cannot listen on {address}: another program uses that port. End that program, give another port with --port, or leave --port out to use the next free one."
        )
    } else {
        let why = system::why(error);
        text!(
            "{address} で待ち受けできません({why})。--host にはこの機械のアドレスを、--port には1024以上の番号を指定してください。",
            "The server cannot listen on {address} ({why}). Give an address of this machine with --host and a port of 1024 or above with --port.",
            why
        )
    };
    text.into()
}

/// Prints the address of the server, the only line on standard output, for people and for programs that
/// wait for it.
fn announce(address: SocketAddr, lang: Lang) -> std::io::Result<()> {
    let mut shown = address;
    if address.ip().is_unspecified() {
        shown.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let mut out = std::io::stdout().lock();
    let open = lang.pick("座敷を開きました:", "Zashiki is open at");
    writeln!(out, "{open} http://{shown}")?;
    out.flush()
}

fn shutdown() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut signals = Signals::listen()?;
    Ok(async move {
        signals.next().await;
    })
}
