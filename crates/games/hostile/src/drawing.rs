//! The board as a picture, with the colours and the layout of the page.

use zashiki_core::{Area, Color, Drawing, Lang, Localize as _, Seat, capitalized};

use crate::assets::ASSETS;
use crate::board::Stage;
use crate::glossary::who;
use crate::square::{Dir, Square};
use crate::tile::{Kind, Piece, Tile};
use crate::{Config, View};

/// The colours of a seat: main, dark, pale, bright.
const SEATS: [[Color; 4]; 4] = [
    ["#b3213f", "#7a1229", "#ffdfe3", "#ff8a98"],
    ["#1d4f94", "#12356a", "#dcebff", "#8fbcf7"],
    ["#9a6400", "#5e3c00", "#fff0c9", "#f2c04e"],
    ["#1f6b45", "#0f4429", "#d9f7e6", "#74d3a2"],
];
const TRAY: Color = "#f8efdb";
const CELL: i32 = 58;
const BOARD: (i32, i32) = (36, 34);
const SIDE: i32 = Square::SIDE as i32 * CELL;
/// Left edge and width of the panels beside the board.
const PANEL: (i32, i32) = (544, 246);
/// Width of a tile off the board, unless there are too many of them.
const TILE: i32 = 39;
const HEIGHT: i32 = SIDE + 68;

/// Draws the arena, the line and a panel for each seat.
pub(crate) fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
    let mut picture = Picture { drawing: Drawing::new(HEIGHT, "#efe4cb"), config, view, lang };
    picture.arena();
    picture.line();
    let top = 164;
    let each = (HEIGHT - 8 - top) / i32::from(config.seats.max(2));
    for seat in Seat::all(config.seats) {
        picture.seat(seat, top + i32::from(seat.0) * each, each - 8);
    }
    picture.drawing
}

struct Picture<'a> {
    drawing: Drawing,
    config: &'a Config,
    view: &'a View,
    lang: Lang,
}

