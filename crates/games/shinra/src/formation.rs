//! Arrangements of the set-up: the cards on each square of a seat's two rows.

use zashiki_core::{IllegalAction, LocalizedText, Seat, Token, plural, text};

use crate::components::Components;
use crate::kind::{Cards, Kind, STACK_CARDS};
use crate::square::{Square, TERRITORY, TERRITORY_ROWS};

/// An arrangement of one seat. Its notation names squares and cards: `a1=shu+ko b1=king c2=dai`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrangement {
    /// The seat in whose two rows the cards are placed.
    side: Seat,
    /// The cards on each square, indexed from the owner's viewpoint.
    cards: [Cards; TERRITORY],
}

impl Arrangement {
    /// An arrangement of `side`. `cards` are in the order a1, b1, … e2 from that seat's viewpoint.
    pub const fn new(side: Seat, cards: [Cards; TERRITORY]) -> Arrangement {
        Arrangement { side, cards }
    }

    /// An arrangement of `side` without cards.
    pub(crate) const fn empty(side: Seat) -> Arrangement {
        Arrangement { side, cards: [Cards::NONE; TERRITORY] }
    }

    /// Sets the cards of a square; does nothing if the square is outside the two rows.
    pub(crate) fn lay(&mut self, square: Square, cards: Cards) {
        if let Some(there) = self.cards.get_mut(square.relative_to(self.side).index()) {
            *there = cards;
        }
    }

    /// The seat in whose two rows the cards are placed.
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// The cards in the order a1, b1, … e2 from the owner's viewpoint.
    pub const fn cards(&self) -> &[Cards; TERRITORY] {
        &self.cards
    }

    /// The same arrangement, moved to the two rows of `side`.
    pub const fn on(self, side: Seat) -> Arrangement {
        Arrangement { side, ..self }
    }

    /// The left-right mirror image of the arrangement.
    pub fn mirrored(self) -> Arrangement {
        let mut cards = [Cards::NONE; TERRITORY];
        for (square, there) in Square::all().zip(&mut cards) {
            *there = self.cards[square.mirrored().index()];
        }
        Arrangement { cards, ..self }
    }

    /// The cards on a square of the sheet; empty outside the two rows.
    pub fn at(&self, square: Square) -> Cards {
        let index = square.relative_to(self.side).index();
        self.cards.get(index).copied().unwrap_or_default()
    }

    /// The squares that are not empty, in ascending order, with their cards.
    pub fn laid(&self) -> impl Iterator<Item = (Square, Cards)> {
        Square::all().map(|square| (square, self.at(square))).filter(|(_, cards)| !cards.is_empty())
    }

    /// Reads notation such as `a1=shu+ko b1=king …`.
    ///
    /// # Errors
    /// Returns `K-32` for squares that do not exist, occur twice or are outside one seat's two rows,
    /// `K-18` for two cards of the same kind on a square, `K-33` for an unknown card, `K-34` for an
    /// empty text and `T-3` for any other text.
    pub fn read(text: &str) -> Result<Arrangement, IllegalAction> {
        let mut found: Option<Arrangement> = None;
        for word in text.split_whitespace() {
            let (square, cards) = read_square(word)?;
            let side = Seat(u8::from(square.row() >= TERRITORY_ROWS));
            if !square.is_home_of(side) || found.is_some_and(|found| found.side != side) {
                return Err(outside(square));
            }
            let found = found.get_or_insert(Arrangement { side, cards: [Cards::NONE; TERRITORY] });
            let there = &mut found.cards[square.relative_to(side).index()];
            if !there.is_empty() {
                return Err(doubled(square));
            }
            *there = cards;
        }
        found.ok_or_else(|| {
            IllegalAction::new(
                "K-34",
                LocalizedText::fixed(
                    "まだ何も並べていません。自陣の10マスのうち9マスに並べてください。",
                    "Nothing is arranged yet; lay cards on nine of your ten squares.",
                ),
            )
        })
    }
}

/// Reads one entry such as `a1=shu+ko`.
fn read_square(word: &str) -> Result<(Square, Cards), IllegalAction> {
    let Some((square, cards)) = word.split_once('=') else {
        return Err(IllegalAction::unknown_action(word, "arrange a1=shu+ko b1=king"));
    };
    let square = Square::from_word(square).ok_or_else(|| no_square(square))?;
    let cards = Cards::read(cards).map_err(|fault| match fault {
        Some(kind) => twice(square, kind),
        None => no_card(cards),
    })?;
    Ok((square, cards))
}

/// `K-32`: the error for a name that is no square of the board.
pub(crate) fn no_square(name: &str) -> IllegalAction {
    let name: String = name.chars().take(20).collect();
    IllegalAction::new(
        "K-32",
        text!(
            "「{name}」はシートの外です。a1〜e5のマスを書いてください。",
            "\"{name}\" is off the sheet; name a square from a1 to e5."
        ),
    )
}

/// `K-33`: the error for a name that is no card.
pub(crate) fn no_card(name: &str) -> IllegalAction {
    let name: String = name.chars().take(40).collect();
    IllegalAction::new(
        "K-33",
        text!(
            "「{name}」というカードはありません(king, queen, general, shu, ko, dai、重ねるときは shu+ko)。",
            "\"{name}\" names no cards; write king, queen, general, shu, ko or dai, joined by + for a stack."
        ),
    )
}

/// `K-32`: the error for a square outside the seat's two rows.
pub(crate) fn outside(square: Square) -> IllegalAction {
    IllegalAction::new(
        "K-32",
        text!(
            "{square}は自陣(手前の2列)ではありません。自陣の10マスに並べてください。",
            "{square} is not in your first two rows; arrange your cards there."
        ),
    )
}

