//! Conformance tests of games: one line in a game's tests runs everything that is common to all games.
//! The tests check the numbered laws of the engine, and that rules, texts, tutorial and puzzles agree.
//! The crate also has the language for tests of single rules ([`scenario`]).
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
//! | [`tutorial`] | the tutorial agrees with the rules |
//! | [`citations`] | the log cites the statement that decided an end, a tie or a comparison |
//! | [`rule_coverage`] | every statement has a test that begins with its id |
//! | [`puzzles`] | puzzles have exactly their given solution |
//! | [`components`] | seats, options and components files from users: accepted, or rejected with a message |
//! | [`components_form`] | the form of components, their parser and the check while typing agree |
//! | [`laws`] | the laws of [`zashiki_core::GameState`], at every step of random and adversarial matches |
//! | [`position_fuzz`] | law 7 for positions: a mutated one is rejected, or playable to the end |
//! | [`rule_texts`] | statements are complete, and all texts name one |
//! | [`naming`] | texts name seats by placeholders, for names or "you" |
//! | [`terminology`] | every text conforms to the glossary, and English contains no Japanese |
//! | [`golden`] | golden playthroughs, printed in full |
//!
//! Tests of any crate read the repository's documents by [`documents`] and compare external forms with
//! their snapshots by [`frozen`]. A game's own tests are written with [`scenario`].

pub mod citations;
pub mod components;
pub mod components_form;
pub mod documents;
pub mod frozen;
pub mod golden;
pub mod laws;
#[cfg(test)]
mod mutants;
pub mod naming;
pub mod position_fuzz;
pub mod puzzles;
pub mod rule_coverage;
pub mod rule_texts;
pub mod scenario;
pub mod situations;
pub mod terminology;
pub mod tutorial;

/// The test of a game with a tutorial: `tutorial_test!(GameState)`.
#[macro_export]
macro_rules! tutorial_test {
    ($game:ty) => {
        #[test]
        fn the_tutorial_agrees_with_the_rules() {
            $crate::tutorial::check::<$game>();
        }
    };
}

/// The test of a game with puzzles: `puzzle_test!(GameState)`.
#[macro_export]
macro_rules! puzzle_test {
    ($game:ty) => {
        #[test]
        fn the_puzzles_have_exactly_their_given_solution() {
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
        fn mutated_positions_are_rejected_or_playable_to_the_end() {
            $crate::position_fuzz::changed::<$game>();
        }

        #[test]
        fn configurations_are_accepted_or_rejected_with_a_message() {
            $crate::components::check::<$game>(env!("CARGO_MANIFEST_DIR"));
        }

        /// The texts of some random matches of the game, collected once and shared by all tests.
        fn match_texts() -> &'static [$crate::rule_texts::GameText] {
            static MATCH_TEXTS: std::sync::OnceLock<Vec<$crate::rule_texts::GameText>> =
                std::sync::OnceLock::new();
            MATCH_TEXTS.get_or_init($crate::rule_texts::match_texts::<$game>)
        }

        #[test]
        fn texts_name_seats_by_placeholders() {
            $crate::naming::check::<$game>(match_texts());
        }

        #[test]
        fn statements_are_complete_and_every_text_names_one() {
            $crate::rule_texts::check::<$game>(match_texts());
        }

        #[test]
        fn every_statement_has_a_test() {
            $crate::rule_coverage::check::<$game>(env!("CARGO_MANIFEST_DIR"));
        }

        #[test]
        fn every_text_conforms_to_the_glossary() {
            $crate::terminology::check::<$game>(match_texts());
        }
    };
}