impl Picture<'_> {
    fn word(&self, key: &str) -> String {
        capitalized(self.lang.of(ASSETS.glossary().name(key)))
    }

    /// The squares with floor tiles, gems, start squares and pawns.
    fn arena(&mut self) {
        let (left, top) = BOARD;
        self.drawing.rect([left - 30, top - 28, SIDE + 60, SIDE + 56]).fill("#17121a").round(6);
        for place in 0..Square::SIDE as i32 {
            let file = char::from(b'A' + place as u8).to_string();
            for y in [top - 26, top + SIDE + 2] {
                let area = [left + place * CELL, y, CELL, 24];
                self.drawing.label(area, &*file, 14).bold().fill("#e2c26e");
            }
            let rank = (Square::SIDE as i32 - place).to_string();
            for x in [left - 28, left + SIDE + 2] {
                let area = [x, top + place * CELL, 26, CELL];
                self.drawing.label(area, &*rank, 14).bold().fill("#e2c26e");
            }
        }
        for square in Square::all() {
            let (x, y) = corner(square);
            self.drawing.rect([x, y, CELL, CELL]).fill("#1b1926").stroke("#6b562c", 1);
        }
        for (seat, of) in Seat::all(self.config.seats).zip(&self.view.seats) {
            let (x, y) = corner(of.start);
            let [_, dark, _, bright] = SEATS[seat.index()];
            self.drawing
                .rect([x + 2, y + 2, CELL - 4, CELL - 4])
                .fill(dark)
                .stroke(bright, 2)
                .round(4);
        }
        for placed in &self.view.floor {
            if let Some(piece) = Piece::new(placed.kind, placed.facing) {
                let (x, y) = corner(placed.square);
                self.floor(piece, x, y);
            }
        }
        for gems in &self.view.gems {
            let (x, y) = corner(gems.square);
            // Smaller on a floor tile, whose sign is to be seen.
            let size =
                if self.view.floor.iter().any(|tile| tile.square == gems.square) { 9 } else { 11 };
            self.gem(x + CELL - 4 - size, y + 4 + size, size);
            if gems.count > 1 {
                let area = [x + CELL - 44, y + 5, 18, 18];
                self.drawing.rect(area).fill("#fff6d8").round(4);
                self.drawing.label(area, gems.count.to_string(), 13).bold();
            }
        }
        for (seat, of) in Seat::all(self.config.seats).zip(&self.view.seats) {
            let (x, y) = corner(of.pawn);
            let here = self.view.seats.iter().take(seat.index());
            let shift = 10 * here.filter(|other| other.pawn == of.pawn).count() as i32;
            self.pawn(seat, x + 20 + shift, y + CELL - 20, 15);
        }
    }

    fn pawn(&mut self, seat: Seat, x: i32, y: i32, size: i32) {
        let [main, _, pale, _] = SEATS[seat.index()];
        let sign: String = self.lang.of(who(seat)).chars().take(1).collect();
        self.drawing.token((x, y), size, &sign, [main, "#fffaf0", pale]);
    }

    fn gem(&mut self, x: i32, y: i32, size: i32) {
        let outline = [
            (x - size * 3 / 5, y - size * 4 / 5),
            (x + size * 3 / 5, y - size * 4 / 5),
            (x + size, y - size / 4),
            (x, y + size),
            (x - size, y - size / 4),
        ];
        self.drawing.polygon(outline).fill("#7fe6f2").stroke("#123c46", 2);
    }

    /// A floor tile: its ground, then its sign.
    fn floor(&mut self, piece: Piece, x: i32, y: i32) {
        let kind = piece.kind();
        let [ground, edge] = colors(kind);
        self.drawing.rect([x + 3, y + 3, CELL - 6, CELL - 6]).fill(ground).stroke(edge, 2).round(6);
        let (cx, cy) = (x + CELL / 2, y + CELL / 2);
        match kind {
            Kind::Slide | Kind::Diagonal => self.arrow(piece, cx, cy, 0, 17),
            Kind::Spring => {
                self.arrow(piece, cx, cy, 9, 8);
                self.arrow(piece, cx, cy, -9, 8);
            }
            Kind::Ice => {
                for (dx, dy) in [(16, 0), (8, 14), (8, -14)] {
                    self.drawing
                        .line([(cx - dx, cy - dy), (cx + dx, cy + dy)])
                        .stroke("#175a7c", 4);
                }
            }
            Kind::Stop => {
                let octagon = [
                    (-8, -19),
                    (8, -19),
                    (19, -8),
                    (19, 8),
                    (8, 19),
                    (-8, 19),
                    (-19, 8),
                    (-19, -8),
                ];
                let octagon = octagon.map(|(dx, dy)| (cx + dx, cy + dy));
                self.drawing.polygon(octagon).fill("#a92a1a").stroke("#fff3df", 2);
                self.drawing.rect([cx - 11, cy - 4, 22, 8]).fill("#fff8ea").round(1);
            }
            Kind::Box | Kind::Corner | Kind::Para => {
                for (dir, area) in [
                    (Dir::N, [x + 3, y + 3, CELL - 6, 10]),
                    (Dir::S, [x + 3, y + CELL - 13, CELL - 6, 10]),
                    (Dir::W, [x + 3, y + 3, 10, CELL - 6]),
                    (Dir::E, [x + CELL - 13, y + 3, 10, CELL - 6]),
                ] {
                    if !piece.is_open(dir) {
                        self.drawing.rect(area).fill("#d9cba6").stroke("#7d6a48", 1);
                    }
                }
            }
        }
    }

    /// An arrowhead in the direction of the tile, moved ahead by `ahead`.
    fn arrow(&mut self, piece: Piece, x: i32, y: i32, ahead: i32, size: i32) {
        let Some(dir) = piece.arrow() else { return };
        let (right, up) = dir.delta();
        let (right, up) = (i32::from(right), i32::from(up));
        // A diagonal step is longer by the root of two.
        let (along, across) = if dir.is_diagonal() { (7, 7) } else { (10, 10) };
        let at = |forward: i32, side: i32| {
            let (f, s) = (forward * along / 10, side * across / 10);
            (x + right * f + up * s, y - up * f + right * s)
        };
        let head = [
            at(ahead + size, 0),
            at(ahead - size * 2 / 3, size),
            at(ahead - size / 4, 0),
            at(ahead - size * 2 / 3, -size),
        ];
        self.drawing.polygon(head).fill("#e8fff9");
    }

    /// The round, the stage and the line.
    fn line(&mut self) {
        let (left, width) = PANEL;
        let round = self.view.round;
        let title = match self.lang {
            Lang::Ja => format!("第{round}ラウンド　{}", self.stage()),
            Lang::En => format!("Round {round}: {}", self.stage()),
        };
        self.drawing.label([left, 8, width, 24], title, 15).bold().start();
        let decks = match self.lang {
            Lang::Ja => {
                format!("山札: フロア{}・ジェム{}", self.view.floor_deck, self.view.gem_deck)
            }
            Lang::En => {
                format!("Decks: floor {}, gems {}", self.view.floor_deck, self.view.gem_deck)
            }
        };
        self.drawing.label([left, 32, width, 20], decks, 13).start();
        let heading = self.word("line");
        self.drawing.label([left, 54, width, 20], heading, 13).bold().start();
        if self.view.last_round && !matches!(self.view.stage, Stage::Over) {
            let last = self.word("last_round");
            self.drawing.label([left, 54, width, 20], last, 13).bold().end().fill("#9c1f14");
        }
        let tiles = &self.view.line;
        // Two rows, if the tiles would be too small to be read in one.
        let columns = if tiles.len() > 6 { tiles.len().div_ceil(2) } else { tiles.len() } as i32;
        let step = (width / columns.max(1)).min(TILE + 2);
        for (place, tile) in (0..).zip(tiles) {
            let (x, y) = (left + place % columns * step, 76 + place / columns * (TILE + 2));
            self.tile(*tile, [x, y, step - 2, TILE]);
        }
    }

    fn stage(&self) -> String {
        let key = match self.view.stage {
            Stage::RoundStart => "round_start",
            Stage::SkillDraft { .. } => "skill_draft",
            Stage::TileDraft { .. } => "tile_draft",
            Stage::Turn { points, .. } => {
                let points = match self.lang {
                    Lang::Ja => format!("{points}行動点"),
                    Lang::En if points == 1 => "1 action point".to_owned(),
                    Lang::En => format!("{points} action points"),
                };
                return format!("{}{}{points}", self.word("turn"), self.lang.pick("・", ", "));
            }
            Stage::Over => "over",
        };
        self.word(key)
    }

    /// A tile off the board: a small floor tile, or a gem tile with the name of its square.
    fn tile(&mut self, tile: Tile, area: Area) {
        let [x, y, width, height] = area;
        match tile {
            Tile::Gem(square) => {
                self.drawing.rect(area).fill("#fbf5e6").stroke("#a8782a", 2).round(4);
                let name = square.to_string();
                self.drawing.label([x, y, width, height / 2 + 4], name, 14).bold();
                self.gem(x + width / 2, y + height * 3 / 4, height / 6);
            }
            Tile::Floor(kind) => {
                let [ground, edge] = colors(kind);
                self.drawing.rect(area).fill(ground).stroke(edge, 2).round(4);
                let sign = sign(kind, self.lang);
                let ink = if kind == Kind::Ice { "#0b3c55" } else { "#fffaf0" };
                self.drawing.label(area, sign, 13).bold().fill(ink);
            }
        }
    }

    /// A seat's panel: gems, hand and skills.
    fn seat(&mut self, seat: Seat, top: i32, height: i32) {
        let (left, width) = PANEL;
        let of = &self.view.seats[seat.index()];
        let main = SEATS[seat.index()][0];
        let turn = match self.view.stage {
            Stage::SkillDraft { seat }
            | Stage::TileDraft { seat, .. }
            | Stage::Turn { seat, .. } => Some(seat),
            Stage::RoundStart | Stage::Over => None,
        };
        let edge = if turn == Some(seat) { 4 } else { 2 };
        self.drawing.rect([left, top, width, height]).fill(TRAY).stroke(main, edge).round(6);
        self.pawn(seat, left + 18, top + 17, 12);
        let mut name = self.lang.of(who(seat)).to_owned();
        let side = self.view.sides.iter().find(|side| side.seats.contains(seat));
        if let Some(team) = side.and_then(|side| side.team.as_ref()) {
            // Two lines in a narrow panel: the name, and the team.
            name += &format!(" ({})", self.lang.of(team).replace(' ', "\u{A0}"));
        }
        self.drawing.label([left + 36, top + 2, 124, 30], name, 15).bold().start();
        self.gem(left + width - 78, top + 17, 9);
        let goal = side.map(|side| side.goal).unwrap_or_default();
        let gems = match side {
            Some(side) if side.seats.len() > 1 => format!("{} · {}/{goal}", of.gems, side.gems),
            _ => format!("{}/{goal}", of.gems),
        };
        self.drawing.label([left + width - 66, top + 5, 60, 24], gems, 14).bold().end();
        let skills: Vec<String> =
            of.skills.iter().map(|skill| self.lang.of(&skill.name()).to_owned()).collect();
        let mut text = skills.join(self.lang.pick("・", ", "));
        if self.view.start_seat == seat {
            let start = self.word("start_player");
            text = if text.is_empty() {
                start
            } else {
                format!("{start}{}{text}", self.lang.pick("　", "; "))
            };
        }
        if height >= 100 {
            self.drawing.label([left + 10, top + 29, width - 20, 34], text, 13).start();
        } else {
            self.drawing.label([left + 10, top + 28, width - 20, 18], text, 12).start();
        }
        let count = (of.hand.len() as i32).max(1);
        let size = (height - 54).clamp(20, TILE);
        let step = ((width - 20) / count).min(TILE + 4);
        for (place, tile) in (0..).zip(&of.hand) {
            let at = [left + 10 + place * step, top + height - size - 6];
            self.tile(*tile, [at[0], at[1], TILE.min(step - 2), size]);
        }
    }
}

