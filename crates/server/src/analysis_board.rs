//! The analysis board: analysis of matches that a client supplies. The server does not store these matches,
//! and they have no access to its tables.

use std::sync::Arc;

use session::queries::analysis_board::AnalysisBoard;

use crate::bots::fair_queue::{FairQueue, QueueAccount};
use crate::client_addr::Address;
use crate::config::{Components, Limits};
use crate::error::Refused;
use crate::limits::{LimitKey, RateLimiter, networks};
use crate::protocol::Study;
use crate::server_clock::ServerClock;

/// Number of supplied matches that are analyzed at the same time.
const MAX_SIMULTANEOUS: usize = 2;

/// The service that analyzes supplied matches.
pub(crate) struct AnalysisBoards {
    limits: Arc<Limits>,
    clock: ServerClock,
    components: Arc<Components>,
    requests: RateLimiter<LimitKey>,
    queue: FairQueue,
}

impl AnalysisBoards {
    pub(crate) fn new(
        limits: Arc<Limits>,
        clock: ServerClock,
        components: Arc<Components>,
    ) -> AnalysisBoards {
        let (requests, queue) = (RateLimiter::new(), FairQueue::new(MAX_SIMULTANEOUS));
        AnalysisBoards { limits, clock, components, requests, queue }
    }

    /// Sets up the supplied match, and passes it to `answer`, which computes the result.
    pub(crate) async fn study<Answer: Send + 'static>(
        &self,
        address: Address,
        request: Study,
        answer: impl FnOnce(AnalysisBoard) -> Answer + Send + 'static,
    ) -> Result<Answer, Refused> {
        let own = self.components.of(&request.game).map(str::to_owned);
        Ok(self.run_blocking(address, || AnalysisBoard::set_up(request, own).map(answer)).await??)
    }

    /// Runs a client's computation on a thread that does not serve tables, after waiting for a slot in the
    /// queue.
    pub(crate) async fn run_blocking<Answer: Send + 'static>(
        &self,
        address: Address,
        job: impl FnOnce() -> Answer + Send + 'static,
    ) -> Result<Answer, Refused> {
        self.check_analysis_rate(address)?;
        let _turn = self.queue.turn(QueueAccount::of(address)).await;
        tokio::task::spawn_blocking(job).await.map_err(|_| Refused::broken())
    }

    /// Applies the rate limit of the analysis board, by network.
    pub(crate) fn check_analysis_rate(&self, address: Address) -> Result<(), Refused> {
        let parties = networks(address, self.limits.studies_per_address);
        let may = self.requests.take_for(parties, self.clock.now());
        if may { Ok(()) } else { Err(Refused::studied_too_often()) }
    }
}
