//! The contract, kept.

use std::sync::{Arc, LazyLock};

use serde_json::Value;
use table::{
    BadInput, Dice, Game, GameInfo, Glossary, Illegal, Log, Outcome, Rule, RuleId, Seat, SeatSet,
    Text, Turn, Viewer,
};

use crate::board::{Board, Ending, Stage};
use crate::components::Catalogue;
use crate::grid::Grid;
use crate::names::{GLOSSARY, Names};
use crate::setup::INFO;
use crate::tile::tiles_of;
use crate::{Action, Event, Position, Sengoku, Setup, View, think};

impl Game for Sengoku {
    type Setup = Setup;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Position = Position;

    const ACTIONS: usize = Action::COUNT;

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

    fn setup(seats: u8, options: &Value, components: Option<&str>) -> Result<Arc<Setup>, BadInput> {
        Setup::new(seats, options, components)
    }

    fn components(setup: &Setup) -> Value {
        let components = setup.components.clone();
        let catalogue = Catalogue { components, names: Names::all() };
        serde_json::to_value(catalogue).expect("components are plain data")
    }

    fn deal(setup: &Arc<Setup>, mut dice: Dice, log: &mut impl Log<Sengoku>) -> Sengoku {
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
        log.push(Event::Dealt { seat: first }, &play);
        log.push(Event::Round { round: 1 }, &play);
        play.run(log);
        play
    }

    fn setup_of(&self) -> &Arc<Setup> {
        &self.setup
    }

    fn seats(&self) -> u8 {
        self.setup.seats
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
    fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        self.list(seat, out);
    }

    fn is_legal(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.check(seat, action)
    }

    fn apply(&mut self, seat: Seat, action: Action, log: &mut impl Log<Sengoku>) {
        self.decide(seat, action, log);
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn imagine(setup: &Arc<Setup>, view: &View, dice: Dice) -> Sengoku {
        Sengoku::imagined(setup, view, dice)
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Drew { seat, .. } if viewer.seat() != Some(*seat) => {
                Event::Drew { seat: *seat, tile: None }
            }
            event => event.clone(),
        })
    }

    fn reveals(event: &Event) -> bool {
        match event {
            Event::Declared { tile, .. } => !tile.is_general(),
            Event::Drew { .. } | Event::Ended { .. } => true,
            _ => false,
        }
    }

    /// What is drawn matters only when it is declared.
    fn forks(event: &Event) -> bool {
        !matches!(event, Event::Drew { .. }) && Sengoku::reveals(event)
    }

    fn tell(setup: &Setup, event: &Event) -> (Text, Option<RuleId>) {
        let (text, rule) = event.tell(&setup.components.victory);
        (text, Some(rule))
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

    fn parse(notation: &str) -> Result<Action, Illegal> {
        Action::parse(notation)
    }

    fn index(action: Action) -> Option<usize> {
        Some(action.index())
    }

    fn from_index(index: usize) -> Option<Action> {
        Action::from_index(index)
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

    fn position(&self) -> Position {
        self.truth()
    }

    fn from_position(setup: &Arc<Setup>, position: Position) -> Result<Sengoku, BadInput> {
        Sengoku::stand_at(setup, position)
    }

    fn census(&self) -> Result<(), String> {
        self.count().map_err(|fault| fault.en.into_owned())
    }

    fn max_decisions(setup: &Setup) -> usize {
        // Every tile and the general is declared once and resolved once.
        usize::from(setup.seats) * 2 * (setup.components.tile_total() + 1)
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
