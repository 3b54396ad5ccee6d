//! Implementation of the traits of `zashiki_core`: each method delegates to another module.

use std::sync::Arc;

use zashiki_core::{
    Assets, Drafts, Draw, Drawing, EventSink, Features, GameInfo, GameRng, GameState, Goal,
    IllegalAction, InputError, Lang, LocalizedText, Observation, Observe, Outcome, PuzzleGoal,
    Puzzles, RuleId, SearchHints, Seat, SeatSet, Situation, Turn, Viewer, plural, text,
    with_event_sink,
};

use crate::assets::ASSETS;
use crate::board::Reason;
use crate::glossary::who;
use crate::info::INFO;
use crate::{Action, Config, Event, Hostile, Position, View};

impl GameState for Hostile {
    type Config = Config;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Position = Position;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn assets() -> &'static Assets {
        &ASSETS
    }

    fn deal(
        config: &Arc<Config>,
        mut rng: GameRng,
        log: Option<&mut dyn EventSink<Hostile>>,
    ) -> Hostile {
        let drawn = Seat(rng.below(u32::from(config.seats)) as u8);
        let first = config.options.first_seat.seat(config.seats).unwrap_or(drawn);
        let mut state = Hostile::before_setup(config, first, rng);
        with_event_sink!(log, |log| state.set_up(log));
        state
    }

    fn config(&self) -> &Arc<Config> {
        &self.config
    }

    #[inline]
    fn turn(&self) -> Turn {
        match (self.board.end, self.board.awaited()) {
            (Some(end), _) => Turn::Over(Outcome { winners: end.winners, reason: end.reason.id() }),
            (None, Some(seat)) => Turn::Awaiting(SeatSet::one(seat)),
            (None, None) => unreachable!("the rules stop at a decision or at the end only"),
        }
    }

    #[inline]
    fn legal_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if self.board.awaited() == Some(seat) {
            self.list_actions(out);
        }
    }

    fn is_legal(&self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        match self.board.awaited() {
            None => Err(IllegalAction::over()),
            Some(awaited) if awaited != seat => Err(IllegalAction::not_awaited()),
            Some(_) => self.check_action(action),
        }
    }

    #[inline]
    fn play_unchecked(
        &mut self,
        _: Seat,
        action: Action,
        log: Option<&mut dyn EventSink<Hostile>>,
    ) {
        with_event_sink!(log, |log| self.apply(action, log));
    }

    fn view(&self, viewer: Viewer) -> View {
        self.view_for(viewer)
    }

    fn determinize(config: &Arc<Config>, view: &View, rng: GameRng) -> Hostile {
        Hostile::from_view(config, view, rng)
    }

    fn rng_mut(&mut self) -> Option<&mut GameRng> {
        Some(&mut self.rng)
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        if self.board.awaited() != Some(seat) {
            return None;
        }
        self.current_prompt()
    }

    fn situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        self.find_situations(seat)
    }

    fn label(&self, action: Action) -> LocalizedText {
        action.label()
    }

    fn scores(&self) -> Vec<i32> {
        let gained = &self.board.gained[..usize::from(self.config.seats)];
        gained.iter().copied().map(i32::from).collect()
    }

    fn position(&self) -> Position {
        self.to_position()
    }

    fn from_position(config: &Arc<Config>, position: Position) -> Result<Hostile, InputError> {
        Hostile::load_position(config, position)
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        self.verify()
    }
}

impl Observe for Hostile {
    fn features(config: &Config) -> Features {
        crate::observe::features(config)
    }

    fn observe(config: &Config, view: &View, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(config, &view.board(config), seat, out);
    }

    fn observe_state(&self, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(&self.config, &self.board, seat, out);
    }
}

impl SearchHints for Hostile {
    const NETWORK_INPUTS: usize = crate::network_groups::COUNT;

    fn state_hash(&self) -> Option<u64> {
        Some(self.compute_hash())
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        crate::eval::evaluate(&self.board, &self.config, seat)
    }

    fn network_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        let side = self.config.sides[self.config.side_of(seat)];
        crate::network_inputs::each_input(&self.board, &self.config, side, |input| out.push(input));
    }

    fn sample_per_category(&self, seat: Seat, rng: &mut GameRng, out: &mut Vec<Action>) -> bool {
        out.clear();
        if self.board.awaited() == Some(seat) {
            self.sample_per_category(rng, out);
        }
        true
    }

    #[inline]
    fn value_after_each(&self, seat: Seat, actions: &[Action], out: &mut Vec<i32>) {
        crate::eval::value_after_each(self, seat, actions, out);
    }

    /// The gems of the leading side, of those that end the game.
    fn progress(&self) -> u32 {
        let sides = 0..self.config.sides.len();
        let most = sides.map(|side| self.board.side_gems(&self.config, side)).max().unwrap_or(0);
        let goal = u32::from(self.config.goal()).max(1);
        1000 * u32::from(most).min(goal) / goal
    }

    fn with_config(self, config: Arc<Config>) -> Self {
        Self { config, ..self }
    }
}

impl Drafts for Hostile {}

impl Puzzles for Hostile {
    fn puzzle_goal() -> Option<PuzzleGoal> {
        Some(PuzzleGoal::Score)
    }

    fn puzzle_prompt(&self, seat: Seat, goal: Goal, _: u8) -> LocalizedText {
        let Goal::Score(gems) = goal else {
            return LocalizedText::fixed("勝ってください。", "Win.");
        };
        let points = self.turn_state().map_or(0, |turn| turn.points);
        let gems = gems - i32::from(self.board.gained[seat.index()]);
        text!(
            "{seat}の番、行動点は{points}点。このターンにジェムを{gems}個集めてください。",
            "{seat} to move, with {points}. Gather {gems} in this turn.",
            seat = who(seat),
            points = plural(points, "action point", "action points"),
            gems = plural(gems, "gem", "gems")
        )
    }

    fn is_out_of_reach(&self, seat: Seat, score: i32) -> bool {
        self.ends_below(seat, score)
    }
}

impl Reason {
    /// The id of this reason for the end of a game, as in [`INFO`].
    pub const fn id(self) -> &'static str {
        match self {
            Reason::Gems => "gems",
            Reason::Shortage => "shortage",
            Reason::GemsAndShortage => "gems_and_shortage",
        }
    }
}

impl Draw for Hostile {
    fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
        crate::drawing::draw(config, view, lang)
    }

    fn write(config: &Config, view: &View, lang: Lang) -> String {
        crate::text_board::write(config, view, lang)
    }
}
