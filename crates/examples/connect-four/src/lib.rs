//! Connect four, the worked example of `docs/getting-started/add-a-game.md`, outside the registry.
//!
//! Nothing is hidden and nothing is random, so the view is the whole position and the RNG is never used.
//! A state is two 64-bit words: see [`Board`].

mod board;

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Serialize;
use serde_json::{Value, json};
use zashiki_core::{
    Action, AssetFiles, Assets, Drafts, EndReason, EventSink, Feature, Features, GameInfo, GameRng,
    GameState, IllegalAction, InputError, LocalizedText, Observation, Observe, Outcome, Puzzles,
    RuleId, SearchHints, Seat, SeatSet, Turn, Viewer, describe, fault, text, with_event_sink,
};

pub use board::{Board, COLUMNS, ROWS};

/// A state of connect four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFour {
    board: Board,
}

/// The configuration, which is empty: there are no options.
#[derive(Debug)]
pub struct Config;

/// All matches share one configuration, so states need not store it.
static SETUP: LazyLock<Arc<Config>> = LazyLock::new(|| Arc::new(Config));

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

/// The events of connect four.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Event {
    /// A stone fell.
    Fell {
        /// The owner of the stone.
        seat: Seat,
        /// The column, from 0.
        column: u8,
        /// The row, from 0 at the bottom.
        row: u8,
    },
    /// Four in a row: the seat has won.
    Line {
        /// The winner.
        seat: Seat,
    },
    /// The board is full: a draw.
    Full,
}

static INFO: GameInfo = GameInfo {
    id: "connect-four",
    name: LocalizedText::fixed("四目並べ", "Connect four"),
    summary: LocalizedText::fixed(
        "石を落とし合い、先に四つ並べた方が勝ちです。",
        "Drop stones; the first to have four in a row wins.",
    ),
    seats: (2, 2),
    seat_names: &[LocalizedText::fixed("先手", "First"), LocalizedText::fixed("後手", "Second")],
    rules_version: 1,
    former_rules: &[],
    hidden_information: false,
    simultaneous: false,
    open_decisions: false,
    private_information: false,
    chance: false,
    resignation: None,
    agreed_draw: None,
    options: &[],
    end_reasons: &[
        EndReason {
            id: "line",
            text: LocalizedText::fixed("四つ並びました。", "Four in a row."),
            rule: RuleId("C-5"),
        },
        EndReason {
            id: "full",
            text: LocalizedText::fixed("盤が埋まりました。", "The board is full."),
            rule: RuleId("C-6"),
        },
    ],
};

static ASSETS: Assets = Assets::new(AssetFiles::rules(include_str!("../RULES.md"), &["C"]));

impl zashiki_core::GameConfig for Config {
    fn new(_: u8, _: &Value, components: Option<&str>) -> Result<Arc<Config>, InputError> {
        if components.is_some() {
            return Err(InputError::new(
                "四目並べには差し替えられる部品がありません。部品ファイルなしで始めてください。",
                "Connect four has no components to replace; start it without a components file.",
            ));
        }
        Ok(SETUP.clone())
    }

    fn seats(&self) -> u8 {
        2
    }

    fn components(&self) -> Value {
        json!({ "columns": COLUMNS, "rows": ROWS, "source": "rulebook" })
    }

    fn max_decisions(&self) -> usize {
        COLUMNS * ROWS
    }
}

impl Action for Drop {
    const COUNT: usize = COLUMNS;

    fn parse(notation: &str) -> Result<Drop, IllegalAction> {
        Seat::all(COLUMNS as u8)
            .map(|column| Drop { column: column.0 })
            .find(|drop| drop.to_string() == notation)
            .ok_or_else(|| IllegalAction::unknown_action(notation, "drop 4"))
    }

    fn index(self) -> Option<usize> {
        Some(self.column.into())
    }

