//! The clock by which decisions are limited: real time, or time that passes by hand.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// The clock by which the time for decisions is measured.
#[derive(Clone, Debug)]
pub struct Clock(Time);

#[derive(Clone, Debug)]
enum Time {
    Real(Instant),
    Hand(watch::Receiver<Duration>),
}

impl Clock {
    /// A clock that keeps real time.
    pub fn real() -> Clock {
        Clock(Time::Real(Instant::now()))
    }

    /// A clock that stands still until its [`Hand`] is moved, so that tests need not wait.
    pub fn by_hand() -> (Clock, Hand) {
        let (hand, time) = watch::channel(Duration::ZERO);
        (Clock(Time::Hand(time)), Hand(hand))
    }

    /// The time on it, counted from its beginning.
    pub(crate) fn now(&self) -> Duration {
        match &self.0 {
            Time::Real(start) => start.elapsed(),
            Time::Hand(time) => *time.borrow(),
        }
    }

    /// Waits until it shows at least this.
    pub(crate) async fn reaches(&self, at: Duration) {
        match &self.0 {
            Time::Real(start) => sleep_until(*start + at).await,
            Time::Hand(time) => {
                if time.clone().wait_for(|now| *now >= at).await.is_err() {
                    // Nobody can move it any more.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}

/// Waits for a time on a [`Clock`].
pub(crate) struct Waiting(Pin<Box<dyn Future<Output = ()> + Send + Sync>>);

impl Clock {
    /// The same as [`Clock::reaches`], to be kept beside the clock.
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

/// Moves a clock made by [`Clock::by_hand`].
#[derive(Debug)]
pub struct Hand(watch::Sender<Duration>);

impl Hand {
    /// Lets this much time pass at once.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now += by);
    }
}
