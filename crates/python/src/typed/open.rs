//! Creates games, states and decoders whose type depends on a game id that is known only at run time.

use std::sync::Arc;

use registry::GameVisitor;
use serde_json::Value;
use zashiki_core::{
    Action, Game, GameConfig as _, InputError, Match, Record, Seat, read_json, text,
};

use super::config::ConfiguredGame;
use super::decoder::SeatDecoder;
use super::state::{TypedState, illegal};
use crate::dyn_game::{DynDecoder, DynGame, DynState};
use crate::errors::ApiError;

/// Configures the game of this id. Without a number of seats, it has the smallest that the game allows.
///
/// # Errors
/// Returns an error if the id is unknown or another argument is invalid.
pub fn open(
    id: &str,
    seats: Option<usize>,
    options: &str,
    components: Option<String>,
) -> Result<Arc<dyn DynGame>, ApiError> {
    struct Open<'a>(Option<usize>, &'a Value, Option<String>);
    impl GameVisitor for Open<'_> {
        type Out = Result<Arc<dyn DynGame>, InputError>;
        fn visit<G: Game>(self) -> Self::Out {
            let Open(seats, options, components) = self;
            let info = G::info();
            let seats = info.check_seats(seats.unwrap_or(info.seats.0.into()))?;
            let options = info.complete_options(options)?;
            let config = G::Config::new(seats, &options, components.as_deref())?;
            let version = info.rules_version;
            Ok(Arc::new(ConfiguredGame::<G>::new(config, version, options, components)))
        }
    }
    let options: Value = read_json(options).map_err(|fault| {
        InputError::from(text!(
            "オプションを読めません: {fault}。値は数・真偽・文字列です。",
            "The options cannot be read: {fault}. Their values are numbers, truths and texts.",
            fault
        ))
    })?;
    Ok(registry::visit(id, Open(seats, &options, components))??)
}

/// Replays a record and checks every step.
///
/// # Errors
/// Returns an error if the text is not a record or one of its actions is illegal.
pub fn replay(record: &str) -> Result<Box<dyn DynState>, ApiError> {
    struct Replay<'a>(&'a Record);
    impl GameVisitor for Replay<'_> {
        type Out = Result<Box<dyn DynState>, ApiError>;
        fn visit<G: Game>(self) -> Self::Out {
            let match_ = Match::<G>::from_record(self.0)?;
            let start = self.0.start();
            let game = Arc::new(ConfiguredGame::new(
                match_.state().config().clone(),
                start.rules_version.unwrap_or(G::info().rules_version),
                start.options.clone(),
                start.components.clone(),
            ));
            Ok(Box::new(TypedState::replayed(game, start, &match_)))
        }
    }
    let record = Record::from_json(record)?;
    registry::visit(&record.game, Replay(&record))?
}

/// Restores the decoder of a seat that may choose among these actions, given in notation, after these
/// sub-actions.
///
/// # Errors
/// Returns an error if the game is unknown, or an action or a sub-action does not exist.
pub fn decoder(
    id: &str,
    seat: Seat,
    actions: &[String],
    sub_actions: &[u16],
) -> Result<Box<dyn DynDecoder>, ApiError> {
    struct Decoder<'a>(Seat, &'a [String]);
    impl GameVisitor for Decoder<'_> {
        type Out = Result<Box<dyn DynDecoder>, ApiError>;
        fn visit<G: Game>(self) -> Self::Out {
            let Decoder(seat, actions) = self;
            let parse = |action: &String| G::Action::parse(action).map_err(illegal::<G>);
            let actions: Vec<G::Action> = actions.iter().map(parse).collect::<Result<_, _>>()?;
            Ok(Box::new(SeatDecoder::<G>::new(seat, &actions)))
        }
    }
    let mut decoder = registry::visit(id, Decoder(seat, actions))??;
    for number in sub_actions {
        decoder.choose((*number).into())?;
    }
    Ok(decoder)
}
