//! Implementations of the traits of `zashiki_core` for this game. Each method delegates to the
//! rules, views or positions.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{
    Assets, Draft, Drafts, Draw, Drawing, EventSink, Features, GameInfo, GameRng, GameState,
    IllegalAction, InputError, Lang, LocalizedText, Observation, Observe, Outcome, Puzzles, RuleId,
    SearchHints, Seat, Situation, Turn, Viewer, with_event_sink,
};

use crate::actions::Action;
use crate::assets::ASSETS;
use crate::board::{Board, Stage};
use crate::events::Event;
use crate::info::INFO;
use crate::layouts::Lists;
use crate::position::Position;
use crate::types::Reason;
use crate::view::View;
use crate::{Config, Honnoji, ROUNDS};
use crate::{network_groups, network_inputs};

impl GameState for Honnoji {
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
        log: Option<&mut dyn EventSink<Honnoji>>,
    ) -> Honnoji {
        let drawn = Seat(rng.below(u32::from(config.seats)) as u8);
        let first = config.options.first_player.seat(config.seats).unwrap_or(drawn);
        let mut board = Board::new(config, first);
        config.deck.iter().for_each(|face| board.deck.push(face));
        rng.shuffle(board.deck.as_mut_slice());
        let mut state = Honnoji { config: config.clone(), board, rng };
        with_event_sink!(log, |log| {
            log.push(Event::Began { seat: first }, &state);
            state.run(log);
        });
        state
    }

    fn config(&self) -> &Arc<Config> {
        &self.config
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.board.end {
            Some(end) => Turn::Over(Outcome { winners: end.winners, reason: end.reason.id() }),
            None => Turn::Awaiting(self.board.awaited(&self.config)),
        }
    }

    #[inline]
    fn legal_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if self.board.awaited(&self.config).contains(seat) {
            self.list_actions(seat, out);
        }
    }

    fn lists_all(&self, _: Seat) -> bool {
        self.board.stage != Stage::Decision
    }

    fn is_simultaneous(&self) -> bool {
        self.board.stage == Stage::Decision
    }

    fn is_legal(&self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        if self.board.end.is_some() {
            return Err(IllegalAction::over());
        }
        if self.board.awaited(&self.config).contains(seat) {
            return self.check_action(seat, action);
        }
        let declared = self.board.stage == Stage::Decision && self.board.declared.contains(seat);
        match action {
            Action::Lay(_) if declared => Err(Honnoji::already_declared()),
            _ => Err(IllegalAction::not_awaited()),
        }
    }

    #[inline]
    fn play_unchecked(
        &mut self,
        seat: Seat,
        action: Action,
        log: Option<&mut dyn EventSink<Honnoji>>,
    ) {
        with_event_sink!(log, |log| self.apply(seat, action, log));
    }

    fn view(&self, viewer: Viewer) -> View {
        self.view_for(viewer)
    }

    fn determinize(config: &Arc<Config>, view: &View, rng: GameRng) -> Honnoji {
        Honnoji::sample(config, view, rng)
    }

    fn rng_mut(&mut self) -> Option<&mut GameRng> {
        Some(&mut self.rng)
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        if !self.board.awaited(&self.config).contains(seat) {
            return None;
        }
        self.decision_prompt()
    }

    fn situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        self.find_situations(seat)
    }

    fn label(&self, action: Action) -> LocalizedText {
        action.label(&self.config)
    }

    fn reading(&self, action: Action) -> Option<Value> {
        let orders = action.orders(&self.config)?;
        Some(serde_json::to_value(orders).expect("orders are plain data"))
    }

    fn scores(&self) -> Vec<i32> {
        Seat::all(self.config.seats).map(|seat| self.points(seat)).collect()
    }

    fn position(&self) -> Position {
        self.to_position()
    }

    fn from_position(config: &Arc<Config>, position: Position) -> Result<Honnoji, InputError> {
        Honnoji::load_position(config, position)
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        self.check_card_counts()
    }
}

impl Observe for Honnoji {
    fn features(config: &Config) -> Features {
        crate::observe::features(config)
    }

    fn observe(config: &Config, view: &View, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(config, view, seat, out);
    }
}

impl SearchHints for Honnoji {
    const NETWORK_INPUTS: usize = network_groups::COUNT;

    fn prepare() {
        if let Some(own) = Lists::own() {
            own.prepare();
        }
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        let value = crate::eval::evaluate(&self.board, &self.config, seat);
        let network = self.config.network.as_deref();
        match network.filter(|_| network_inputs::serves(&self.board)) {
            Some(network) => {
                let by = network_inputs::correction(&self.board, &self.config, network, seat);
                (value + by).clamp(-999, 999)
            }
            None => value,
        }
    }

    fn network_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        if network_inputs::serves(&self.board) {
            network_inputs::each_input(&self.board, &self.config, seat, |input| out.push(input));
        }
    }

    /// The rounds before this one.
    fn progress(&self) -> u32 {
        1000 * u32::from(self.board.round.saturating_sub(1)) / u32::from(ROUNDS)
    }

    fn with_config(self, config: Arc<Config>) -> Self {
        Self { config, ..self }
    }

    fn round(&self) -> Option<u32> {
        Some(self.board.round.into())
    }

    fn state_before_hidden(&self) -> Option<Honnoji> {
        self.before_layouts()
    }

    fn possible_hidden_actions(&self, seat: Seat) -> Vec<Action> {
        self.possible_layouts(seat)
    }
}

impl Drafts for Honnoji {
    /// Evaluates a draft, which is the notation of a layout: `lay crest@0:0 2@0:1`. The empty draft
    /// lays nothing.
    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        self.evaluate_draft(seat, draft)
    }
}

impl Puzzles for Honnoji {}

impl Reason {
    /// The id of this reason for the end of a match, as in the game's info.
    pub const fn id(self) -> &'static str {
        match self {
            Reason::Points => "points",
            Reason::FewerCards => "fewer_cards",
            Reason::Draw => "draw",
        }
    }
}

impl Draw for Honnoji {
    fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
        crate::drawing::draw(config, view, lang)
    }

    fn write(config: &Config, view: &View, lang: Lang) -> String {
        crate::text_board::write(config, view, lang)
    }
}
