//! Implementations of the traits of `zashiki_core` for this game. Each method delegates to the
//! rules, views or positions.

use std::sync::Arc;

use zashiki_core::{
    Assets, Drafts, Draw, Drawing, EventSink, Features, GameInfo, GameRng, GameState,
    IllegalAction, InputError, Lang, LocalizedText, Observation, Observe, Outcome, Puzzles, RuleId,
    SearchHints, Seat, SeatSet, Situation, Turn, Viewer, plural, text, with_event_sink,
};

use crate::assets::ASSETS;
use crate::board::{Board, End, Task};
use crate::info::INFO;
use crate::{Action, Config, Event, Kokyu, Position, View};

/// Number of seats in every match.
const SEATS: u8 = 2;

impl GameState for Kokyu {
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
        log: Option<&mut dyn EventSink<Kokyu>>,
    ) -> Kokyu {
        let drawn = Seat(rng.below(u32::from(SEATS)) as u8);
        let initiative = config.options.first_seat.seat(SEATS).unwrap_or(drawn);
        let board = Board::new(config, initiative);
        let pile = (0..config.components.plots.len() as u8).collect();
        let mut state = Kokyu { config: config.clone(), board, pile, rng };
        state.rng.shuffle(&mut state.pile);
        with_event_sink!(log, |log| {
            log.push(Event::Dealt { seat: initiative }, &state);
            state.run(log);
        });
        state
    }

    fn config(&self) -> &Arc<Config> {
        &self.config
    }

    #[inline]
    fn turn(&self) -> Turn {
        match (self.board.end, self.board.awaited()) {
            (Some(end), _) => Turn::Over(outcome(end)),
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

    fn play_unchecked(&mut self, _: Seat, action: Action, log: Option<&mut dyn EventSink<Kokyu>>) {
        with_event_sink!(log, |log| self.apply(action, log));
    }

    fn view(&self, _: Viewer) -> View {
        self.to_view()
    }

    fn determinize(config: &Arc<Config>, view: &View, rng: GameRng) -> Kokyu {
        view.determinize(config, rng)
    }

    fn rng_mut(&mut self) -> Option<&mut GameRng> {
        Some(&mut self.rng)
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        if self.board.awaited() != Some(seat) {
            return None;
        }
        self.decision_prompt()
    }

    fn situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        self.find_situations(seat)
    }

    fn label(&self, action: Action) -> LocalizedText {
        match (self.board.tasks.last(), action) {
            (Some(Task::Way { steps, .. }), Action::Move) => text!(
                "貴妃を{steps}マス進める",
                "Advance the consort {steps}",
                steps = plural(*steps, "square", "squares")
            ),
            (Some(Task::Way { draws, .. }), Action::Draw) => text!(
                "策謀カードを{draws}枚引く",
                "Draw {draws}",
                draws = plural(*draws, "plot card", "plot cards")
            ),
            _ => action.label(&self.config.components),
        }
    }

    fn scores(&self) -> Vec<i32> {
        self.board.points.map(i32::from).to_vec()
    }

    fn position(&self) -> Position {
        self.to_position()
    }

    fn from_position(config: &Arc<Config>, position: Position) -> Result<Kokyu, InputError> {
        Kokyu::load_position(config, position)
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        self.check_counts()
    }
}

impl Observe for Kokyu {
    fn features(config: &Config) -> Features {
        crate::observe::features(config)
    }

    fn observe(config: &Config, view: &View, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(config, &view.board, seat, out);
    }

    #[inline]
    fn observe_state(&self, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(&self.config, &self.board, seat, out);
    }
}

impl SearchHints for Kokyu {
    const NETWORK_INPUTS: usize = crate::network_inputs::COUNT;

    fn evaluate(&self, seat: Seat) -> i32 {
        self.board.evaluate(&self.config, seat)
    }

    fn network_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        self.board.each_input(seat, |input| out.push(input));
    }

    /// The points of the leader, of those that win.
    fn progress(&self) -> u32 {
        let goal = u32::from(self.config.components.scoring.goal).max(1);
        1000 * u32::from(self.board.points[0].max(self.board.points[1])).min(goal) / goal
    }

    fn with_config(self, config: Arc<Config>) -> Self {
        Self { config, ..self }
    }
}

impl Drafts for Kokyu {}

impl Puzzles for Kokyu {}

impl Draw for Kokyu {
    fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
        crate::drawing::draw(config, view, lang)
    }

    fn write(config: &Config, view: &View, lang: Lang) -> String {
        crate::text_board::write(config, view, lang)
    }
}

/// Converts the end of a match to an outcome.
fn outcome(end: End) -> Outcome {
    match end {
        End::Favour { seat } => Outcome { winners: SeatSet::one(seat), reason: "favour" },
        End::Kohi => Outcome { winners: SeatSet::EMPTY, reason: "kohi" },
        End::Rounds => Outcome { winners: SeatSet::EMPTY, reason: "rounds" },
    }
}
