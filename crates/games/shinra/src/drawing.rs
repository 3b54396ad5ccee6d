//! The board as a picture, with the colours and the layout of the page.

use zashiki_core::{Color, Drawing, Lang, Localize as _, Seat, capitalized, plural};

use crate::assets::ASSETS;
use crate::board::Stage;
use crate::glossary::seat_name;
use crate::kind::{Cards, Kind};
use crate::square::Square;
use crate::view::{ItemView, PieceView};
use crate::{Config, View};

/// The colours of a seat: seat, card, rim, ink, gauge.
const SEATS: [[Color; 5]; 2] = [
    ["#a3261b", "#fbf3de", "#b3402c", "#20160e", "#a3261b"],
    ["#24498c", "#1e2c49", "#7f9fd8", "#f7edd2", "#24498c"],
];
const FRAME: Color = "#23342c";
const GOLD: Color = "#c99a35";
/// Size of a square.
const CELL: (i32, i32) = (98, 106);
/// Left and top edge of the sheet.
const SHEET: (i32, i32) = (38, 36);
const ROWS: i32 = Square::SIDE as i32;
/// Left edge and width of the panels beside the sheet.
const PANEL: (i32, i32) = (566, 224);
const HEIGHT: i32 = ROWS * CELL.1 + 72;

/// Draws the sheet, seat 0 below, and a panel for each seat.
pub(crate) fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
    let mut picture = Picture { drawing: Drawing::new(HEIGHT, "#efe4cb"), view, lang };
    picture.sheet();
    for (square, piece) in Square::all().zip(&view.squares) {
        if let Some(piece) = piece {
            let (x, y) = corner(square);
            picture.piece(*piece, x + 6, y + 5);
        }
    }
    picture.hand(Seat(1), 8);
    picture.status(config, 234);
    picture.hand(Seat(0), 376);
    picture.drawing
}

struct Picture<'a> {
    drawing: Drawing,
    view: &'a View,
    lang: Lang,
}

