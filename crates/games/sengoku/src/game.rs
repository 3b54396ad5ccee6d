//! The contract, kept.

use std::sync::{Arc, LazyLock};

use table::{
    BadInput, Book, Calibration, Dice, Features, Game, GameInfo, Glossary, Illegal, Levels, Log,
    Observation, Outcome, Rule, RuleId, Seat, SeatSet, Text, Turn, Viewer, Weights, with_log,
};

use crate::board::{Board, Ending, Stage};
use crate::grid::Grid;
use crate::names::GLOSSARY;
use crate::setup::INFO;
use crate::tile::tiles_of;
use crate::{Action, Event, Position, Sengoku, Setup, View, think};

impl Game for Sengoku {
    type Setup = Setup;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Position = Position;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn rules() -> &'static [Rule] {
        static RULES: LazyLock<Vec<Rule>> =
            LazyLock::new(|| table::parse_rules(include_str!("../RULES.md"), "S"));
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

    fn deal(setup: &Arc<Setup>, mut dice: Dice, log: Option<&mut dyn Log<Sengoku>>) -> Sengoku {
        let drawn = Seat(dice.below(u32::from(setup.seats)) as u8);
        let first = setup.options.first_seat.seat(setup.seats).unwrap_or(drawn);
        // Clockwise from 親 (S-13).
        let order = (0..setup.seats).map(|step| Seat((first.0 + step) % setup.seats)).collect();
        let mut play = Sengoku::laid(setup, Board::blank(order), dice);
        let counts = setup.components.tile_counts();
        for seat in Seat::all(setup.seats) {
            let mut pile = tiles_of(&counts);
            play.dice.shuffle(&mut pile);
            for _ in 0..setup.components.hand.size {
                if let Some(tile) = pile.pop() {
                    play.take_up(seat, tile);
                }
            }
            play.piles[seat.index()] = pile;
        }
        with_log!(log, |log| {
            log.push(Event::Dealt { seat: first }, &play);
            log.push(Event::Round { round: 1 }, &play);
            play.run(log);
        });
        play
    }

    fn setup(&self) -> &Arc<Setup> {
        &self.setup
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
        self.list(seat, out);
    }

    fn is_legal(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.check(seat, action)
    }

    fn play_unchecked(&mut self, seat: Seat, action: Action, log: Option<&mut dyn Log<Sengoku>>) {
        with_log!(log, |log| self.decide(seat, action, log));
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn features(setup: &Setup) -> Features {
        crate::observe::features(setup)
    }

    fn observe(setup: &Setup, view: &View, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(setup, &view.sight(), seat, out);
    }

    fn observe_play(&self, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(&self.setup, &self.sight(Viewer::Seat(seat)), seat, out);
    }

    fn imagine(setup: &Arc<Setup>, view: &View, dice: Dice) -> Sengoku {
        Sengoku::imagined(setup, view, dice)
    }

    fn dice(&mut self) -> Option<&mut Dice> {
        Some(&mut self.dice)
    }

    fn question(&self, seat: Seat) -> Option<(Text, RuleId)> {
        match self.board.stage() {
            Stage::Declare { seat: awaited } | Stage::Place { seat: awaited, .. }
                if awaited == seat =>
            {
                self.ask()
            }
            _ => None,
        }
    }

    fn label(&self, action: Action) -> Text {
        match self.board.stage() {
            Stage::Place { tile, .. } => action.label(Some(tile)),
            _ => action.label(None),
        }
    }

    /// Flowers on 花道, and a hundred for each castle.
    fn scores(&self) -> Vec<i32> {
        Seat::all(self.setup.seats)
            .map(|seat| {
                100 * i32::from(self.board.castles_of(seat)) + i32::from(self.board.flowers(seat))
            })
            .collect()
    }

    fn appraise(&self, seat: Seat) -> i32 {
        think::appraise(self, seat)
    }

    fn with_setup(self, setup: Arc<Setup>) -> Self {
        Self { setup, ..self }
    }

    fn position(&self) -> Position {
        self.truth()
    }

    fn from_position(setup: &Arc<Setup>, position: Position) -> Result<Sengoku, BadInput> {
        Sengoku::stand_at(setup, position)
    }

    fn census(&self) -> Result<(), Text> {
        self.count()
    }
}

impl Sengoku {
    /// A play with this sheet, where nobody has a tile yet.
    pub(crate) fn laid(setup: &Arc<Setup>, board: Board, dice: Dice) -> Sengoku {
        let grid = Grid::new(&board.placed, setup.quarter(board.field), setup.options.neighbours);
        let (hands, piles) = Default::default();
        Sengoku { setup: setup.clone(), board, grid, hands, piles, dice }
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
