//! The contract, kept.

use std::sync::{Arc, LazyLock};

use table::{
    BadInput, Book, Calibration, Dice, Draft, Features, Game, GameInfo, Glossary, Goal, Illegal,
    Levels, Log, Named, Network, Observation, Outcome, Puzzle, Quest, Rule, RuleId, Seat, SeatSet,
    Text, Turn, Viewer, Weights, plural, text, with_log,
};

use crate::board::{Board, Hand, Stage};
use crate::glossary::{GLOSSARY, seat_name};
use crate::setup::{Formation, INFO};
use crate::view::Reason;
use crate::{Action, Event, Position, Setup, Shinra, View, think};

impl Game for Shinra {
    type Setup = Setup;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Position = Position;

    const INPUTS: usize = crate::inputs::COUNT;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn rules() -> &'static [Rule] {
        static RULES: LazyLock<Vec<Rule>> =
            LazyLock::new(|| table::parse_rules(include_str!("../RULES.md"), "K"));
        &RULES
    }

    fn glossary() -> &'static Glossary {
        &GLOSSARY
    }

    fn book() -> Option<&'static Book> {
        static BOOK: LazyLock<Book> = LazyLock::new(|| Book::parse(include_str!("../book.toml")));
        Some(&BOOK)
    }

    fn levels() -> &'static Levels {
        static LEVELS: LazyLock<Levels> =
            LazyLock::new(|| Levels::parse(include_str!("../levels.toml")));
        &LEVELS
    }

    fn calibrations() -> &'static [Calibration] {
        static MEASURED: LazyLock<Vec<Calibration>> =
            LazyLock::new(|| Calibration::parse(include_str!("../calibration.toml")));
        &MEASURED
    }

    fn puzzles() -> &'static [Puzzle] {
        static PUZZLES: LazyLock<Vec<Puzzle>> =
            LazyLock::new(|| Puzzle::parse(include_str!("../composed.toml")));
        &PUZZLES
    }

    fn quest() -> Option<Quest> {
        Some(Quest::Win(3))
    }

    fn ask(&self, seat: Seat, _: Goal, turns: u8) -> Text {
        text!(
            "{seat}の番。相手がどう応じても、自分の{turns}手目までに王を取ってください。",
            "{seat} to move: take the king within {turns}, whatever the enemy does.",
            seat = seat_name(seat),
            turns = plural(turns, "turn", "turns")
        )
    }

    fn weights() -> Option<&'static Weights> {
        Some(&crate::think::OWN.weights)
    }

    fn network() -> Option<&'static Network> {
        Some(crate::inputs::network())
    }

    fn deal(setup: &Arc<Setup>, _: Dice, log: Option<&mut dyn Log<Shinra>>) -> Shinra {
        let hand = Hand::of_deck(setup.components.deck());
        let play = Shinra { setup: setup.clone(), board: Board::new([hand; 2], Stage::Setup) };
        if let Some(log) = log {
            log.push(Event::Began, &play);
        }
        play
    }

    fn setup(&self) -> &Arc<Setup> {
        &self.setup
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

    fn concealed(&self) -> bool {
        // An arrangement lies open at once (AK27).
        false
    }

    fn is_legal(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.check(seat, action)
    }

    #[inline]
    fn play_unchecked(&mut self, seat: Seat, action: Action, log: Option<&mut dyn Log<Shinra>>) {
        with_log!(log, |log| self.decide(seat, action, log));
    }

    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, Illegal> {
        self.read_draft(seat, draft)
    }

    fn drafts_open(&self) -> bool {
        matches!(self.board.stage, Stage::Setup)
    }

    fn time_limit(&self, seat: Seat) -> Option<u32> {
        let minutes = u32::from(self.setup.options.setup_minutes);
        let arranges = matches!(self.board.stage, Stage::Setup) && self.awaited().contains(seat);
        (arranges && minutes > 0).then_some(60 * minutes)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn features(setup: &Setup) -> Features {
        crate::observe::features(setup)
    }

    fn observe(setup: &Setup, view: &View, seat: Seat, out: &mut Observation<'_>) {
        let check = [0, 1].map(|seat| view.kings[seat].check);
        crate::observe::observe(setup, &view.board(), check, seat, out);
    }

    fn observe_play(&self, seat: Seat, out: &mut Observation<'_>) {
        let check = [Seat(0), Seat(1)].map(|seat| self.in_check(seat));
        crate::observe::observe(&self.setup, &self.board, check, seat, out);
    }

    fn imagine(setup: &Arc<Setup>, view: &View, _: Dice) -> Shinra {
        Shinra::imagined(setup, view)
    }

    fn question(&self, seat: Seat) -> Option<(Text, RuleId)> {
        if !self.awaited().contains(seat) {
            return None;
        }
        self.ask()
    }

    fn label(&self, action: Action) -> Text {
        if let Action::Arrange(arrangement) = action {
            let first = arrangement.on(Seat(0));
            let formation = self.setup.formations.iter().find(|there| there.arrangement == first);
            if let Some(Formation { name, .. }) = formation {
                return text!("陣形「{name}」で並べる", "Formation: {name}", name);
            }
        }
        let mover = self.board.stage.seat();
        action.label(|square| {
            let piece = self.board.at(square);
            piece.owner().map(|owner| (Some(owner) == mover, piece.cards().name()))
        })
    }

    fn fingerprint(&self) -> Option<u64> {
        Some(self.hash())
    }

    fn is_noisy(&self, action: Action) -> bool {
        match action {
            // An attack; joining is quiet.
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
            // After a capture the offer to switch would hide what the opponent takes back.
            | Action::Decline => true,
            _ => false,
        }
    }

    /// The points of each seat's king.
    fn scores(&self) -> Vec<i32> {
        let points = |seat| self.board.king_square(seat).map_or(0, |at| self.board.at(at).points());
        Seat::all(2).map(|seat| i32::from(points(seat))).collect()
    }

    fn appraise(&self, seat: Seat) -> i32 {
        think::appraise(self, seat)
    }

    fn inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        self.each_input(|inputs| out.push(inputs[seat.index()]));
    }

    fn with_setup(self, setup: Arc<Setup>) -> Self {
        Self { setup, ..self }
    }

    fn position(&self) -> Position {
        self.truth()
    }

    fn from_position(setup: &Arc<Setup>, position: Position) -> Result<Shinra, BadInput> {
        Shinra::stand_at(setup, position)
    }

    fn census(&self) -> Result<(), Text> {
        self.count()
    }
}

impl Reason {
    /// The id in the catalogue.
    pub const fn id(self) -> &'static str {
        match self {
            Reason::King => "king",
            Reason::TurnLimit => "turn_limit",
        }
    }
}