impl Picture<'_> {
    fn word(&self, key: &str) -> String {
        capitalized(self.lang.of(ASSETS.glossary().name(key)))
    }

    /// The squares: the territories of both seats in their colours, and the middle ground.
    fn sheet(&mut self) {
        let (left, top) = SHEET;
        let (width, height) = (ROWS * CELL.0, ROWS * CELL.1);
        self.drawing.rect([left - 30, top - 28, width + 60, height + 56]).fill(FRAME).round(6);
        for square in Square::all() {
            let (x, y) = corner(square);
            let ground = match square {
                _ if square.is_home_of(Seat(0)) => "#ecc7a0",
                _ if square.is_home_of(Seat(1)) => "#cdcfc0",
                _ => "#f0da9c",
            };
            self.drawing.rect([x, y, CELL.0, CELL.1]).fill(ground).stroke("#8f6718", 1);
        }
        self.drawing.rect([left, top, width, height]).stroke("#c9a04a", 2);
        for place in 0..ROWS {
            let column = char::from(b'a' + place as u8).to_string();
            for y in [top - 26, top + height + 2] {
                let area = [left + place * CELL.0, y, CELL.0, 24];
                self.drawing.label(area, &*column, 15).bold().fill("#e8cd8a");
            }
            let row = (ROWS - place).to_string();
            for x in [left - 28, left + width + 2] {
                let area = [x, top + place * CELL.1, 26, CELL.1];
                self.drawing.label(area, &*row, 15).bold().fill("#e8cd8a");
            }
        }
    }

    /// A piece: the card points away from its owner, with its names, its life points and its attack.
    fn piece(&mut self, piece: PieceView, x: i32, y: i32) {
        let [_, _, _, ink, gauge] = SEATS[piece.seat.index()];
        let (width, height) = (CELL.0 - 12, 76);
        self.card(piece.seat, piece.cards, x, y, width, height);
        let names: Vec<Kind> = piece.cards.iter().collect();
        let line = if names.len() == 1 { 30 } else { 19 };
        let first = y + (height + 4 - line * names.len() as i32) / 2;
        for (place, kind) in (0..).zip(&names) {
            let name = self.lang.of(&kind.name()).to_owned();
            let size = if names.len() == 1 { 26 } else { 17 };
            let area = [x + 7, first + place * line, width - 14, line];
            self.drawing.label(area, name, size).bold().fill(ink);
        }
        // Life points in a circle with their gauge, the attack in a diamond.
        let y = y + height + 10;
        self.life(piece.points, piece.gauge, gauge, x + 10, y);
        if let Some(attack) = piece.attack {
            self.attack(attack, x + width - 11, y);
        }
    }

    fn card(&mut self, seat: Seat, cards: Cards, x: i32, y: i32, width: i32, height: i32) {
        let [edge, card, rim, ..] = SEATS[seat.index()];
        let outline = |x: i32, y: i32, inset: i32| {
            let points = [
                (inset, 10 + inset / 2),
                (width / 2, inset),
                (width - inset, 10 + inset / 2),
                (width - inset, height - inset),
                (inset, height - inset),
            ];
            let turned = move |(dx, dy): (i32, i32)| {
                if seat.0 == 0 { (x + dx, y + dy) } else { (x + width - dx, y + height - dy) }
            };
            points.map(turned)
        };
        for under in (1..cards.len() as i32).rev() {
            let corners = outline(x + 2 * under, y + 2 * under, 0);
            self.drawing.polygon(corners).fill(card).stroke(edge, 1);
        }
        self.drawing.polygon(outline(x, y, 0)).fill(card).stroke(edge, 2);
        let king = cards.contains(Kind::King);
        let special = cards.is_subset_of(Cards::SPECIAL);
        let (color, thick) = if king { (GOLD, 3) } else { (rim, 1) };
        let inner = self.drawing.polygon(outline(x, y, 4)).stroke(color, thick);
        if special {
            inner.dashed();
        }
    }

    fn life(&mut self, points: u8, gauge: Option<u8>, color: Color, x: i32, y: i32) {
        self.drawing.circle(x, y, 10).fill("#fffaf0").stroke(color, 2);
        self.drawing.label([x - 10, y - 10, 20, 20], points.to_string(), 13).bold();
        let Some(most) = gauge else { return };
        let most = i32::from(most).max(1);
        let full = 38;
        let now = full * i32::from(points).min(most) / most;
        self.drawing.rect([x + 14, y - 3, full, 7]).fill("#4b4336").round(2);
        self.drawing.rect([x + 14, y - 3, now, 7]).fill("#ef9a5a").round(2);
    }

    fn attack(&mut self, attack: u8, x: i32, y: i32) {
        let diamond = [(x, y - 12), (x + 12, y), (x, y + 12), (x - 12, y)];
        self.drawing.polygon(diamond).fill("#14110d").stroke(GOLD, 1);
        self.drawing.label([x - 10, y - 10, 20, 20], attack.to_string(), 13).bold().fill("#fff6df");
    }

    /// A seat's panel: name, king and hand.
    fn hand(&mut self, seat: Seat, top: i32) {
        let (left, width) = PANEL;
        let height = 218;
        let color = SEATS[seat.index()][0];
        let turn = self.view.stage.seat() == Some(seat);
        let edge = if turn { 4 } else { 2 };
        self.drawing.rect([left, top, width, height]).fill("#fbf4e3").stroke(color, edge).round(6);
        let name = self.lang.of(&seat_name(seat)).to_owned();
        self.drawing.rect([left + 10, top + 8, 70, 26]).fill(color).round(5);
        self.drawing.label([left + 14, top + 8, 62, 26], name, 15).bold().fill("#fff6df");
        let king = &self.view.kings[seat.index()];
        let mut text = format!("{} {}/{}", self.word("king"), king.points, king.most);
        if king.check {
            text += self.lang.pick("・王手", ", in check");
        }
        self.drawing.label([left + 88, top + 8, width - 98, 26], text, 14).bold().start();
        let items = &self.view.hands[seat.index()];
        let title = self.word("hand");
        self.drawing.label([left + 10, top + 38, width - 20, 20], title, 13).start();
        if items.is_empty() {
            self.drawing.label([left + 10, top + 60, width - 20, 24], "–", 15).start();
        }
        // Two columns if there are many; the last line has the number of the others.
        let lines = 8;
        let columns = if items.len() > lines { 2 } else { 1 };
        let column = (width - 20) / columns as i32;
        let shown = items.len().min(lines * columns);
        for (place, item) in items.iter().take(shown).enumerate() {
            let (x, y) = ((place / lines) as i32, (place % lines) as i32);
            let area = [left + 10 + x * column, top + 58 + y * 19, column - 6, 19];
            let last = place + 1 == shown && shown < items.len();
            let text =
                if last { format!("+{}", items.len() - place) } else { item_text(item, self.lang) };
            self.drawing.label(area, text, 14).start();
        }
    }

    /// The stage of the game, the turns, and the signs on the pieces.
    fn status(&mut self, config: &Config, top: i32) {
        let (left, width) = PANEL;
        let stage = self.word(match self.view.stage {
            Stage::Setup => "setup",
            Stage::Deploy { .. } => "deploy",
            Stage::Act { .. } => "act",
            Stage::Follow { .. } => "follow",
            Stage::Settle { .. } => "settle",
            Stage::Queen { .. } => "queen_taken",
            Stage::Switch { .. } => "switch",
            Stage::Over { .. } => "over",
        });
        let (turns, limit) = (self.view.turns, config.options.turn_limit);
        let turns = match self.lang {
            Lang::Ja => format!("{turns}手（{limit}手で引き分け）"),
            Lang::En => format!("{} (a draw at {limit})", plural(turns, "turn", "turns").en),
        };
        self.drawing.rect([left, top, width, 134]).fill("#23342c").round(6);
        self.drawing
            .label([left + 12, top + 8, width - 24, 26], stage, 16)
            .bold()
            .start()
            .fill("#f0da9c");
        self.drawing
            .label([left + 12, top + 36, width - 24, 22], turns, 13)
            .start()
            .fill("#fff6df");
        self.life(5, Some(8), SEATS[0][0], left + 22, top + 78);
        let life = self.word("life_points");
        self.drawing.label([left + 84, top + 67, width - 96, 22], life, 13).start().fill("#fff6df");
        self.attack(3, left + 22, top + 110);
        let attack = self.lang.pick("攻撃の値", "Attack value");
        self.drawing
            .label([left + 84, top + 99, width - 96, 22], attack, 13)
            .start()
            .fill("#fff6df");
    }
}

/// An item of a hand with its number and its points.
pub(crate) fn item_text(item: &ItemView, lang: Lang) -> String {
    let mut text = lang.of(&item.item.name()).to_owned();
    if item.count > 1 {
        text += &format!(" ×{}", item.count);
    }
    text
}

/// The left upper corner of a square: row 5 is above.
fn corner(square: Square) -> (i32, i32) {
    let (row, column) = (square.row() as i32, square.column() as i32);
    (SHEET.0 + column * CELL.0, SHEET.1 + (ROWS - 1 - row) * CELL.1)
}
