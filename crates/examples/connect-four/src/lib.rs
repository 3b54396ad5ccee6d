//! Connect four, the worked example of `docs/getting-started/add-a-game.md`, outside the registry.
//!
//! Nothing is hidden and nothing is random, so the view is the whole position and the RNG is never used.
//! A state is two 64-bit words: see [`Board`].
//!
//! ```
//! use connect_four::ConnectFour;
//! use zashiki_core::{Match, Seat};
//!
//! let mut game = Match::<ConnectFour>::new(2, &serde_json::json!({}), None, 1)?;
//! for (number, column) in [4, 1, 4, 1, 4, 1, 4].into_iter().enumerate() {
//!     let seat = Seat((number % 2) as u8);
//!     zashiki_core::DynMatch::play(&mut game, seat, &format!("drop {column}")).unwrap();
//! }
//! assert!(game.outcome().unwrap().winners.contains(Seat(0)));
//! # Ok::<(), zashiki_core::InputError>(())
//! ```

mod board;

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Serialize;
use zashiki_core::{
    Action, AssetFiles, Assets, Drafts, Draw, Drawing, EndReason, EventSink, Feature, Features,
    GameInfo, GameRng, GameState, IllegalAction, InputError, Lang, LocalizedText, Observation,
    Observe, Outcome, PlainConfig, Puzzles, RuleId, SearchHints, Seat, SeatSet, Turn, Viewer,
    describe, fault, parse_indexed, text, with_event_sink,
};

pub use board::{Board, COLUMNS, ROWS};

/// A state of connect four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFour {
    board: Board,
}

/// The configuration of a match: the game has no options and no components.
pub type Config = PlainConfig<{ COLUMNS * ROWS }>;

/// All matches share one configuration, so states need not store it.
static CONFIG: LazyLock<Arc<Config>> = LazyLock::new(|| Arc::new(Config::seats(2)));

static ASSETS: Assets = Assets::new(AssetFiles::rules(include_str!("../RULES.md"), &["C"]));

static INFO: GameInfo = GameInfo::new(
    "connect-four",
    LocalizedText::fixed("四目並べ", "Connect four"),
    LocalizedText::fixed(
        "石を落とし合い、先に四つ並べた方が勝ちです。",
        "Drop stones; the first to have four in a row wins.",
    ),
    &SEATS,
    &ENDINGS,
);
static SEATS: [LocalizedText; 2] =
    [LocalizedText::fixed("先手", "First"), LocalizedText::fixed("後手", "Second")];
static ENDINGS: [EndReason; 2] = [
    EndReason::new("line", "四つ並びました。", "Four in a row.", "C-5"),
    EndReason::new("full", "盤が埋まりました。", "The board is full.", "C-6"),
];

/// The decision to drop a stone. Notation: `drop 4`, columns counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drop {
    /// Always below [`COLUMNS`]; private, so that no other value can be constructed.
    column: u8,
}

impl fmt::Display for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "drop {}", self.column + 1)
    }
}

impl Action for Drop {
    const COUNT: usize = COLUMNS;

    fn parse(notation: &str) -> Result<Drop, IllegalAction> {
        parse_indexed(notation, "drop 4")
    }

    fn index(self) -> Option<usize> {
        Some(self.column.into())
    }

    fn from_index(index: usize) -> Option<Drop> {
        (index < COLUMNS).then_some(Drop { column: index as u8 })
    }
}

/// The events of connect four.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
#[allow(missing_docs, reason = "the variants describe their fields")]
pub enum Event {
    /// The stone of `seat` fell to this cell, counted from 0.
    Fell { seat: Seat, column: u8, row: u8 },
    /// Four in a row: `seat` has won.
    Line { seat: Seat },
    /// The board is full: a draw.
    Full,
}

