//! Mutation tests of the conformance battery: a small game of hidden cards passes all laws, and with any
//! one law broken the battery fails with that law's number.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use zashiki_core::{
    Action, AssetFiles, Assets, Drafts, EndReason, EventSink, FactoredAction, Feature, Features,
    GameInfo, GameRng, GameState, GameStateExt as _, IllegalAction, InputError, LocalizedText,
    Observation, Observe, Outcome, Puzzles, RngState, RuleId, SearchHints, SearchHintsExt as _,
    Seat, SeatSet, SubActionKind, Turn, Viewer, fault, text, with_event_sink,
};

use crate::laws::battery;

/// The mutants: the number of the broken law, then the variant.
mod wrong {
    pub const NOTHING: u8 = 0;
    pub const LISTED_TWICE: u8 = 11;
    pub const LISTED_AND_REFUSED: u8 = 12;
    pub const POSITION_TURNS_THE_DECK: u8 = 21;
    pub const REFUSED_FOR_ANOTHERS_CARD: u8 = 31;
    pub const DETERMINIZES_ANOTHER_HAND: u8 = 41;
    pub const DENIES_WHAT_IS_HIDDEN: u8 = 42;
    pub const CARD_IS_DOUBLED: u8 = 51;
    pub const LONGER_THAN_BOUND: u8 = 61;
    pub const TAKES_NONSENSE: u8 = 71;
    pub const SHOWN_UNSAID: u8 = 81;
    pub const PREVIEWS_A_DRAW: u8 = 91;
    pub const OMNISCIENT_VIEW_LACKS_A_HAND: u8 = 101;
    pub const OMNISCIENT_VIEW_HAS_THE_DECK: u8 = 102;
    pub const OMNISCIENT_EVENTS_ARE_MISSING: u8 = 103;
    pub const DENIES_WHAT_IS_PRIVATE: u8 = 104;
    pub const DOES_NOT_OBSERVE_WHOSE_TURN_IT_IS: u8 = 111;
    pub const LEAVES_A_FEATURE_OUT: u8 = 112;
    pub const OBSERVES_NO_NUMBER: u8 = 113;
    pub const OBSERVES_HIDDEN_CARDS_OF_A_STATE: u8 = 114;
    pub const TWO_ACTIONS_HAVE_THE_SAME_SUB_ACTIONS: u8 = 121;
    pub const SUB_ACTION_IS_OUT_OF_RANGE: u8 = 122;
    pub const ONE_ACTION_IS_A_PREFIX_OF_ANOTHER: u8 = 123;
    pub const VIEW_IS_WRITTEN_WITHOUT_A_FIELD: u8 = 131;
    pub const VIEW_READS_BACK_ANOTHER: u8 = 132;
    pub const VALUES_HIGHER_IN_BATCHES: u8 = 141;
    pub const SAMPLES_THE_LAST_OF_A_CATEGORY: u8 = 142;
}

/// Cards are 0 to 4: one for each seat, the others in the deck.
const CARDS: u8 = 5;

/// Both seats have a card that only they know. In turn, each keeps it or discards it for the top card of
/// the deck; then the higher card wins. `WRONG` selects the mutant.
#[derive(Clone, Debug)]
struct Higher<const WRONG: u8> {
    config: Arc<Config<WRONG>>,
    hands: [u8; 2],
    deck: Vec<u8>,
    laid: Vec<u8>,
    open: [bool; 2],
    mover: u8,
    rng: GameRng,
}

