//! Implementation of the core's traits for the game. Each method delegates to one of the other modules.

use std::sync::Arc;

use zashiki_core::{
    Assets, Draft, Drafts, Draw, Drawing, EventSink, Features, GameInfo, GameRng, GameState, Goal,
    IllegalAction, InputError, Lang, Localize as _, LocalizedText, Observation, Observe, Outcome,
    PuzzleGoal, Puzzles, RuleId, SearchHints, Seat, SeatSet, Situation, Turn, Viewer, plural, text,
    with_event_sink,
};

use crate::assets::ASSETS;
use crate::board::{Board, Hand, Stage};
use crate::config::Formation;
use crate::glossary::seat_name;
use crate::info::INFO;
use crate::search_inputs::SearchSums;
use crate::view::Reason;
use crate::{Action, Config, Event, Position, Shinra, View, eval, search_inputs};

impl GameState for Shinra {
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

    fn deal(config: &Arc<Config>, _: GameRng, log: Option<&mut dyn EventSink<Shinra>>) -> Shinra {
        let hand = Hand::of_deck(config.components.deck());
        let state = Shinra::new(config.clone(), Board::new([hand; 2], Stage::Setup));
        if let Some(log) = log {
            log.push(Event::Began, &state);
        }
        state
    }

    fn config(&self) -> &Arc<Config> {
        &self.config
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.board.stage {
            Stage::Over { winner } => Turn::Over(Outcome {
                winners: winner.map_or(SeatSet::EMPTY, SeatSet::one),
                reason: if winner.is_some() { Reason::King } else { Reason::TurnLimit }.id(),
            }),
            _ => Turn::Awaiting(self.awaited()),
        }
    }

    #[inline]
    fn legal_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        self.list(seat, out);
    }

    fn lists_all(&self, _: Seat) -> bool {
        !matches!(self.board.stage, Stage::Setup)
    }

    fn is_simultaneous(&self) -> bool {
        // An arrangement is public at once (AK27).
        false
    }

    fn is_legal(&self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        self.check(seat, action)
    }

    #[inline]
    fn play_unchecked(
        &mut self,
        seat: Seat,
        action: Action,
        log: Option<&mut dyn EventSink<Shinra>>,
    ) {
        with_event_sink!(log, |log| self.decide(seat, action, log));
    }

    fn view(&self, _: Viewer) -> View {
        self.full_view()
    }

    fn determinize(config: &Arc<Config>, view: &View, _: GameRng) -> Shinra {
        Shinra::from_view(config, view)
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        if !self.awaited().contains(seat) {
            return None;
        }
        self.current_prompt()
    }

    fn situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        self.find_situations(seat)
    }

    fn label(&self, action: Action) -> LocalizedText {
        if let Action::Arrange(arrangement) = action {
            let first = arrangement.on(Seat(0));
            let formation = self.config.formations.iter().find(|there| there.arrangement == first);
            if let Some(Formation { name, .. }) = formation {
                return text!("陣形「{name}」で並べる", "Formation: {name}", name);
            }
        }
        let mover = self.board.stage.seat();
        let attacker = match self.board.stage {
            Stage::Follow { from, .. } => Some(from),
            _ => None,
        };
        action.label(attacker, |square| {
            let piece = self.board.at(square);
            piece.owner().map(|owner| (Some(owner) == mover, piece.cards().name()))
        })
    }

    /// Life points of each seat's king; 0 for a king that is not on the board.
    fn scores(&self) -> Vec<i32> {
        let points = |seat| self.board.king_square(seat).map_or(0, |at| self.board.at(at).points());
        Seat::all(2).map(|seat| i32::from(points(seat))).collect()
    }

    fn position(&self) -> Position {
        self.to_position()
    }

    fn from_position(config: &Arc<Config>, position: Position) -> Result<Shinra, InputError> {
        Shinra::load_position(config, position)
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        self.check_card_counts()
    }
}

