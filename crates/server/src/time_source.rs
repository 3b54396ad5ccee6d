//! The clock for time controls and server timers: real time, or time that is advanced manually in tests.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// A clock by which thinking times and other times of the server are measured.
#[derive(Clone, Debug)]
pub struct TimeSource(Time);

#[derive(Clone, Debug)]
enum Time {
    Real(Instant),
    Manual(watch::Receiver<Duration>),
}

impl TimeSource {
    /// A clock that follows real time.
    pub fn real() -> TimeSource {
        TimeSource(Time::Real(Instant::now()))
    }

    /// A clock for tests. It stands still until its [`ManualTime`] is advanced, so that tests need not wait.
    pub fn manual() -> (TimeSource, ManualTime) {
        let (sender, time) = watch::channel(Duration::ZERO);
        (TimeSource(Time::Manual(time)), ManualTime(sender))
    }

    /// The time since the clock was created.
    pub(crate) fn now(&self) -> Duration {
        match &self.0 {
            Time::Real(start) => start.elapsed(),
            Time::Manual(time) => *time.borrow(),
        }
    }

    /// Waits until the time since the clock's start is at least `at`.
    pub(crate) async fn reaches(&self, at: Duration) {
        match &self.0 {
            Time::Real(start) => sleep_until(*start + at).await,
            Time::Manual(time) => {
                if time.clone().wait_for(|now| *now >= at).await.is_err() {
                    // The handle was dropped, so the time never comes.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}

/// A future that completes when a [`TimeSource`] reaches a certain time.
pub(crate) struct Waiting(Pin<Box<dyn Future<Output = ()> + Send + Sync>>);

impl TimeSource {
    /// Like [`TimeSource::reaches`], but returns a future that does not borrow the clock.
    pub(crate) fn wait_until(&self, at: Duration) -> Waiting {
        let clock = self.clone();
        Waiting(Box::pin(async move { clock.reaches(at).await }))
    }
}

impl Future for Waiting {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().poll(context)
    }
}

/// The handle that advances a clock made by [`TimeSource::manual`].
#[derive(Debug)]
pub struct ManualTime(watch::Sender<Duration>);

impl ManualTime {
    /// Advances the clock by this time at once.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now += by);
    }
}
