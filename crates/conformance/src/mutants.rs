//! Mutation tests of the battery: a small game passes all laws, and with any one law broken the battery fails
//! with that law's number.

mod higher;
mod mutant;

use higher::Higher;

use crate::laws::battery;

/// Number of matches per configuration. It is large enough for every fault to occur; some depend on a card.
const GAMES: u64 = 20;

#[test]
fn a_game_without_faults_passes() {
    battery::<Higher<{ mutant::NOTHING }>>(GAMES);
}

macro_rules! caught {
    ($($name:ident: $mutant:ident, $law:literal;)*) => {$(
        #[test]
        #[should_panic(expected = $law)]
        fn $name() {
            battery::<Higher<{ mutant::$mutant }>>(GAMES);
        }
    )*};
}

caught! {
    an_action_listed_twice_is_caught: LISTED_TWICE, "law 1:";
    an_action_listed_and_refused_is_caught: LISTED_AND_REFUSED, "law 1:";
    open_decisions_that_do_not_occur_are_caught: DECLARES_OPEN_DECISIONS, "law 1:";
    simultaneous_decisions_that_do_not_occur_are_caught: DECLARES_SIMULTANEOUS_DECISIONS, "law 1:";
    a_situation_of_a_seat_not_to_move_is_caught: SITUATION_OF_A_SEAT_NOT_TO_MOVE, "law 1:";
    a_situation_with_an_illegal_action_is_caught: SITUATION_WITH_AN_ILLEGAL_ACTION, "keep of may_keep is illegal:";
    a_position_that_continues_differently_is_caught: POSITION_REVERSES_THE_DECK, "law 2:";
    an_error_that_reveals_a_secret_is_caught: ERROR_DEPENDS_ON_HIDDEN_CARD, "law 3:";
    a_progress_that_reveals_a_secret_is_caught: PROGRESS_DEPENDS_ON_HIDDEN_CARD, "law 3:";
    a_situation_that_reveals_a_secret_is_caught: SITUATION_DEPENDS_ON_HIDDEN_CARD, "law 3:";
    a_determinization_with_another_view_is_caught: DETERMINIZES_ANOTHER_HAND, "law 4:";
    hidden_information_that_is_denied_is_caught: DECLARES_NO_HIDDEN_INFORMATION, "law 4:";
    a_card_too_many_is_caught: CARD_IS_DUPLICATED, "law 5:";
    a_match_that_is_too_long_is_caught: LONGER_THAN_BOUND, "law 6:";
    nonsense_that_is_accepted_is_caught: ACCEPTS_ANY_NOTATION, "law 7:";
    an_undeclared_revelation_is_caught: REVEALS_WITHOUT_EVENT, "law 8:";
    a_wrong_preview_is_caught: PREVIEWS_A_DRAW, "law 9:";
    an_omniscient_view_that_lacks_a_hand_is_caught: OMNISCIENT_VIEW_LACKS_A_HAND, "law 10:";
    an_omniscient_view_that_knows_too_much_is_caught: OMNISCIENT_VIEW_HAS_THE_DECK, "law 10:";
    omniscient_events_that_are_missing_are_caught: OMNISCIENT_EVENTS_ARE_MISSING, "law 10:";
    private_information_that_is_denied_is_caught: DECLARES_NO_PRIVATE_INFORMATION, "law 10:";
    equal_observations_with_different_legal_actions_are_caught: DOES_NOT_OBSERVE_THE_MOVER, "law 11:";
    a_feature_that_is_not_written_is_caught: OMITS_A_FEATURE, "every feature is written";
    an_observation_that_is_not_finite_is_caught: OBSERVES_NAN, "law 11:";
    an_observation_above_its_maximum_is_caught: OBSERVES_MORE_THAN_THE_MAXIMUM, "law 11:";
    a_state_observed_unlike_its_view_is_caught: OBSERVES_HIDDEN_CARDS_OF_A_STATE, "law 11:";
    two_actions_with_the_same_sub_actions_are_caught: TWO_ACTIONS_HAVE_THE_SAME_SUB_ACTIONS, "law 12:";
    a_sub_action_out_of_range_is_caught: SUB_ACTION_IS_OUT_OF_RANGE, "law 12:";
    an_action_that_is_a_prefix_of_another_is_caught: ONE_ACTION_IS_A_PREFIX_OF_ANOTHER, "law 12:";
    a_view_that_cannot_be_read_is_caught: VIEW_IS_WRITTEN_WITHOUT_A_FIELD, "law 13:";
    a_view_that_reads_back_differently_is_caught: VIEW_READS_BACK_DIFFERENTLY, "law 13:";
    batched_values_that_differ_are_caught: VALUES_HIGHER_IN_BATCHES, "law 14:";
    a_biased_sample_per_category_is_caught: SAMPLES_THE_LAST_OF_A_CATEGORY, "law 14:";
    a_score_that_changes_silently_is_caught: CHANGES_A_SCORE_SILENTLY, "law 15:";
    events_without_an_episode_are_caught: TELLS_NOTHING, "law 16:";
    an_episode_without_words_is_caught: TELLS_WITHOUT_WORDS, "law 16:";
    a_label_outside_the_picture_is_caught: DRAWS_OUTSIDE_THE_PICTURE, "law 17:";
    a_cut_label_is_caught: CUTS_A_LABEL, "law 17:";
    a_line_that_is_too_long_is_caught: WRITES_A_LONG_LINE, "law 17:";
}
