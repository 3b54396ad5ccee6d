//! The board as a picture, with the colours and the layout of the page.

use zashiki_core::{Color, Drawing, Lang, Seat, capitalized, separated};

use crate::board::{Placed, Settlement, Stage};
use crate::glossary::{battlefield, clan, word};
use crate::square::{BATTLEFIELDS, FIELD, Quarter, Square};
use crate::tile::Tile;
use crate::{Config, View};

/// The colours of a seat: main, rim, ink.
const SEATS: [[Color; 3]; 4] = [
    ["#b4261c", "#f0bf6b", "#fff1d6"],
    ["#22559f", "#d9c184", "#f3f3e6"],
    ["#2b2724", "#cda95a", "#f4e6c4"],
    ["#e6b422", "#8d6206", "#33200a"],
];
const FRAME: Color = "#3a2a1c";
const PAPER: Color = "#fbf5e6";
/// Width of a square.
const CELL: i32 = 42;
/// Left and top edge of the sheet. Around it are the winners of the flower paths, then the names of rows
/// and columns.
const SHEET: (i32, i32) = (56, 54);
const SIDE: i32 = Square::SIDE as i32 * CELL;
/// Left edge and width of the panels beside the sheet.
const PANEL: (i32, i32) = (532, 256);
/// The strengths of dominoes: no tile has strength 2.
const STRENGTHS: [u8; 10] = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// Draws the sheet, the judgement track and a panel for each seat.
pub(crate) fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
    let mut picture = Picture { drawing: Drawing::new(528, "#efe4cb"), config, view, lang };
    picture.sheet();
    picture.paths();
    for placed in &view.board.placed {
        picture.domino(*placed);
    }
    picture.track();
    let panel = (528 - 158) / i32::from(config.seats.max(2));
    for seat in Seat::all(config.seats) {
        picture.seat(seat, 156 + i32::from(seat.0) * panel, panel - 8);
    }
    picture.drawing
}

/// A number of halves: 5 is "2.5".
pub(crate) fn halves(sum: u8) -> String {
    if sum.is_multiple_of(2) { (sum / 2).to_string() } else { format!("{}.5", sum / 2) }
}

/// A single letter for the clan of a seat.
pub(crate) fn sign(seat: Seat, lang: Lang) -> String {
    lang.of(&clan(seat)).chars().take(1).collect()
}

struct Picture<'a> {
    drawing: Drawing,
    config: &'a Config,
    view: &'a View,
    lang: Lang,
}

