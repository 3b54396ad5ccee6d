//! The board as a picture, with the colours of the page.

use zashiki_core::{Color, Drawing, Lang, Localize as _, Seat, plural, separated};

use crate::components::CardSpec;
use crate::face::{Cards, Face, Kind};
use crate::glossary::{capital, seat_name, word};
use crate::grid::{Cell, LaidCard};
use crate::limits::ROUNDS;
use crate::types::Phase;
use crate::view::{LayoutView, PlayerView};
use crate::{Config, View};

/// The colours of a seat: main and dark.
const SEATS: [[Color; 2]; 5] = [
    ["#b4261c", "#7d140d"],
    ["#22559f", "#123a72"],
    ["#9a6a00", "#664400"],
    ["#2c6e3c", "#15482a"],
    ["#6f3f95", "#4a2468"],
];
const CREAM: Color = "#f6e7c6";
const PAPER: Color = "#f8efdc";
/// Left and top edges of the squares 1 to 5: a ring, clockwise from the top.
const SQUARES: [(i32, i32); 5] = [(276, 42), (534, 144), (420, 246), (132, 246), (18, 144)];
/// Size of a square.
const SQUARE: (i32, i32) = (248, 98);
const RING: i32 = 352;
/// Height of a seat's panel, and of the panel with the space below it.
const PANEL: i32 = 166;
const STEP: i32 = PANEL + 8;
/// Largest side of a card of a layout.
const CARD: i32 = 58;

/// Draws the ring of squares, and below it a panel for each seat.
pub(crate) fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
    let rows = (i32::from(config.seats) + 1) / 2;
    let height = RING + 12 + rows * STEP;
    let mut picture = Picture { drawing: Drawing::new(height, "#eadfc6"), config, view, lang };
    picture.ring();
    for seat in Seat::all(config.seats) {
        let place = i32::from(seat.0);
        picture.seat(seat, 8 + place % 2 * 396, RING + 12 + place / 2 * STEP);
    }
    picture.drawing
}

/// The entry of the components for a face.
fn spec(config: &Config, face: Face) -> Option<&CardSpec> {
    config.components.card.iter().find(|card| card.face == face)
}

/// The name of a card: a number card by its number.
pub(crate) fn card_name(config: &Config, face: Face, lang: Lang) -> String {
    match (face.number(), spec(config, face)) {
        (Some(number), _) => number.to_string(),
        (None, Some(card)) => capital(lang.of(&card.name.name())),
        (None, None) => face.word().to_owned(),
    }
}

/// The names of cards, equal ones once with their number, each with the separator that follows.
pub(crate) fn card_names(config: &Config, cards: Cards, lang: Lang) -> Vec<String> {
    let faces = Face::ALL.into_iter().filter(|face| cards.contains(*face));
    let names = faces.map(|face| {
        let count = cards.count(face);
        let name = card_name(config, face, lang);
        if count > 1 { format!("{name} ×{count}") } else { name }
    });
    separated(names, lang.pick("、", ", "))
}

/// The name of a phase of the round.
pub(crate) fn phase(phase: Phase, lang: Lang) -> &'static str {
    let key = match phase {
        Phase::Preparation => "phase_preparation",
        Phase::Decision => "phase_decision",
        Phase::Movement => "phase_movement",
        Phase::PickUp => "phase_pick_up",
        Phase::Attack => "phase_attack",
        Phase::Fire => "phase_fire",
        Phase::Recovery => "phase_recovery",
        Phase::Exhaustion => "phase_exhaustion",
        Phase::RoundEnd => "phase_round_end",
        Phase::Over => return lang.pick("終了", "Over"),
    };
    lang.of(word(key))
}

/// The points of a player, with those of the exposed area.
pub(crate) fn points(player: &PlayerView, lang: Lang) -> String {
    let (all, exposed) = (player.points, player.exposed_points);
    match lang {
        Lang::Ja => format!("{all}点（晒し場{exposed}点）"),
        Lang::En => format!("{} ({exposed} exposed)", plural(all, "point", "points").en),
    }
}

/// A single letter for a seat.
pub(crate) fn sign(seat: Seat, lang: Lang) -> String {
    lang.of(seat_name(seat)).chars().take(1).collect()
}

struct Picture<'a> {
    drawing: Drawing,
    config: &'a Config,
    view: &'a View,
    lang: Lang,
}