#[derive(Debug)]
struct Config<const WRONG: u8>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Decision<const WRONG: u8> {
    Keep,
    Swap,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
enum Event<const WRONG: u8> {
    Kept { seat: Seat },
    Swapped { seat: Seat, laid: u8, drawn: Option<u8> },
    DrewTheHighest { seat: Seat },
    Shown { hands: [u8; 2] },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct View<const WRONG: u8> {
    hands: [Option<u8>; 2],
    #[serde(deserialize_with = "read_deck::<_, WRONG>")]
    deck: usize,
    order: Option<Vec<u8>>,
    laid: Vec<u8>,
    open: [bool; 2],
    #[serde(skip_serializing_if = "is_left_out::<WRONG>")]
    mover: u8,
}

fn is_left_out<const WRONG: u8>(_: &u8) -> bool {
    WRONG == wrong::VIEW_IS_WRITTEN_WITHOUT_A_FIELD
}

fn read_deck<'de, D: Deserializer<'de>, const WRONG: u8>(deck: D) -> Result<usize, D::Error> {
    let more = usize::from(WRONG == wrong::VIEW_READS_BACK_ANOTHER);
    Ok(usize::deserialize(deck)? + more)
}

#[derive(Serialize, Deserialize)]
struct Position {
    hands: [u8; 2],
    deck: Vec<u8>,
    laid: Vec<u8>,
    open: [bool; 2],
    mover: u8,
    #[serde(rename = "dice")]
    rng: RngState,
}

static SEATS: [LocalizedText; 2] =
    [LocalizedText::fixed("先手", "First"), LocalizedText::fixed("後手", "Second")];
static ENDS: [EndReason; 1] = [EndReason {
    id: "shown",
    text: LocalizedText::fixed("札を見せ合いました。", "The cards were shown."),
    rule: RuleId("H-1"),
}];

static ASSETS: Assets = Assets::new(AssetFiles::rules("", &[]));

const fn card(hidden_information: bool, private_information: bool) -> GameInfo {
    GameInfo {
        id: "higher",
        name: LocalizedText::fixed("大きい札", "Higher"),
        summary: LocalizedText::fixed("大きい札が勝ちです。", "The higher card wins."),
        seats: (2, 2),
        seat_names: &SEATS,
        rules_version: 1,
        former_rules: &[],
        hidden_information,
        private_information,
        simultaneous: false,
        open_decisions: false,
        chance: true,
        resignation: None,
        agreed_draw: None,
        options: &[],
        end_reasons: &ENDS,
    }
}

static INFO: GameInfo = card(true, true);
static NOTHING_HIDDEN: GameInfo = card(false, true);
static NOTHING_PRIVATE: GameInfo = card(true, false);

impl<const WRONG: u8> zashiki_core::GameConfig for Config<WRONG> {
    fn new(_: u8, _: &Value, _: Option<&str>) -> Result<Arc<Self>, InputError> {
        Ok(Arc::new(Config))
    }

    fn seats(&self) -> u8 {
        2
    }

    fn components(&self) -> Value {
        json!({ "cards": CARDS })
    }

    fn max_decisions(&self) -> usize {
        if WRONG == wrong::LONGER_THAN_BOUND { 1 } else { 2 }
    }
}

impl<const WRONG: u8> fmt::Display for Decision<WRONG> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Keep => "keep",
            Decision::Swap => "swap",
        })
    }
}

impl<const WRONG: u8> Action for Decision<WRONG> {
    const COUNT: usize = 2;

    fn parse(notation: &str) -> Result<Self, IllegalAction> {
        match notation {
            "keep" => Ok(Decision::Keep),
            "swap" => Ok(Decision::Swap),
            _ if WRONG == wrong::TAKES_NONSENSE => Ok(Decision::Keep),
            _ => Err(IllegalAction::unknown_action(notation, "keep")),
        }
    }

    fn index(self) -> Option<usize> {
        Some(usize::from(self == Decision::Swap))
    }

    fn from_index(index: usize) -> Option<Self> {
        [Decision::Keep, Decision::Swap].get(index).copied()
    }

    const SUB_ACTIONS: &'static [SubActionKind] =
        &[SubActionKind { name: "swap", size: 2, meaning: "1 if the card is swapped, 0 if not." }];

    fn sub_actions(self, _: Seat, to: &mut FactoredAction) {
        let swap = usize::from(self == Decision::Swap);
        match WRONG {
            wrong::TWO_ACTIONS_HAVE_THE_SAME_SUB_ACTIONS => to.add([(0, 0)]),
            wrong::SUB_ACTION_IS_OUT_OF_RANGE => to.add([(0, 2 * swap)]),
            wrong::ONE_ACTION_IS_A_PREFIX_OF_ANOTHER if swap == 1 => to.add([(0, 0), (0, 0)]),
            wrong::ONE_ACTION_IS_A_PREFIX_OF_ANOTHER => to.add([(0, 0)]),
            _ => to.add([(0, swap)]),
        }
    }
}

impl<const WRONG: u8> zashiki_core::Event<Config<WRONG>> for Event<WRONG> {
    fn describe(&self, _: &Config<WRONG>) -> (LocalizedText, RuleId) {
        (LocalizedText::same(format!("{self:?}")), RuleId("H-1"))
    }

    fn for_viewer(&self, viewer: Viewer) -> Option<Self> {
        match *self {
            Event::Swapped { seat, .. }
                if WRONG == wrong::OMNISCIENT_EVENTS_ARE_MISSING
                    && viewer == Viewer::Omniscient =>
            {
                Some(Event::Kept { seat })
            }
            Event::Swapped { seat, laid, .. } if !viewer.knows(seat) => {
                Some(Event::Swapped { seat, laid, drawn: None })
            }
            _ => Some(self.clone()),
        }
    }

