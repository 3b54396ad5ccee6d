//! `zashiki serve`: runs the server.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use external_engines::Engines;
use server::{AdminToken, UnwantedWords};
use server::{BotAccounts, Components, Config, Server, system};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use zashiki_core::{InputError, text};

use crate::lang::Lang;
use crate::log::{self, Repeats};
use crate::service::Manager;
use crate::settings::{self, Flags, Settings};
use crate::signals::Signals;
#[cfg(feature = "otel")]
use crate::traces::Traces;
use crate::version;

/// The port when none is named, and how many after it are tried.
const PORT: u16 = 7777;
const PORTS_TRIED: u16 = 100;

/// How long bots that are thinking may hold up the end of the program.
const LAST_THOUGHTS: Duration = Duration::from_millis(500);

/// Serves until SIGINT, SIGTERM or SIGHUP.
///
/// # Errors
/// When a setting, a key or a components file is refused, the data folder cannot be used or the port is
/// taken; the message says what to do.
pub fn run(flags: &Flags, lang: Lang) -> anyhow::Result<()> {
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
    let runtime = Runtime::new().map_err(|error| {
        let why = system::why(&error);
        InputError::from(text!(
            "プログラムを始められません({why})。ほかのプログラムを終了してからお試しください。",
            "Zashiki cannot start ({why}); close other programs and try again.",
            why
        ))
    })?;
    let served = runtime.block_on(async {
        let repeats = Repeats::new();
        let log = tracing_subscriber::registry().with(log::layer(&settings, repeats.clone()));
        #[cfg(feature = "otel")]
        let traces = traces(&settings)?;
        #[cfg(feature = "otel")]
        let log = log.with(traces.as_ref().map(Traces::layer));
        log.init();
        let served = tokio::select! {
            served = serve(&settings, config, lang) => served,
            never = repeats.summarise_regularly() => match never {},
        };
        repeats.summarise();
        #[cfg(feature = "otel")]
        if let Some(traces) = traces {
            traces.finish().await;
        }
        served
    });
    runtime.shutdown_timeout(LAST_THOUGHTS);
    // A bot that thinks on has its engine still.
    external_engines::kill_all();
    served
}

/// Stores everything in PostgreSQL, if that is asked for.
#[cfg(feature = "postgres")]
fn on_postgres(config: Config, settings: &Settings) -> Config {
    match &settings.database {
        Some(address) => Config { store: server::Place::Postgres(address.clone()), ..config },
        None => config,
    }
}

/// Notifies people by web push, if there is a key for it.
#[cfg(feature = "push")]
fn with_push(config: Config, settings: &Settings) -> Result<Config, InputError> {
    let Some(file) = &settings.push_key else { return Ok(config) };
    let push = server::WebPush::new(server::PushKey::read(file)?);
    Ok(Config { push: Some(Arc::new(push)), ..config })
}

/// Reaches other servers over NATS, if there may be any.
#[cfg(feature = "cluster")]
async fn on_bus(config: Config, settings: &Settings) -> Result<Config, InputError> {
    if settings.nats.address.is_empty() {
        return Ok(config);
    }
    let bus = server::Nats::connect(&settings.nats).await?;
    Ok(Config { bus: Some(Arc::new(bus)), ..config })
}

/// The way to the collector of traces, if there is one.
#[cfg(feature = "otel")]
fn traces(settings: &Settings) -> Result<Option<Traces>, InputError> {
    let port = settings.port.unwrap_or(PORT);
    let server = format!("{}:{port}", settings.host);
    settings.otlp_endpoint.as_deref().map(|address| Traces::to(address, &server)).transpose()
}

async fn serve(settings: &Settings, config: Config, lang: Lang) -> anyhow::Result<()> {
    // The signals first: a program that sees the line below may send one.
    let shutdown = shutdown()?;
    #[cfg(feature = "cluster")]
    let config = on_bus(config, settings).await?;
    let server = Server::open(config).await?;
    let listener = listen(settings).await?;
    let metrics = match settings.metrics {
        None => None,
        Some(address) => {
            let bound = TcpListener::bind(address).await;
            Some(bound.map_err(|error| cannot_measure(address, &error))?)
        }
    };
    let admin = match (settings.admin, &settings.admin_token) {
        (Some(address), Some(file)) => {
            let token = AdminToken::read(file)?;
            let bound = TcpListener::bind(address).await;
            Some((bound.map_err(|error| cannot_administer(address, &error))?, token))
        }
        _ => None,
    };
    web_assets::prepare().map_err(anyhow::Error::msg)?;
    let address = listener.local_addr()?;
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
    let measured = async {
        if let Some(metrics) = metrics {
            server.serve_metrics(metrics).await;
        }
        std::future::pending().await
    };
    let administered = async {
        if let Some((listener, token)) = admin {
            server.serve_admin(listener, token).await;
        }
        std::future::pending().await
    };
    let watched = async {
        if let Some(manager) = &manager {
            manager.watch(&server).await;
        }
        std::future::pending().await
    };
    tokio::select! {
        () = server.serve(listener, shutdown) => {}
        () = measured => {}
        () = administered => {}
        () = watched => {}
    }
    tracing::info!("closed");
    Ok(())
}

async fn listen(settings: &Settings) -> anyhow::Result<TcpListener> {
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
        return Err(cannot_listen(SocketAddr::new(settings.host, port), &error, busy).into());
    }
}

fn cannot_administer(address: SocketAddr, error: &std::io::Error) -> InputError {
    let why = system::why(error);
    let text = text!(
        "{address} で管理用の操作を受け付けられません({why})。--admin に、この機械の空いているアドレスとポートを指定してください。",
        "The operator's commands cannot be taken on {address} ({why}); name an address of this machine and a free port with --admin.",
        why
    );
    text.into()
}

fn cannot_measure(address: SocketAddr, error: &std::io::Error) -> InputError {
    let why = system::why(error);
    let text = text!(
        "{address} で計測値を出せません({why})。--metrics に、この機械の空いているアドレスとポートを指定してください。",
        "Metrics cannot be served on {address} ({why}); name an address of this machine and a free port with --metrics.",
        why
    );
    text.into()
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error, busy: bool) -> InputError {
    let text = if busy {
        text!(
            "{address} はほかのプログラムが使っています。それを終了するか、--port で別の番号を指定するか、--port を省いて空いている番号を使わせてください。",
            "Zashiki cannot listen on {address}: another program uses that port. End it, name another port with --port, or leave --port out to take the next free one."
        )
    } else {
        let why = system::why(error);
        text!(
            "{address} で待ち受けできません({why})。--host にはこの機械のアドレスを、--port には1024以上の番号を指定してください。",
            "Zashiki cannot listen on {address} ({why}). Name an address of this machine with --host and a port of 1024 or above with --port.",
            why
        )
    };
    text.into()
}

/// The one line on standard output, for people and for programs that wait for it.
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
