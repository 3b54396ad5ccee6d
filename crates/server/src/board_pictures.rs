//! Pictures of the boards of tables that the lobby lists for spectators, as everybody may see them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use registry::GameVisitor;
use session::PublicBoard;
use session::request_error::RequestError;
use zashiki_core::{Game, GameConfig as _, InputError, Lang};

use crate::analysis_board::AnalysisBoards;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::lobby::{INTERVAL, Lobby};
use crate::rooms::Rooms;
use crate::server_clock::ServerClock;

/// Maximum number of pictures in memory.
const MAX_KEPT: usize = 256;

/// Draws the boards of listed tables. Each picture is kept for the interval at which the lobby sends the
/// progress of matches, so that the work does not grow with the number of people who see the list. A picture
/// is made from the view of a spectator alone, so that nothing hidden can be in it.
pub(crate) struct BoardPictures {
    lobby: Arc<Lobby>,
    rooms: Rooms,
    clock: ServerClock,
    kept: Mutex<HashMap<Key, Picture>>,
}

/// A table's id, and the language of the words on its board.
type Key = (String, Lang);

/// A picture, and when the last request to draw it began.
struct Picture {
    at: Duration,
    svg: Arc<str>,
}

impl BoardPictures {
    pub(crate) fn new(lobby: Arc<Lobby>, rooms: Rooms, clock: ServerClock) -> BoardPictures {
        BoardPictures { lobby, rooms, clock, kept: Mutex::default() }
    }

    /// The board of a listed table, as an SVG document. It is drawn on the threads of the analysis board,
    /// within its limits.
    pub(crate) async fn of(
        &self,
        id: &str,
        lang: Lang,
        address: Address,
        boards: &AnalysisBoards,
    ) -> Result<Arc<str>, Refused> {
        if !self.lobby.can_be_watched(id) {
            return Err(RequestError::no_table().into());
        }
        let key = (id.to_owned(), lang);
        if let Some(svg) = self.current(&key) {
            return Ok(svg);
        }
        let board = self.rooms.public_board(id).await?;
        let svg: Arc<str> = boards.run_blocking(address, move || draw(board, lang)).await??.into();
        let mut kept = self.kept();
        kept.retain(|(id, _), _| self.lobby.can_be_watched(id));
        if kept.len() < MAX_KEPT {
            kept.insert(key, Picture { at: self.clock.now(), svg: svg.clone() });
        }
        Ok(svg)
    }

    /// The kept picture, unless it is too old. In that case this caller draws the next one, and others
    /// receive the old one until then.
    fn current(&self, key: &Key) -> Option<Arc<str>> {
        let now = self.clock.now();
        let mut kept = self.kept();
        let picture = kept.get_mut(key)?;
        if now.saturating_sub(picture.at) < INTERVAL {
            return Some(picture.svg.clone());
        }
        picture.at = now;
        None
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<Key, Picture>> {
        // Each entry is complete at all times, so a panic of another lock holder does no harm.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Draws the board as an SVG document, without a caption.
fn draw(board: PublicBoard, lang: Lang) -> Result<String, InputError> {
    let game = board.game.clone();
    registry::visit(&game, Artist { board, lang })?
}

/// Draws a board of any game.
struct Artist {
    board: PublicBoard,
    lang: Lang,
}

impl GameVisitor for Artist {
    type Out = Result<String, InputError>;

    fn visit<G: Game>(self) -> Self::Out {
        let PublicBoard { seats, options, components, view, .. } = self.board;
        let options = G::info().complete_options(&options)?;
        let config = G::Config::new(seats, &options, components.as_deref())?;
        let view = serde_json::from_value(view.value()).expect("a view reads back equal (law 13)");
        Ok(G::draw(&config, &view, self.lang).to_svg())
    }
}