impl Picture<'_> {
    fn word(&self, key: &str) -> String {
        capital(self.lang.of(word(key)))
    }

    /// The temple: the five squares, the deck and the discards, and the round.
    fn ring(&mut self) {
        self.drawing.rect([8, 4, 784, RING - 4]).fill("#1d1218").stroke("#a9823b", 2).round(8);
        let route = [(400, 92), (658, 194), (544, 296), (256, 296), (142, 194)];
        self.drawing.polygon(route).stroke("#c9a24c", 8).opacity(35);
        let (round, phase) = (self.view.round, phase(self.view.phase, self.lang));
        let title = match self.lang {
            Lang::Ja => format!("第{round}ラウンド（全{ROUNDS}）　{phase}"),
            Lang::En => format!("Round {round} of {ROUNDS}: {phase}"),
        };
        self.drawing.label([22, 10, 340, 26], title, 15).bold().start().fill(CREAM);
        for number in 1..=SQUARES.len() {
            self.square(number);
        }
        let gone = self.view.discards.len();
        let piles = [(self.word("deck"), u32::from(self.view.deck)), (self.word("discards"), gone)];
        for (place, (name, count)) in (0..).zip(piles) {
            let x = 290 + place * 116;
            self.drawing.rect([x, 158, 104, 70]).fill("#39221f").stroke("#c9a24c", 2).round(6);
            self.drawing.label([x + 4, 164, 96, 24], name, 14).fill(CREAM);
            self.drawing.label([x + 4, 190, 96, 32], count.to_string(), 22).bold().fill(CREAM);
        }
    }

    /// A square: its number, its cards from the oldest, and the pawns on it.
    fn square(&mut self, number: usize) {
        let (x, y) = SQUARES[number - 1];
        let (width, height) = SQUARE;
        let (cards, fire) = self
            .view
            .squares
            .get(number - 1)
            .map_or((&[][..], false), |square| (&square.cards[..], square.fire));
        let (ground, edge) = if fire { ("#f3c79b", "#e0521e") } else { (PAPER, "#a58a58") };
        let thick = if fire { 4 } else { 2 };
        self.drawing.rect([x, y, width, height]).fill(ground).stroke(edge, thick).round(6);
        self.drawing.rect([x + 6, y + 6, 26, 24]).fill("#39221f").round(4);
        self.drawing.label([x + 6, y + 6, 26, 24], number.to_string(), 16).bold().fill(CREAM);
        if fire {
            let name = self.word("fire_square");
            self.drawing.label([x + 38, y + 6, 84, 24], name, 13).bold().start().fill("#8a1f1a");
        }
        let pawns = Seat::all(self.config.seats)
            .zip(&self.view.players)
            .filter(|(_, player)| player.square.map(usize::from) == Some(number));
        let pawns: Vec<Seat> = pawns.map(|(seat, _)| seat).collect();
        for (place, seat) in (0..).zip(pawns) {
            self.pawn(seat, x + width - 18 - place * 26, y + 18, 12);
        }
        // Two rows; the number of columns depends on that of the cards.
        let columns = cards.len().div_ceil(2).max(1) as i32;
        let wide = (width - 12) / columns;
        for (place, card) in (0..).zip(cards) {
            let (column, row) = (place % columns, place / columns);
            let area = [x + 6 + column * wide, y + 35 + row * 30, wide - 2, 27];
            let known = spec(self.config, card.face);
            let (ink, ground) = known.map_or(("#2a1713", "#fffaf0"), |spec| colors(spec.kind));
            let chip = self.drawing.rect(area).fill(ground).stroke(ink, 1).round(4);
            if card.down {
                chip.dashed();
            }
            let points = known.map_or(0, |spec| spec.points);
            let name = card_name(self.config, card.face, self.lang);
            let room = area[2] - if points > 0 { 31 } else { 8 };
            self.drawing.label([area[0] + 4, area[1], room, 27], name, 13).start().fill(ink);
            if points > 0 {
                let right = [area[0] + area[2] - 27, area[1], 23, 27];
                self.drawing.label(right, points.to_string(), 14).end().bold().fill(ink);
            }
        }
    }

    fn pawn(&mut self, seat: Seat, x: i32, y: i32, size: i32) {
        let [main, dark] = SEATS[seat.index()];
        let sign = sign(seat, self.lang);
        self.drawing.token((x, y), size, &sign, [main, dark, "#fff6df"]);
    }

    /// A seat's panel: points, hand, exposed cards and layout.
    fn seat(&mut self, seat: Seat, x: i32, y: i32) {
        let view = self.view;
        let Some(player) = view.players.get(seat.index()) else { return };
        let width = 388;
        self.drawing
            .rect([x, y, width, PANEL])
            .fill(PAPER)
            .stroke(SEATS[seat.index()][0], 3)
            .round(6);
        self.pawn(seat, x + 20, y + 18, 13);
        let name = self.lang.of(seat_name(seat)).to_owned();
        self.drawing.label([x + 40, y + 5, 64, 26], name, 15).bold().start();
        let points = points(player, self.lang);
        self.drawing.label([x + 104, y + 5, 148, 26], points, 13).bold().start();
        if view.first_player == seat {
            let first = self.word("first_player");
            self.drawing.rect([x + width - 116, y + 7, 108, 22]).fill("#c9a24c").round(4);
            self.drawing.label([x + width - 114, y + 7, 104, 22], first, 13).bold();
        }
        let laid = !matches!(player.laid, LayoutView::None);
        let across = if laid { 240 } else { width - 20 };
        // Five lines for the names: the hand leaves to the exposed cards what it does not need.
        let (mut top, mut lines) = (y + 33, 5);
        for (place, (key, cards)) in
            (0..).zip([("hand", player.hand), ("exposed_area", player.exposed)])
        {
            let title = format!("{} ({})", self.word(key), cards.len());
            self.drawing.label([x + 10, top, across, 17], title, 12).bold().start().fill("#5d4838");
            let names = card_names(self.config, cards, self.lang);
            let room = lines - 1 + place;
            let used = self.drawing.flow([x + 10, top + 17, across, room * 18], names, 12);
            lines -= used as i32;
            top += 20 + used as i32 * 18;
        }
        if laid {
            self.layout(&player.laid, [x + 258, y + 34, 122, 124]);
        }
    }

    /// A layout, each card in its cell.
    fn layout(&mut self, laid: &LayoutView, area: [i32; 4]) {
        self.drawing.rect(area).fill("#39221f").stroke("#6e1a14", 1).round(4);
        let cards: Vec<(Cell, Option<Face>)> = match laid {
            LayoutView::None => return,
            LayoutView::Declared => {
                let declared = self.lang.pick("宣言済み", "declared");
                self.drawing.label(area, declared, 13).fill(CREAM);
                return;
            }
            LayoutView::FaceDown { cells } => cells.iter().map(|cell| (*cell, None)).collect(),
            LayoutView::Open { layout, .. } => {
                layout.iter().map(|LaidCard { face, cell }| (*cell, Some(*face))).collect()
            }
        };
        let xs = || cards.iter().map(|(cell, _)| i32::from(cell.x()));
        let ys = || cards.iter().map(|(cell, _)| i32::from(cell.y()));
        let (Some(left), Some(right)) = (xs().min(), xs().max()) else { return };
        let (Some(low), Some(high)) = (ys().min(), ys().max()) else { return };
        let (columns, rows) = (right - left + 1, high - low + 1);
        let [x, y, width, height] = area;
        let size = card_side([width, height], [columns, rows]);
        let (x, y) = (x + (width - columns * size) / 2, y + (height - rows * size) / 2);
        for (cell, face) in cards {
            let column = i32::from(cell.x()) - left;
            let row = high - i32::from(cell.y());
            let at = [x + column * size + 1, y + row * size + 1, size - 2, size - 2];
            let Some(face) = face else {
                self.drawing.rect(at).fill("#6e1a14").stroke("#c9a24c", 1).round(3);
                continue;
            };
            let kind = spec(self.config, face).map(|spec| spec.kind);
            let (ink, ground) = kind.map_or(("#2a1713", "#fffaf0"), colors);
            self.drawing.rect(at).fill(ground).stroke(ink, 1).round(3);
            let name = card_name(self.config, face, self.lang);
            let letters = if self.lang == Lang::Ja { 1 } else { 2 };
            let short: String = name.chars().take(letters).collect();
            // Letters grow with their card.
            let letters = if face.number().is_some() { 16 } else { 13 }.max(size * 2 / 5);
            self.drawing.label(at, short, letters).bold().fill(ink);
        }
    }
}

