//! The contract, kept by handing on to rules, views and positions.

use std::sync::{Arc, LazyLock};

use serde_json::Value;
use table::{
    BadInput, Book, Calibration, Dice, Draft, Features, Game, GameInfo, Glossary, Illegal, Levels,
    Log, Observation, Outcome, Rule, RuleId, Seat, Text, Turn, Viewer, Weights, with_log,
};

use crate::actions::Action;
use crate::board::{Board, Stage};
use crate::events::Event;
use crate::layouts::Lists;
use crate::position::Position;
use crate::setup::INFO;
use crate::view::{Reason, View};
use crate::words::GLOSSARY;
use crate::{Honnoji, Setup};

impl Game for Honnoji {
    type Setup = Setup;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Position = Position;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn rules() -> &'static [Rule] {
        static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
            let text = include_str!("../RULES.md");
            let (stated, _) = text.split_once("\n## Rulings\n").unwrap_or((text, ""));
            ["H", "A-H"].into_iter().flat_map(|ids| table::parse_rules(stated, ids)).collect()
        });
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

    fn deal(setup: &Arc<Setup>, mut dice: Dice, log: Option<&mut dyn Log<Honnoji>>) -> Honnoji {
        let drawn = Seat(dice.below(u32::from(setup.seats)) as u8);
        let first = setup.options.first_player.seat(setup.seats).unwrap_or(drawn);
        let mut board = Board::new(setup, first);
        setup.deck.iter().for_each(|face| board.deck.push(face));
        dice.shuffle(board.deck.as_mut_slice());
        let mut play = Honnoji { setup: setup.clone(), board, dice };
        with_log!(log, |log| {
            log.push(Event::Began { seat: first }, &play);
            play.run(log);
        });
        play
    }

    fn prepare() {
        if let Some(own) = Lists::own() {
            own.prepare();
        }
    }

    fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.board.end {
            Some(end) => Turn::Over(Outcome { winners: end.winners, reason: end.reason.id() }),
            None => Turn::Awaiting(self.board.awaited(&self.setup)),
        }
    }

    #[inline]
    fn legal_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if self.board.awaited(&self.setup).contains(seat) {
            self.list(seat, out);
        }
    }

    fn lists_all(&self, _: Seat) -> bool {
        self.board.stage != Stage::Decision
    }

    fn concealed(&self) -> bool {
        self.board.stage == Stage::Decision
    }

    fn is_legal(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        if self.board.end.is_some() {
            return Err(Illegal::over());
        }
        if self.board.awaited(&self.setup).contains(seat) {
            return self.check(seat, action);
        }
        let declared = self.board.stage == Stage::Decision && self.board.declared.contains(seat);
        match action {
            Action::Lay(_) if declared => Err(Honnoji::already_declared()),
            _ => Err(Illegal::not_awaited()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, seat: Seat, action: Action, log: Option<&mut dyn Log<Honnoji>>) {
        with_log!(log, |log| self.decide(seat, action, log));
    }

    /// A draft is the notation of a layout, `lay crest@0:0 2@0:1`; the empty draft lays nothing.
    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, Illegal> {
        self.read_draft(seat, draft)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn features(setup: &Setup) -> Features {
        crate::observe::features(setup)
    }

    fn observe(setup: &Setup, view: &View, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(setup, view, seat, out);
    }

    fn imagine(setup: &Arc<Setup>, view: &View, dice: Dice) -> Honnoji {
        Honnoji::behind(setup, view, dice)
    }

    fn dice(&mut self) -> Option<&mut Dice> {
        Some(&mut self.dice)
    }

    fn question(&self, seat: Seat) -> Option<(Text, RuleId)> {
        if !self.board.awaited(&self.setup).contains(seat) {
            return None;
        }
        self.ask()
    }

    fn label(&self, action: Action) -> Text {
        action.label(&self.setup)
    }

    fn reading(&self, action: Action) -> Option<Value> {
        let orders = action.orders(&self.setup)?;
        Some(serde_json::to_value(orders).expect("orders are plain data"))
    }

    fn scores(&self) -> Vec<i32> {
        Seat::all(self.setup.seats).map(|seat| self.points(seat)).collect()
    }

    fn appraise(&self, seat: Seat) -> i32 {
        crate::think::appraise(&self.board, &self.setup, seat)
    }

    fn with_setup(self, setup: Arc<Setup>) -> Self {
        Self { setup, ..self }
    }

    fn round(&self) -> Option<u32> {
        Some(self.board.round.into())
    }

    fn reopen(&self) -> Option<Honnoji> {
        self.reopened()
    }

    fn may_have_taken(&self, seat: Seat) -> Vec<Action> {
        self.may_have_laid(seat)
    }

    fn position(&self) -> Position {
        self.truth()
    }

    fn from_position(setup: &Arc<Setup>, position: Position) -> Result<Honnoji, BadInput> {
        Honnoji::stand_at(setup, position)
    }

    fn census(&self) -> Result<(), Text> {
        self.count()
    }
}

impl Reason {
    /// The id in the catalogue.
    pub const fn id(self) -> &'static str {
        match self {
            Reason::Points => "points",
            Reason::FewerCards => "fewer_cards",
            Reason::Draw => "draw",
        }
    }
}