    fn reveals(&self) -> bool {
        match self {
            Event::Kept { .. } | Event::DrewTheHighest { .. } => false,
            Event::Swapped { .. } | Event::Shown { .. } => true,
        }
    }

    fn affects_later_events(&self) -> bool {
        self.reveals() && WRONG != wrong::PREVIEWS_A_DRAW
    }
}

impl<const WRONG: u8> Higher<WRONG> {
    fn is_over(&self) -> bool {
        self.mover == 2
    }

    /// Returns true if the action is forbidden for a reason that its seat must not know.
    fn forbidden(&self, seat: Seat, action: Decision<WRONG>) -> bool {
        WRONG == wrong::REFUSED_FOR_ANOTHERS_CARD
            && action == Decision::Swap
            && self.hands[seat.other().index()] == 0
    }
}

impl<const WRONG: u8> Higher<WRONG> {
    fn decide(&mut self, seat: Seat, action: Decision<WRONG>, log: &mut impl EventSink<Self>) {
        match action {
            Decision::Keep => {
                self.open[seat.index()] = WRONG == wrong::SHOWN_UNSAID;
                log.push(Event::Kept { seat }, self);
            }
            Decision::Swap => {
                let drawn = self.deck.remove(0);
                let laid = std::mem::replace(&mut self.hands[seat.index()], drawn);
                self.laid.push(laid);
                if WRONG == wrong::CARD_IS_DOUBLED {
                    self.deck.push(laid);
                }
                log.push(Event::Swapped { seat, laid, drawn: Some(drawn) }, self);
                if WRONG == wrong::PREVIEWS_A_DRAW && drawn == CARDS - 1 {
                    log.push(Event::DrewTheHighest { seat }, self);
                }
            }
        }
        self.mover += 1;
        if self.is_over() {
            self.open = [true; 2];
            log.push(Event::Shown { hands: self.hands }, self);
        }
    }
}

impl<const WRONG: u8> GameState for Higher<WRONG> {
    type Config = Config<WRONG>;
    type Action = Decision<WRONG>;
    type View = View<WRONG>;
    type Event = Event<WRONG>;
    type Position = Position;

