//! Arrangements of the set-up: what lies on each square of the own two rows.

use table::{Illegal, Seat, Text};

use crate::components::Components;
use crate::kind::{Cards, Kind, STACK_CARDS};
use crate::square::{Square, TERRITORY, TERRITORY_ROWS};
use table::Word;

/// A complete arrangement of one seat. Its notation names squares and cards:
/// `a1=shu+ko b1=king c2=dai`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrangement {
    /// Whose two rows it lies on.
    side: Seat,
    /// The cards, by the squares as their owner sees them.
    cards: [Cards; TERRITORY],
}

impl Arrangement {
    /// These cards, by the squares of the own rows as the owner sees them (a1, b1, … e2), on
    /// the rows of this seat.
    pub const fn new(side: Seat, cards: [Cards; TERRITORY]) -> Arrangement {
        Arrangement { side, cards }
    }

    /// Nothing yet, on the rows of this seat.
    pub(crate) const fn empty(side: Seat) -> Arrangement {
        Arrangement { side, cards: [Cards::NONE; TERRITORY] }
    }

    /// Lays cards on a square, if it is of these rows.
    pub(crate) fn lay(&mut self, square: Square, cards: Cards) {
        if let Some(there) = self.cards.get_mut(square.seen_by(self.side).index()) {
            *there = cards;
        }
    }

    /// Whose two rows it lies on.
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// The cards, by the squares as their owner sees them.
    pub const fn cards(&self) -> &[Cards; TERRITORY] {
        &self.cards
    }

    /// The same on the rows of another seat.
    pub const fn on(self, side: Seat) -> Arrangement {
        Arrangement { side, ..self }
    }

    /// Its left-right reflection.
    pub fn mirrored(self) -> Arrangement {
        let mut cards = [Cards::NONE; TERRITORY];
        for (square, there) in Square::all().zip(&mut cards) {
            *there = self.cards[square.mirrored().index()];
        }
        Arrangement { cards, ..self }
    }

    /// What lies on a square of the sheet.
    pub fn at(&self, square: Square) -> Cards {
        let seen = square.seen_by(self.side).index();
        self.cards.get(seen).copied().unwrap_or_default()
    }

    /// Each square that holds something, in the order of their names, with its cards.
    pub fn laid(&self) -> impl Iterator<Item = (Square, Cards)> {
        Square::all().map(|square| (square, self.at(square))).filter(|(_, cards)| !cards.is_empty())
    }

    /// Reads `a1=shu+ko b1=king …`.
    ///
    /// # Errors
    /// `K-32` for squares that do not exist, occur twice or are not of one seat's two rows,
    /// `K-18` for two cards of a name, `K-33` for a card that does not exist, `K-34` for nothing
    /// at all, `T-3` for what is no such text.
    pub fn read(text: &str) -> Result<Arrangement, Illegal> {
        let mut found: Option<Arrangement> = None;
        for word in text.split_whitespace() {
            let (square, cards) = read_square(word)?;
            let side = Seat(u8::from(square.row() >= TERRITORY_ROWS));
            if !square.is_home_of(side) || found.is_some_and(|found| found.side != side) {
                return Err(outside(square));
            }
            let found = found.get_or_insert(Arrangement { side, cards: [Cards::NONE; TERRITORY] });
            let there = &mut found.cards[square.seen_by(side).index()];
            if !there.is_empty() {
                return Err(doubled(square));
            }
            *there = cards;
        }
        found.ok_or_else(|| {
            Illegal::new(
                "K-34",
                Text::fixed(
                    "まだ何も並べていません。自陣の10マスのうち9マスに並べてください。",
                    "Nothing is arranged yet; lay cards on nine of your ten squares.",
                ),
            )
        })
    }
}

/// Reads `a1=shu+ko`.
fn read_square(word: &str) -> Result<(Square, Cards), Illegal> {
    let Some((square, cards)) = word.split_once('=') else {
        return Err(Illegal::unknown_action(word, "arrange a1=shu+ko b1=king"));
    };
    let square = Square::from_word(square).ok_or_else(|| no_square(square))?;
    let cards = Cards::read(cards).map_err(|fault| match fault {
        Some(kind) => twice(square, kind),
        None => no_card(cards),
    })?;
    Ok((square, cards))
}

