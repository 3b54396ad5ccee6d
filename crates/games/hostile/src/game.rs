//! The contract, kept.

use std::sync::{Arc, LazyLock};

use table::{
    BadInput, Book, Calibration, Dice, Features, Game, GameInfo, Glossary, Goal, Illegal, Levels,
    Log, Observation, Outcome, Puzzle, Quest, Rule, RuleId, Seat, SeatSet, Text, Turn, Viewer,
    Weights, plural, text, with_log,
};

use crate::board::Reason;
use crate::glossary::{GLOSSARY, who};
use crate::setup::INFO;
use crate::{Action, Event, Hostile, Position, Setup, View};

impl Game for Hostile {
    type Setup = Setup;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Position = Position;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn rules() -> &'static [Rule] {
        /// The statements, and the rulings that the log names.
        static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
            let text = include_str!("../RULES.md");
            let (stated, _) = text.split_once("\n## Rulings\n").unwrap_or((text, ""));
            ["X", "A-X"].into_iter().flat_map(|ids| table::parse_rules(stated, ids)).collect()
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

    fn puzzles() -> &'static [Puzzle] {
        static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
            Puzzle::parse(concat!(
                include_str!("../puzzles.toml"),
                include_str!("../composed.toml")
            ))
        });
        &PUZZLES
    }

    fn calibrations() -> &'static [Calibration] {
        static MEASURED: LazyLock<Vec<Calibration>> =
            LazyLock::new(|| Calibration::parse(include_str!("../calibration.toml")));
        &MEASURED
    }

    fn quest() -> Option<Quest> {
        Some(Quest::Score)
    }

    fn ask(&self, seat: Seat, goal: Goal, _: u8) -> Text {
        let Goal::Score(gems) = goal else {
            return Text::fixed("勝ってください。", "Win.");
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

    fn fingerprint(&self) -> Option<u64> {
        Some(self.hash())
    }

    fn weights() -> Option<&'static Weights> {
        Some(&crate::think::OWN.weights)
    }

    fn deal(setup: &Arc<Setup>, mut dice: Dice, log: Option<&mut dyn Log<Hostile>>) -> Hostile {
        let drawn = Seat(dice.below(u32::from(setup.seats)) as u8);
        let first = setup.options.first_seat.seat(setup.seats).unwrap_or(drawn);
        let mut play = Hostile::bare(setup, first, dice);
        with_log!(log, |log| play.set_up(log));
        play
    }

    fn setup(&self) -> &Arc<Setup> {
        &self.setup
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

    #[inline]
    fn play_unchecked(&mut self, _: Seat, action: Action, log: Option<&mut dyn Log<Hostile>>) {
        with_log!(log, |log| self.decide(action, log));
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn features(setup: &Setup) -> Features {
        crate::observe::features(setup)
    }

    fn observe(setup: &Setup, view: &View, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(setup, &view.board(setup), seat, out);
    }

    fn observe_play(&self, seat: Seat, out: &mut Observation<'_>) {
        crate::observe::observe(&self.setup, &self.board, seat, out);
    }

    fn imagine(setup: &Arc<Setup>, view: &View, dice: Dice) -> Hostile {
        Hostile::imagined(setup, view, dice)
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
        action.label()
    }

    fn scores(&self) -> Vec<i32> {
        let gained = &self.board.gained[..usize::from(self.setup.seats)];
        gained.iter().copied().map(i32::from).collect()
    }

    fn appraise(&self, seat: Seat) -> i32 {
        crate::think::appraise(&self.board, &self.setup, seat)
    }

    fn draw_of_sorts(&self, seat: Seat, dice: &mut Dice, out: &mut Vec<Action>) -> bool {
        out.clear();
        if self.board.awaited() == Some(seat) {
            self.draw_of_sorts(dice, out);
        }
        true
    }

    #[inline]
    fn looks(&self, seat: Seat, actions: &[Action], out: &mut Vec<i32>) {
        crate::think::looks(self, seat, actions, out);
    }

    fn with_setup(self, setup: Arc<Setup>) -> Self {
        Self { setup, ..self }
    }

    fn position(&self) -> Position {
        self.truth()
    }

    fn from_position(setup: &Arc<Setup>, position: Position) -> Result<Hostile, BadInput> {
        Hostile::stand_at(setup, position)
    }

    fn census(&self) -> Result<(), Text> {
        self.count()
    }
}

impl Reason {
    /// The id in the catalogue.
    pub const fn id(self) -> &'static str {
        match self {
            Reason::Gems => "gems",
            Reason::Shortage => "shortage",
            Reason::GemsAndShortage => "gems_and_shortage",
        }
    }
}