    fn info() -> &'static GameInfo {
        match WRONG {
            wrong::DENIES_WHAT_IS_HIDDEN => &NOTHING_HIDDEN,
            wrong::DENIES_WHAT_IS_PRIVATE => &NOTHING_PRIVATE,
            _ => &INFO,
        }
    }

    fn assets() -> &'static Assets {
        &ASSETS
    }

    fn deal(
        config: &Arc<Self::Config>,
        mut rng: GameRng,
        _: Option<&mut dyn EventSink<Self>>,
    ) -> Self {
        let mut deck: Vec<u8> = (0..CARDS).collect();
        rng.shuffle(&mut deck);
        let hands = [deck.remove(0), deck.remove(0)];
        let (laid, open) = (Vec::new(), [false; 2]);
        Higher { config: config.clone(), hands, deck, laid, open, mover: 0, rng }
    }

    fn config(&self) -> &Arc<Self::Config> {
        &self.config
    }

    fn turn(&self) -> Turn {
        if self.is_over() {
            let winner = Seat(u8::from(self.hands[1] > self.hands[0]));
            return Turn::Over(Outcome { winners: SeatSet::one(winner), reason: "shown" });
        }
        Turn::Awaiting(SeatSet::one(Seat(self.mover)))
    }

    fn legal_into(&self, seat: Seat, out: &mut Vec<Self::Action>) {
        out.clear();
        if !self.turn().awaited().contains(seat) {
            return;
        }
        out.extend([Decision::Keep, Decision::Swap]);
        out.retain(|action| !self.forbidden(seat, *action));
        if WRONG == wrong::LISTED_TWICE {
            out.push(Decision::Keep);
        }
    }

    fn is_legal(&self, seat: Seat, action: Self::Action) -> Result<(), IllegalAction> {
        if self.is_over() {
            return Err(IllegalAction::over());
        }
        if !self.turn().awaited().contains(seat) {
            return Err(IllegalAction::not_awaited());
        }
        let refused = WRONG == wrong::LISTED_AND_REFUSED && action == Decision::Swap;
        if refused || self.forbidden(seat, action) {
            return Err(IllegalAction::new(
                "H-1",
                LocalizedText::fixed("できません。", "It cannot be done."),
            ));
        }
        Ok(())
    }

    fn play_unchecked(
        &mut self,
        seat: Seat,
        action: Self::Action,
        log: Option<&mut dyn EventSink<Self>>,
    ) {
        with_event_sink!(log, |log| self.decide(seat, action, log));
    }

    fn view(&self, viewer: Viewer) -> View<WRONG> {
        let lacks = WRONG == wrong::OMNISCIENT_VIEW_LACKS_A_HAND && viewer == Viewer::Omniscient;
        let knows = |seat: u8| viewer.knows(Seat(seat)) && !(lacks && seat == 1);
        let ordered = WRONG == wrong::OMNISCIENT_VIEW_HAS_THE_DECK && viewer == Viewer::Omniscient;
        View {
            hands: [0, 1].map(|seat| {
                let at = usize::from(seat);
                (self.open[at] || knows(seat)).then_some(self.hands[at])
            }),
            deck: self.deck.len(),
            order: ordered.then(|| self.deck.clone()),
            laid: self.laid.clone(),
            open: self.open,
            mover: self.mover,
        }
    }

    fn determinize(config: &Arc<Self::Config>, view: &View<WRONG>, mut rng: GameRng) -> Self {
        let known = if WRONG == wrong::DETERMINIZES_ANOTHER_HAND { [None; 2] } else { view.hands };
        let mut deck: Vec<u8> = match &view.order {
            Some(order) => order.clone(),
            None => (0..CARDS)
                .filter(|card| !known.contains(&Some(*card)) && !view.laid.contains(card))
                .collect(),
        };
        if view.order.is_none() {
            rng.shuffle(&mut deck);
        }
        let hands = known.map(|card| card.unwrap_or_else(|| deck.remove(0)));
        let View { open, mover, .. } = *view;
        Higher { config: config.clone(), hands, deck, laid: view.laid.clone(), open, mover, rng }
    }

    fn rng_mut(&mut self) -> Option<&mut GameRng> {
        Some(&mut self.rng)
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        let asked = self.turn().awaited().contains(seat);
        asked.then(|| (LocalizedText::fixed("替えますか。", "Swap it?"), RuleId("H-1")))
    }

    fn label(&self, action: Self::Action) -> LocalizedText {
        text!("{action}", "{action}")
    }

    fn scores(&self) -> Vec<i32> {
        self.hands.map(i32::from).to_vec()
    }

    fn position(&self) -> Position {
        Position {
            hands: self.hands,
            deck: self.deck.clone(),
            laid: self.laid.clone(),
            open: self.open,
            mover: self.mover,
            rng: self.rng.state(),
        }
    }

    fn from_position(config: &Arc<Self::Config>, position: Position) -> Result<Self, InputError> {
        let Position { hands, mut deck, laid, open, mover, rng } = position;
        if WRONG == wrong::POSITION_TURNS_THE_DECK {
            deck.reverse();
        }
        let rng = GameRng::from_state(&rng);
        Ok(Higher { config: config.clone(), hands, deck, laid, open, mover, rng })
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        let mut cards: Vec<u8> = [&self.hands[..], &self.deck, &self.laid].concat();
        cards.sort_unstable();
        if cards.iter().copied().eq(0..CARDS) {
            return Ok(());
        }
        fault!("札が{cards:?}です", "the cards are {cards:?}")
    }
}

impl<const WRONG: u8> Observe for Higher<WRONG> {
    fn features(_: &Self::Config) -> Features {
        Features::from([
            Feature::new("hands", [2, CARDS.into()], "Each seat's card, where known."),
            Feature::new("laid", [CARDS.into()], "The cards that were laid down."),
            Feature::new(
                "mover",
                [3],
                "The seat that decides; the last of three once nobody does.",
            ),
        ])
    }

    fn observe(_: &Self::Config, view: &View<WRONG>, _: Seat, out: &mut Observation<'_>) {
        let mut hands = out.next("hands");
        for (seat, card) in view.hands.iter().enumerate() {
            if let Some(card) = card {
                hands.mark([seat, usize::from(*card)]);
            }
        }
        let mut laid = out.next("laid");
        view.laid.iter().for_each(|card| laid.mark([usize::from(*card)]));
        match WRONG {
            wrong::LEAVES_A_FEATURE_OUT => {}
            wrong::DOES_NOT_OBSERVE_WHOSE_TURN_IT_IS => drop(out.next("mover")),
            wrong::OBSERVES_NO_NUMBER => out.next("mover").set([0], f32::NAN),
            _ => out.next("mover").mark([usize::from(view.mover)]),
        }
    }

    fn observe_state(&self, seat: Seat, out: &mut Observation<'_>) {
        let viewer = match WRONG {
            wrong::OBSERVES_HIDDEN_CARDS_OF_A_STATE => Viewer::Omniscient,
            _ => Viewer::Seat(seat),
        };
        Self::observe(&self.config, &self.view(viewer), seat, out);
    }
}