/// `K-32`: there is no such square.
pub(crate) fn no_square(name: &str) -> Illegal {
    let name: String = name.chars().take(20).collect();
    Illegal::new(
        "K-32",
        Text::new(
            format!("「{name}」は盤の外です。マスはa1〜e5です。"),
            format!("\"{name}\" is off the sheet; squares are a1 to e5."),
        ),
    )
}

/// `K-33`: there is no such card.
pub(crate) fn no_card(name: &str) -> Illegal {
    let name: String = name.chars().take(40).collect();
    Illegal::new(
        "K-33",
        Text::new(
            format!(
                "「{name}」というカードはありません(king, queen, general, shu, ko, dai、重ねるときは shu+ko)。"
            ),
            format!(
                "\"{name}\" names no cards; write king, queen, general, shu, ko or dai, joined by + for a stack."
            ),
        ),
    )
}

/// `K-32`: the square is not of the own two rows.
pub(crate) fn outside(square: Square) -> Illegal {
    Illegal::new(
        "K-32",
        Text::new(
            format!("{square}は自陣(手前の2列)ではありません。自陣の10マスに並べてください。"),
            format!("{square} is not in your own first two rows; arrange your cards there."),
        ),
    )
}

/// `K-32`: the square is named twice.
pub(crate) fn doubled(square: Square) -> Illegal {
    Illegal::new(
        "K-32",
        Text::new(
            format!("{square}が2度書かれています。1マスに置けるのは1組だけです。"),
            format!("{square} is named twice; a square holds one single or one stack."),
        ),
    )
}

/// `K-18`: two cards of a name.
pub(crate) fn twice(square: Square, kind: Kind) -> Illegal {
    let Text { ja, en } = kind.name();
    Illegal::new(
        "K-18",
        Text::new(
            format!("{square}に「{ja}」が2枚あります。同じ名称のカードは重ねられません。"),
            format!("There are two {en} on {square}; cards of the same name cannot be stacked."),
        ),
    )
}

/// `K-17`: more than three cards.
pub(crate) fn too_high(square: Square, cards: u32) -> Illegal {
    Illegal::new(
        "K-17",
        Text::new(
            format!("{square}に{cards}枚重なっています。重ねられるのは{STACK_CARDS}枚までです。"),
            format!("{square} holds {cards} cards; a stack has {STACK_CARDS} at most."),
        ),
    )
}

/// `K-20`: a card that cannot be combined is in a stack.
pub(crate) fn not_combinable(square: Square, kind: Kind) -> Illegal {
    let Text { ja, en } = kind.name();
    Illegal::new(
        "K-20",
        Text::new(
            format!("{square}の「{ja}」は他のカードと重ねられません。1枚だけで置いてください。"),
            format!("{en} on {square} cannot be combined; lay it alone."),
        ),
    )
}

impl std::fmt::Display for Arrangement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, (square, cards)) in self.laid().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{square}={cards}")?;
        }
        Ok(())
    }
}

