//! `zashiki serve`: opens the parlour.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use parlour::{Components, Config, Limits, Parlour, system};
use table::{BadInput, text};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

use crate::lang::Lang;

/// The port when none is named, and how many after it are tried.
const PORT: u16 = 7777;
const PORTS_TRIED: u16 = 100;

/// How long bots that are thinking may hold up the end of the program.
const LAST_THOUGHTS: Duration = Duration::from_millis(500);

/// Serves the page and the tables.
#[derive(clap::Args, Debug)]
pub struct ServeArgs {
    /// Port to listen on; without it 7777, or the next free one. 0 lets the system choose.
    #[arg(long)]
    port: Option<u16>,

    /// Address to listen on; 0.0.0.0 or :: for every network this machine is in.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Folder for the database; created if it is not there.
    #[arg(long, value_name = "DIR", default_value = "zashiki-data")]
    data: PathBuf,

    /// Origin of another site whose pages may connect, such as https://games.example
    /// (may be given several times).
    #[arg(long, value_name = "URL")]
    origin: Vec<String>,

    /// The only way in is a reverse proxy that appends the client's address to
    /// X-Forwarded-For: limits for each address then count those.
    #[arg(long)]
    behind_proxy: bool,

    /// Components file that replaces a game's own at new tables; it names its game by
    /// game = "..." at its top (may be given several times).
    #[arg(long, value_name = "FILE")]
    components: Vec<PathBuf>,
}

/// Serves until SIGINT or SIGTERM.
///
/// # Errors
/// When a components file is refused, the data folder cannot be used or the port is
/// taken; the message says what to do.
pub fn run(args: &ServeArgs, lang: Lang) -> anyhow::Result<()> {
    let log = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(log).with_writer(std::io::stderr).init();
    let components = Components::read(&args.components)?;
    let config = Config {
        components,
        origins: origins(&args.origin),
        behind_proxy: args.behind_proxy,
        limits: Limits::for_files(files()),
        ..Config::new(&args.data)
    };
    let runtime = Runtime::new().map_err(|error| {
        let why = system::why(&error);
        BadInput::from(text!(
            "プログラムを始められません({why})。ほかのプログラムを終了してからお試しください。",
            "Zashiki cannot start ({why}); close other programs and try again.",
            why
        ))
    })?;
    let served = runtime.block_on(serve(args, config, lang));
    runtime.shutdown_timeout(LAST_THOUGHTS);
    served
}

/// As many files as this process may have open at most, each connection being one.
fn files() -> u64 {
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024)
}

async fn serve(args: &ServeArgs, config: Config, lang: Lang) -> anyhow::Result<()> {
    // The signals first: a program that sees the line below may send one.
    let shutdown = shutdown()?;
    let parlour = Parlour::open(config).await?;
    let listener = listen(args).await?;
    announce(listener.local_addr()?, lang)?;
    parlour.serve(listener, shutdown).await;
    Ok(())
}

/// Browsers send origins without a slash at the end; people copy them with one.
fn origins(given: &[String]) -> Vec<String> {
    given.iter().map(|origin| origin.trim_end_matches('/').to_owned()).collect()
}

async fn listen(args: &ServeArgs) -> anyhow::Result<TcpListener> {
    let mut port = args.port.unwrap_or(PORT);
    loop {
        let error = match TcpListener::bind((args.host, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => error,
        };
        let busy = error.kind() == std::io::ErrorKind::AddrInUse;
        if busy && args.port.is_none() && port < PORT + PORTS_TRIED {
            port += 1;
            continue;
        }
        return Err(cannot_listen(SocketAddr::new(args.host, port), &error, busy).into());
    }
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error, busy: bool) -> BadInput {
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

#[cfg(unix)]
fn shutdown() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn shutdown() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Without the signal the server runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
