//! Plays that the asker brings along, to be looked at: nothing of them is kept, and nothing of
//! the house's tables can come out of them.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Extension, Query, State};
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{DynMatch, MatchStart, Record, RecordedAction, Seat};

use crate::app::App;
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::{Intention, read_body};
use crate::limits::networks;
use crate::protocol::{
    Deed, Foreseen, ReadPlay, Refusal, Studied, StudiedDraft, Study, TableState,
};
use crate::table::snapshot::shown;

/// The largest body of such a request: a record of as many actions has room in it.
const MAX_BODY: usize = 256 * 1024;
/// The most actions of a play that is looked at.
const MAX_ACTIONS: usize = 2000;

/// The addresses of what is brought along.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/analysis", post(analysis))
        .route("/analysis/preview", post(preview))
        .route("/analysis/draft", post(draft))
        .route("/records", post(read))
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(DefaultBodyLimit::max(MAX_BODY))
}

type Body = Result<Bytes, BytesRejection>;

async fn analysis(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    body: Body,
) -> Result<Json<Studied>, Refused> {
    let asked: Study = read_body(body, MAX_BODY)?;
    app.study(address, asked, AnalysisBoard::studied).await.map(Json)
}

async fn preview(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    intention: Result<Query<Intention>, QueryRejection>,
    body: Body,
) -> Result<Json<Foreseen>, Refused> {
    let Intention { action, .. } = Intention::read(intention)?;
    let asked: Study = read_body(body, MAX_BODY)?;
    app.study(address, asked, move |board| board.preview(&action)).await.map(Json)
}

/// What [`draft`] is asked.
#[derive(Debug, Deserialize)]
struct Unfinished {
    /// The draft, in the game's notation for drafts.
    draft: String,
}

async fn draft(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    unfinished: Result<Query<Unfinished>, QueryRejection>,
    body: Body,
) -> Result<Json<StudiedDraft>, Refused> {
    let Query(Unfinished { draft }) = unfinished.map_err(|_| {
        Refused::bad(
            "draft に作りかけの手を指定してください。",
            "Name an unfinished decision in \"draft\".",
        )
    })?;
    let asked: Study = read_body(body, MAX_BODY)?;
    let (longest, most) = (app.limits.draft, app.limits.reading);
    app.study(address, asked, move |board| board.draft(&draft, longest, most)).await.map(Json)
}

/// Reads a record or a position as it is kept in a file, and checks that it holds.
async fn read(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    body: Body,
) -> Result<Json<ReadPlay>, Refused> {
    let file: Value = read_body(body, MAX_BODY)?;
    app.away(address, move || read_file(&file)).await?.map(Json)
}

/// What a record says of its play, or a position of where to begin. A record has actions.
fn read_file(file: &Value) -> Result<ReadPlay, Refused> {
    let text = file.to_string();
    if file.get("actions").is_some() {
        let record = Record::from_json(&text)?;
        if record.actions.len() > MAX_ACTIONS {
            return Err(Refused::too_long(MAX_ACTIONS));
        }
        lab::replay(&record).map_err(Refused::not_held)?;
        let deed = |taken: RecordedAction| Deed { seat: Seat(taken.seat), action: taken.action };
        return Ok(ReadPlay {
            names: record.names,
            times: record.times,
            deal: record.deal,
            play: Study {
                rules_version: Some(record.rules_version),
                components: record.components,
                position: record.position,
                seed: record.seed,
                actions: record.actions.into_iter().map(deed).collect(),
                conclusion: record.conclusion,
                ..Study::of(record.game, record.seats, record.options)
            },
        });
    }
    if file.get("position").is_none() {
        return Err(Refused::no_play());
    }
    let lab::Envelope { game, seats, options, components, position, .. } =
        lab::play_position(lab::Envelope::from_json(&text)?, &[], 0)?.envelope;
    let play = Study { components, position: Some(position), ..Study::of(game, seats, options) };
    Ok(ReadPlay { play, deal: None, names: Vec::new(), times: Vec::new() })
}

