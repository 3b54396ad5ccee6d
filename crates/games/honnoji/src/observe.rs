//! The observation of a seat for machine learning. The squares are not rotated to the seat's
//! viewpoint, since layouts name them by number. Of a face-up layout the observation has the cards
//! and the orders, not the cells: they no longer matter. The rules do not depend on observations.

use zashiki_core::{Feature, Features, Observation, Seat};

use crate::components::Icon;
use crate::face::{Cards, Face};
use crate::grid::EDGE;
use crate::limits::ROUNDS;
use crate::ring::SQUARES;
use crate::types::Phase;
use crate::view::{Asked, Laid};
use crate::{Config, Placing, View};

/// Number of columns, and of rows, of the placement area.
const WIDE: usize = 2 * EDGE as usize + 1;
const RING: usize = SQUARES as usize;
const ICONS: usize = Icon::ALL.len();
/// Number of values of a designated number: none, or 1 to 5.
const NUMBERS: usize = RING + 1;

pub(crate) fn features(config: &Config) -> Features {
    let seats = usize::from(config.seats);
    let mut features = vec![
        Feature::new("round", [ROUNDS as usize], "The round."),
        Feature::new(
            "phase",
            [10],
            "The phase: preparation, decision, movement, picking up, attack, fire, recovery, exhaustion, end of the round, over.",
        ),
        Feature::new(
            "asked",
            [5, seats],
            "Who is asked: to lay, to take, to steal, to burn, to recover.",
        ),
        Feature::new("victim", [seats], "From whom is stolen."),
        Feature::new("asked_square", [RING], "The square that the question is about."),
        Feature::new(
            "asked_icon",
            [ICONS],
            "By which icon is attacked: move, sword, gun, recover.",
        ),
        Feature::new("asked_attack", [1], "The number of the attack among the seat's, from 0."),
        Feature::new("up_to", [1], "How many cards may be recovered at most."),
        Feature::new("first_player", [seats], "Who holds the first-player marker."),
        Feature::new(
            "squares",
            [RING, Face::COUNT],
            "How many cards of each face lie on each square.",
        ),
        Feature::new("fire", [RING], "Which squares burn in this round."),
        Feature::new(
            "deck",
            [Face::COUNT],
            "How many cards of each face the deck holds, in no order.",
        ),
        Feature::new("discards", [Face::COUNT], "How many cards of each face are discarded."),
        Feature::new(
            "pawns",
            [seats, NUMBERS],
            "Where each seat's pawn stands: nowhere, or on a square.",
        ),
        Feature::new(
            "hands",
            [seats, Face::COUNT],
            "How many cards of each face are in each seat's hand; where it has declared and the layout is not known, as it was before.",
        ),
        Feature::new(
            "exposed",
            [seats, Face::COUNT],
            "How many cards of each face are in each seat's exposed area.",
        ),
        Feature::new("exposed_points", [seats], "What each seat's exposed cards are worth."),
        Feature::new("points", [seats], "What all cards of each seat are worth."),
        Feature::new("declared", [seats], "Who has declared a layout."),
        Feature::new("open", [seats], "Whose layout is known."),
        Feature::new(
            "laid",
            [seats, Face::COUNT],
            "How many cards of each face are in each layout that is known.",
        ),
        Feature::new(
            "orders",
            [seats, ICONS, NUMBERS],
            "How many icons of each layout that is known (move, sword, gun, recover) designate nothing, or a number from 1 to 5.",
        ),
        Feature::new(
            "moved_from",
            [seats, NUMBERS],
            "Where the pawn stood from which a layout that is known is read: nowhere, or on a square.",
        ),
        Feature::new("ended", [1], "Whether the play is over."),
        Feature::new("won", [seats], "Who has won."),
    ];
    if config.options.placing == Placing::InTurn {
        features.push(Feature::new("face_down", [seats, WIDE, WIDE], "The cells on which cards lie face down, from the bottom left as their owner sees them."));
    }
    Features::from(features)
}

pub(crate) fn observe(config: &Config, view: &View, seat: Seat, out: &mut Observation<'_>) {
    let whose = |owner: Seat| owner.places_after(seat, config.seats);
    out.next("round").mark([usize::from(view.round - 1)]);
    out.next("phase").mark([phase(view.phase)]);
    let mut asked = out.next("asked");
    let mut victims = out.next("victim");
    let mut squares = out.next("asked_square");
    let mut icons = out.next("asked_icon");
    let mut attacks = out.next("asked_attack");
    let mut most = out.next("up_to");
    match view.asked {
        Some(Asked::Lay { seats }) => seats.iter().for_each(|seat| asked.mark([0, whose(seat)])),
        Some(Asked::Take { seat, square }) => {
            asked.mark([1, whose(seat)]);
            squares.mark([usize::from(square) - 1]);
        }
        Some(Asked::Steal { seat, victim, square, icon, attack }) => {
            asked.mark([2, whose(seat)]);
            victims.mark([whose(victim)]);
            squares.mark([usize::from(square) - 1]);
            icons.mark([icon as usize]);
            attacks.set([0], attack);
        }
        Some(Asked::Burn { seat, square }) => {
            asked.mark([3, whose(seat)]);
            squares.mark([usize::from(square) - 1]);
        }
        Some(Asked::Recover { seat, up_to }) => {
            asked.mark([4, whose(seat)]);
            most.set([0], up_to);
        }
        None => {}
    }
    out.next("first_player").mark([whose(view.first_player)]);
    let mut cards = out.next("squares");
    let mut fire = out.next("fire");
    for (at, square) in view.squares.iter().enumerate() {
        square.cards.iter().for_each(|lying| cards.one_more([at, lying.face.index()]));
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
        let owner = whose(owner);
        pawns.mark([owner, has.square.map_or(0, usize::from)]);
        each(has.hand, |face, count| hands.set([owner, face], count));
        each(has.exposed, |face, count| exposed.set([owner, face], count));
        // Fits into `i16` for all components: fewer than 32 faces with at most 15 cards of 100
        // points.
        exposed_points.set([owner], has.exposed_points as i16);
        points.set([owner], has.points as i16);
        declared.mark_if([owner], has.laid != Laid::None);
        match &has.laid {
            Laid::None | Laid::Declared => {}
            Laid::FaceDown { cells } => {
                if let Some(face_down) = &mut face_down {
                    for cell in cells {
                        let [row, column] = [cell.y(), cell.x()].map(|at| (at + EDGE) as usize);
                        face_down.mark([owner, row, column]);
                    }
                }
            }
            Laid::Open { layout, reading } => {
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
        won.mark([whose(winner)]);
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
