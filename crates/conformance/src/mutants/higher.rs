//! A small game of hidden cards, with one law broken by each mutant.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use zashiki_core::{
    Action, AssetFiles, Assets, Drafts, Draw, Drawing, EndReason, Episode, EventSink,
    FactoredAction, Feature, Features, GameInfo, GameRng, GameState, GameStateExt as _,
    IllegalAction, InputError, Lang, LocalizedText, Observation, Observe, Outcome, Puzzles,
    RngState, RuleId, ScoreCause, SearchHints, SearchHintsExt as _, Seat, SeatSet, Situation,
    SubActionKind, Turn, Viewer, fault, text, with_event_sink,
};

use super::mutant;

/// Cards are 0 to 4: one for each seat, the others in the deck.
const CARDS: u8 = 5;

/// Each seat has a card that only that seat knows. In turn, each seat keeps its card or replaces it by the
/// top card of the deck; then the higher card wins. `MUTANT` selects the [mutant](super::mutant).
#[derive(Clone, Debug)]
pub struct Higher<const MUTANT: u8> {
    config: Arc<Config<MUTANT>>,
    hands: [u8; 2],
    deck: Vec<u8>,
    laid: Vec<u8>,
    open: [bool; 2],
    mover: u8,
    rng: GameRng,
}

#[derive(Debug)]
pub struct Config<const MUTANT: u8>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision<const MUTANT: u8> {
    Keep,
    Swap,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Event<const MUTANT: u8> {
    Kept { seat: Seat },
    Swapped { seat: Seat, laid: u8, drawn: Option<u8> },
    DrewHighest { seat: Seat },
    Shown { hands: [u8; 2] },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View<const MUTANT: u8> {
    hands: [Option<u8>; 2],
    #[serde(deserialize_with = "read_deck::<_, MUTANT>")]
    deck: usize,
    order: Option<Vec<u8>>,
    laid: Vec<u8>,
    open: [bool; 2],
    #[serde(skip_serializing_if = "is_omitted::<MUTANT>")]
    mover: u8,
}

fn is_omitted<const MUTANT: u8>(_: &u8) -> bool {
    MUTANT == mutant::VIEW_IS_WRITTEN_WITHOUT_A_FIELD
}

fn read_deck<'de, D: Deserializer<'de>, const MUTANT: u8>(deck: D) -> Result<usize, D::Error> {
    let added = usize::from(MUTANT == mutant::VIEW_READS_BACK_DIFFERENTLY);
    Ok(usize::deserialize(deck)? + added)
}

#[derive(Serialize, Deserialize)]
pub struct Position {
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
static ENDS: [EndReason; 1] =
    [EndReason::new("shown", "札を見せ合いました。", "The cards were shown.", "H-1")];

static CAUSES: [ScoreCause; 1] = [ScoreCause::new("hand", "手札", "in hand")];

static ASSETS: Assets = Assets::new(AssetFiles::rules("", &[]));

/// The description of the game, which in some mutants is wrong.
const fn info(mutant: u8) -> GameInfo {
    let name = LocalizedText::fixed("大きい札", "Higher");
    let summary = LocalizedText::fixed("大きい札が勝ちです。", "The higher card wins.");
    let mut info = GameInfo::new("higher", name, summary, &SEATS, &ENDS);
    info.chance = true;
    info.hidden_information = mutant != mutant::DECLARES_NO_HIDDEN_INFORMATION;
    info.private_information = mutant != mutant::DECLARES_NO_PRIVATE_INFORMATION;
    info.open_decisions = mutant == mutant::DECLARES_OPEN_DECISIONS;
    info.simultaneous = mutant == mutant::DECLARES_SIMULTANEOUS_DECISIONS;
    if mutant == mutant::CHANGES_A_SCORE_SILENTLY {
        info.score_causes = &CAUSES;
    }
    info
}

static INFO: GameInfo = info(mutant::NOTHING);
static NOTHING_HIDDEN: GameInfo = info(mutant::DECLARES_NO_HIDDEN_INFORMATION);
static NOTHING_PRIVATE: GameInfo = info(mutant::DECLARES_NO_PRIVATE_INFORMATION);
static OPEN: GameInfo = info(mutant::DECLARES_OPEN_DECISIONS);
static SIMULTANEOUS: GameInfo = info(mutant::DECLARES_SIMULTANEOUS_DECISIONS);
static KEEPS_A_LEDGER: GameInfo = info(mutant::CHANGES_A_SCORE_SILENTLY);

impl<const MUTANT: u8> zashiki_core::GameConfig for Config<MUTANT> {
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
        if MUTANT == mutant::LONGER_THAN_BOUND { 1 } else { 2 }
    }
}

impl<const MUTANT: u8> fmt::Display for Decision<MUTANT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Keep => "keep",
            Decision::Swap => "swap",
        })
    }
}

