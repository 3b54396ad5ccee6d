//! The analysis board: analysis of matches that a client supplies. The server does not store these matches,
//! and they have no access to its tables.

use session::request_error::RequestError;
use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{DynMatch, MatchStart, Record, RecordedAction, Seat};

use crate::bots::fair_queue::{FairQueue, QueueAccount};
use crate::client_addr::Address;
use crate::config::{Components, Limits};
use crate::error::Refused;
use crate::limits::{LimitKey, RateLimiter, networks};
use crate::protocol::{
    Deed, Foreseen, ReadPlay, Refusal, Studied, StudiedDraft, Study, TableState,
};
use crate::server_clock::ServerClock;
use session::table::match_view::shown;

/// Maximum number of actions of a supplied match.
const MAX_ACTIONS: usize = 2000;

/// Number of supplied matches that are analyzed at the same time.
const MAX_SIMULTANEOUS: usize = 2;

/// Reads a file that is a record (recognized by its field `actions`) or a position; returns the match of the
/// record, or a new match that starts from the position.
pub(crate) fn read_file(file: &Value) -> Result<ReadPlay, Refused> {
    let text = file.to_string();
    if file.get("actions").is_some() {
        let record = Record::from_json(&text)?;
        if record.actions.len() > MAX_ACTIONS {
            return Err(RequestError::too_long(MAX_ACTIONS).into());
        }
        lab::replay(&record).map_err(RequestError::not_held)?;
        let action =
            |played: RecordedAction| Deed { seat: Seat(played.seat), action: played.action };
        return Ok(ReadPlay {
            names: record.names,
            times: record.times,
            deal: record.deal,
            play: Study {
                rules_version: Some(record.rules_version),
                components: record.components,
                position: record.position,
                seed: record.seed,
                actions: record.actions.into_iter().map(action).collect(),
                conclusion: record.conclusion,
                ..Study::of(record.game, record.seats, record.options)
            },
        });
    }
    if file.get("position").is_none() {
        return Err(RequestError::no_play().into());
    }
    let lab::Envelope { game, seats, options, components, position, .. } =
        lab::play_position(lab::Envelope::from_json(&text)?, &[], 0)?.envelope;
    let play = Study { components, position: Some(position), ..Study::of(game, seats, options) };
    Ok(ReadPlay { play, deal: None, names: Vec::new(), times: Vec::new() })
}

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
        self.run_blocking(address, || AnalysisBoard::set_up(request, own).map(answer)).await?
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

/// A supplied match after its actions have been played up to the first illegal one.
pub(crate) struct AnalysisBoard {
    request: Study,
    table: Box<dyn DynMatch>,
    /// The options of the game, with default values for omitted ones.
    options: Value,
    /// The number of actions that were played, which is the number before the first illegal one.
    played: usize,
    refused: Option<Refusal>,
}

impl AnalysisBoard {
    /// Starts the match and plays its actions up to the first illegal one. `own` is the components file that
    /// the operator has configured for the game, if any.
    fn set_up(request: Study, own: Option<String>) -> Result<AnalysisBoard, Refused> {
        if request.actions.len() > MAX_ACTIONS {
            return Err(RequestError::too_long(MAX_ACTIONS).into());
        }
        let info = registry::info(&request.game)?;
        let options = match request.rules_version {
            None => info.complete_options(&request.options)?,
            Some(_) => request.options.clone(),
        };
        let start = MatchStart {
            rules_version: request.rules_version,
            seats: request.seats.into(),
            options: options.clone(),
            // An older match includes its own components.
            components: request
                .components
                .clone()
                .or(own.filter(|_| request.rules_version.is_none())),
            seed: request.seed,
            position: request.position.clone(),
        };
        let mut table = registry::start(info.id, &start)?;
        if request.eyes.seat().is_some_and(|seat| seat.0 >= table.seats()) {
            return Err(RequestError::no_such_seat().into());
        }
        let mut played = 0;
        let mut refused = None;
        for action in &request.actions {
            if let Err(illegal) = table.play(action.seat, &action.action) {
                refused = Some(illegal.into());
                break;
            }
            played += 1;
        }
        if let Some(conclusion) = request.conclusion.filter(|_| refused.is_none()) {
            refused = table.terminate(conclusion).err().map(Refusal::from);
        }
        Ok(AnalysisBoard { request, table, options, played, refused })
    }

    pub(crate) fn studied(self) -> Studied {
        let table = self.table.as_ref();
        let last = table.length();
        let seen = self.request.seen.min(last + 1);
        let state = TableState {
            options: self.options,
            components: table.components(),
            from_position: self.request.position.is_some(),
            version: self.played as u64,
            ..shown(table, self.request.eyes, seen..last + 1, last..last + 1)
        };
        Studied {
            state,
            refused: self.refused,
            position: self.request.truth.then(|| table.position()),
        }
    }

    pub(crate) fn preview(self, action: &str) -> Foreseen {
        let preview = self.viewing_seat().and_then(|seat| Ok(self.table.preview(seat, action)?));
        Foreseen::new(self.played as u64, preview)
    }

    /// Interprets the draft of a decision. The draft may have at most `longest` bytes, and its interpretation
    /// at most `most` bytes.
    pub(crate) fn draft(self, draft: &str, longest: usize, most: usize) -> StudiedDraft {
        let read = self.viewing_seat().and_then(|seat| {
            if draft.len() > longest {
                return Err(Refusal::draft_too_long(longest));
            }
            let read = self.table.draft(seat, draft)?;
            let fits = read.reading.to_string().len() <= most;
            if fits { Ok(read) } else { Err(Refusal::draft_too_long(longest)) }
        });
        match read {
            Ok(draft) => StudiedDraft { draft: Some(draft), refused: None },
            Err(refusal) => StudiedDraft { draft: None, refused: Some(refusal) },
        }
    }

    /// The seat from whose viewpoint the match is analyzed. Returns an error for spectators, who cannot act.
    fn viewing_seat(&self) -> Result<Seat, Refusal> {
        self.request.eyes.seat().ok_or(Refusal::NO_SEAT)
    }
}
