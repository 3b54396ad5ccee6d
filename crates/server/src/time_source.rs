//! The clock by which decisions are limited: real time, or time that passes by hand.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// The clock by which the time for decisions is measured.
#[derive(Clone, Debug)]
pub struct TimeSource(Time);

#[derive(Clone, Debug)]
enum Time {
    Real(Instant),
    Manual(watch::Receiver<Duration>),
}

impl TimeSource {
    /// A clock that keeps real time.
    pub fn real() -> TimeSource {
        TimeSource(Time::Real(Instant::now()))
    }

    /// A clock that stands still until its [`ManualTime`] is moved, so that tests need not wait.
    pub fn manual() -> (TimeSource, ManualTime) {
        let (hand, time) = watch::channel(Duration::ZERO);
        (TimeSource(Time::Manual(time)), ManualTime(hand))
    }

    /// The time on it, counted from its beginning.
    pub(crate) fn now(&self) -> Duration {
        match &self.0 {
            Time::Real(start) => start.elapsed(),
            Time::Manual(time) => *time.borrow(),
        }
    }

    /// Waits until it shows at least this.
    pub(crate) async fn reaches(&self, at: Duration) {
        match &self.0 {
            Time::Real(start) => sleep_until(*start + at).await,
            Time::Manual(time) => {
                if time.clone().wait_for(|now| *now >= at).await.is_err() {
                    // Nobody can move it any more.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}

/// Waits for a time on a [`TimeSource`].
pub(crate) struct Waiting(Pin<Box<dyn Future<Output = ()> + Send + Sync>>);

impl TimeSource {
    /// The same as [`TimeSource::reaches`], to be kept beside the clock.
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

/// Moves a clock made by [`TimeSource::manual`].
#[derive(Debug)]
pub struct ManualTime(watch::Sender<Duration>);

impl ManualTime {
    /// Lets this much time pass at once.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now += by);
    }
}
