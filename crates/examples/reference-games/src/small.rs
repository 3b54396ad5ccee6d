//! Common implementation of the small games: makes a complete game of its [`Rules`].

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{
    Action, AssetFiles, Assets, Drafts, Draw, Drawing, EndReason, Event, EventSink, Feature,
    Features, GameConfig, GameInfo, GameRng, GameState, IllegalAction, InputError, Lang,
    LocalizedText, Observation, Observe, Outcome, Puzzles, RngState, RuleId, SearchHints, Seat,
    SeatSet, Turn, Viewer,
};

/// The rules of a small game; the implementing type has no values of its own. The deal is the only
/// random event, except the final draw of [`Ending::Stakes`].
pub trait Rules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The notations of all actions; an action is its index in this list.
    const ACTIONS: &'static [&'static str];
    /// Upper bound on the number of decisions.
    const MOST_DECISIONS: usize;

    /// The complete state of a match.
    type Truth: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The information of one viewer: everything that the viewer has seen, in order.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// Description of the game: name, seats and end reasons.
    fn info() -> &'static GameInfo;
    /// Every deal, with its relative frequency.
    fn deals() -> Vec<(Self::Truth, u32)>;
    /// The seats whose decision is awaited; none at the end.
    fn awaited(truth: &Self::Truth) -> SeatSet;
    /// Returns true if the seat, which is to move, may play the action.
    fn may(truth: &Self::Truth, seat: Seat, action: u8) -> bool;
    /// Plays the action, and everything that follows from it without a decision.
    fn play(truth: &mut Self::Truth, seat: Seat, action: u8);
    /// The result of the match; called once no seat is to move.
    fn ending(truth: &Self::Truth) -> Ending;
    /// The information that a viewer has of the state.
    fn view(truth: &Self::Truth, viewer: Viewer) -> Self::View;
    /// Descriptions of the values of a seat's observation, without the value for the winner.
    fn features() -> Vec<Feature>;
    /// Writes the observation of a seat, computed from its view.
    fn observe(view: &Self::View, seat: Seat, out: &mut Observation<'_>);
    /// Samples a state with this view.
    fn determinize(view: &Self::View, rng: &mut GameRng) -> Self::Truth;
}

/// The result of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// These seats win.
    Won(SeatSet),
    /// Seat 0 is ahead of seat 1 by `ahead` of at most `most` points. Since a match is only won or lost,
    /// a final random draw decides: seat 0 wins with probability (`most` + `ahead`) / (2 `most`). The
    /// best strategy for the points is also the best for this probability.
    Stakes {
        /// The gain of seat 0, which is the loss of seat 1.
        ahead: i32,
        /// The maximum gain in this game.
        most: i32,
    },
}

impl Ending {
    /// The payoff of seat 0: its gain, or in a game that is only won or lost, the payoff of that
    /// outcome.
    pub fn value(self) -> f64 {
        match self {
            Ending::Stakes { ahead, .. } => ahead.into(),
            Ending::Won(winners) => Outcome { winners, reason: END }.payoff(Seat(0)).into(),
        }
    }

    fn winners(self, rng: &mut GameRng) -> SeatSet {
        match self {
            Ending::Won(winners) => winners,
            Ending::Stakes { ahead, most } => {
                let won = (rng.below(2 * most as u32) as i32) < most + ahead;
                SeatSet::one(Seat(u8::from(!won)))
            }
        }
    }
}

/// The id of the only end reason.
const END: &str = "end";
const WORD: LocalizedText = LocalizedText::fixed("言", "word");
const RULE: RuleId = RuleId("K-1");

static SEAT_NAMES: [LocalizedText; 3] = [WORD; 3];
static END_REASONS: [EndReason; 1] = [EndReason { id: END, text: WORD, rule: RULE }];

static ASSETS: Assets = Assets::new(AssetFiles::rules("", &[]));

/// The description of a game with this number of seats.
pub(crate) const fn card(
    id: &'static str,
    seats: u8,
    simultaneous: bool,
    chance: bool,
) -> GameInfo {
    let seat_names = SEAT_NAMES.split_at(seats as usize).0;
    let mut info = GameInfo::new(id, WORD, WORD, seat_names, &END_REASONS);
    info.hidden_information = true;
    info.private_information = true;
    info.simultaneous = simultaneous;
    info.chance = chance;
    info
}

