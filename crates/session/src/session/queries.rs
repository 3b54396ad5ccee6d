//! Answers to clients' queries about a table.

use serde_json::Value;
use zashiki_core::{DynInfoState, Level, PackedJson, Viewer};

use super::host::Now;
use super::state::Session;
use crate::protocol::{Foreseen, Refusal, TableState};
use crate::request_error::RequestError;
use crate::table::seats::{Requester, is_program, levels};
use crate::table::snapshot::StepRequest;

/// A pending decision from its seat's viewpoint, on which a bot may give advice.
pub struct Decision {
    /// The table version (its number of changes) at which the decision is pending.
    pub version: u64,
    /// The seat's information state, or the error if no advice is available.
    pub seen: Result<DynInfoState, Refusal>,
    /// The game's id.
    pub game: String,
    /// The level of each seat's bot; `None` where a person or an external program sits.
    pub levels: Vec<Option<Level>>,
}

/// The board of a listed table as everybody may see it: what a picture of it is drawn from.
pub struct PublicBoard {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// The options of the match.
    pub options: Value,
    /// The text of the components file that replaces the game's own, if any.
    pub components: Option<String>,
    /// The view of a spectator.
    pub view: PackedJson,
}

impl Session {
    /// The board as everybody may see it, if the match has started and the table is listed and allows
    /// spectators.
    ///
    /// # Errors
    /// Returns an error for any other table.
    pub fn public_board(&self) -> Result<PublicBoard, RequestError> {
        let terms = &self.setup.terms;
        if !self.started() {
            return Err(RequestError::not_begun());
        }
        if !(terms.listed && terms.onlookers) {
            return Err(RequestError::no_onlookers());
        }
        let table = self.history.table();
        Ok(PublicBoard {
            game: self.setup.game.clone(),
            seats: table.seats(),
            options: self.setup.options.clone(),
            components: self.setup.components.clone(),
            view: table.view(Viewer::Spectator),
        })
    }

    /// Checks whether the requester may view the table now.
    ///
    /// # Errors
    /// Returns an error for spectators during the match, if the table's settings refuse them.
    pub fn check_viewer(&self, requester: Requester) -> Result<(), RequestError> {
        let seated = self.seat_of(requester).is_some();
        let open = self.setup.terms.onlookers || !self.started() || self.history.over();
        if seated || open { Ok(()) } else { Err(RequestError::no_onlookers()) }
    }

    /// Previews an action; it is rejected exactly like the action itself.
    pub fn preview(&self, requester: Requester, action: &str) -> Foreseen {
        let foreseen = match self.seat_of(requester) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => self.history.table().preview(seat, action).map_err(Refusal::from),
        };
        Foreseen::new(self.history.version(), foreseen)
    }

    /// The decision that a seat requests advice on, if the settings allow it.
    pub fn decision(&self, requester: Requester) -> Decision {
        let table = self.history.table();
        let seen = match self.seat_of(requester) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.setup.terms.advice => Err(Refusal::NO_ADVICE),
            Some(seat) if is_program(&self.sitters, seat) => Err(Refusal::BOT_UNADVISED),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => table
                .turn()
                .check_awaited(seat)
                .map(|()| table.info_state(seat))
                .map_err(Refusal::from),
        };
        Decision {
            version: self.history.version(),
            seen,
            game: self.setup.game.clone(),
            levels: levels(&self.sitters),
        }
    }

    /// A past step of the table, from a viewpoint that the requester may use.
    ///
    /// # Errors
    /// Returns an error if there is no such step or the viewpoint is not available.
    pub fn past_step(
        &self,
        requester: Requester,
        request: StepRequest,
        now: Now,
    ) -> Result<TableState, RequestError> {
        self.snapshot(now).past_step(requester, request)
    }
}
