//! Checks that a loaded position can occur in a game.

use arrayvec::ArrayVec;
use zashiki_core::{LocalizedText, Seat, fault};

use crate::board::{Board, Placed, Settlement, Stage};
use crate::glossary::{battlefield, clan};
use crate::rules::winner_of;
use crate::square::{BATTLEFIELDS, CASTLES, Squares};
use crate::{Config, Sengoku};

impl Sengoku {
    /// Checks that the seats in `order` are those that still have a domino to declare.
    pub(super) fn check_order(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        if board.end.is_some() {
            return Ok(());
        }
        for seat in Seat::all(board.seats()).filter(|seat| !board.order.contains(seat)) {
            if self.can_declare(seat) {
                fault!(
                    "{seat}には出陣させるものがあるので、order に入ります",
                    "{seat} has something to declare and must be in `order`",
                    seat = clan(seat)
                );
            }
        }
        for seat in board.order.iter().skip(board.declared.len()) {
            if !self.can_declare(*seat) {
                fault!(
                    "{seat}には出陣させるものがないので order に入りません",
                    "{seat} has nothing to declare and cannot be in `order`",
                    seat = clan(*seat)
                );
            }
        }
        Ok(())
    }

    /// Checks that the decisions on flower paths and castles agree with the dominoes on the sheet.
    pub(super) fn check_settlements(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let field = usize::from(board.field);
        let seats = usize::from(board.seats());
        let closed = self.grid.closed_lines();
        for (number, (lines, castle)) in (0..).zip(board.lines.iter().zip(&board.castles)) {
            let open = lines.iter().filter(|line| **line == Settlement::Open).count();
            let name = battlefield(number as u8);
            let untouched = open == lines.len() && *castle == Settlement::Open;
            if number > field && !untouched {
                fault!(
                    "{name}はまだ始まっていません",
                    "{name} has not begun, so nothing of it is decided",
                    name
                );
            }
            if number < field && (open > 0 || *castle == Settlement::Open) {
                fault!(
                    "{name}は終わっているのに、決まっていない花道か城があります",
                    "{name} is over, so all its flower paths and its castle are decided",
                    name
                );
            }
            if *castle != Settlement::Open {
                let flowers: ArrayVec<u8, 4> =
                    Seat::all(board.seats()).map(|seat| board.flowers_in(number, seat)).collect();
                if *castle != winner_of(&flowers).map_or(Settlement::Nobody, Settlement::Won)
                    || open > 0
                {
                    fault!(
                        "{name}の城が花道の数と合いません",
                        "the castle of {name} does not fit its flower paths",
                        name
                    );
                }
            }
            if number != field {
                continue;
            }
            if *castle != Settlement::Open && board.end.is_none() {
                fault!(
                    "{name}の城が決まっているので、field は次の戦場です",
                    "the castle of {name} is decided, so `field` must be the next battlefield",
                    name
                );
            }
            if open == 0 && *castle == Settlement::Open {
                fault!(
                    "{name}の花道がすべて決まっているのに、城が決まっていません",
                    "all flower paths of {name} are decided, so its castle is too",
                    name
                );
            }
            if open > 0 {
                // Exhausted battlefields are decided as a whole, so in an open battlefield only
                // closed paths are decided.
                for (line, settlement) in (0..).zip(lines) {
                    let sums = self.grid.sums(self.config.quarter(board.field).lines()[line]);
                    let winner =
                        winner_of(&sums[..seats]).map_or(Settlement::Nobody, Settlement::Won);
                    let full = closed & (1 << line) != 0;
                    let expected = if full { winner } else { Settlement::Open };
                    if *settlement != expected {
                        fault!(
                            "{name}の花道（lines の{line}番）が戦場シートと合いません。タイルを置けるうちは open、置けなくなったら最多の人のものです",
                            "flower path {line} of {name} does not fit the sheet: it is open while a tile can reach it, then it belongs to the player with the most",
                            name
                        );
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that the game has ended if and only if an end condition holds.
    pub(super) fn check_end(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let verdict = self.verdict().map(|verdict| (verdict.ending, verdict.winners));
        match (verdict, board.end) {
            (Some(_), None) => fault!(
                "すでに決着した局面です（end がありません）",
                "the game is decided, but `end` does not say so"
            ),
            (actual, stated) => {
                let stated = stated.map(|ending| (ending, board.winners.clone()));
                if actual != stated || (stated.is_none() && !board.winners.is_empty()) {
                    fault!(
                        "end と winners が局面と合いません",
                        "`end` and `winners` do not fit the position"
                    );
                }
            }
        }
        Ok(())
    }
}

/// Checks seats, rounds and declarations.
pub(super) fn check_board(config: &Config, board: &Board) -> Result<(), LocalizedText> {
    let seats = usize::from(config.seats);
    if board.generals.len() != seats {
        fault!(
            "generals は {seats} 席分必要です",
            "`generals` must say yes or no for {seats} seats"
        );
    }
    let seats_named = (board.order.iter().chain(&board.winners).copied())
        .chain(board.declared.iter().map(|domino| domino.seat))
        .chain(board.placed.iter().map(|domino| domino.seat))
        .chain(board.removed.iter().map(|domino| domino.seat))
        .chain(board.lines.iter().flatten().chain(&board.castles).filter_map(|settled| {
            if let Settlement::Won(seat) = settled { Some(*seat) } else { None }
        }));
    for seat in seats_named {
        if seat.index() >= seats {
            let last = seats - 1;
            fault!(
                "席は 0〜{last} です（{seat} はありません）",
                "seats are 0 to {last}; there is no {seat}"
            );
        }
    }
    let mut order = board.order.clone();
    order.sort_unstable();
    if order.windows(2).any(|pair| pair[0] == pair[1]) {
        fault!("order に同じ席が2度あります", "`order` names a seat twice");
    }
    if !board.declared.iter().map(|domino| domino.seat).eq(board
        .order
        .iter()
        .copied()
        .take(board.declared.len()))
    {
        fault!("declared は order の順でなければなりません", "`declared` must follow `order`");
    }
    let complete = board.declared.len() == board.order.len();
    if usize::from(board.resolved) > board.declared.len() || (!complete && board.resolved > 0) {
        fault!(
            "resolved は、全員が出陣した後の、配置を終えた数です",
            "`resolved` counts who has placed after all have declared"
        );
    }
    if usize::from(board.field) >= BATTLEFIELDS {
        fault!("field は 0〜3 です", "`field` must be 0 to 3");
    }
    let most_rounds = config.most_rounds();
    if !(1..=most_rounds).contains(&usize::from(board.round)) {
        fault!("round は 1〜{most_rounds} です", "`round` must be 1 to {most_rounds}");
    }
    if board.end.is_none() && !board.order.is_empty() && board.stage() == Stage::Over {
        fault!(
            "ラウンドが終わったところです。次のラウンドの order を書き、declared を空にしてください",
            "the round is over; write the next round's `order` and leave `declared` empty"
        );
    }
    if board.end.is_none() && board.order.is_empty() {
        fault!("order が空です", "`order` is empty");
    }
    if board.anyone_placed && board.resolved == 0 {
        fault!(
            "まだ誰も配置していないのに anyone_placed が真です",
            "`anyone_placed` cannot be true before anybody has placed"
        );
    }
    Ok(())
}

/// Checks that every domino lies on two adjacent free squares of a battlefield that has begun.
pub(super) fn check_dominoes(config: &Config, board: &Board) -> Result<(), LocalizedText> {
    let mut taken = CASTLES;
    let begun = (0..=board.field)
        .map(|field| config.quarter(field).squares())
        .fold(Squares::NONE, |sum, quarter| sum.or(quarter));
    for Placed { tile, low, high, .. } in &board.placed {
        if low.towards(*high).is_none() || (tile.is_general() && low > high) {
            fault!(
                "「{tile}」は {low} と {high} には置けません（辺で接する2マス。総大将は先のマスから）",
                "{tile} cannot lie on {low} and {high}: squares share an edge, and a general's come in order"
            );
        }
        for square in [*low, *high] {
            if taken.contains(square) {
                fault!(
                    "{square} には城か別のタイルがあります",
                    "{square} holds a castle or another tile already"
                );
            }
            taken = taken.or(Squares::one(square));
        }
        if !begun.contains(*low) && !begun.contains(*high) {
            fault!(
                "{low}–{high} のタイルは、まだ始まっていない戦場にあります",
                "the tile on {low} and {high} lies on a battlefield that has not begun"
            );
        }
    }
    Ok(())
}
