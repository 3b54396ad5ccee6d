//! Implementation of the traits of `zashiki_core`: each method delegates to another module.

use std::sync::Arc;

use zashiki_core::{
    Assets, Drafts, Draw, Drawing, EventSink, Features, GameInfo, GameRng, GameState,
    IllegalAction, InputError, Lang, LocalizedText, Observation, Observe, Outcome, Puzzles, RuleId,
    SearchHints, Seat, SeatSet, Situation, Turn, Viewer, with_event_sink,
};

use crate::assets::ASSETS;
use crate::board::{Board, Ending, Stage};
use crate::grid::Grid;
use crate::info::{CASTLE, INFO};
use crate::tile::tiles_of;
use crate::{Action, Config, Event, Position, Sengoku, View, eval};

impl GameState for Sengoku {
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
        log: Option<&mut dyn EventSink<Sengoku>>,
    ) -> Sengoku {
        let drawn = Seat(rng.below(u32::from(config.seats)) as u8);
        let first = config.options.first_seat.seat(config.seats).unwrap_or(drawn);
        // Clockwise from the first player (親, S-13).
        let order = (0..config.seats).map(|step| Seat((first.0 + step) % config.seats)).collect();
        let mut state = Sengoku::with_board(config, Board::before_setup(order), rng);
        let counts = config.components.tile_counts();
        for seat in Seat::all(config.seats) {
            let mut pile = tiles_of(&counts);
            state.rng.shuffle(&mut pile);
            for _ in 0..config.components.hand.size {
                if let Some(tile) = pile.pop() {
                    state.add_to_hand(seat, tile);
                }
            }
            state.piles[seat.index()] = pile;
        }
        with_event_sink!(log, |log| {
            log.push(Event::Dealt { seat: first }, &state);
            log.push(Event::Round { round: 1, first: Some(first) }, &state);
            state.run(log);
        });
        state
    }

    fn config(&self) -> &Arc<Config> {
        &self.config
    }

    #[inline]
    fn turn(&self) -> Turn {
        match (self.board.end, self.board.stage()) {
            (Some(ending), _) => {
                Turn::Over(Outcome { winners: self.board.winners(), reason: reason(ending) })
            }
            (None, Stage::Declare { seat } | Stage::Place { seat, .. }) => {
                Turn::Awaiting(SeatSet::one(seat))
            }
            (None, Stage::Over) => unreachable!("the rules stop at a decision or at the end only"),
        }
    }

    #[inline]
    fn legal_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        self.list_actions(seat, out);
    }

    fn is_legal(&self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        self.check_action(seat, action)
    }

    fn play_unchecked(
        &mut self,
        seat: Seat,
        action: Action,
        log: Option<&mut dyn EventSink<Sengoku>>,
    ) {
        with_event_sink!(log, |log| self.apply(seat, action, log));
    }

    fn view(&self, viewer: Viewer) -> View {
        self.view_for(viewer)
    }

    fn determinize(config: &Arc<Config>, view: &View, rng: GameRng) -> Sengoku {
        Sengoku::from_view(config, view, rng)
    }

    fn rng_mut(&mut self) -> Option<&mut GameRng> {
        Some(&mut self.rng)
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        match self.board.stage() {
            Stage::Declare { seat: awaited } | Stage::Place { seat: awaited, .. }
                if awaited == seat =>
            {
                self.current_prompt()
            }
            _ => None,
        }
    }

    fn situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        self.find_situations(seat)
    }

    fn label(&self, action: Action) -> LocalizedText {
        match self.board.stage() {
            Stage::Place { tile, .. } => action.label(Some(tile)),
            _ => action.label(None),
        }
    }

    /// The score of each seat: its number of flower paths, plus [`CASTLE`] for each castle.
    fn scores(&self) -> Vec<i32> {
        Seat::all(self.config.seats)
            .map(|seat| {
                i32::from(CASTLE) * i32::from(self.board.castles_of(seat))
                    + i32::from(self.board.flowers(seat))
            })
            .collect()
    }

    fn position(&self) -> Position {
        self.to_position()
    }

    fn from_position(config: &Arc<Config>, position: Position) -> Result<Sengoku, InputError> {
        Sengoku::load_position(config, position)
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        self.verify()
    }
}

impl Observe for Sengoku {
    fn features(config: &Config) -> Features {
        crate::observe::features(config)
    }

    fn observe(config: &Config, view: &View, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(config, &view.visible_state(), seat, out);
    }

    fn observe_state(&self, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(&self.config, &self.visible_state(Viewer::Seat(seat)), seat, out);
    }
}

impl SearchHints for Sengoku {
    const NETWORK_INPUTS: usize = crate::network_groups::COUNT;

    fn evaluate(&self, seat: Seat) -> i32 {
        eval::evaluate(self, seat)
    }

    fn network_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        self.each_input(seat, |input| out.push(input));
    }

    /// The tiles that are no longer in hands and piles.
    fn progress(&self) -> u32 {
        let left = self.hands.iter().map(|hand| hand.len()).sum::<usize>()
            + self.piles.iter().map(|pile| pile.len()).sum::<usize>();
        let all = usize::from(self.config.seats) * self.config.components.tile_total();
        (1000 * all.saturating_sub(left) / all.max(1)) as u32
    }

    fn with_config(self, config: Arc<Config>) -> Self {
        Self { config, ..self }
    }
}

impl Drafts for Sengoku {}

impl Puzzles for Sengoku {}

impl Draw for Sengoku {
    fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
        crate::drawing::draw(config, view, lang)
    }

    fn write(config: &Config, view: &View, lang: Lang) -> String {
        crate::text_board::write(config, view, lang)
    }
}

impl Sengoku {
    /// A state with this board and with empty hands and piles.
    pub(crate) fn with_board(config: &Arc<Config>, board: Board, rng: GameRng) -> Sengoku {
        let grid = Grid::new(&board.placed, config.quarter(board.field), config.options.neighbours);
        let (hands, piles) = Default::default();
        Sengoku { config: config.clone(), board, grid, hands, piles, rng }
    }
}

fn reason(ending: Ending) -> &'static str {
    match ending {
        Ending::Flowers => "flowers",
        Ending::FlowersShared => "flowers_shared",
        Ending::Castles => "castles",
        Ending::MostCastles => "most_castles",
        Ending::MostFlowers => "most_flowers",
        Ending::Hands => "hands",
        Ending::FourthBattlefieldShared => "fourth_battlefield_shared",
    }
}
