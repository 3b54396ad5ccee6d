//! Positions from outside: counted, checked and set up.

use std::sync::Arc;

use arrayvec::ArrayVec;
use table::{BadInput, Dice, Seat, Silent, Text};

use crate::rules::most;
use crate::setup::SEAT_NAMES;
use crate::sheet::{Placed, Settlement, Sheet, Stage};
use crate::square::{BATTLEFIELDS, CASTLES, Squares};
use crate::tile::PAIRS;
use crate::{MAX_HAND, Position, Sengoku, Setup, Tile};

/// Fails with a text in both languages.
macro_rules! fault {
    ($ja:expr, $en:expr) => {
        return Err(Text::new(format!($ja), format!($en)))
    };
}

impl Sengoku {
    /// The play at this position, run on to its next decision.
    pub(crate) fn stand_at(setup: &Arc<Setup>, position: Position) -> Result<Sengoku, BadInput> {
        let mut play = Sengoku::read(setup, position).map_err(|fault| {
            BadInput::new(
                format!("この局面は成り立ちません: {}。直してから読み込んでください。", fault.ja),
                format!("This position is impossible: {}. Correct it and load it again.", fault.en),
            )
        })?;
        play.run(&mut Silent);
        Ok(play)
    }

    fn read(setup: &Arc<Setup>, position: Position) -> Result<Sengoku, Text> {
        let Position { sheet, hands, piles, dice } = position;
        check_sheet(setup, &sheet)?;
        check_dominoes(setup, &sheet)?;
        let seats = usize::from(setup.seats);
        if hands.len() != seats || piles.len() != seats {
            fault!(
                "hands と piles は {seats} 席分必要です",
                "there must be `hands` and `piles` for {seats} seats"
            );
        }
        let mut play = Sengoku::laid(setup, sheet, Dice::from_state(&dice));
        let size = usize::from(setup.components.hand.size).min(MAX_HAND);
        for ((seat, hand), pile) in Seat::all(setup.seats).zip(&hands).zip(&piles) {
            let (ja, en) = (&SEAT_NAMES[seat.index()].ja, &SEAT_NAMES[seat.index()].en);
            // What has been declared is away until it is resolved; then the hand is filled up.
            let away = play.sheet.unresolved().any(|d| d.seat == seat && !d.tile.is_general());
            let full = size - usize::from(away);
            if hand.len() > full || (hand.len() < full && !pile.is_empty()) {
                let has = hand.len();
                fault!(
                    "{ja}の手札が{has}枚です(山札がある間は{full}枚のはずです)",
                    "{en} holds {has} tiles instead of {full}, as long as the pile lasts"
                );
            }
            if hand.iter().chain(pile).any(|tile| tile.is_general()) {
                fault!(
                    "総大将は手札や山札に入りません(generals に書きます)",
                    "a general is in no hand or pile; `generals` says who still has one"
                );
            }
            let Ok(pile) = ArrayVec::try_from(&pile[..]) else {
                fault!("{ja}の山札が多すぎます", "{en}'s pile has too many tiles");
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
    pub(crate) fn count(&self) -> Result<(), Text> {
        let counts = self.setup.components.tile_counts();
        for seat in Seat::all(self.setup.seats) {
            let (ja, en) = (&SEAT_NAMES[seat.index()].ja, &SEAT_NAMES[seat.index()].en);
            let mut there = [0u8; PAIRS];
            let hidden = self.hands[seat.index()].iter().chain(&self.piles[seat.index()]).copied();
            for tile in hidden.chain(self.sheet.tiles_shown_by(seat)) {
                there[tile.index()] += 1;
            }
            for (index, (has, wants)) in there.iter().zip(counts).enumerate() {
                if *has != wants {
                    let tile = Tile::from_index(index).map(|tile| tile.to_string());
                    let tile = tile.unwrap_or_default();
                    fault!(
                        "{ja}の {tile} が{has}枚あります({wants}枚のはずです)",
                        "{en} has {has} of the tile {tile} instead of {wants}"
                    );
                }
            }
            let shown = self.sheet.placed.iter().map(|domino| (domino.seat, domino.tile));
            let gone = self.sheet.removed.iter().map(|domino| (domino.seat, domino.tile));
            let out = self.sheet.unresolved().map(|domino| (domino.seat, domino.tile));
            let used = shown.chain(gone).chain(out);
            let used = used.filter(|(owner, tile)| *owner == seat && tile.is_general()).count();
            if used + usize::from(self.sheet.generals[seat.index()]) != 1 {
                fault!(
                    "{ja}の総大将が1枚ではありません(generals、盤、取り除かれたものを合わせて1枚)",
                    "{en} must have exactly one general, counting `generals`, the sheet and what left the game"
                );
            }
        }
        Ok(())
    }

    /// Whether the round stands where a round can stand.
    fn check_order(&self) -> Result<(), Text> {
        let sheet = &self.sheet;
        if sheet.end.is_some() {
            return Ok(());
        }
        for seat in Seat::all(sheet.seats()).filter(|seat| !sheet.order.contains(seat)) {
            if self.can_declare(seat) {
                let (ja, en) = (&SEAT_NAMES[seat.index()].ja, &SEAT_NAMES[seat.index()].en);
                fault!(
                    "{ja}には出陣させるものがあるので、order に入ります",
                    "{en} has something to declare and must be in `order`"
                );
            }
        }
        for seat in sheet.order.iter().skip(sheet.declared.len()) {
            if !self.can_declare(*seat) {
                let (ja, en) = (&SEAT_NAMES[seat.index()].ja, &SEAT_NAMES[seat.index()].en);
                fault!(
                    "{ja}には出陣させるものがないので order に入りません",
                    "{en} has nothing to declare and cannot be in `order`"
                );
            }
        }
        Ok(())
    }

    /// Whether what is decided can have been decided so.
    fn check_settlements(&self) -> Result<(), Text> {
        let sheet = &self.sheet;
        let field = usize::from(sheet.field);
        let seats = usize::from(sheet.seats());
        let closed = self.grid.closed_lines();
        for (number, (lines, castle)) in (0..).zip(sheet.lines.iter().zip(&sheet.castles)) {
            let open = lines.iter().filter(|line| **line == Settlement::Open).count();
            let name = number + 1;
            let untouched = open == lines.len() && *castle == Settlement::Open;
            if number > field && !untouched {
                fault!(
                    "第{name}戦場はまだ始まっていません",
                    "battlefield {name} has not begun, so nothing of it is decided"
                );
            }
            if number < field && (open > 0 || *castle == Settlement::Open) {
                fault!(
                    "第{name}戦場は終わっているのに、決まっていない花道か城があります",
                    "battlefield {name} is over, so all its flower paths and its castle are decided"
                );
            }
            if *castle != Settlement::Open {
                let flowers: ArrayVec<u8, 4> =
                    Seat::all(sheet.seats()).map(|seat| sheet.flowers_in(number, seat)).collect();
                if *castle != most(&flowers).map_or(Settlement::Nobody, Settlement::Won) || open > 0
                {
                    fault!(
                        "第{name}戦場の城が花道の数と合いません",
                        "the castle of battlefield {name} does not fit its flower paths"
                    );
                }
            }
            if number != field {
                continue;
            }
            if *castle != Settlement::Open && sheet.end.is_none() {
                fault!(
                    "第{name}戦場の城が決まっているので、field は次の戦場です",
                    "the castle of battlefield {name} is decided, so `field` must be the next battlefield"
                );
            }
            if open == 0 && *castle == Settlement::Open {
                fault!(
                    "第{name}戦場の花道がすべて決まっているのに、城が決まっていません",
                    "all flower paths of battlefield {name} are decided, so its castle is too"
                );
            }
            if open > 0 {
                // A guard closes a whole battlefield at once, so here only full lines are decided.
                for (line, settlement) in (0..).zip(lines) {
                    let sums = self.grid.sums(self.setup.quarter(sheet.field).lines()[line]);
                    let winner = most(&sums[..seats]).map_or(Settlement::Nobody, Settlement::Won);
                    let full = closed & (1 << line) != 0;
                    let right = if full { winner } else { Settlement::Open };
                    if *settlement != right {
                        fault!(
                            "第{name}戦場の花道(lines の{line}番)が盤と合いません。タイルを置けるうちは open、置けなくなったら最多の者のものです",
                            "flower path {line} of battlefield {name} does not fit the sheet: it is open while a tile can reach it, then it belongs to whoever has the most"
                        );
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the play has ended just when castles, flowers or the last battlefield say so.
    fn check_end(&self) -> Result<(), Text> {
        let sheet = &self.sheet;
        match (self.ending(), sheet.end) {
            (Some(_), None) => fault!(
                "すでに決着した局面です(end がありません)",
                "the game is decided, but `end` does not say so"
            ),
            (reached, said) => {
                let said = said.map(|ending| (ending, sheet.winners.clone()));
                if reached != said || (said.is_none() && !sheet.winners.is_empty()) {
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
fn check_sheet(setup: &Setup, sheet: &Sheet) -> Result<(), Text> {
    let seats = usize::from(setup.seats);
    if sheet.generals.len() != seats {
        fault!(
            "generals は {seats} 席分必要です",
            "`generals` must say yes or no for {seats} seats"
        );
    }
    let named = (sheet.order.iter().chain(&sheet.winners).copied())
        .chain(sheet.declared.iter().map(|domino| domino.seat))
        .chain(sheet.placed.iter().map(|domino| domino.seat))
        .chain(sheet.removed.iter().map(|domino| domino.seat))
        .chain(sheet.lines.iter().flatten().chain(&sheet.castles).filter_map(|settled| {
            if let Settlement::Won(seat) = settled { Some(*seat) } else { None }
        }));
    for seat in named {
        if seat.index() >= seats {
            let last = seats - 1;
            fault!(
                "席は 0〜{last} です({seat} はありません)",
                "seats are 0 to {last}; there is no {seat}"
            );
        }
    }
    let mut order = sheet.order.clone();
    order.sort_unstable();
    if order.windows(2).any(|pair| pair[0] == pair[1]) {
        fault!("order に同じ席が2度あります", "`order` names a seat twice");
    }
    if !sheet.declared.iter().map(|domino| domino.seat).eq(sheet
        .order
        .iter()
        .copied()
        .take(sheet.declared.len()))
    {
        fault!("declared は order の順でなければなりません", "`declared` must follow `order`");
    }
    let complete = sheet.declared.len() == sheet.order.len();
    if usize::from(sheet.resolved) > sheet.declared.len() || (!complete && sheet.resolved > 0) {
        fault!(
            "resolved は、全員が出陣した後の、配置を終えた数です",
            "`resolved` counts who has placed after all have declared"
        );
    }
    if usize::from(sheet.field) >= BATTLEFIELDS {
        fault!("field は 0〜3 です", "`field` must be 0 to 3");
    }
    let most_rounds = setup.most_rounds();
    if !(1..=most_rounds).contains(&usize::from(sheet.round)) {
        fault!("round は 1〜{most_rounds} です", "`round` must be 1 to {most_rounds}");
    }
    if sheet.end.is_none() && !sheet.order.is_empty() && sheet.stage() == Stage::Over {
        fault!(
            "ラウンドが終わったところです。次のラウンドの order を書き、declared を空にしてください",
            "the round is over; write the next round's `order` and leave `declared` empty"
        );
    }
    if sheet.end.is_none() && sheet.order.is_empty() {
        fault!("order が空です", "`order` is empty");
    }
    if sheet.anyone_placed && sheet.resolved == 0 {
        fault!(
            "まだ誰も配置していないのに anyone_placed が真です",
            "`anyone_placed` cannot be true before anybody has placed"
        );
    }
    Ok(())
}

/// Whether the dominoes lie as dominoes can lie.
fn check_dominoes(setup: &Setup, sheet: &Sheet) -> Result<(), Text> {
    let mut taken = CASTLES;
    let fought = (0..=sheet.field)
        .map(|field| setup.quarter(field).squares())
        .fold(Squares::NONE, |sum, quarter| sum.or(quarter));
    for Placed { tile, low, high, .. } in &sheet.placed {
        if low.towards(*high).is_none() || (tile.is_general() && low > high) {
            fault!(
                "「{tile}」は {low} と {high} には置けません(辺で接する2マス。総大将は先のマスから)",
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
