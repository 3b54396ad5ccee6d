//! The observation of a seat for machine learning. The squares are not rotated to the seat's
//! viewpoint, since layouts name them by number. Of a face-up layout the observation has the cards
//! and the orders, not the cells: they no longer matter. The rules do not depend on observations.

use zashiki_core::{Feature, Features, Observation, Seat};

use crate::components::{CardSpec, Icon};
use crate::face::{Cards, Face};
use crate::grid::EDGE;
use crate::limits::ROUNDS;
use crate::ring::SQUARES;
use crate::types::Phase;
use crate::view::{LayoutView, PendingDecision};
use crate::{Config, Placing, View};

/// Number of columns, and of rows, of the placement area.
const WIDE: usize = 2 * EDGE as usize + 1;
const RING: usize = SQUARES as usize;
const ICONS: usize = Icon::ALL.len();
/// Number of possible values of an icon's designated number: none, or 1 to 5.
const NUMBERS: usize = RING + 1;

pub(crate) fn features(config: &Config) -> Features {
    let seats = usize::from(config.seats);
    let in_the_deck =
        |card: &CardSpec| config.components.deck().any(|other| other.face == card.face);
    let copies_of =
        |card: &CardSpec| usize::from(card.count) * if in_the_deck(card) { 1 } else { seats };
    let cards = || config.components.card.iter();
    let copies = cards().map(copies_of).max().unwrap_or(0);
    let points: usize = cards().map(|card| copies_of(card) * usize::from(card.points)).sum();
    let icons = |icon: Icon| {
        let on = |card: &CardSpec| card.icons.iter().filter(|spec| spec.icon == icon).count();
        cards().map(|card| copies_of(card) * on(card)).sum::<usize>()
    };
    let attacks = icons(Icon::Sword) + icons(Icon::Gun);
    let of_an_icon = Icon::ALL.into_iter().map(icons).max().unwrap_or(0);
    let mut features = vec![
        Feature::new("round", [ROUNDS as usize], "The round, from 1 to 6."),
        Feature::new(
            "phase",
            [10],
            "The phase: preparation, decision, movement, picking up, attack, fire, recovery, exhaustion, end of the round, over.",
        ),
        Feature::new(
            "asked",
            [5, seats],
            "The seats to move, by decision: lay, take, steal, burn, recover.",
        ),
        Feature::new("victim", [seats], "The seat that loses a card by theft."),
        Feature::new("asked_square", [RING], "The square of the decision."),
        Feature::new("asked_icon", [ICONS], "The icon of the attack: move, sword, gun, recover."),
        Feature::new(
            "asked_attack",
            [1],
            "The index of the attack among those of the attacking seat.",
        ).up_to(attacks.saturating_sub(1)),
        Feature::new("up_to", [1], "The maximum number of cards to recover.").up_to(icons(Icon::Recover) * RING),
        Feature::new("first_player", [seats], "The seat with the first-player marker."),
        Feature::new(
            "squares",
            [RING, Face::COUNT],
            "The number of cards of each face on each square.",
        ).up_to(copies),
        Feature::new("fire", [RING], "The fire squares of this round."),
        Feature::new("deck", [Face::COUNT], "The number of cards of each face in the deck.").up_to(copies),
        Feature::new("discards", [Face::COUNT], "The number of discarded cards of each face.").up_to(copies),
        Feature::new("pawns", [seats, NUMBERS], "The square of each seat's pawn: none, or 1 to 5."),
        Feature::new(
            "hands",
            [seats, Face::COUNT],
            "The number of cards of each face in each seat's hand; before the declaration, if the seat has declared a layout that is not known.",
        ).up_to(copies),
        Feature::new(
            "exposed",
            [seats, Face::COUNT],
            "The number of exposed cards of each face, by seat.",
        ).up_to(copies),
        Feature::new("exposed_points", [seats], "The points of each seat's exposed cards.").up_to(points),
        Feature::new("points", [seats], "The points of all cards of each seat.").up_to(points),
        Feature::new("declared", [seats], "The seats that have declared a layout."),
        Feature::new("open", [seats], "The seats whose layout is known."),
        Feature::new(
            "laid",
            [seats, Face::COUNT],
            "The number of cards of each face in each known layout.",
        ).up_to(copies),
        Feature::new(
            "orders",
            [seats, ICONS, NUMBERS],
            "The number of icons of each known layout, by icon (move, sword, gun, recover) and designated number: none, or 1 to 5.",
        ).up_to(of_an_icon),
        Feature::new(
            "moved_from",
            [seats, NUMBERS],
            "The square of the pawn before the movement, for each known layout: none, or 1 to 5.",
        ),
        Feature::new("ended", [1], "1 if the match is over."),
        Feature::new("won", [seats], "The winning seats."),
    ];
    if config.options.placing == Placing::InTurn {
        features.push(Feature::new("face_down", [seats, WIDE, WIDE], "The cells on which cards lie face down, from the bottom left as their owner sees them."));
    }
    Features::from(features)
}