/// `K-32`: the error for a square that is named twice.
pub(crate) fn doubled(square: Square) -> IllegalAction {
    IllegalAction::new(
        "K-32",
        text!(
            "{square}が2度書かれています。1マスに並べるのは1組だけにしてください。",
            "{square} is named twice; lay one single or one stack on a square."
        ),
    )
}

/// `K-18`: the error for two cards of the same kind on one square.
pub(crate) fn twice(square: Square, kind: Kind) -> IllegalAction {
    IllegalAction::new(
        "K-18",
        text!(
            "{square}に「{kind}」が2枚あります。同じ名称のカードは重ねられません。",
            "There are two {kind} on {square}; cards of the same name cannot be stacked.",
            kind
        ),
    )
}

/// `K-17`: the error for a stack of more than three cards.
pub(crate) fn too_high(square: Square, cards: u32) -> IllegalAction {
    IllegalAction::new(
        "K-17",
        text!(
            "{square}に{cards}枚重なっています。{STACK_CARDS}枚までにしてください。",
            "{square} holds {cards} cards; a stack has {STACK_CARDS} at most, so take some off."
        ),
    )
}

/// `K-20`: the error for a card that cannot be combined in a stack.
pub(crate) fn not_combinable(square: Square, kind: Kind) -> IllegalAction {
    IllegalAction::new(
        "K-20",
        text!(
            "{square}の「{kind}」は他のカードと重ねられません。1枚だけで並べてください。",
            "{kind} on {square} cannot be combined; lay it alone.",
            kind
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
    /// Checks that this seat may lay the arrangement.
    ///
    /// # Errors
    /// Returns `K-32` for the wrong rows, `K-17` for a stack of more than three cards, `K-20` for a
    /// stack with a card that cannot be combined, `K-79` and `K-80` for 八とび and ジョーカー, `K-33`
    /// for more cards of a kind than the deck has and for wrong numbers of singles and stacks, `K-34`
    /// for fewer than nine pieces.
    pub(crate) fn check(&self, seat: Seat, components: &Components) -> Result<(), IllegalAction> {
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
        let config = &components.setup;
        let wanted = [config.king, config.single, config.stack2, config.stack3];
        if counts == wanted {
            return Ok(());
        }
        if pieces < TERRITORY - 1 {
            let squares = plural(TERRITORY - 1 - pieces, "more square", "more squares");
            return Err(IllegalAction::new(
                "K-34",
                text!(
                    "まだ並べ終わっていません。あと{squares}マスに並べてください。",
                    "The arrangement is not complete; lay cards on {squares}.",
                    squares
                ),
            ));
        }
        let pieces = |[kings, singles, twos, threes]: [u8; 4]| {
            let (kings, singles) =
                (plural(kings, "king", "kings"), plural(singles, "single", "singles"));
            let twos = plural(twos, "stack of two", "stacks of two");
            let threes = plural(threes, "stack of three", "stacks of three");
            text!(
                "王{kings}、単独{singles}、2枚重ね{twos}、3枚重ね{threes}",
                "{kings}, {singles}, {twos} and {threes}",
                kings,
                singles,
                twos,
                threes
            )
        };
        Err(IllegalAction::new(
            "K-33",
            text!(
                "{wanted}を並べ、1マスを空けてください(今は{laid})。",
                "Lay {wanted}, with one square left empty; this is {laid}.",
                wanted = pieces(wanted),
                laid = pieces(counts)
            ),
        ))
    }

    /// The numbers of kings, singles other than the king, stacks of two and stacks of three, in this
    /// order.
    pub(crate) fn counts(&self) -> [u8; 4] {
        let mut counts = [0; 4];
        for cards in self.cards.iter().filter(|cards| !cards.is_empty()) {
            let slot = if cards.contains(Kind::King) { 0 } else { cards.len().min(3) as usize };
            counts[slot] += 1;
        }
        counts
    }

    /// Checks that the deck has all cards of the arrangement (`K-33`).
    fn check_deck(&self, components: &Components) -> Result<(), IllegalAction> {
        for kind in Kind::ALL {
            let used = self.cards.iter().filter(|cards| cards.contains(kind)).count();
            let there = usize::from(components.card(kind).count);
            if used > there {
                return Err(too_many(kind, used, there));
            }
        }
        Ok(())
    }
}

/// Checks that cards may form one piece of an arrangement.
pub(crate) fn check_piece(square: Square, cards: Cards) -> Result<(), IllegalAction> {
    if cards.len() > STACK_CARDS {
        return Err(too_high(square, cards.len()));
    }
    if cards.is_stack()
        && let Some(kind) = cards.without(Cards::COMBINABLE).first()
    {
        return Err(not_combinable(square, kind));
    }
    match cards.single() {
        Some(Kind::Hachitobi) => Err(IllegalAction::new(
            "K-79",
            text!(
                "八とびは戦闘が始まるまで使えません。{square}には別のカードを並べてください。",
                "The Leaper is not used before the battle; lay another card on {square}."
            ),
        )),
        Some(Kind::Joker) => Err(IllegalAction::new(
            "K-80",
            text!(
                "ジョーカーは自分の王の点数が減るまで使えません。{square}には別のカードを並べてください。",
                "The Joker is not used until your King has lost points; lay another card on {square}."
            ),
        )),
        _ => Ok(()),
    }
}

/// `K-33`: the error for more cards of a kind (`used`) than the deck has (`there`).
pub(crate) fn too_many(kind: Kind, used: usize, there: usize) -> IllegalAction {
    IllegalAction::new(
        "K-33",
        text!(
            "「{kind}」は{there}枚しかありません({used}枚使われています)。多い分を外してください。",
            "The box has {there} {kind} cards, and {used} are used; take some away.",
            kind
        ),
    )
}
