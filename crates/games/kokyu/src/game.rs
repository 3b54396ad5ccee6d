//! The contract, kept.

use std::sync::{Arc, LazyLock};

use table::{
    BadInput, Book, Calibration, Dice, Features, Game, GameInfo, Glossary, Illegal, Levels, Log,
    Network, Observation, Outcome, Rule, RuleId, Seat, SeatSet, Text, Turn, Viewer, Weights,
    plural, text, with_log,
};

use crate::board::{Board, End, Task};
use crate::setup::INFO;
use crate::words::GLOSSARY;
use crate::{Action, Event, Kokyu, Position, Setup, View};

/// The seats of every play.
const SEATS: u8 = 2;

impl Game for Kokyu {
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
            LazyLock::new(|| table::parse_rules(include_str!("../RULES.md"), "Q"));
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

    fn weights() -> Option<&'static Weights> {
        Some(&crate::think::OWN.weights)
    }

    fn network() -> Option<&'static Network> {
        Some(crate::inputs::network())
    }

    fn deal(setup: &Arc<Setup>, mut dice: Dice, log: Option<&mut dyn Log<Kokyu>>) -> Kokyu {
        let drawn = Seat(dice.below(u32::from(SEATS)) as u8);
        let initiative = setup.options.first_seat.seat(SEATS).unwrap_or(drawn);
        let board = Board::laid(setup, initiative);
        let pile = (0..setup.components.plots.len() as u8).collect();
        let mut play = Kokyu { setup: setup.clone(), board, pile, dice };
        play.dice.shuffle(&mut play.pile);
        with_log!(log, |log| {
            log.push(Event::Dealt { seat: initiative }, &play);
            play.run(log);
        });
        play
    }

    fn setup(&self) -> &Arc<Setup> {
        &self.setup
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
            self.list(out);
        }
    }

    fn is_legal(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        match self.board.awaited() {
            None => Err(Illegal::over()),
            Some(awaited) if awaited != seat => Err(Illegal::not_awaited()),
            Some(_) => self.check(action),
        }
    }

    fn play_unchecked(&mut self, _: Seat, action: Action, log: Option<&mut dyn Log<Kokyu>>) {
        with_log!(log, |log| self.decide(action, log));
    }

    fn view(&self, _: Viewer) -> View {
        self.seen()
    }

    fn features(setup: &Setup) -> Features {
        crate::observe::features(setup)
    }

    fn observe(setup: &Setup, view: &View, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(setup, &view.board, seat, out);
    }

    #[inline]
    fn observe_play(&self, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(&self.setup, &self.board, seat, out);
    }

    fn imagine(setup: &Arc<Setup>, view: &View, dice: Dice) -> Kokyu {
        view.imagine(setup, dice)
    }

    fn dice(&mut self) -> Option<&mut Dice> {
        Some(&mut self.dice)
    }

    fn question(&self, seat: Seat) -> Option<(Text, RuleId)> {
        if self.board.awaited() != Some(seat) {
            return None;
        }
        self.ask()
    }

    fn label(&self, action: Action) -> Text {
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
            _ => action.label(&self.setup.components),
        }
    }

    fn scores(&self) -> Vec<i32> {
        self.board.points.map(i32::from).to_vec()
    }

    fn appraise(&self, seat: Seat) -> i32 {
        self.board.appraise(&self.setup, seat)
    }

    fn inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        self.board.each_input(seat, |input| out.push(input));
    }

    fn with_setup(self, setup: Arc<Setup>) -> Self {
        Self { setup, ..self }
    }

    fn position(&self) -> Position {
        self.stands()
    }

    fn from_position(setup: &Arc<Setup>, position: Position) -> Result<Kokyu, BadInput> {
        Kokyu::stand_at(setup, position)
    }

    fn census(&self) -> Result<(), Text> {
        self.count()
    }
}

fn outcome(end: End) -> Outcome {
    match end {
        End::Favour { seat } => Outcome { winners: SeatSet::one(seat), reason: "favour" },
        End::Kohi => Outcome { winners: SeatSet::EMPTY, reason: "kohi" },
        End::Rounds => Outcome { winners: SeatSet::EMPTY, reason: "rounds" },
    }
}