impl Arrangement {
    /// Whether it may be laid by this seat.
    ///
    /// # Errors
    /// `K-32` for the wrong rows, `K-17` for too high a stack, `K-20` for a stack with a card
    /// that cannot be combined, `K-79` and `K-80` for 八とび and ジョーカー, `K-33` for more
    /// cards of a name than there are and for wrong numbers of singles and stacks, `K-34` for
    /// fewer than nine pieces.
    pub(crate) fn check(&self, seat: Seat, components: &Components) -> Result<(), Illegal> {
        if self.side != seat {
            let square = self.laid().next().map_or(Square::MIDDLE, |(square, _)| square);
            return Err(outside(square));
        }
        for (square, cards) in self.laid() {
            check_piece(square, cards)?;
        }
        self.check_deck(components)?;
        let counts = self.counts();
        let pieces: usize = counts.iter().map(|count| usize::from(*count)).sum();
        let setup = &components.setup;
        let wanted = [setup.king, setup.single, setup.stack2, setup.stack3];
        if counts == wanted {
            return Ok(());
        }
        if pieces < TERRITORY - 1 {
            let (left, left_en) = (TERRITORY - 1 - pieces, TERRITORY - 1 - pieces);
            return Err(Illegal::new(
                "K-34",
                Text::new(
                    format!("まだ並べ終わっていません。あと{left}マスに並べてください。"),
                    format!(
                        "The arrangement is not complete; lay cards on {left_en} more squares."
                    ),
                ),
            ));
        }
        let names = [
            ("王", "king"),
            ("単独", "singles"),
            ("2枚重ね", "stacks of two"),
            ("3枚重ね", "stacks of three"),
        ];
        let list =
            |pick: fn((&'static str, &'static str)) -> &'static str, by: &str, counts: [u8; 4]| {
                let parts = names
                    .into_iter()
                    .zip(counts)
                    .map(|(name, count)| format!("{count} {}", pick(name)));
                parts.collect::<Vec<_>>().join(by)
            };
        Err(Illegal::new(
            "K-33",
            Text::new(
                format!(
                    "並べるのは {} で、1マスを空けます(今は {})。",
                    list(|name| name.0, "、", wanted),
                    list(|name| name.0, "、", counts)
                ),
                format!(
                    "An arrangement is {} with one square left empty; this is {}.",
                    list(|name| name.1, ", ", wanted),
                    list(|name| name.1, ", ", counts)
                ),
            ),
        ))
    }

    /// How many kings, other singles, stacks of two and stacks of three there are.
    pub(crate) fn counts(&self) -> [u8; 4] {
        let mut counts = [0; 4];
        for cards in self.cards.iter().filter(|cards| !cards.is_empty()) {
            let slot = if cards.has(Kind::King) { 0 } else { cards.len().min(3) as usize };
            counts[slot] += 1;
        }
        counts
    }

    /// `K-33`: no more cards of a name than the box has.
    fn check_deck(&self, components: &Components) -> Result<(), Illegal> {
        for kind in Kind::ALL {
            let used = self.cards.iter().filter(|cards| cards.has(kind)).count();
            let there = usize::from(components.card(kind).count);
            if used > there {
                return Err(too_many(kind, used, there));
            }
        }
        Ok(())
    }
}

/// Whether cards may lie on a square as one piece in the set-up.
pub(crate) fn check_piece(square: Square, cards: Cards) -> Result<(), Illegal> {
    if cards.len() > STACK_CARDS {
        return Err(too_high(square, cards.len()));
    }
    if cards.is_stack()
        && let Some(kind) = cards.without(Cards::COMBINABLE).first()
    {
        return Err(not_combinable(square, kind));
    }
    match cards.single() {
        Some(Kind::Hachitobi) => Err(Illegal::new(
            "K-79",
            Text::new(
                format!(
                    "八とびは戦闘が始まるまで使えません。{square}には別のカードを置いてください。"
                ),
                format!(
                    "Hachitobi 八とび is not used before the battle; lay another card on {square}."
                ),
            ),
        )),
        Some(Kind::Joker) => Err(Illegal::new(
            "K-80",
            Text::new(
                format!(
                    "ジョーカーは自分の王の点数が減るまで使えません。{square}には別のカードを置いてください。"
                ),
                format!(
                    "The Joker is not used until your king has lost points; lay another card on {square}."
                ),
            ),
        )),
        _ => Ok(()),
    }
}

/// `K-33`: more cards of a name than there are.
pub(crate) fn too_many(kind: Kind, used: usize, there: usize) -> Illegal {
    let Text { ja, en } = kind.name();
    Illegal::new(
        "K-33",
        Text::new(
            format!("「{ja}」は{there}枚しかありません({used}枚使われています)。"),
            format!("There are {there} {en} and {used} are used; take some away."),
        ),
    )
}