/// Side of the cards of a layout with these columns and rows, which fill a box of this width and height.
fn card_side([width, height]: [i32; 2], [columns, rows]: [i32; 2]) -> i32 {
    ((width - 8) / columns).min((height - 8) / rows).min(CARD)
}

/// Ink and ground of a kind of card.
const fn colors(kind: Kind) -> (Color, Color) {
    match kind {
        Kind::Crest => ("#1f3d5a", "#e3ebf2"),
        Kind::Number => ("#2a1713", "#fffaf0"),
        Kind::Treasure => ("#7a5208", "#fff3d0"),
        Kind::Weapon => ("#8a1f1a", "#fbe3da"),
        Kind::Person => ("#1f5a4a", "#e0f1e8"),
        Kind::Fire => ("#ffffff", "#c23b12"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_fills_its_box() {
        for (columns, rows) in [(1, 1), (1, 2), (2, 2), (3, 1), (3, 3), (6, 2)] {
            let side = card_side([122, 124], [columns, rows]);
            assert!(
                columns * side <= 122 - 8 && rows * side <= 124 - 8,
                "{columns}×{rows}: {side}"
            );
            let fills = (columns + 1) * side > 122 - 8 || (rows + 1) * side > 124 - 8;
            assert!(fills || side == CARD, "{columns}×{rows}: {side}");
        }
    }
}
