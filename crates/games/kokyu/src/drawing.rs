//! The board as a picture, with the colours and the layout of the page.

use zashiki_core::{Area, Color, Drawing, Lang, Seat, capitalized};

use crate::board::{Board, Eunuch};
use crate::components::Square;
use crate::glossary::{seat_name, word};
use crate::{Config, View};

/// The colours of a seat: main, dark, pale.
const SEATS: [[Color; 3]; 2] =
    [["#2460ac", "#143a70", "#cfe3fb"], ["#c42a48", "#7c1530", "#ffd9d4"]];
const GOLD: Color = "#d9b45a";
const PARCHMENT: Color = "#f5e6c6";
const CREAM: Color = "#ffe9ad";
const JADE: Color = "#3f8468";
const CITY: Area = [12, 76, 340, 448];
const PALACE: Area = [362, 76, 426, 156];
const BEDROOM: Area = [362, 240, 426, 214];
const PLOTS: Area = [362, 462, 426, 62];
/// Most points of one owner that are drawn one by one.
const MOST_JADES: u8 = 8;

/// Draws the board: seat 1 above, seat 0 below.
pub(crate) fn draw(config: &Config, view: &View, lang: Lang) -> Drawing {
    let mut picture =
        Picture { drawing: Drawing::new(596, "#efe3c8"), config, board: &view.board, lang };
    picture.hand(Seat(1), 10);
    picture.city();
    picture.palace();
    picture.bedroom();
    picture.plots(view.pile);
    picture.hand(Seat(0), 532);
    picture.drawing
}

struct Picture<'a> {
    drawing: Drawing,
    config: &'a Config,
    board: &'a Board,
    lang: Lang,
}