impl Observe for Shinra {
    fn features(config: &Config) -> Features {
        crate::observe::features(config)
    }

    fn observe(config: &Config, view: &View, seat: Seat, out: &mut Observation<'_>) {
        let check = [0, 1].map(|seat| view.kings[seat].check);
        crate::observe::observe(config, &view.board(), check, seat, out);
    }

    fn observe_state(&self, seat: Seat, out: &mut Observation<'_>) {
        let check = [Seat(0), Seat(1)].map(|seat| self.in_check(seat));
        crate::observe::observe(&self.config, &self.board, check, seat, out);
    }
}

impl SearchHints for Shinra {
    const NETWORK_INPUTS: usize = crate::network_inputs::COUNT;
    const SEARCH_INPUTS: usize = search_inputs::COUNT;

    fn state_hash(&self) -> Option<u64> {
        Some(self.hash())
    }

    fn is_noisy(&self, action: Action) -> bool {
        match action {
            // An attack is noisy; joining an own piece is quiet.
            Action::Move { to, .. } => {
                let there = self.board.at(to).owner();
                there.is_some_and(|owner| Some(owner) != self.board.stage.seat())
            }
            Action::Back { .. }
            | Action::Join { .. }
            | Action::ToHand
            | Action::Settle { .. }
            | Action::ReturnQueen
            | Action::KeepQueen
            // Otherwise the offer to switch after a capture would hide the opponent's recapture.
            | Action::Decline => true,
            _ => false,
        }
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        eval::evaluate(self, seat)
    }

    fn network_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        self.board.each_input(|inputs| out.push(inputs[seat.index()]));
    }

    /// The battle turns, of those after which most games are over.
    fn progress(&self) -> u32 {
        const MOST: u32 = 80;
        1000 * u32::from(self.board.turns).min(MOST) / MOST
    }

    fn with_config(self, config: Arc<Config>) -> Self {
        Self::new(config, self.board)
    }

    fn evaluate_quiet(&self, seat: Seat) -> i32 {
        eval::evaluate_quiet(self, seat)
    }

    fn begin_search(&mut self) {
        let network = self.config.search_network.as_deref();
        self.search_sums = network.map(|network| SearchSums::new(network, &self.board));
    }

    fn search_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        if search_inputs::serves(&self.board) {
            search_inputs::each_input(&self.board, seat, |input| out.push(input));
        }
    }

    fn search_input_group(input: usize) -> Option<usize> {
        search_inputs::group(input)
    }
}

impl Drafts for Shinra {
    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        self.read_draft(seat, draft)
    }

    fn drafts_open(&self) -> bool {
        matches!(self.board.stage, Stage::Setup)
    }

    fn time_limit(&self, seat: Seat) -> Option<u32> {
        let minutes = u32::from(self.config.options.setup_minutes);
        let arranges = matches!(self.board.stage, Stage::Setup) && self.awaited().contains(seat);
        (arranges && minutes > 0).then_some(60 * minutes)
    }
}

impl Puzzles for Shinra {
    fn puzzle_goal() -> Option<PuzzleGoal> {
        Some(PuzzleGoal::Win(3))
    }

    fn puzzle_prompt(&self, seat: Seat, _: Goal, turns: u8) -> LocalizedText {
        text!(
            "{seat}の番。相手がどう応じても、自分の{turns}手目までに王を取ってください。",
            "{seat} to move: capture the King within {turns}, whatever {other} does.",
            seat = seat_name(seat),
            other = seat_name(seat.other()),
            turns = plural(turns, "turn", "turns")
        )
    }
}

impl Reason {
    /// The id of this end reason in [`INFO`].
    pub const fn id(self) -> &'static str {
        match self {
            Reason::King => "king",
            Reason::TurnLimit => "turn_limit",
        }
    }
}

impl Draw for Shinra {
    fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
        crate::drawing::draw(config, view, lang)
    }

    fn write(config: &Config, view: &View, lang: Lang) -> String {
        crate::text_board::write(config, view, lang)
    }
}