impl zashiki_core::Event<Config> for Event {
    fn describe(&self, _: &Config) -> (LocalizedText, RuleId) {
        match *self {
            Event::Fell { seat, column, row } => describe!(
                "C-3",
                "{seat}の石が{column}列目の{row}段目に落ちました。",
                "{seat}⟦'s|r⟧ stone fell to row {row} of column {column}.",
                seat,
                column = column + 1,
                row = row + 1
            ),
            Event::Line { seat } => describe!(
                "C-5",
                "四つ並びました。{seat}の勝ちです。",
                "Four in a row: {seat} ⟦wins|win⟧.",
                seat
            ),
            Event::Full => (INFO.end_reasons[1].text.clone(), RuleId("C-6")),
        }
    }
}

impl ConnectFour {
    #[inline]
    fn decide(&mut self, Drop { mut column }: Drop, log: &mut impl EventSink<Self>) {
        loop {
            let seat = self.board.mover();
            let row = self.board.drop(column);
            log.push(Event::Fell { seat, column, row }, self);
            if self.board.has_line(seat) {
                return log.push(Event::Line { seat }, self);
            }
            let mut open = self.board.columns();
            match (open.next(), open.next()) {
                (None, _) => return log.push(Event::Full, self),
                // As the trait requires, a forced decision is played without a prompt.
                (Some(last), None) => column = last,
                _ => return,
            }
        }
    }
}

impl GameState for ConnectFour {
    type Config = Config;
    type Action = Drop;
    type View = Board;
    type Event = Event;
    type Position = Board;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn assets() -> &'static Assets {
        &ASSETS
    }

    fn deal(_: &Arc<Config>, _: GameRng, _: Option<&mut dyn EventSink<Self>>) -> ConnectFour {
        ConnectFour { board: Board::default() }
    }

    fn config(&self) -> &Arc<Config> {
        &CONFIG
    }

    #[inline]
    fn turn(&self) -> Turn {
        let mover = self.board.mover();
        if self.board.has_line(mover.other()) {
            Turn::Over(Outcome { winners: SeatSet::one(mover.other()), reason: "line" })
        } else if self.board.columns().next().is_none() {
            Turn::Over(Outcome { winners: SeatSet::EMPTY, reason: "full" })
        } else {
            Turn::Awaiting(SeatSet::one(mover))
        }
    }

    #[inline]
    fn legal_into(&self, seat: Seat, out: &mut Vec<Drop>) {
        out.clear();
        if self.turn().awaited().contains(seat) {
            out.extend(self.board.columns().map(|column| Drop { column }));
        }
    }

    fn is_legal(&self, seat: Seat, action: Drop) -> Result<(), IllegalAction> {
        self.turn().check_awaited(seat)?;
        if self.board.is_open(action.column) {
            return Ok(());
        }
        let full = LocalizedText::fixed(
            "その列はいっぱいです。空いている列を選んでください。",
            "That column is full; choose one that is not.",
        );
        Err(IllegalAction::new("C-4", full))
    }

    #[inline]
    fn play_unchecked(&mut self, _: Seat, action: Drop, log: Option<&mut dyn EventSink<Self>>) {
        with_event_sink!(log, |log| self.decide(action, log));
    }

    #[inline]
    fn view(&self, _: Viewer) -> Board {
        self.board
    }

    fn determinize(_: &Arc<Config>, view: &Board, _: GameRng) -> ConnectFour {
        ConnectFour { board: *view }
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        let prompt = text!("石を落とす列を選んでください。", "Choose a column for your stone.");
        self.turn().awaited().contains(seat).then_some((prompt, RuleId("C-2")))
    }

    fn label(&self, action: Drop) -> LocalizedText {
        let column = action.column + 1;
        text!("{column}列目に落とす", "Drop into column {column}")
    }

    fn scores(&self) -> Vec<i32> {
        Seat::all(2).map(|seat| i32::from(self.board.has_line(seat))).collect()
    }

    fn position(&self) -> Board {
        self.board
    }

    fn from_position(_: &Arc<Config>, board: Board) -> Result<ConnectFour, InputError> {
        let state = ConnectFour { board };
        state.check_invariants().map_err(InputError::impossible)?;
        let played_on = text!(
            "すでに四つ並んだ後に石が置かれています",
            "stones were dropped after there were four in a row"
        );
        if board.is_reachable() { Ok(state) } else { Err(InputError::impossible(played_on)) }
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        let (first, second) = (self.board.count(Seat(0)), self.board.count(Seat(1)));
        match first.checked_sub(second) {
            Some(0 | 1) => Ok(()),
            _ => fault!(
                "先手の石が{first}個、後手の石が{second}個で、交互に置かれていません",
                "with {first} stones of the first player and {second} of the second they did not take turns"
            ),
        }
    }
}

