//! The analysis board: matches that a client supplies. They are not stored, and have no access to tables.

use serde_json::Value;
use zashiki_core::{DynMatch, Envelope, MatchStart, Record, RecordedAction, Seat};

use crate::protocol::{
    Deed, Foreseen, ReadPlay, Refusal, Studied, StudiedDraft, Study, TableState,
};
use crate::request_error::RequestError;
use crate::table::match_view::shown;

/// Maximum number of actions of a supplied match.
const MAX_ACTIONS: usize = 2000;

/// Reads a file that is a record (recognized by its field `actions`) or a position; returns the match of the
/// record, or a new match that starts from the position.
pub fn read_file(file: &Value) -> Result<ReadPlay, RequestError> {
    let text = file.to_string();
    if file.get("actions").is_some() {
        let record = Record::from_json(&text)?;
        if record.actions.len() > MAX_ACTIONS {
            return Err(RequestError::too_long(MAX_ACTIONS));
        }
        registry::record_meta::check(&record)?;
        registry::replay(&record).map_err(RequestError::not_held)?;
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
        return Err(RequestError::no_play());
    }
    let Envelope { game, seats, options, components, position, .. } = Envelope::from_json(&text)?;
    let info = registry::info(&game)?;
    info.check_seats(seats.into())?;
    let options = info.complete_options(&options)?;
    let start = MatchStart {
        options: options.clone(),
        components: components.clone(),
        position: Some(position),
        ..MatchStart::dealt(seats.into(), 0)
    };
    let position = registry::start(&game, &start)?.position();
    let play = Study { components, position: Some(position), ..Study::of(game, seats, options) };
    Ok(ReadPlay { play, deal: None, names: Vec::new(), times: Vec::new() })
}

/// A supplied match after its actions have been played up to the first illegal one.
pub struct AnalysisBoard {
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
    pub fn set_up(request: Study, own: Option<String>) -> Result<AnalysisBoard, RequestError> {
        if request.actions.len() > MAX_ACTIONS {
            return Err(RequestError::too_long(MAX_ACTIONS));
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
            return Err(RequestError::no_such_seat());
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

    /// The state of the match, as the request asks for it.
    pub fn studied(self) -> Studied {
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

    /// The consequences of an action of the viewing seat.
    pub fn preview(self, action: &str) -> Foreseen {
        let preview = self.viewing_seat().and_then(|seat| Ok(self.table.preview(seat, action)?));
        Foreseen::new(self.played as u64, preview)
    }

    /// Interprets the draft of a decision. The draft may have at most `longest` bytes, and its interpretation
    /// at most `most` bytes.
    pub fn draft(self, draft: &str, longest: usize, most: usize) -> StudiedDraft {
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