impl<const MUTANT: u8> Action for Decision<MUTANT> {
    const COUNT: usize = 2;

    fn parse(notation: &str) -> Result<Self, IllegalAction> {
        match notation {
            "keep" => Ok(Decision::Keep),
            "swap" => Ok(Decision::Swap),
            _ if MUTANT == mutant::ACCEPTS_ANY_NOTATION => Ok(Decision::Keep),
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
        match MUTANT {
            mutant::TWO_ACTIONS_HAVE_THE_SAME_SUB_ACTIONS => to.add([(0, 0)]),
            mutant::SUB_ACTION_IS_OUT_OF_RANGE => to.add([(0, 2 * swap)]),
            mutant::ONE_ACTION_IS_A_PREFIX_OF_ANOTHER if swap == 1 => to.add([(0, 0), (0, 0)]),
            mutant::ONE_ACTION_IS_A_PREFIX_OF_ANOTHER => to.add([(0, 0)]),
            _ => to.add([(0, swap)]),
        }
    }
}

impl<const MUTANT: u8> zashiki_core::Event<Config<MUTANT>> for Event<MUTANT> {
    fn describe(&self, _: &Config<MUTANT>) -> (LocalizedText, RuleId) {
        (LocalizedText::same(format!("{self:?}")), RuleId("H-1"))
    }

    fn for_viewer(&self, viewer: Viewer) -> Option<Self> {
        match *self {
            Event::Swapped { seat, .. }
                if MUTANT == mutant::OMNISCIENT_EVENTS_ARE_MISSING
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
            Event::Kept { .. } | Event::DrewHighest { .. } => false,
            Event::Swapped { .. } | Event::Shown { .. } => true,
        }
    }

    fn affects_later_events(&self) -> bool {
        self.reveals() && MUTANT != mutant::PREVIEWS_A_DRAW
    }

    fn narrate(config: &Config<MUTANT>, events: &[Self]) -> Vec<Episode> {
        let words = |event: &Self| match MUTANT {
            mutant::TELLS_WITHOUT_WORDS => LocalizedText::fixed("", ""),
            _ => event.describe(config).0,
        };
        let told = events.iter().map(|event| Episode::new(1, None, words(event)));
        if MUTANT == mutant::TELLS_NOTHING { Vec::new() } else { told.collect() }
    }
}

impl<const MUTANT: u8> Higher<MUTANT> {
    fn is_over(&self) -> bool {
        self.mover == 2
    }

    /// Returns true if this mutant forbids the action: one for a reason that its seat must not know, one
    /// although the situation of the second seat says that it may keep its card.
    fn is_forbidden(&self, seat: Seat, action: Decision<MUTANT>) -> bool {
        match MUTANT {
            mutant::ERROR_DEPENDS_ON_HIDDEN_CARD => {
                action == Decision::Swap && self.hands[seat.other().index()] == 0
            }
            mutant::SITUATION_WITH_AN_ILLEGAL_ACTION => action == Decision::Keep && seat == Seat(1),
            _ => false,
        }
    }

