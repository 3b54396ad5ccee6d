//! A message bus over NATS. Callers never wait: a separate task sends the messages, and messages are dropped
//! if too many are waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use futures_util::{FutureExt, StreamExt};
use percent_encoding::percent_decode_str;
use tokio::sync::{mpsc, oneshot};
use zashiki_core::{InputError, text};

use super::{Bus, Messages, NatsConfig};

/// Time limit for connecting, at the start and for each reconnection.
const CONNECT: Duration = Duration::from_secs(5);
/// Interval of keep-alive pings.
const PING: Duration = Duration::from_secs(5);
/// Longest pause between two connection attempts.
const RECONNECT: Duration = Duration::from_secs(1);
/// Maximum number of unsent messages; further ones are dropped.
const UNSENT: usize = 4096;
/// Maximum number of unread messages of a subscription; further ones are dropped.
const UNREAD: usize = 256;

/// A connection to NATS that is re-established automatically.
#[derive(Debug)]
pub struct Nats {
    orders: mpsc::UnboundedSender<Order>,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    connected: AtomicBool,
    connections: AtomicU64,
    unsent: AtomicUsize,
}

enum Order {
    Publish(String, Vec<u8>),
    Subscribe(String, oneshot::Sender<async_nats::Subscriber>),
}

impl Nats {
    /// Connects to the NATS servers of this configuration.
    ///
    /// # Errors
    /// Returns an error if an address or a file cannot be read, the server does not answer, or the name or
    /// the password is wrong; the message says which, and the remedy.
    pub async fn connect(config: &NatsConfig) -> Result<Nats, InputError> {
        let addresses = config.address.split(',').map(|one| one.trim().parse::<ServerAddr>());
        let addresses: Vec<ServerAddr> =
            addresses.collect::<Result<_, _>>().map_err(|error| unreadable(&error))?;
        let state = Arc::<State>::default();
        let events = state.clone();
        let mut options = ConnectOptions::new()
            .name("zashiki")
            .no_echo()
            .connection_timeout(CONNECT)
            .ping_interval(PING)
            .subscription_capacity(UNREAD)
            .reconnect_delay_callback(|tried| {
                RECONNECT.min(Duration::from_millis(50 * (tried as u64).min(20)))
            })
            .event_callback(move |event| {
                events.handle(&event);
                async {}
            });
        if let Some((name, password)) = addresses.iter().find_map(user) {
            options = options.user_and_password(name, password);
        }
        if let Some(ca) = &config.ca {
            readable(ca)?;
            options = options.add_root_certificates(ca.clone());
        }
        if let Some(file) = &config.credentials {
            let credentials = readable(file)?;
            options = options.credentials(&credentials).map_err(|error| unreadable(&error))?;
        }
        let client = options.connect(addresses).await.map_err(|error| refused(&error))?;
        state.connected.store(true, Ordering::Relaxed);
        let (orders, received) = mpsc::unbounded_channel();
        tokio::spawn(carry_out(client, received, state.clone()));
        Ok(Nats { orders, state })
    }
}

impl State {
    fn handle(&self, event: &Event) {
        match event {
            Event::Connected => {
                self.connected.store(true, Ordering::Relaxed);
                if self.connections.fetch_add(1, Ordering::Relaxed) > 0 {
                    tracing::info!("NATS is connected again");
                }
            }
            Event::Disconnected => {
                self.connected.store(false, Ordering::Relaxed);
                tracing::warn!(
                    "NATS is disconnected: people at one table on different servers see moves later"
                );
            }
            Event::SlowConsumer(_) => {
                self.connections.fetch_add(1, Ordering::Relaxed);
            }
            other => tracing::debug!(%other, "NATS"),
        }
    }
}

async fn carry_out(
    client: Client,
    mut received: mpsc::UnboundedReceiver<Order>,
    state: Arc<State>,
) {
    while let Some(order) = received.recv().await {
        let done = match order {
            Order::Publish(subject, message) => {
                state.unsent.fetch_sub(1, Ordering::Relaxed);
                client.publish(subject, message.into()).await.map_err(|error| error.to_string())
            }
            Order::Subscribe(subject, to) => match client.subscribe(subject).await {
                // The subscriber may have been dropped.
                Ok(messages) => {
                    let _ = to.send(messages);
                    Ok(())
                }
                Err(error) => Err(error.to_string()),
            },
        };
        if let Err(error) = done {
            tracing::warn!(%error, "NATS did not take a message");
        }
    }
}

impl Bus for Nats {
    fn publish(&self, subject: &str, message: Vec<u8>) {
        if self.state.unsent.fetch_add(1, Ordering::Relaxed) >= UNSENT {
            self.state.unsent.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        // The task ends only with the program.
        let _ = self.orders.send(Order::Publish(subject.to_owned(), message));
    }

    fn subscribe(&self, subject: &str) -> Messages {
        let (to, subscribed) = oneshot::channel();
        let _ = self.orders.send(Order::Subscribe(subject.to_owned(), to));
        let messages = subscribed.map(|subscribed| {
            let messages = subscribed.map(|messages| messages.map(|one| one.payload.to_vec()));
            futures_util::stream::iter(messages).flatten()
        });
        Box::pin(messages.flatten_stream())
    }

    fn is_connected(&self) -> bool {
        self.state.connected.load(Ordering::Relaxed)
    }

    fn interruptions(&self) -> u64 {
        self.state.connections.load(Ordering::Relaxed)
    }
}

/// The user name and password in an address, percent-decoded.
fn user(address: &ServerAddr) -> Option<(String, String)> {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let name = address.username().filter(|name| !name.is_empty())?;
    Some((decoded(name), decoded(address.password().unwrap_or_default())))
}

fn readable(file: &std::path::Path) -> Result<String, InputError> {
    crate::system::read_text(file).map_err(|why| {
        let file = file.display();
        let text = text!(
            "NATS のためのファイル「{file}」を読めません({why})。--nats-ca と --nats-credentials のパスと権限を確かめてください。",
            "The file \"{file}\" for NATS cannot be read ({why}); check the paths in --nats-ca and --nats-credentials, and their permissions.",
            why
        );
        text.into()
    })
}

fn unreadable(error: &std::io::Error) -> InputError {
    let text = text!(
        "--nats のアドレスか --nats-credentials を読めません({error})。nats://名前:パスワード@ホスト:ポート の形で指定してください。",
        "--nats or the file of --nats-credentials is invalid ({error}); write the address as nats://name:password@host:port."
    );
    text.into()
}

fn refused(error: &ConnectError) -> InputError {
    let text = match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => text!(
            "NATS が接続を断りました({error})。--nats の名前とパスワード、または --nats-credentials を確かめてください。",
            "NATS refuses the connection ({error}); check the name and the password in --nats, or the file of --nats-credentials."
        ),
        ConnectErrorKind::Tls => text!(
            "NATS と TLS で接続できません({error})。サーバーの証明書と --nats-ca を確かめてください。",
            "NATS cannot be reached by TLS ({error}); check its certificate and --nats-ca."
        ),
        _ if error.to_string().contains("certificate") => text!(
            "NATS の証明書を確かめられません({error})。サーバーの証明書と --nats-ca を確かめてください。",
            "The certificate of NATS cannot be verified ({error}); check it and --nats-ca."
        ),
        _ => text!(
            "NATS に接続できません({error})。動いていること、--nats のホストとポート、間のファイアウォールを確かめてください。",
            "NATS cannot be reached ({error}); check that it runs, the host and the port in --nats, and the firewalls in between."
        ),
    };
    text.into()
}