/// A state of the game that the rules `R` define.
#[derive(Clone, Debug)]
pub struct Small<R: Rules> {
    truth: R::Truth,
    winners: Option<SeatSet>,
    rng: GameRng,
    config: Arc<Fixed<R>>,
}

impl<R: Rules> Small<R> {
    /// The complete state of the rules.
    pub fn truth(&self) -> &R::Truth {
        &self.truth
    }

    /// Wraps the complete state of a match in which some seat is to move.
    pub fn new(truth: R::Truth) -> Small<R> {
        let config = Arc::new(Fixed(PhantomData));
        Small { truth, winners: None, rng: GameRng::from_seed(0), config }
    }
}

/// The configuration of a match. It has no content, because the rules have no options.
#[derive(Debug)]
pub struct Fixed<R>(PhantomData<R>);

impl<R: Rules> GameConfig for Fixed<R> {
    fn new(_: u8, _: &Value, _: Option<&str>) -> Result<Arc<Fixed<R>>, InputError> {
        Ok(Arc::new(Fixed(PhantomData)))
    }
    fn seats(&self) -> u8 {
        R::info().seats.0
    }
    fn components(&self) -> Value {
        Value::Null
    }
    fn max_decisions(&self) -> usize {
        R::MOST_DECISIONS
    }
}

/// A decision: an index into [`Rules::ACTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Act<R>(u8, PhantomData<R>);

impl<R: Rules> Act<R> {
    /// The action with this index.
    ///
    /// # Panics
    /// Panics if there is no such action.
    pub fn at(place: u8) -> Act<R> {
        Act::from_index(place.into()).expect("an index into Rules::ACTIONS")
    }

    /// The action's index in [`Rules::ACTIONS`].
    pub fn place(self) -> u8 {
        self.0
    }
}

impl<R: Rules> fmt::Display for Act<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(R::ACTIONS[usize::from(self.0)])
    }
}

impl<R: Rules> Action for Act<R> {
    const COUNT: usize = R::ACTIONS.len();

    fn parse(notation: &str) -> Result<Act<R>, IllegalAction> {
        let place = R::ACTIONS.iter().position(|known| *known == notation);
        let action = place.and_then(Act::from_index);
        action.ok_or_else(|| IllegalAction::unknown_action(notation, R::ACTIONS[0]))
    }
    fn index(self) -> Option<usize> {
        Some(self.0.into())
    }
    fn from_index(index: usize) -> Option<Act<R>> {
        (index < Self::COUNT).then_some(Act(index as u8, PhantomData))
    }
}

/// The event that a seat has decided. It may reveal hidden information.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decided;

impl<R: Rules> Event<Fixed<R>> for Decided {
    fn describe(&self, _: &Fixed<R>) -> (LocalizedText, RuleId) {
        (WORD, RULE)
    }
    fn reveals(&self) -> bool {
        true
    }
}

/// A view together with the result of the final draw.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Watched<V> {
    play: V,
    winners: Option<SeatSet>,
}

/// A position, which contains the complete state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Complete<T> {
    play: T,
    winners: Option<SeatSet>,
    #[serde(rename = "dice")]
    rng: RngState,
}

impl<R: Rules> GameState for Small<R> {
    type Config = Fixed<R>;
    type Action = Act<R>;
    type View = Watched<R::View>;
    type Event = Decided;
    type Position = Complete<R::Truth>;