impl<const WRONG: u8> SearchHints for Higher<WRONG> {
    fn value_after_each(&self, seat: Seat, actions: &[Self::Action], out: &mut Vec<i32>) {
        let more = i32::from(WRONG == wrong::VALUES_HIGHER_IN_BATCHES);
        out.clear();
        out.extend(actions.iter().map(|action| self.value_after(seat, *action) + more));
    }

    fn sample_per_category(
        &self,
        seat: Seat,
        _: &mut GameRng,
        out: &mut Vec<Self::Action>,
    ) -> bool {
        out.clear();
        out.extend(self.legal(seat).pop());
        WRONG == wrong::SAMPLES_THE_LAST_OF_A_CATEGORY
    }
}

impl<const WRONG: u8> Drafts for Higher<WRONG> {}

impl<const WRONG: u8> Puzzles for Higher<WRONG> {}

/// Number of games in which every fault shows; some depend on a card.
const GAMES: u64 = 20;

#[test]
fn a_game_that_keeps_the_laws_passes() {
    battery::<Higher<{ wrong::NOTHING }>>(GAMES);
}

macro_rules! caught {
    ($($name:ident: $wrong:ident, $law:literal;)*) => {$(
        #[test]
        #[should_panic(expected = $law)]
        fn $name() {
            battery::<Higher<{ wrong::$wrong }>>(GAMES);
        }
    )*};
}

caught! {
    an_action_listed_twice_is_caught: LISTED_TWICE, "law 1:";
    an_action_listed_and_refused_is_caught: LISTED_AND_REFUSED, "law 1:";
    a_position_that_continues_differently_is_caught: POSITION_TURNS_THE_DECK, "law 2:";
    an_error_that_reveals_a_secret_is_caught: REFUSED_FOR_ANOTHERS_CARD, "law 3:";
    a_determinization_with_another_view_is_caught: DETERMINIZES_ANOTHER_HAND, "law 4:";
    hidden_information_that_is_denied_is_caught: DENIES_WHAT_IS_HIDDEN, "law 4:";
    a_card_too_many_is_caught: CARD_IS_DOUBLED, "law 5:";
    a_match_that_is_too_long_is_caught: LONGER_THAN_BOUND, "law 6:";
    nonsense_that_is_accepted_is_caught: TAKES_NONSENSE, "law 7:";
    an_undeclared_revelation_is_caught: SHOWN_UNSAID, "law 8:";
    a_wrong_preview_is_caught: PREVIEWS_A_DRAW, "law 9:";
    an_omniscient_view_that_lacks_a_hand_is_caught: OMNISCIENT_VIEW_LACKS_A_HAND, "law 10:";
    an_omniscient_view_that_knows_too_much_is_caught: OMNISCIENT_VIEW_HAS_THE_DECK, "law 10:";
    omniscient_events_that_are_missing_are_caught: OMNISCIENT_EVENTS_ARE_MISSING, "law 10:";
    private_information_that_is_denied_is_caught: DENIES_WHAT_IS_PRIVATE, "law 10:";
    equal_observations_with_different_legal_actions_are_caught: DOES_NOT_OBSERVE_WHOSE_TURN_IT_IS, "law 11:";
    a_feature_that_is_not_written_is_caught: LEAVES_A_FEATURE_OUT, "every feature is written";
    an_observation_that_is_not_finite_is_caught: OBSERVES_NO_NUMBER, "law 11:";
    a_state_observed_unlike_its_view_is_caught: OBSERVES_HIDDEN_CARDS_OF_A_STATE, "law 11:";
    two_actions_with_the_same_sub_actions_are_caught: TWO_ACTIONS_HAVE_THE_SAME_SUB_ACTIONS, "law 12:";
    a_sub_action_out_of_range_is_caught: SUB_ACTION_IS_OUT_OF_RANGE, "law 12:";
    an_action_that_is_a_prefix_of_another_is_caught: ONE_ACTION_IS_A_PREFIX_OF_ANOTHER, "law 12:";
    a_view_that_cannot_be_read_is_caught: VIEW_IS_WRITTEN_WITHOUT_A_FIELD, "law 13:";
    a_view_that_reads_back_differently_is_caught: VIEW_READS_BACK_ANOTHER, "law 13:";
    batched_values_that_differ_are_caught: VALUES_HIGHER_IN_BATCHES, "law 14:";
    a_biased_sample_per_category_is_caught: SAMPLES_THE_LAST_OF_A_CATEGORY, "law 14:";
}
