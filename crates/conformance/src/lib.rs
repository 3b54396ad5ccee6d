//! Conformance tests of games: one line in a game's tests runs everything that is common to all games.
//! The tests check the numbered laws of the engine, and that rules, texts, tutorial and puzzles agree.
//! The crate also has the language for tests of single rules ([`scene`]).
//!
//! ```ignore
//! // In the tests of a game: generates one test function for each check.
//! conformance::game_tests!(yourgame::YourGame);
//! ```
//!
//! A single check can also be called:
//!
//! ```
//! conformance::laws::battery::<connect_four::ConnectFour>(1);
//! ```
//!
//! | Module | Check |
//! |---|---|
//! | [`book`] | the tutorial agrees with the rules |
//! | [`citations`] | the log cites the statement that decided an end, a tie or a comparison |
//! | [`held`] | every statement has a test that begins with its id |
//! | [`puzzles`] | puzzles have exactly their given solution |
//! | [`components`] | seats, options and components files from users: accepted, or rejected with a message |
//! | [`laws`] | the laws of [`zashiki_core::GameState`], at every step of random and adversarial matches |
//! | [`positions`] | law 7 for positions: a mutated one is rejected, or playable to the end |
//! | [`statements`] | statements are complete, and all texts name one |
//! | [`naming`] | texts name seats by placeholders, for names or "you" |
//! | [`words`] | every text conforms to the glossary, and English contains no Japanese |
//! | [`playthrough`] | golden playthroughs, printed in full |
//!
//! Tests of any crate read the repository's documents by [`documents`] and compare external forms with
//! their snapshots by [`frozen`]. A game's own tests are written with [`scene`].

pub mod book;
pub mod citations;
pub mod components;
pub mod documents;
pub mod frozen;
pub mod held;
pub mod laws;
#[cfg(test)]
mod mutants;
pub mod naming;
pub mod playthrough;
pub mod positions;
pub mod puzzles;
pub mod scene;
pub mod statements;
pub mod words;

/// The test of a game with a tutorial: `book_test!(GameState)`.
#[macro_export]
macro_rules! book_test {
    ($game:ty) => {
        #[test]
        fn the_book_says_what_the_engine_does() {
            $crate::book::check::<$game>();
        }
    };
}

/// The test of a game with puzzles: `puzzle_test!(GameState)`.
#[macro_export]
macro_rules! puzzle_test {
    ($game:ty) => {
        #[test]
        fn the_puzzles_are_solved_as_they_say() {
            $crate::puzzles::check::<$game>();
        }
    };
}

/// The tests of every game: `game_tests!(GameState)`, or `game_tests!(GameState, games = 6)` if matches
/// are so fast that the battery can play more of them.
#[macro_export]
macro_rules! game_tests {
    ($game:ty) => {
        $crate::game_tests!($game, games = 1);
    };
    ($game:ty, games = $games:expr) => {
        #[test]
        fn the_laws_hold() {
            $crate::laws::battery::<$game>($games);
        }

        #[test]
        fn changed_positions_are_refused_or_play_on() {
            $crate::positions::changed::<$game>();
        }

        #[test]
        fn what_a_play_is_begun_with_is_taken_or_refused_in_words() {
            $crate::components::check::<$game>(env!("CARGO_MANIFEST_DIR"));
        }

        /// The collected texts, shared by all tests.
        fn heard() -> &'static [$crate::statements::Said] {
            static HEARD: std::sync::OnceLock<Vec<$crate::statements::Said>> =
                std::sync::OnceLock::new();
            HEARD.get_or_init($crate::statements::heard::<$game>)
        }

        #[test]
        fn whoever_sits_there_is_said_by_a_mark() {
            $crate::naming::check::<$game>(heard());
        }

        #[test]
        fn statements_are_complete_and_named_by_all_that_is_said() {
            $crate::statements::check::<$game>(heard());
        }

        #[test]
        fn every_statement_has_a_test() {
            $crate::held::check::<$game>(env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn every_text_keeps_to_the_glossary() {
            $crate::words::check::<$game>(heard());
        }
    };
}