/// Ground and edge of a kind of floor tile.
const fn colors(kind: Kind) -> [Color; 2] {
    match kind {
        Kind::Slide => ["#157278", "#7fe8da"],
        Kind::Diagonal => ["#2a5fa3", "#a5cdff"],
        Kind::Spring => ["#7a3a8c", "#e3a8f5"],
        Kind::Ice => ["#e3f4fa", "#4f93b4"],
        Kind::Stop => ["#4a1d17", "#f0a08c"],
        Kind::Box | Kind::Corner | Kind::Para => ["#4c4640", "#bfae8c"],
    }
}

/// A short sign of a kind of floor tile, for tiles off the board and for terminals.
pub(crate) const fn sign(kind: Kind, lang: Lang) -> &'static str {
    match (kind, lang) {
        (Kind::Slide, Lang::Ja) => "タテ",
        (Kind::Diagonal, Lang::Ja) => "ナナメ",
        (Kind::Spring, Lang::Ja) => "バネ",
        (Kind::Ice, Lang::Ja) => "氷",
        (Kind::Stop, Lang::Ja) => "停止",
        (Kind::Slide, Lang::En) => "Slide",
        (Kind::Diagonal, Lang::En) => "Diag",
        (Kind::Spring, Lang::En) => "Spring",
        (Kind::Ice, Lang::En) => "Ice",
        (Kind::Stop, Lang::En) => "Stop",
        (Kind::Box, _) => "Box",
        (Kind::Corner, _) => "L",
        (Kind::Para, _) => "Para",
    }
}

/// The left upper corner of a square: rank 8 is above.
fn corner(square: Square) -> (i32, i32) {
    let (row, column) = (square.row() as i32, square.column() as i32);
    (BOARD.0 + column * CELL, BOARD.1 + (Square::SIDE as i32 - 1 - row) * CELL)
}