pub(crate) fn observe(config: &Config, view: &View, seat: Seat, out: &mut Observation<'_>) {
    let relative = |owner: Seat| owner.places_after(seat, config.seats);
    out.next("round").mark([usize::from(view.round - 1)]);
    out.next("phase").mark([phase(view.phase)]);
    let mut asked = out.next("asked");
    let mut victims = out.next("victim");
    let mut squares = out.next("asked_square");
    let mut icons = out.next("asked_icon");
    let mut attacks = out.next("asked_attack");
    let mut most = out.next("up_to");
    match view.asked {
        Some(PendingDecision::Lay { seats }) => {
            seats.iter().for_each(|seat| asked.mark([0, relative(seat)]))
        }
        Some(PendingDecision::Take { seat, square }) => {
            asked.mark([1, relative(seat)]);
            squares.mark([usize::from(square) - 1]);
        }
        Some(PendingDecision::Steal { seat, victim, square, icon, attack }) => {
            asked.mark([2, relative(seat)]);
            victims.mark([relative(victim)]);
            squares.mark([usize::from(square) - 1]);
            icons.mark([icon as usize]);
            attacks.set([0], attack);
        }
        Some(PendingDecision::Burn { seat, square }) => {
            asked.mark([3, relative(seat)]);
            squares.mark([usize::from(square) - 1]);
        }
        Some(PendingDecision::Recover { seat, up_to }) => {
            asked.mark([4, relative(seat)]);
            most.set([0], up_to);
        }
        None => {}
    }
    out.next("first_player").mark([relative(view.first_player)]);
    let mut cards = out.next("squares");
    let mut fire = out.next("fire");
    for (at, square) in view.squares.iter().enumerate() {
        square.cards.iter().for_each(|card| cards.one_more([at, card.face.index()]));
        fire.mark_if([at], square.fire);
    }
    for (name, cards) in [("deck", view.deck_holds), ("discards", view.discards)] {
        let mut feature = out.next(name);
        each(cards, |face, count| feature.set([face], count));
    }
    let mut pawns = out.next("pawns");
    let mut hands = out.next("hands");
    let mut exposed = out.next("exposed");
    let mut exposed_points = out.next("exposed_points");
    let mut points = out.next("points");
    let mut declared = out.next("declared");
    let mut open = out.next("open");
    let mut laid = out.next("laid");
    let mut orders = out.next("orders");
    let mut moved_from = out.next("moved_from");
    let mut ended = out.next("ended");
    let mut won = out.next("won");
    let mut face_down = (config.options.placing == Placing::InTurn).then(|| out.next("face_down"));
    for (owner, has) in Seat::all(config.seats).zip(&view.players) {
        let owner = relative(owner);
        pawns.mark([owner, has.square.map_or(0, usize::from)]);
        each(has.hand, |face, count| hands.set([owner, face], count));
        each(has.exposed, |face, count| exposed.set([owner, face], count));
        // Fits into `i16` for all components: fewer than 32 faces with at most 15 cards of 100
        // points.
        exposed_points.set([owner], has.exposed_points as i16);
        points.set([owner], has.points as i16);
        declared.mark_if([owner], has.laid != LayoutView::None);
        match &has.laid {
            LayoutView::None | LayoutView::Declared => {}
            LayoutView::FaceDown { cells } => {
                if let Some(face_down) = &mut face_down {
                    for cell in cells {
                        let [row, column] = [cell.y(), cell.x()].map(|at| (at + EDGE) as usize);
                        face_down.mark([owner, row, column]);
                    }
                }
            }
            LayoutView::Open { layout, reading } => {
                open.mark([owner]);
                layout.iter().for_each(|card| laid.one_more([owner, card.face.index()]));
                for icon in &reading.icons {
                    let number = icon.number.map_or(0, usize::from);
                    orders.one_more([owner, icon.icon as usize, number]);
                }
                moved_from.mark([owner, reading.from.map_or(0, usize::from)]);
            }
        }
    }
    ended.mark_if([0], view.end.is_some());
    for winner in view.end.iter().flat_map(|end| end.winners.iter()) {
        won.mark([relative(winner)]);
    }
}

/// Calls `write` with the index and the number of cards of each face.
#[inline]
fn each(cards: Cards, mut write: impl FnMut(usize, u8)) {
    cards.kinds().for_each(|face| write(face.index(), cards.count(face)));
}

const fn phase(phase: Phase) -> usize {
    match phase {
        Phase::Preparation => 0,
        Phase::Decision => 1,
        Phase::Movement => 2,
        Phase::PickUp => 3,
        Phase::Attack => 4,
        Phase::Fire => 5,
        Phase::Recovery => 6,
        Phase::Exhaustion => 7,
        Phase::RoundEnd => 8,
        Phase::Over => 9,
    }
}