    fn from_index(index: usize) -> Option<Drop> {
        (index < COLUMNS).then_some(Drop { column: index as u8 })
    }
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
    fn decide(&mut self, action: Drop, log: &mut impl EventSink<Self>) {
        let mut column = action.column;
        loop {
            let seat = self.board.mover();
            let row = self.board.drop(column.into()) as u8;
            log.push(Event::Fell { seat, column, row }, self);
            if self.board.has_line(seat) {
                return log.push(Event::Line { seat }, self);
            }
            match self.board.open_columns() {
                0 => return log.push(Event::Full, self),
                // As the trait requires, a forced decision is played without a prompt.
                1 => column = self.board.columns().next().unwrap_or_default() as u8,
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
        &SETUP
    }

    #[inline]
    fn turn(&self) -> Turn {
        let mover = self.board.mover();
        if self.board.has_line(mover.other()) {
            let winners = SeatSet::one(mover.other());
            Turn::Over(Outcome { winners, reason: "line" })
        } else if self.board.open_columns() == 0 {
            Turn::Over(Outcome { winners: SeatSet::EMPTY, reason: "full" })
        } else {
            Turn::Awaiting(SeatSet::one(mover))
        }
    }

    #[inline]
    fn legal_into(&self, seat: Seat, out: &mut Vec<Drop>) {
        out.clear();
        if self.turn().awaited().contains(seat) {
            out.extend(self.board.columns().map(|column| Drop { column: column as u8 }));
        }
    }

    fn is_legal(&self, seat: Seat, action: Drop) -> Result<(), IllegalAction> {
        match self.turn() {
            Turn::Over(_) => Err(IllegalAction::over()),
            Turn::Awaiting(seats) if !seats.contains(seat) => Err(IllegalAction::not_awaited()),
            Turn::Awaiting(_) if !self.board.is_open(action.column.into()) => {
                Err(IllegalAction::new(
                    "C-4",
                    LocalizedText::fixed(
                        "その列はいっぱいです。空いている列を選んでください。",
                        "That column is full; choose one that is not.",
                    ),
                ))
            }
            Turn::Awaiting(_) => Ok(()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, _: Seat, action: Drop, log: Option<&mut dyn EventSink<Self>>) {
        with_event_sink!(log, |log| self.decide(action, log));
    }

    #[inline]
    fn view(&self, _: Viewer) -> Board {
        self.board
    }

    #[inline]
    fn determinize(_: &Arc<Config>, view: &Board, _: GameRng) -> ConnectFour {
        ConnectFour { board: *view }
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        self.turn().awaited().contains(seat).then_some((
            LocalizedText::fixed(
                "石を落とす列を選んでください。",
                "Choose a column for your stone.",
            ),
            RuleId("C-2"),
        ))
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
        let (first, second) = (board.count(Seat(0)), board.count(Seat(1)));
        if first != second && first != second + 1 {
            return Err(InputError::new(
                format!(
                    "先手の石が{first}個、後手の石が{second}個では、交互に置いたことになりません。"
                ),
                format!(
                    "With {first} stones of the first player and {second} of the second they did not take turns."
                ),
            ));
        }
        // Only the last stone can have completed a row.
        let last = board.mover().other();
        let before_the_row =
            |before: &Board| before.count(last) < board.count(last) && !before.has_line(last);
        let reachable = !board.has_line(board.mover())
            && (!board.has_line(last)
                || (0..COLUMNS)
                    .filter_map(|column| board.without_top(column))
                    .any(|before| before_the_row(&before)));
        if !reachable {
            return Err(InputError::new(
                "すでに四つ並んだ後に石が置かれています。並んだところで対局は終わります。",
                "Stones were dropped after there were four in a row; the play ends there.",
            ));
        }
        Ok(ConnectFour { board })
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        let (first, second) = (self.board.count(Seat(0)), self.board.count(Seat(1)));
        match first.checked_sub(second) {
            Some(0 | 1) => Ok(()),
            _ => fault!("石が{first}個と{second}個です", "{first} stones against {second}"),
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

    #[inline]
    fn observe(_: &Config, view: &Board, seat: Seat, out: &mut Observation<'_>) {
        let mut stones = out.next("stones");
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                if let Some(owner) = view.at(column, row) {
                    stones.mark([owner.places_after(seat, 2), row, column]);
                }
            }
        }
        out.next("turn").mark([view.mover().places_after(seat, 2)]);
    }
}

impl SearchHints for ConnectFour {
    fn evaluate(&self, seat: Seat) -> i32 {
        match self.turn() {
            Turn::Over(outcome) => 1000 * outcome.payoff(seat),
            Turn::Awaiting(_) => (4 * self.board.chances(seat)).clamp(-900, 900),
        }
    }

    fn state_hash(&self) -> Option<u64> {
        Some(self.board.key())
    }
}

impl Drafts for ConnectFour {}

impl Puzzles for ConnectFour {}