    fn apply(&mut self, seat: Seat, action: Decision<MUTANT>, log: &mut impl EventSink<Self>) {
        match action {
            Decision::Keep => {
                self.open[seat.index()] = MUTANT == mutant::REVEALS_WITHOUT_EVENT;
                log.push(Event::Kept { seat }, self);
            }
            Decision::Swap => {
                let drawn = self.deck.remove(0);
                let laid = std::mem::replace(&mut self.hands[seat.index()], drawn);
                self.laid.push(laid);
                if MUTANT == mutant::CARD_IS_DUPLICATED {
                    self.deck.push(laid);
                }
                log.push(Event::Swapped { seat, laid, drawn: Some(drawn) }, self);
                if MUTANT == mutant::PREVIEWS_A_DRAW && drawn == CARDS - 1 {
                    log.push(Event::DrewHighest { seat }, self);
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

impl<const MUTANT: u8> GameState for Higher<MUTANT> {
    type Config = Config<MUTANT>;
    type Action = Decision<MUTANT>;
    type View = View<MUTANT>;
    type Event = Event<MUTANT>;
    type Position = Position;

    fn info() -> &'static GameInfo {
        match MUTANT {
            mutant::DECLARES_NO_HIDDEN_INFORMATION => &NOTHING_HIDDEN,
            mutant::DECLARES_NO_PRIVATE_INFORMATION => &NOTHING_PRIVATE,
            mutant::DECLARES_OPEN_DECISIONS => &OPEN,
            mutant::DECLARES_SIMULTANEOUS_DECISIONS => &SIMULTANEOUS,
            mutant::CHANGES_A_SCORE_SILENTLY => &KEEPS_A_LEDGER,
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
        out.retain(|action| !self.is_forbidden(seat, *action));
        if MUTANT == mutant::LISTED_TWICE {
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
        let is_refused = MUTANT == mutant::LISTED_AND_REFUSED && action == Decision::Swap;
        if is_refused || self.is_forbidden(seat, action) {
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
        with_event_sink!(log, |log| self.apply(seat, action, log));
    }

    fn view(&self, viewer: Viewer) -> View<MUTANT> {
        let is_incomplete =
            MUTANT == mutant::OMNISCIENT_VIEW_LACKS_A_HAND && viewer == Viewer::Omniscient;
        let knows = |seat: u8| viewer.knows(Seat(seat)) && !(is_incomplete && seat == 1);
        let knows_deck =
            MUTANT == mutant::OMNISCIENT_VIEW_HAS_THE_DECK && viewer == Viewer::Omniscient;
        View {
            hands: [0, 1].map(|seat| {
                let index = usize::from(seat);
                (self.open[index] || knows(seat)).then_some(self.hands[index])
            }),
            deck: self.deck.len(),
            order: knows_deck.then(|| self.deck.clone()),
            laid: self.laid.clone(),
            open: self.open,
            mover: self.mover,
        }
    }

    fn determinize(config: &Arc<Self::Config>, view: &View<MUTANT>, mut rng: GameRng) -> Self {
        let known =
            if MUTANT == mutant::DETERMINIZES_ANOTHER_HAND { [None; 2] } else { view.hands };
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
        let is_awaited = self.turn().awaited().contains(seat);
        is_awaited.then(|| (LocalizedText::fixed("替えますか。", "Swap it?"), RuleId("H-1")))
    }

    /// The mover may keep its card; one mutant tells it to the other seat too, one to a seat that may not,
    /// one shows the top card.
    fn situations(&self, seat: Seat) -> Vec<Situation<Self::Action>> {
        let told = MUTANT == mutant::SITUATION_OF_A_SEAT_NOT_TO_MOVE;
        if !told && !self.turn().awaited().contains(seat) {
            return Vec::new();
        }
        let shown = MUTANT == mutant::SITUATION_DEPENDS_ON_HIDDEN_CARD;
        let places = shown.then(|| self.deck[0].to_string());
        vec![Situation::new("may_keep", places, vec![Decision::Keep])]
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
        if MUTANT == mutant::POSITION_REVERSES_THE_DECK {
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

impl<const MUTANT: u8> Observe for Higher<MUTANT> {
    fn features(_: &Self::Config) -> Features {
        Features::from([
            Feature::new("hands", [2, CARDS.into()], "Each seat's card, where known."),
            Feature::new("laid", [CARDS.into()], "The cards that were laid down."),
            Feature::new("mover", [3], "The seat that decides; the last of three after the end."),
        ])
    }

    fn observe(_: &Self::Config, view: &View<MUTANT>, _: Seat, out: &mut Observation<'_>) {
        let mut hands = out.next("hands");
        for (seat, card) in view.hands.iter().enumerate() {
            if let Some(card) = card {
                hands.mark([seat, usize::from(*card)]);
            }
        }
        let mut laid = out.next("laid");
        view.laid.iter().for_each(|card| laid.mark([usize::from(*card)]));
        match MUTANT {
            mutant::OMITS_A_FEATURE => {}
            mutant::DOES_NOT_OBSERVE_THE_MOVER => drop(out.next("mover")),
            mutant::OBSERVES_NAN => out.next("mover").set([0], f32::NAN),
            mutant::OBSERVES_MORE_THAN_THE_MAXIMUM => out.next("mover").set([0], 2.0),
            _ => out.next("mover").mark([usize::from(view.mover)]),
        }
    }

    fn observe_state(&self, seat: Seat, out: &mut Observation<'_>) {
        let viewer = match MUTANT {
            mutant::OBSERVES_HIDDEN_CARDS_OF_A_STATE => Viewer::Omniscient,
            _ => Viewer::Seat(seat),
        };
        Self::observe(&self.config, &self.view(viewer), seat, out);
    }
}

impl<const MUTANT: u8> SearchHints for Higher<MUTANT> {
    fn value_after_each(&self, seat: Seat, actions: &[Self::Action], out: &mut Vec<i32>) {
        let added = i32::from(MUTANT == mutant::VALUES_HIGHER_IN_BATCHES);
        out.clear();
        out.extend(actions.iter().map(|action| self.value_after(seat, *action) + added));
    }

    fn progress(&self) -> u32 {
        let known = 500 * u32::from(self.mover);
        let secret = u32::from(self.deck[0]);
        if MUTANT == mutant::PROGRESS_DEPENDS_ON_HIDDEN_CARD { known + secret } else { known }
    }

    fn sample_per_category(
        &self,
        seat: Seat,
        _: &mut GameRng,
        out: &mut Vec<Self::Action>,
    ) -> bool {
        out.clear();
        out.extend(self.legal(seat).pop());
        MUTANT == mutant::SAMPLES_THE_LAST_OF_A_CATEGORY
    }
}

impl<const MUTANT: u8> Drafts for Higher<MUTANT> {}

impl<const MUTANT: u8> Puzzles for Higher<MUTANT> {}

impl<const MUTANT: u8> Draw for Higher<MUTANT> {
    fn draw(_: &Self::Config, view: &View<MUTANT>, _: Lang) -> Drawing {
        let mut drawing = Drawing::new(60, "#fff");
        for (seat, card) in (0..).zip(view.hands) {
            let left = match MUTANT {
                mutant::DRAWS_OUTSIDE_THE_PICTURE => Drawing::WIDTH - 20,
                _ => 20 + 100 * seat,
            };
            let card = card.map_or_else(|| "?".to_owned(), |card| card.to_string());
            let width = if MUTANT == mutant::CUTS_A_LABEL { 8 } else { 80 };
            drawing.label([left, 10, width, 40], format!("{seat}: {card}"), 20);
        }
        drawing
    }

    fn write(_: &Self::Config, view: &View<MUTANT>, _: Lang) -> String {
        let line = format!("{:?} {:?}\n", view.hands, view.laid);
        if MUTANT == mutant::WRITES_A_LONG_LINE { line.repeat(9).replace('\n', " ") } else { line }
    }
}