impl Observe for ConnectFour {
    fn features(_: &Config) -> Features {
        Features::from([
            Feature::new(
                "stones",
                [2, ROWS, COLUMNS],
                "The stones of each seat, rows from the bottom, columns from the left.",
            ),
            Feature::new("turn", [2], "Whose turn it is by the number of stones."),
        ])
    }

    fn observe(_: &Config, view: &Board, seat: Seat, out: &mut Observation<'_>) {
        let mut stones = out.next("stones");
        for (row, column) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
        {
            if let Some(owner) = view.at(column, row) {
                stones.mark([owner.places_after(seat, 2), row, column]);
            }
        }
        out.next("turn").mark([view.mover().places_after(seat, 2)]);
    }
}

impl SearchHints for ConnectFour {
    fn evaluate(&self, seat: Seat) -> i32 {
        match self.turn() {
            Turn::Over(outcome) => 1000 * outcome.payoff(seat),
            Turn::Awaiting(_) => {
                let lead = self.board.chances(seat) - self.board.chances(seat.other());
                (4 * lead).clamp(-900, 900)
            }
        }
    }

    fn state_hash(&self) -> Option<u64> {
        Some(self.board.key())
    }
}

impl Drafts for ConnectFour {}

impl Puzzles for ConnectFour {}

impl Draw for ConnectFour {
    fn draw(_: &Config, board: &Board, _: Lang) -> Drawing {
        const CELL: i32 = 72;
        let left = (Drawing::WIDTH - COLUMNS as i32 * CELL) / 2;
        let mut drawing = Drawing::new(ROWS as i32 * CELL + 44, "#f4f1ea");
        drawing
            .rect([left - 8, 4, COLUMNS as i32 * CELL + 16, ROWS as i32 * CELL + 8])
            .fill("#2f5d8a")
            .round(12);
        for column in 0..COLUMNS {
            let x = left + column as i32 * CELL;
            for row in 0..ROWS {
                let y = 8 + (ROWS - 1 - row) as i32 * CELL;
                // The seats differ in colour and in their sign.
                let (fill, sign) = match board.at(column, row) {
                    None => ("#e9e4d8", ""),
                    Some(Seat(0)) => ("#c8372d", "×"),
                    Some(_) => ("#f0c23b", "○"),
                };
                drawing.circle(x + CELL / 2, y + CELL / 2, 29).fill(fill);
                if !sign.is_empty() {
                    drawing.label([x, y, CELL, CELL], sign, 30).bold();
                }
            }
            drawing.label([x, ROWS as i32 * CELL + 14, CELL, 24], (column + 1).to_string(), 16);
        }
        drawing
    }

    fn write(_: &Config, board: &Board, _: Lang) -> String {
        let cell = |column, row| match board.at(column, row) {
            None => " .",
            Some(Seat(0)) => " x",
            Some(_) => " o",
        };
        let line = |row| (0..COLUMNS).map(|column| cell(column, row)).collect::<String>() + "\n";
        let columns: String = (1..=COLUMNS).map(|column| format!(" {column}")).collect();
        (0..ROWS).rev().map(line).collect::<String>() + &columns + "\n"
    }
}
