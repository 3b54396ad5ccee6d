//! Positions from outside: counted, checked and set up.

use std::sync::Arc;

use arrayvec::ArrayVec;
use zashiki_core::{GameRng, InputError, LocalizedText, NoLog, Seat, fault};

use crate::board::{Board, Placed, Settlement, Stage};
use crate::glossary::{battlefield, clan};
use crate::limits::{MAX_HAND, MAX_TILES};
use crate::rules::most;
use crate::square::{BATTLEFIELDS, CASTLES, Squares};
use crate::tile::PAIRS;
use crate::{Config, Position, Sengoku, Tile};

impl Sengoku {
    /// The truth as people write it.
    pub(crate) fn truth(&self) -> Position {
        let lists = |lists: &[ArrayVec<Tile, MAX_TILES>]| -> Vec<Vec<Tile>> {
            lists[..usize::from(self.config.seats)].iter().map(|list| list.to_vec()).collect()
        };
        Position {
            board: self.board.clone(),
            hands: Seat::all(self.config.seats)
                .map(|seat| self.hands[seat.index()].to_vec())
                .collect(),
            piles: lists(&self.piles),
            rng: self.rng.state(),
        }
    }

    /// The play at this position, run on to its next decision.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Sengoku, InputError> {
        let mut play = Sengoku::read(config, position).map_err(InputError::impossible)?;
        play.run(&mut NoLog);
        Ok(play)
    }

    fn read(config: &Arc<Config>, position: Position) -> Result<Sengoku, LocalizedText> {
        let Position { board, hands, piles, rng } = position;
        check_board(config, &board)?;
        check_dominoes(config, &board)?;
        let seats = usize::from(config.seats);
        if hands.len() != seats || piles.len() != seats {
            fault!(
                "hands と piles は {seats} 席分必要です",
                "there must be `hands` and `piles` for {seats} seats"
            );
        }
        let mut play = Sengoku::laid(config, board, GameRng::from_state(&rng));
        let size = usize::from(config.components.hand.size).min(MAX_HAND);
        for ((seat, hand), pile) in Seat::all(config.seats).zip(&hands).zip(&piles) {
            // What has been declared is away until it is resolved; then the hand is filled up.
            let away = play.board.unresolved().any(|d| d.seat == seat && !d.tile.is_general());
            let full = size - usize::from(away);
            if hand.len() > full || (hand.len() < full && !pile.is_empty()) {
                let has = hand.len();
                fault!(
                    "{seat}の手札が{has}枚です（山札がある間は{full}枚のはずです）",
                    "{seat} holds {has} tiles instead of {full}, as long as the pile lasts",
                    seat = clan(seat)
                );
            }
            if hand.iter().chain(pile).any(|tile| tile.is_general()) {
                fault!(
                    "総大将は手札や山札に入りません（generals に書きます）",
                    "a general is in no hand or pile; `generals` says who still has one"
                );
            }
            let Ok(pile) = ArrayVec::try_from(&pile[..]) else {
                fault!(
                    "{seat}の山札が多すぎます",
                    "{seat}'s pile has too many tiles",
                    seat = clan(seat)
                );
            };
            for tile in hand {
                play.take_up(seat, *tile);
            }
            play.piles[seat.index()] = pile;
        }
        play.count()?;
        play.check_order()?;
        play.check_settlements()?;
        play.check_end()?;
        Ok(play)
    }

    /// Counts every seat's tiles and general (S-4, S-34).
    pub(crate) fn count(&self) -> Result<(), LocalizedText> {
        let counts = self.config.components.tile_counts();
        for seat in Seat::all(self.config.seats) {
            let mut there = [0u8; PAIRS];
            let hidden = self.hands[seat.index()].iter().chain(&self.piles[seat.index()]).copied();
            for tile in hidden.chain(self.board.tiles_shown_by(seat)) {
                there[tile.index()] += 1;
            }
            for (index, (has, wants)) in there.iter().zip(counts).enumerate() {
                if *has != wants {
                    let tile = Tile::from_index(index).map(|tile| tile.to_string());
                    let tile = tile.unwrap_or_default();
                    fault!(
                        "{seat}の {tile} が{has}枚あります（{wants}枚のはずです）",
                        "{seat} has {has} of the tile {tile} instead of {wants}",
                        seat = clan(seat)
                    );
                }
            }
            let shown = self.board.placed.iter().map(|domino| (domino.seat, domino.tile));
            let gone = self.board.removed.iter().map(|domino| (domino.seat, domino.tile));
            let out = self.board.unresolved().map(|domino| (domino.seat, domino.tile));
            let used = shown.chain(gone).chain(out);
            let used = used.filter(|(owner, tile)| *owner == seat && tile.is_general()).count();
            if used + usize::from(self.board.generals[seat.index()]) != 1 {
                fault!(
                    "{seat}の総大将が1枚ではありません（generals、戦場シート、取り除かれたものを合わせて1枚）",
                    "{seat} must have exactly one general, counting `generals`, the sheet and what left the game",
                    seat = clan(seat)
                );
            }
        }
        Ok(())
    }

    /// Whether the round stands where a round can stand.
    fn check_order(&self) -> Result<(), LocalizedText> {
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

    /// Whether what is decided can have been decided so.
    fn check_settlements(&self) -> Result<(), LocalizedText> {
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
                if *castle != most(&flowers).map_or(Settlement::Nobody, Settlement::Won) || open > 0
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
                // A guard closes a whole battlefield at once, so here only full lines are decided.
                for (line, settlement) in (0..).zip(lines) {
                    let sums = self.grid.sums(self.config.quarter(board.field).lines()[line]);
                    let winner = most(&sums[..seats]).map_or(Settlement::Nobody, Settlement::Won);
                    let full = closed & (1 << line) != 0;
                    let right = if full { winner } else { Settlement::Open };
                    if *settlement != right {
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

    /// Whether the play has ended just when castles, flowers or the last battlefield say so.
    fn check_end(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let verdict = self.verdict().map(|verdict| (verdict.ending, verdict.winners));
        match (verdict, board.end) {
            (Some(_), None) => fault!(
                "すでに決着した局面です（end がありません）",
                "the game is decided, but `end` does not say so"
            ),
            (reached, said) => {
                let said = said.map(|ending| (ending, board.winners.clone()));
                if reached != said || (said.is_none() && !board.winners.is_empty()) {
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

/// Seats, rounds and what has been declared.
fn check_board(config: &Config, board: &Board) -> Result<(), LocalizedText> {
    let seats = usize::from(config.seats);
    if board.generals.len() != seats {
        fault!(
            "generals は {seats} 席分必要です",
            "`generals` must say yes or no for {seats} seats"
        );
    }
    let named = (board.order.iter().chain(&board.winners).copied())
        .chain(board.declared.iter().map(|domino| domino.seat))
        .chain(board.placed.iter().map(|domino| domino.seat))
        .chain(board.removed.iter().map(|domino| domino.seat))
        .chain(board.lines.iter().flatten().chain(&board.castles).filter_map(|settled| {
            if let Settlement::Won(seat) = settled { Some(*seat) } else { None }
        }));
    for seat in named {
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

/// Whether the dominoes lie as dominoes can lie.
fn check_dominoes(config: &Config, board: &Board) -> Result<(), LocalizedText> {
    let mut taken = CASTLES;
    let fought = (0..=board.field)
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
        if !fought.contains(*low) && !fought.contains(*high) {
            fault!(
                "{low}–{high} のタイルは、まだ始まっていない戦場にあります",
                "the tile on {low} and {high} lies on a battlefield that has not begun"
            );
        }
    }
    Ok(())
}