impl App {
    /// Sets up the play that was brought along and finds the answer to something about it.
    async fn study<Answer: Send + 'static>(
        &self,
        address: Address,
        asked: Study,
        answer: impl FnOnce(AnalysisBoard) -> Answer + Send + 'static,
    ) -> Result<Answer, Refused> {
        let own = self.components.of(&asked.game).map(str::to_owned);
        self.away(address, || AnalysisBoard::lay(asked, own).map(answer)).await?
    }

    /// Does something for a stranger, away from the threads that serve the tables.
    async fn away<Answer: Send + 'static>(
        &self,
        address: Address,
        job: impl FnOnce() -> Answer + Send + 'static,
    ) -> Result<Answer, Refused> {
        self.may_study(address)?;
        let _turn = self.studying.turn(QueueAccount::of(address)).await;
        tokio::task::spawn_blocking(job).await.map_err(|_| Refused::broken())
    }

    /// Counts a look at a play that is not live, by network.
    pub(crate) fn may_study(&self, address: Address) -> Result<(), Refused> {
        let parties = networks(address, self.limits.studies_per_address);
        let may = self.studies.take_for(parties, self.clock.now());
        if may { Ok(()) } else { Err(Refused::studied_too_often()) }
    }
}

/// A play that was brought along, as far as its actions could be taken.
struct AnalysisBoard {
    asked: Study,
    table: Box<dyn DynMatch>,
    /// The complete options.
    options: Value,
    /// How many actions could be taken.
    taken: usize,
    refused: Option<Refusal>,
}

impl AnalysisBoard {
    /// Begins the play and takes the actions until one is refused. `own` is the house's components
    /// file for the game.
    fn lay(asked: Study, own: Option<String>) -> Result<AnalysisBoard, Refused> {
        if asked.actions.len() > MAX_ACTIONS {
            return Err(Refused::too_long(MAX_ACTIONS));
        }
        let info = registry::info(&asked.game)?;
        let options = match asked.rules_version {
            None => info.complete_options(&asked.options)?,
            Some(_) => asked.options.clone(),
        };
        let start = MatchStart {
            rules_version: asked.rules_version,
            seats: asked.seats.into(),
            options: options.clone(),
            // A play that was begun before brings its own components along.
            components: asked.components.clone().or(own.filter(|_| asked.rules_version.is_none())),
            seed: asked.seed,
            position: asked.position.clone(),
        };
        let mut table = registry::start(info.id, &start)?;
        if asked.eyes.seat().is_some_and(|seat| seat.0 >= table.seats()) {
            return Err(Refused::no_such_seat());
        }
        let mut taken = 0;
        let mut refused = None;
        for deed in &asked.actions {
            if let Err(illegal) = table.play(deed.seat, &deed.action) {
                refused = Some(illegal.into());
                break;
            }
            taken += 1;
        }
        if let Some(conclusion) = asked.conclusion.filter(|_| refused.is_none()) {
            refused = table.conclude(conclusion).err().map(Refusal::from);
        }
        Ok(AnalysisBoard { asked, table, options, taken, refused })
    }

    fn studied(self) -> Studied {
        let table = self.table.as_ref();
        let last = table.length();
        let seen = self.asked.seen.min(last + 1);
        let state = TableState {
            options: self.options,
            components: table.components(),
            from_position: self.asked.position.is_some(),
            version: self.taken as u64,
            ..shown(table, self.asked.eyes, seen..last + 1, last..last + 1)
        };
        Studied { state, refused: self.refused, position: self.asked.truth.then(|| table.truth()) }
    }

    fn preview(self, action: &str) -> Foreseen {
        let foreseen = self.looker().and_then(|seat| Ok(self.table.preview(seat, action)?));
        Foreseen::new(self.taken as u64, foreseen)
    }

    /// What a draft of at most `longest` bytes means, in at most `most` bytes.
    fn draft(self, draft: &str, longest: usize, most: usize) -> StudiedDraft {
        let read = self.looker().and_then(|seat| {
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

    /// The seat whose eyes these are: who has none of their own may look and no more.
    fn looker(&self) -> Result<Seat, Refusal> {
        self.asked.eyes.seat().ok_or(Refusal::NO_SEAT)
    }
}