impl Picture<'_> {
    fn word(&self, key: &str) -> String {
        capitalized(self.lang.of(&word(key)))
    }

    /// A round token of a seat.
    fn token(&mut self, seat: Seat, x: i32, y: i32, radius: i32) {
        let sign = sign(seat, self.lang);
        self.drawing.token((x, y), radius, &sign, SEATS[seat.index()]);
    }

    /// The four battlefields with their castles.
    fn sheet(&mut self) {
        let (left, top) = SHEET;
        self.drawing.rect([left - 48, top - 42, SIDE + 96, SIDE + 84]).fill(FRAME).round(6);
        for (field, quarter) in Quarter::ALL.into_iter().enumerate() {
            let field = (0..BATTLEFIELDS as u8)
                .find(|number| self.config.quarter(*number) == quarter)
                .unwrap_or(field as u8);
            let castle = quarter.castle();
            let (x, y) = corner(castle);
            let (x0, y0) = (x - FIELD as i32 / 2 * CELL, y - FIELD as i32 / 2 * CELL);
            let now = field == self.view.board.field;
            let ground = if now { "#f4e8c6" } else { "#d6c7a2" };
            let side = FIELD as i32 * CELL;
            let edge = if now { ("#a8650a", 4) } else { ("#5b3f1a", 2) };
            self.drawing.rect([x0, y0, side, side]).fill(ground);
            for line in 1..FIELD as i32 {
                let at = line * CELL;
                self.drawing.line([(x0 + at, y0), (x0 + at, y0 + side)]).stroke("#bda97c", 1);
                self.drawing.line([(x0, y0 + at), (x0 + side, y0 + at)]).stroke("#bda97c", 1);
            }
            self.drawing.rect([x0 + 1, y0 + 1, side - 2, side - 2]).stroke(edge.0, edge.1);
            // A keep with two roofs.
            let keep = [(9, 36), (13, 22), (7, 22), (14, 14), (11, 14), (21, 4)];
            let right = keep.into_iter().rev().map(|(x, y)| (CELL - x, y));
            let outline = keep.into_iter().chain(right).map(|(dx, dy)| (x + dx, y + dy));
            self.drawing.polygon(outline).fill("#4b463f").stroke("#2e2015", 1);
            let number = (field + 1).to_string();
            self.drawing.label([x + 12, y + 20, 18, 18], number, 14).bold().fill("#f6e3b6");
            if let Settlement::Won(seat) = self.view.board.castles[usize::from(field)] {
                self.token(seat, x + CELL - 8, y + 9, 10);
            }
        }
        for index in 0..Square::SIDE as i32 {
            let (column, row) =
                (char::from(b'A' + index as u8).to_string(), (index + 1).to_string());
            let (x, y) = (left + index * CELL, top + index * CELL);
            for edge in [top - 41, top + SIDE + 25] {
                self.drawing.label([x, edge, CELL, 16], &*column, 12).fill("#f3e2bd");
            }
            for edge in [left - 47, left + SIDE + 29] {
                self.drawing.label([edge, y, 18, CELL], &*row, 12).fill("#f3e2bd");
            }
        }
    }

    /// The flower paths, at the outer edges of their battlefields: the seat that has won the path, or
    /// in a dashed ring the seat that would win it now, with its sum.
    fn paths(&mut self) {
        let (left, top) = SHEET;
        for (field, lines) in self.view.lines.iter().enumerate() {
            let quarter = self.config.quarter(field as u8);
            let (castle_x, castle_y) = corner(quarter.castle());
            let (west, north) = (castle_x < left + SIDE / 2, castle_y < top + SIDE / 2);
            for (number, line) in lines.iter().enumerate() {
                let along = (number % FIELD) as i32 - FIELD as i32 / 2;
                let of_row = number < FIELD;
                let (x, y) = if of_row {
                    let x = if west { left - 15 } else { left + SIDE + 15 };
                    (x, castle_y + along * CELL + CELL / 2)
                } else {
                    let y = if north { top - 12 } else { top + SIDE + 12 };
                    (castle_x + along * CELL + CELL / 2, y)
                };
                match line.settlement {
                    Settlement::Won(seat) => self.token(seat, x, y, 10),
                    Settlement::Nobody => {
                        self.drawing.circle(x, y, 10).fill("#d8c9a8").stroke("#8a6a34", 2);
                        self.drawing.label([x - 10, y - 10, 20, 20], "–", 13).bold();
                    }
                    Settlement::Open => {
                        let Some(seat) = line.leader else { continue };
                        let [_, rim, _] = SEATS[seat.index()];
                        let sum = line.sums.get(seat.index()).copied().unwrap_or(0);
                        let (sign, sum) = (sign(seat, self.lang), halves(sum));
                        // A path of a row has less space across: its sum is below the sign.
                        let [width, height] = if of_row { [26, 32] } else { [38, 18] };
                        let area = [x - width / 2, y - height / 2, width, height];
                        self.drawing.rect(area).fill(PAPER).stroke(rim, 2).dashed().round(4);
                        if of_row {
                            self.drawing.label([x - 13, y - 15, 26, 15], sign, 12).bold();
                            self.drawing.label([x - 13, y, 26, 14], sum, 12);
                        } else {
                            self.drawing.label(area, format!("{sign}{sum}"), 12).bold();
                        }
                    }
                }
            }
        }
    }

    /// A domino on the sheet.
    fn domino(&mut self, Placed { seat, tile, low, high }: Placed) {
        let ((x1, y1), (x2, y2)) = (corner(low), corner(high));
        let [x, y] = [x1.min(x2), y1.min(y2)];
        let (width, height) = ((x1 - x2).abs() + CELL, (y1 - y2).abs() + CELL);
        let area = [x + 3, y + 3, width - 6, height - 6];
        self.tile(seat, area);
        let halves = halves_of(tile);
        for ((x, y), half) in [(x1, y1), (x2, y2)].into_iter().zip(halves) {
            // The mark is on the half away from the token in the middle.
            self.mark(seat, tile, [x + 4, y + 4, CELL - 8, CELL - 8], half);
        }
        self.token(seat, x + width / 2, y + height / 2, 9);
    }

    fn tile(&mut self, seat: Seat, area: [i32; 4]) {
        let [main, rim, _] = SEATS[seat.index()];
        self.drawing.rect(area).fill(main).stroke(rim, 2).round(6);
    }

    fn mark(&mut self, seat: Seat, tile: Tile, area: [i32; 4], half: String) {
        let [_, rim, ink] = SEATS[seat.index()];
        let size = if tile.is_general() { 14 } else { 20 };
        if tile.is_general() {
            self.drawing.rect(area).fill(rim).round(4);
        }
        let ink = if tile.is_general() { "#2e2015" } else { ink };
        self.drawing.label(area, half, size).bold().fill(ink);
    }

    /// A domino in a panel, upright.
    fn upright(&mut self, seat: Seat, tile: Tile, x: i32, y: i32) {
        self.tile(seat, [x, y, 22, 38]);
        for (half, top) in halves_of(tile).into_iter().zip([y + 2, y + 19]) {
            let [_, rim, ink] = SEATS[seat.index()];
            let ink = if tile.is_general() { rim } else { ink };
            self.drawing.label([x, top, 22, 17], half, 13).bold().fill(ink);
        }
    }

    /// The judgement track with the declared strengths, and the order of placing.
    fn track(&mut self) {
        let (left, width) = PANEL;
        let title = self.word("track");
        self.drawing.label([left, 10, 150, 22], title, 14).bold().start();
        let field = capitalized(self.lang.of(&battlefield(self.view.board.field)));
        let round = self.view.board.round;
        let round = match self.lang {
            Lang::Ja => format!("{field}・第{round}ラウンド"),
            Lang::En => format!("{field}, round {round}"),
        };
        self.drawing.label([left + 120, 10, width - 120, 22], round, 13).end();
        self.drawing.rect([left, 36, width, 54]).fill("#4b3626").round(4);
        let slot = width / 11;
        for (place, strength) in (0..).zip(STRENGTHS) {
            let area = [left + place * slot, 38, slot, 16];
            self.drawing.label(area, strength.to_string(), 12).fill("#f6e3b6");
        }
        self.drawing.label([left + 10 * slot, 38, slot, 16], "×", 14).bold().fill("#f6e3b6");
        let mut heights = [0; 11];
        for token in &self.view.track {
            let known = STRENGTHS.iter().position(|strength| *strength == token.strength);
            let place = if token.tied { 10 } else { known.unwrap_or(10) };
            let y = 74 - heights[place] * 5;
            heights[place] += 1;
            self.token(token.seat, left + place as i32 * slot + slot / 2, y, 10);
        }
        let mut order: Vec<_> =
            self.view.track.iter().filter(|token| token.place.is_some()).collect();
        order.sort_by_key(|token| token.place);
        let arrow = |seats: Vec<String>| separated(seats, " → ");
        let (title, names) = if order.is_empty() {
            let seats = self.view.board.order.iter().map(|seat| self.short(*seat)).collect();
            (self.word("declare"), arrow(seats))
        } else {
            let seats =
                order.iter().map(|token| format!("{} {}", self.short(token.seat), token.strength));
            (self.lang.pick("配置順", "Placing order").to_owned(), arrow(seats.collect()))
        };
        let title = format!("{title}: ");
        let lines = self.drawing.flow([left, 92, width, 38], [vec![title], names].concat(), 13);
        let (flowers, castles) = self.goals();
        let goals = match self.lang {
            Lang::Ja => format!("勝利: 城{castles}つ、または花道{flowers}本"),
            Lang::En => format!("To win: {castles} castles or {flowers} flower paths"),
        };
        let top = 94 + lines as i32 * 19;
        self.drawing.label([left, top, width, 20], goals, 13).start();
    }

    fn goals(&self) -> (u8, u8) {
        let victory = &self.config.components.victory;
        (victory.flowers, victory.castles)
    }

    fn short(&self, seat: Seat) -> String {
        const SHORT: [&str; 4] = ["oda_short", "takeda_short", "uesugi_short", "mori_short"];
        self.lang.of(&word(SHORT[seat.index()])).to_owned()
    }

    /// A seat's panel: castles, flower paths, hand, pile and general.
    fn seat(&mut self, seat: Seat, top: i32, height: i32) {
        let (left, width) = PANEL;
        let [main, _, _] = SEATS[seat.index()];
        let turn = match self.view.stage {
            Stage::Declare { seat } | Stage::Place { seat, .. } => Some(seat),
            Stage::Over => None,
        };
        let edge = if turn == Some(seat) { 4 } else { 2 };
        self.drawing.rect([left, top, width, height]).fill(PAPER).stroke(main, edge).round(6);
        self.token(seat, left + 18, top + 18, 12);
        let name = self.lang.of(&clan(seat)).to_owned();
        self.drawing.label([left + 38, top + 6, 128, 24], name, 15).bold().start();
        let index = seat.index();
        let (castles, flowers) = (self.view.castles[index], self.view.flowers[index]);
        let won = match self.lang {
            Lang::Ja => format!("城{castles}・花道{flowers}"),
            Lang::En => format!("castles {castles}, paths {flowers}"),
        };
        let below = top + height - 24;
        self.drawing.label([left + 114, below, width - 122, 20], won, 13).bold().end();
        let hand = &self.view.hands[index];
        let pile = self.view.piles[index];
        let counts = match self.lang {
            Lang::Ja => format!("手札{}・山札{pile}", hand.count),
            Lang::En => format!("hand {}, pile {pile}", hand.count),
        };
        self.drawing.label([left + 8, below, 104, 20], counts, 13).start();
        if self.view.board.generals[index] {
            let general = self.word("general");
            let area = [left + width - 84, top + 8, 76, 20];
            self.drawing.rect(area).fill(SEATS[index][1]).round(4);
            self.drawing.label(area, general, 13).bold().fill("#2e2015");
        }
        // Between name and counts: the tiles of the hand, if they are known, and there is space for them.
        if height >= 96 {
            let tiles: Vec<Option<Tile>> = match &hand.tiles {
                Some(tiles) => tiles.iter().copied().map(Some).collect(),
                None => vec![None; usize::from(hand.count)],
            };
            let step = ((width - 38) / (tiles.len() as i32).max(1)).min(28);
            let y = top + (height - 24 - 30 - 38) / 2 + 30;
            for (place, tile) in (0..).zip(tiles) {
                let x = left + 8 + place * step;
                match tile {
                    Some(tile) => self.upright(seat, tile, x, y),
                    None => self.tile(seat, [x, y, 22, 38]),
                }
            }
        } else if let Some(tiles) = &hand.tiles {
            let tiles: Vec<String> = tiles.iter().map(|tile| tile.to_string()).collect();
            let area = [left + 8, top + 30, width - 16, height - 54];
            self.drawing.label(area, tiles.join(" "), 14).bold().start();
        }
    }
}

/// The left upper corner of a square.
fn corner(square: Square) -> (i32, i32) {
    (SHEET.0 + square.column() as i32 * CELL, SHEET.1 + square.row() as i32 * CELL)
}

/// The values of the two halves of a domino, the lower first.
fn halves_of(tile: Tile) -> [String; 2] {
    match tile.marks() {
        Some((low, high)) => [low.to_string(), high.to_string()],
        None => ["0.5".into(), "0.5".into()],
    }
}