    fn info() -> &'static GameInfo {
        R::info()
    }

    fn assets() -> &'static Assets {
        &ASSETS
    }

    fn deal(config: &Arc<Fixed<R>>, mut rng: GameRng, _: Option<&mut dyn EventSink<Self>>) -> Self {
        let deals = R::deals();
        let mut drawn = rng.below(deals.iter().map(|(_, weight)| weight).sum());
        let is_drawn = |(_, weight): &(R::Truth, u32)| match drawn.checked_sub(*weight) {
            Some(left) => {
                drawn = left;
                false
            }
            None => true,
        };
        let (truth, _) = deals.into_iter().find(is_drawn).expect("one of the deals is drawn");
        Small { truth, winners: None, rng, config: config.clone() }
    }

    fn config(&self) -> &Arc<Fixed<R>> {
        &self.config
    }

    fn turn(&self) -> Turn {
        match self.winners {
            Some(winners) => Turn::Over(Outcome { winners, reason: END }),
            None => Turn::Awaiting(R::awaited(&self.truth)),
        }
    }

    fn legal_into(&self, seat: Seat, out: &mut Vec<Act<R>>) {
        out.clear();
        if self.turn().awaited().contains(seat) {
            let all = 0..R::ACTIONS.len() as u8;
            let legal = all.filter(|action| R::may(&self.truth, seat, *action));
            out.extend(legal.map(|action| Act(action, PhantomData)));
        }
    }

    fn is_legal(&self, seat: Seat, action: Act<R>) -> Result<(), IllegalAction> {
        self.turn().check_awaited(seat)?;
        if R::may(&self.truth, seat, action.0) { Ok(()) } else { Err(IllegalAction::not_asked()) }
    }

    fn play_unchecked(
        &mut self,
        seat: Seat,
        action: Act<R>,
        log: Option<&mut dyn EventSink<Self>>,
    ) {
        R::play(&mut self.truth, seat, action.0);
        if R::awaited(&self.truth).is_empty() {
            self.winners = Some(R::ending(&self.truth).winners(&mut self.rng));
        }
        if let Some(log) = log {
            log.push(Decided, self);
        }
    }

    fn view(&self, viewer: Viewer) -> Watched<R::View> {
        Watched { play: R::view(&self.truth, viewer), winners: self.winners }
    }

    fn determinize(config: &Arc<Fixed<R>>, view: &Self::View, mut rng: GameRng) -> Self {
        let truth = R::determinize(&view.play, &mut rng);
        Small { truth, winners: view.winners, rng, config: config.clone() }
    }

    fn rng_mut(&mut self) -> Option<&mut GameRng> {
        Some(&mut self.rng)
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        self.turn().awaited().contains(seat).then_some((WORD, RULE))
    }

    fn label(&self, _: Act<R>) -> LocalizedText {
        WORD
    }

    fn scores(&self) -> Vec<i32> {
        vec![0; R::info().seats.0.into()]
    }

    fn position(&self) -> Self::Position {
        Complete { play: self.truth.clone(), winners: self.winners, rng: self.rng.state() }
    }

    fn from_position(config: &Arc<Fixed<R>>, at: Self::Position) -> Result<Self, InputError> {
        let rng = GameRng::from_state(&at.rng);
        Ok(Small { truth: at.play, winners: at.winners, rng, config: config.clone() })
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        Ok(())
    }
}

impl<R: Rules> Observe for Small<R> {
    fn features(config: &Fixed<R>) -> Features {
        let mut features = R::features();
        features.push(Feature::new("ended", [1], "1 if the match is over."));
        features.push(Feature::new(
            "won",
            [config.seats().into()],
            "1 for each seat that has won.",
        ));
        Features::from(features)
    }

    fn observe(config: &Fixed<R>, view: &Self::View, seat: Seat, out: &mut Observation<'_>) {
        R::observe(&view.play, seat, out);
        out.next("ended").mark_if([0], view.winners.is_some());
        let mut won = out.next("won");
        for winner in view.winners.iter().flat_map(|winners| winners.iter()) {
            won.mark([winner.places_after(seat, config.seats())]);
        }
    }
}

impl<R: Rules> SearchHints for Small<R> {}

impl<R: Rules> Drafts for Small<R> {}

impl<R: Rules> Puzzles for Small<R> {}

/// Small games have no board: the picture and the text are the view as JSON.
impl<R: Rules> Draw for Small<R> {
    fn draw(config: &Fixed<R>, view: &Self::View, lang: Lang) -> Drawing {
        let mut drawing = Drawing::new(48, "#f4f1ea");
        drawing.label([16, 0, Drawing::WIDTH - 32, 48], Self::write(config, view, lang).trim(), 15);
        drawing
    }

    fn write(_: &Fixed<R>, view: &Self::View, _: Lang) -> String {
        let json = serde_json::to_string(view).expect("a view is plain data");
        json + "\n"
    }
}
