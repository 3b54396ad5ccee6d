//! The games. This is the only room that names them; adding a game is one line here.

mod learnt;

use serde_json::Value;
use table::{
    BadInput, BadInputKind, Beginning, Book, Game, GameInfo, Play, Puzzle, Record, ReplayError,
    Table,
};

pub use learnt::{Learnt, Observed, learnt};

/// Code that works for any game, to be called with the one an id names.
pub trait Visitor {
    /// What it gives back.
    type Out;
    /// Does it for the game `G`.
    fn visit<G: Game>(self) -> Self::Out;
}

macro_rules! shelf {
    ($($game:ty),+ $(,)?) => {
        /// The ids of all games, in the order to offer them.
        pub fn ids() -> Vec<&'static str> {
            vec![$(<$game>::info().id),+]
        }

        /// Calls the visitor with the game of this id.
        ///
        /// # Errors
        /// When no game has the id; the message lists those there are.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Out, BadInput> {
            $(if <$game>::info().id == id {
                return Ok(visitor.visit::<$game>());
            })+
            Err(unknown(id))
        }
    };
}

shelf![kokyu::Kokyu, sengoku::Sengoku, hostile::Hostile, honnoji::Honnoji, shinra::Shinra];

fn unknown(id: &str) -> BadInput {
    let id: String = id.chars().take(40).collect();
    let known = ids().join(", ");
    BadInput::new(
        format!("「{id}」というゲームはありません。あるもの: {known}"),
        format!("There is no game \"{id}\"; there is: {known}."),
    )
    .of(BadInputKind::Game)
}

/// The card in the catalogue of the game with this id.
///
/// # Errors
/// When there is no such game.
pub fn info(id: &str) -> Result<&'static GameInfo, BadInput> {
    struct Info;
    impl Visitor for Info {
        type Out = &'static GameInfo;
        fn visit<G: Game>(self) -> Self::Out {
            G::info()
        }
    }
    visit(id, Info)
}

/// What newcomers are shown of the game with this id, if it has a book.
///
/// # Errors
/// When there is no such game.
pub fn book(id: &str) -> Result<Option<&'static Book>, BadInput> {
    struct Shown;
    impl Visitor for Shown {
        type Out = Option<&'static Book>;
        fn visit<G: Game>(self) -> Self::Out {
            G::book()
        }
    }
    visit(id, Shown)
}

/// The puzzles of the game with this id.
///
/// # Errors
/// When there is no such game.
pub fn puzzles(id: &str) -> Result<&'static [Puzzle], BadInput> {
    struct Set;
    impl Visitor for Set {
        type Out = &'static [Puzzle];
        fn visit<G: Game>(self) -> Self::Out {
            G::puzzles()
        }
    }
    visit(id, Set)
}

/// Deals a new play of the game with this id (see [`begin`]).
///
/// # Errors
/// When there is no such game, or it cannot be set up so.
pub fn open(
    id: &str,
    seats: usize,
    options: &Value,
    components: Option<&str>,
    seed: u64,
) -> Result<Box<dyn Table>, BadInput> {
    let (options, components) = (options.clone(), components.map(str::to_owned));
    begin(id, &Beginning { options, components, ..Beginning::dealt(seats, seed) })
}

/// Begins a new play of the game with this id.
///
/// # Errors
/// When there is no such game, or it cannot begin so.
pub fn begin(id: &str, beginning: &Beginning) -> Result<Box<dyn Table>, BadInput> {
    struct Begin<'a>(&'a Beginning);
    impl Visitor for Begin<'_> {
        type Out = Result<Box<dyn Table>, BadInput>;
        fn visit<G: Game>(self) -> Self::Out {
            Ok(Box::new(Play::<G>::begin(self.0)?))
        }
    }
    visit(id, Begin(beginning))?
}

/// Rebuilds a recorded play, checking every step.
///
/// # Errors
/// When there is no such game or the record does not hold; the error names the step.
pub fn resume(record: &Record) -> Result<Box<dyn Table>, ReplayError> {
    struct Resume<'a>(&'a Record);
    impl Visitor for Resume<'_> {
        type Out = Result<Box<dyn Table>, ReplayError>;
        fn visit<G: Game>(self) -> Self::Out {
            Ok(Box::new(Play::<G>::from_record(self.0)?))
        }
    }
    visit(&record.game, Resume(record))?
}
