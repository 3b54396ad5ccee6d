//! Listens for the signals that end this program: Ctrl-C (SIGINT), SIGTERM (sent by service managers,
//! batch systems and containers) and SIGHUP (sent when the terminal is closed).

use std::future::poll_fn;
use std::io;
use std::task::Poll;

/// Listener for the signals that end the program. A signal that was ignored when the program was
/// started, for example by `nohup`, stays ignored.
pub struct Signals(Vec<Listening>);

#[cfg(unix)]
type Listening = (tokio::signal::unix::Signal, i32);
#[cfg(windows)]
type Listening = (tokio::signal::windows::CtrlC, i32);

impl Signals {
    /// Starts listening for the signals. Must be called on a tokio runtime.
    ///
    /// # Errors
    /// Returns an error if the operating system does not allow it.
    #[cfg(unix)]
    pub fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        let ignored = ignored();
        let wanted = kinds.into_iter().filter(|kind| ignored & bit(kind.as_raw_value()) == 0);
        let listening = wanted.map(|kind| Ok((signal(kind)?, kind.as_raw_value())));
        Ok(Signals(listening.collect::<io::Result<_>>()?))
    }

    /// Starts listening for the signals. Must be called on a tokio runtime.
    ///
    /// # Errors
    /// Returns an error if the operating system does not allow it.
    #[cfg(windows)]
    pub fn listen() -> io::Result<Signals> {
        Ok(Signals(vec![(tokio::signal::windows::ctrl_c()?, 2)]))
    }

    /// Waits for the next signal and returns its number.
    pub async fn next(&mut self) -> i32 {
        poll_fn(|context| {
            let mut all = self.0.iter_mut();
            let received = all.find_map(|(signal, number)| match signal.poll_recv(context) {
                Poll::Ready(Some(())) => Some(*number),
                _ => None,
            });
            received.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

/// The bit that represents a signal in the bit masks of the operating system.
#[cfg(unix)]
fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

/// The bit mask of the signals that were ignored when the program was started; 0 on systems without
/// `/proc`.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