impl Picture<'_> {
    fn word(&self, key: &str) -> String {
        let name = self.lang.of(word(key));
        capitalized(name.strip_prefix("the ").unwrap_or(name))
    }

    /// A seat's tray: name, eunuchs in hand, first-move tile and points.
    fn hand(&mut self, seat: Seat, top: i32) {
        let [main, dark, pale] = SEATS[seat.index()];
        let name = self.lang.of(seat_name(seat)).to_owned();
        self.drawing.rect([12, top, 776, 54]).fill("#f7ecd2").stroke(main, 2).round(8);
        self.drawing.rect([12, top, 92, 54]).fill(main).round(8);
        self.drawing.label([18, top, 80, 54], name, 20).bold().fill(pale);
        let group = self.board.hands[seat.index()];
        let held = self.word("hand");
        self.drawing.label([116, top, 70, 54], held, 13).start();
        let sides = [(group.weak, false), (group.strong, true)];
        let each = sides.iter().flat_map(|(count, strong)| (0..*count).map(|_| *strong));
        for (place, strong) in (0..).zip(each) {
            self.eunuch(Eunuch { seat, strong }, 206 + place * 46, top + 27, 20);
        }
        if self.board.initiative == seat {
            let tile = self.word("first_move_tile");
            self.drawing.rect([362, top + 11, 150, 32]).fill("#a3301f").stroke(GOLD, 2).round(4);
            self.drawing.label([366, top + 11, 142, 32], tile, 14).bold().fill(CREAM);
        }
        let (points, goal) = (self.board.points[seat.index()], self.config.components.scoring.goal);
        let shown = goal.max(points);
        if shown <= MOST_JADES {
            for place in 0..shown {
                let x = 534 + i32::from(place) * 27;
                let jade = self.drawing.circle(x, top + 27, 11).stroke("#1f5240", 2);
                if place < points {
                    jade.fill(JADE)
                } else {
                    jade.fill("#e6dcc0").dashed()
                };
            }
        }
        let sum = format!("{points}/{goal}");
        self.drawing.label([724, top, 54, 54], sum, 18).end().bold().fill(dark);
    }

    /// A eunuch: round for blue, square for red, gold-rimmed with its sign if it is strong.
    fn eunuch(&mut self, Eunuch { seat, strong }: Eunuch, x: i32, y: i32, size: i32) {
        let [main, dark, pale] = SEATS[seat.index()];
        let rim = if strong { ("#f4d77c", 4) } else { (dark, 2) };
        let shape = if seat.0 == 0 {
            self.drawing.circle(x, y, size)
        } else {
            self.drawing.rect([x - size, y - size, 2 * size, 2 * size]).round(5)
        };
        shape.fill(main).stroke(rim.0, rim.1);
        let side = self.lang.of(word(if strong { "strong" } else { "weak" }));
        // A single letter on the piece in English: W or S.
        let sign: String = side.chars().take(1).flat_map(char::to_uppercase).collect();
        self.drawing.label([x - size, y - size, 2 * size, 2 * size], sign, size).bold().fill(pale);
    }

    /// The nine cards of the Forbidden City, three in a row.
    fn city(&mut self) {
        let [left, top, width, height] = CITY;
        self.drawing.rect(CITY).fill("#a8392b").stroke("#7d2219", 3).round(6);
        let title = self.word("city");
        self.drawing
            .label([left + 12, top + 4, width - 24, 24], title, 15)
            .bold()
            .start()
            .fill(CREAM);
        let round = format!("{} {}", self.word("round"), self.board.round);
        self.drawing.label([left + 12, top + 4, width - 24, 24], round, 14).end().fill(CREAM);
        let (across, down) = ((width - 24) / 3, (height - 38) / 3);
        let current = self.board.current_card();
        for (index, (card, spec)) in
            self.board.cards.iter().zip(&self.config.components.cards).enumerate()
        {
            let (column, row) = ((index % 3) as i32, (index / 3) as i32);
            let (x, y) = (left + 12 + column * across, top + 30 + row * down);
            let area = [x + 3, y + 3, across - 6, down - 6];
            let ground = if card.open { PARCHMENT } else { "#99958c" };
            let edge = if current == Some(index) { ("#ffd24d", 5) } else { ("#a8741f", 2) };
            self.drawing.rect(area).fill(ground).stroke(edge.0, edge.1).round(6);
            let badge = if card.open { "#8f2a1e" } else { "#57544f" };
            self.drawing.rect([x + 9, y + 9, 24, 22]).fill(badge).round(4);
            let number = (index + 1).to_string();
            self.drawing.label([x + 9, y + 9, 24, 22], number, 15).bold().fill(CREAM);
            let name = self.lang.of(&zashiki_core::Localize::name(&spec.icon)).to_owned();
            let ink = if card.open { "#8a1f16" } else { "#2f2c28" };
            self.drawing.label([x + 8, y + 30, across - 16, 36], name, 17).bold().fill(ink);
            if !card.open {
                let down = self.lang.pick("裏", "Down");
                self.drawing.label([x + 36, y + 9, across - 46, 22], down, 12).end().fill(ink);
            }
            let count = card.eunuchs.len() as i32;
            for (place, eunuch) in (0..).zip(&card.eunuchs) {
                let middle = x + across / 2 + (2 * place - count + 1) * 22;
                let (size, step) = if count > 2 { (13, 29) } else { (20, 44) };
                let at = x + across / 2 + (2 * place - count + 1) * step / 2;
                let at = if count > 2 { at } else { middle };
                self.eunuch(*eunuch, at, y + 90, size);
            }
        }
    }

    /// The palace squares in a row: red eunuchs above, blue ones below.
    fn palace(&mut self) {
        let [left, top, width, _] = PALACE;
        self.drawing.rect(PALACE).fill("#7a3b22").stroke("#5b3a1c", 3).round(6);
        let title = self.word("palace");
        self.drawing
            .label([left + 12, top + 3, width - 24, 22], title, 14)
            .bold()
            .start()
            .fill(CREAM);
        let palace = &self.config.components.palace;
        let across = (width - 12) / palace.len() as i32;
        let size = (across / 2 - 3).clamp(8, 15);
        for (index, (spec, groups)) in palace.iter().zip(&self.board.palace).enumerate() {
            let x = left + 6 + index as i32 * across;
            let running = self.board.executing.filter(|now| usize::from(now.square) == index);
            let edge = if running.is_some() { ("#ffd24d", 4) } else { ("#a8741f", 2) };
            let area = [x + 2, top + 64, across - 4, 46];
            self.drawing.rect(area).fill("#f3e2be").stroke(edge.0, edge.1).round(4);
            let sign = self.square_sign(spec.square);
            self.drawing.label([x + 3, top + 64, across - 6, 46], sign, 17).bold();
            for seat in Seat::all(2) {
                let mut group = groups[seat.index()];
                if let Some(now) = running.filter(|now| now.eunuch.seat == seat) {
                    *group.side(now.eunuch.strong) += 1;
                }
                let y = if seat.0 == 0 { top + 131 } else { top + 44 };
                let sides = [(group.weak, false), (group.strong, true)];
                let each = sides.iter().flat_map(|(count, strong)| (0..*count).map(|_| *strong));
                let step = if group.total() > 1 {
                    (across - 2 * size - 2).max(1) / (i32::from(group.total()) - 1)
                } else {
                    0
                };
                let first = x + across / 2 - step * (i32::from(group.total()) - 1).max(0) / 2;
                for (place, strong) in (0..).zip(each) {
                    self.eunuch(Eunuch { seat, strong }, first + place * step, y, size);
                }
            }
        }
    }

    /// A short sign on a palace square.
    fn square_sign(&self, square: Square) -> String {
        match (square, self.lang) {
            (Square::Advance { .. }, _) => square.sign(),
            (Square::Choice { steps, draws }, Lang::Ja) => format!("+{steps}/策{draws}"),
            (_, Lang::Ja) => square.sign(),
            (Square::Choice { steps, draws }, Lang::En) => format!("+{steps}/×{draws}"),
            (Square::Entry, Lang::En) => "Entry".into(),
            (Square::Strong, Lang::En) => "Strong".into(),
            (Square::Point, Lang::En) => "Point".into(),
            (Square::Return, Lang::En) => "Home".into(),
        }
    }

    /// The bedroom: squares along the walls, clockwise from the middle of the lower side, and the points
    /// in the middle.
    fn bedroom(&mut self) {
        let [left, top, width, height] = BEDROOM;
        self.drawing.rect(BEDROOM).fill("#6f3350").stroke("#5b3a1c", 3).round(6);
        let bedroom = &self.config.components.bedroom;
        let (squares, tea) = (i32::from(bedroom.squares), i32::from(bedroom.tea));
        let (across, down) = (width - 52, height - 52);
        let around = 2 * (across + down);
        let size = (around / squares / 2 - 3).clamp(6, 17);
        let (west, north) = (left + 26, top + 26);
        let at = |square: i32| {
            let mut walked = around * square / squares;
            if walked < across / 2 {
                return (west + across / 2 - walked, north + down);
            }
            walked -= across / 2;
            if walked < down {
                return (west, north + down - walked);
            }
            walked -= down;
            if walked < across {
                return (west + walked, north);
            }
            walked -= across;
            if walked < down {
                return (west + across, north + walked);
            }
            (west + across - (walked - down), north + down)
        };
        for square in 0..squares {
            let (x, y) = at(square);
            let area = [x - size, y - size, 2 * size, 2 * size];
            let ground = match square {
                0 => "#a3301f",
                other if other == tea => JADE,
                _ => "#f3e2be",
            };
            self.drawing.rect(area).fill(ground).stroke("#8a5a14", 2).round(4);
        }
        // Names beside their squares, inside the loop.
        let start = self.word("start");
        let start = start.trim_end_matches(" square").to_owned();
        let ((x, y), (tea_x, tea_y)) = (at(0), at(tea));
        self.drawing.label([x - 60, y - size - 22, 120, 20], start, 13).fill(CREAM);
        let name = self.word("tea");
        let name = name.trim_end_matches(" square");
        let name = format!("{name} +{}", self.board.tea);
        let below = if tea_y == north { tea_y + size + 2 } else { tea_y - size - 22 };
        let tea_left = (tea_x - 60).clamp(west + size + 4, west + across - size - 124);
        self.drawing.label([tea_left, below, 120, 20], name, 13).fill(CREAM);
        let consorts = self.board.consorts;
        let together = consorts[0].square == consorts[1].square;
        for seat in Seat::all(2) {
            let consort = consorts[seat.index()];
            let (x, y) = at(consort.square.into());
            let apart = if together { (2 * i32::from(seat.0) - 1) * 11 } else { 0 };
            self.consort(seat, x + apart, y);
        }
        self.treasury(at(0).1 - 114);
    }

    /// A consort: a crowned figure in the colour of her seat, with her number of laps.
    fn consort(&mut self, seat: Seat, x: i32, y: i32) {
        let [main, dark, pale] = SEATS[seat.index()];
        let laps = self.board.consorts[seat.index()].laps.to_string();
        let body = [(x - 14, y + 17), (x - 6, y - 8), (x + 6, y - 8), (x + 14, y + 17)];
        self.drawing.polygon(body).fill(main).stroke("#fff8e6", 2);
        let head = if seat.0 == 0 {
            self.drawing.circle(x, y - 12, 8)
        } else {
            self.drawing.rect([x - 8, y - 20, 16, 16]).round(2)
        };
        head.fill(pale).stroke(dark, 2);
        self.drawing.label([x - 14, y, 28, 16], laps, 13).bold().fill("#ffffff");
    }

    /// The points in the middle of the bedroom: those of Xiang Fei and of the stock, and the laps.
    fn treasury(&mut self, top: i32) {
        let [left, _, width, _] = BEDROOM;
        let goal = self.config.options.kohi_goal;
        let x = left + width / 2 - 116;
        self.drawing.rect([x, top, 232, 66]).fill("#fbf0d8").stroke(GOLD, 2).round(6);
        let kohi = format!("{} {}/{goal}", self.word("kohi"), self.board.kohi);
        self.drawing.label([x + 8, top + 2, 130, 26], kohi, 14).bold().start().fill("#7d2219");
        for place in 0..goal.min(MOST_JADES) {
            let at = x + 152 + i32::from(place) * 24;
            let jade = self.drawing.circle(at, top + 16, 9).stroke("#1f5240", 2);
            if place < self.board.kohi {
                jade.fill(JADE)
            } else {
                jade.fill("#e6dcc0").dashed()
            };
        }
        let stock = format!("{} {}", self.word("stock"), self.board.stock);
        self.drawing.label([x + 8, top + 24, 216, 22], stock, 14).bold().start().fill("#1f5240");
        let laps: Vec<String> = Seat::all(2)
            .map(|seat| {
                let name = self.lang.of(seat_name(seat));
                let laps = self.board.consorts[seat.index()].laps;
                match self.lang {
                    Lang::Ja => format!("{name}{laps}周"),
                    Lang::En => format!("{name} {laps} {}", if laps == 1 { "lap" } else { "laps" }),
                }
            })
            .collect();
        let laps = laps.join(self.lang.pick("・", ", "));
        self.drawing.label([x + 8, top + 43, 216, 20], laps, 13).start();
    }

    /// The plot cards: the pile, the cards being resolved and the discards.
    fn plots(&mut self, pile: u8) {
        let [left, top, width, height] = PLOTS;
        self.drawing.rect(PLOTS).fill("#4b3163").stroke("#5b3a1c", 3).round(6);
        self.drawing
            .rect([left + 12, top + 10, 36, height - 20])
            .fill("#362047")
            .stroke("#c9a24e", 2)
            .round(4);
        self.drawing
            .label([left + 12, top + 10, 36, height - 20], pile.to_string(), 18)
            .bold()
            .fill("#f1e2ff");
        let plots = &self.config.components.plots;
        let names = |cards: &[u8]| {
            let names = cards.iter().filter_map(|card| plots.get(usize::from(*card)));
            let names = names.map(|plot| self.lang.pick(&plot.name.ja, &plot.name.en));
            names.collect::<Vec<_>>().join(self.lang.pick("、", ", "))
        };
        let (now, gone) = (names(&self.board.resolving), names(&self.board.discards));
        let lines = [
            format!("{} {pile}  {now}", self.word("pile")),
            format!("{} {}  {gone}", self.word("discards"), self.board.discards.len()),
        ];
        for (place, line) in (0..).zip(lines) {
            let area = [left + 60, top + 6 + place * 26, width - 72, 24];
            self.drawing.label(area, line.trim_end(), 14).start().fill(if place == 0 {
                CREAM
            } else {
                "#f1e2ff"
            });
        }
    }
}
