//! Boards of positions and records, as text and as pictures.

use zashiki_core::{
    DrawExt as _, Game, GameStateExt as _, InputError, Lang, ReplayError, Seat, Viewer,
};

use crate::AdviceRequest;
use crate::advise::requested_state;

/// The form in which a board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardForm {
    /// Plain text for a terminal.
    Text,
    /// A picture: an SVG document.
    Svg,
}

/// The board of a position or of a step of a record, as a seat sees it, or with the knowledge of all seats if
/// no seat is given.
pub(crate) fn show<G: Game>(
    request: &AdviceRequest,
    seat: Option<Seat>,
    lang: Lang,
    form: BoardForm,
) -> Result<String, ReplayError> {
    let (game, turn) = requested_state::<G>(request)?;
    let seats = game.seats();
    let viewer = match seat {
        None => Viewer::Omniscient,
        Some(seat) if seat.0 < seats => Viewer::Seat(seat),
        Some(seat) => {
            let last = seats - 1;
            return Err(InputError::new(
                format!("席{seat}はありません。席は0〜{last}です。"),
                format!("There is no seat {seat}; the seats are 0 to {last}."),
            )
            .into());
        }
    };
    Ok(match form {
        BoardForm::Text => game.text_board(turn, viewer, lang),
        BoardForm::Svg => game.drawing(turn, viewer, lang).to_svg(),
    })
}
