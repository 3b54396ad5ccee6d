//! The signals that end this program in order: Ctrl-C (SIGINT), SIGTERM (service managers, batch
//! systems, containers) and SIGHUP (a terminal that was closed).

use std::future::poll_fn;
use std::io;
use std::task::Poll;

/// Listens for the signals that end the program. Those that it was started to ignore, as by `nohup`,
/// stay ignored.
pub struct Signals(Vec<Listening>);

#[cfg(unix)]
type Listening = (tokio::signal::unix::Signal, i32);
#[cfg(windows)]
type Listening = (tokio::signal::windows::CtrlC, i32);

impl Signals {
    /// Listens from now on; within a runtime.
    ///
    /// # Errors
    /// Returns an error if the system does not let it listen.
    #[cfg(unix)]
    pub fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        let ignored = ignored();
        let heard = kinds.into_iter().filter(|kind| ignored & bit(kind.as_raw_value()) == 0);
        let listening = heard.map(|kind| Ok((signal(kind)?, kind.as_raw_value())));
        Ok(Signals(listening.collect::<io::Result<_>>()?))
    }

    /// Listens from now on; within a runtime.
    ///
    /// # Errors
    /// Returns an error if the system does not let it listen.
    #[cfg(windows)]
    pub fn listen() -> io::Result<Signals> {
        Ok(Signals(vec![(tokio::signal::windows::ctrl_c()?, 2)]))
    }

    /// Waits for the next signal; returns its number.
    pub async fn next(&mut self) -> i32 {
        poll_fn(|context| {
            let mut all = self.0.iter_mut();
            let heard = all.find_map(|(signal, number)| match signal.poll_recv(context) {
                Poll::Ready(Some(())) => Some(*number),
                _ => None,
            });
            heard.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

/// A signal in a set of signals, as the system writes them.
#[cfg(unix)]
fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

/// The signals that this program was started to ignore; none where the system does not tell.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
