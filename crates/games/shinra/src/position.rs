//! Positions: the truth written down, and read from outside, checked and counted.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use zashiki_core::{InputError, LocalizedText, Seat, fault, plural};

use crate::board::{Board, Hand, Piece, Stage};
use crate::board::{LAST_PLACE, PLACES};
use crate::components::part_of;
use crate::formation::check_piece;
use crate::glossary::seat_name;
use crate::kind::{Cards, Item, KINDS, Kind};
use crate::square::{MIDDLE_ROW, SHEET, Square, squares, territory};
use crate::{Arrangement, Config, Shinra};
use ts_rs::TS;

/// A piece of a [`Position`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts", optional_fields)]
pub struct PiecePosition {
    /// Whose it is.
    pub seat: Seat,
    /// Its cards.
    pub cards: Cards,
    /// Its points; left out: what it has when it comes onto the sheet.
    pub points: Option<u8>,
}

/// The complete truth, as documented JSON. Everything may be left out: the default is the
/// beginning of the set-up.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "shinra.ts", optional_fields)]
pub struct Position {
    /// What stands on the sheet, by square.
    #[ts(as = "Option<BTreeMap<Square, PiecePosition>>")]
    pub squares: BTreeMap<Square, PiecePosition>,
    /// Each seat's hand, one entry for each thing in it. Left out: every card that stands
    /// nowhere lies in a hand, in its first owner's as far as he has not that many elsewhere.
    pub hands: Option<[Vec<Item>; 2]>,
    /// What is being decided; left out: the set-up if nobody has arranged, else the first
    /// seat's turn in the battle.
    pub stage: Option<Stage>,
    /// Whether the switches go on after turns of the battle. Left out: they do until the battle
    /// has begun, and do not afterwards, unless a switch is being offered.
    pub switches: Option<bool>,
    /// Whether each seat's king has made his step onto a piece of his side.
    #[ts(as = "Option<[bool; 2]>")]
    pub stepped: [bool; 2],
    /// Battle turns completed.
    #[ts(as = "Option<u16>")]
    pub turns: u16,
}

/// How many cards of each name, and queens by their first owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    kinds: [i16; KINDS],
    queens: [i16; 2],
}

impl Count {
    /// Cards of a seat, or held by it as captives.
    fn add(&mut self, seat: Seat, cards: Cards, captive: bool) {
        for kind in cards.iter() {
            self.kinds[kind as usize] += 1;
            if kind == Kind::Queen {
                let owner = if captive { seat.other() } else { seat };
                self.queens[owner.index()] += 1;
            }
        }
    }
}

impl Shinra {
    /// The complete truth; nothing is left out.
    pub(crate) fn truth(&self) -> Position {
        let board = &self.board;
        let squares: BTreeMap<Square, PiecePosition> = Square::all()
            .filter_map(|square| {
                let piece = board.at(square);
                let seat = piece.owner()?;
                let points = Some(piece.points());
                Some((square, PiecePosition { seat, cards: piece.cards(), points }))
            })
            .collect();
        let hands = board.hands.map(|hand| {
            let items = hand.items();
            items.flat_map(|(item, count)| (0..count).map(move |_| item)).collect()
        });
        Position {
            squares,
            hands: Some(hands),
            stage: Some(board.stage),
            switches: Some(board.switches),
            stepped: board.stepped,
            turns: board.turns,
        }
    }

    /// The play at this position.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Shinra, InputError> {
        Shinra::build(config, position).map_err(|fault| InputError::impossible(part_of(fault)))
    }

    fn build(config: &Arc<Config>, position: Position) -> Result<Shinra, LocalizedText> {
        let stage = position.stage.unwrap_or(if position.squares.is_empty() {
            Stage::Setup
        } else {
            Stage::Act { seat: Seat(0) }
        });
        check_seats(stage)?;
        let mut board = Board::new([Hand::EMPTY; 2], stage);
        for (square, piece) in &position.squares {
            let piece = read_piece(config, *square, piece)?;
            board.put(*square, piece);
        }
        board.stepped = position.stepped;
        board.turns = position.turns;
        let before_battle = matches!(
            stage,
            Stage::Setup | Stage::Deploy { .. } | Stage::Switch { place: Some(_), .. }
        );
        let offered = matches!(stage, Stage::Switch { .. });
        board.switches = position.switches.unwrap_or(before_battle || offered);
        if (before_battle || offered) && !board.switches {
            fault!(
                "switches が false なのに、まだスイッチのある段階です",
                "`switches` is false, yet the stage still has switches"
            );
        }
        let mut play = Shinra { config: config.clone(), board };
        play.check_kings()?;
        play.fill_hands(position.hands)?;
        play.count()?;
        play.check_hands()?;
        play.check_stage(before_battle)?;
        let mut play = play.ready();
        play.settle();
        Ok(play)
    }

    /// One king each, before the arrangement and after a capture none (K-56).
    fn check_kings(&self) -> Result<(), LocalizedText> {
        for seat in Seat::all(2) {
            let owner = seat_name(seat);
            let kings = self.board.of(seat).filter(|(_, piece)| piece.cards() == Cards::KING);
            let kings = kings.count();
            let wanted = match self.board.stage {
                Stage::Setup => usize::from(self.board.occupied(seat) != 0),
                Stage::Over { winner: Some(winner) } => usize::from(winner == seat),
                _ => 1,
            };
            if kings != wanted {
                fault!(
                    "squares: {owner}の王がシートに{kings}枚あります({wanted}枚のはずです)",
                    "`squares`: {owner} has {kings} on the sheet instead of {wanted}",
                    owner,
                    kings = plural(kings, "king", "kings")
                );
            }
        }
        Ok(())
    }

    /// Everything on the sheet and set aside.
    fn count_sheet(&self) -> Count {
        let mut count = Count::default();
        for seat in Seat::all(2) {
            for (_, piece) in self.board.of(seat) {
                count.add(seat, piece.cards(), false);
            }
        }
        if let Stage::Settle { seat, cards, .. } = self.board.stage {
            count.add(seat, cards, false);
        }
        count
    }

    /// The hands as given; left out, every card that stands nowhere.
    fn fill_hands(&mut self, given: Option<[Vec<Item>; 2]>) -> Result<(), LocalizedText> {
        if let Some(given) = given {
            for (seat, items) in Seat::all(2).zip(given) {
                let owner = seat_name(seat);
                let full = |item: &Item| self.config.arrows.full(item.cards);
                if let Some(item) =
                    items.iter().find(|item| item.kept > 0 && item.kept >= full(item))
                {
                    fault!(
                        "hands: {owner}の手持ちの {item} は点数を失っていないので @ は付きません",
                        "`hands`: {item} in the hand of {owner} has lost no points, so it has no @",
                        owner
                    );
                }
                let Some(hand) = Hand::of(items) else {
                    fault!(
                        "hands: {owner}の手持ちにコンバインカードが多すぎます",
                        "`hands`: the hand of {owner} has too many stacks",
                        owner
                    )
                };
                self.board.hands[seat.index()] = hand;
            }
            return Ok(());
        }
        let mut count = self.count_sheet();
        if let Stage::Queen { seat, item } = self.board.stage {
            count.add(seat, item.cards, true);
            self.board.hands[seat.index()].add(item);
        }
        let own = |seat: Seat, kind: Kind| {
            let pieces = self.board.of(seat).filter(|(_, piece)| piece.cards().has(kind));
            pieces.count() as i16
        };
        let deck = self.config.components.deck();
        let mut hands = self.board.hands;
        for kind in Kind::ALL {
            let each = i16::from(deck[kind as usize]);
            let rest = (2 * each - count.kinds[kind as usize]).max(0);
            let first = match kind {
                Kind::Queen => each - count.queens[0],
                Kind::King if !matches!(self.board.stage, Stage::Setup) => continue,
                _ => rest.min((each - own(Seat(0), kind)).max(0)),
            };
            let shares = [first.max(0), (rest - first.max(0)).max(0)];
            for (hand, share) in hands.iter_mut().zip(shares) {
                (0..share).for_each(|_| hand.add(Item::plain(Cards::one(kind))));
            }
        }
        self.board.hands = hands;
        Ok(())
    }

    /// Every card is there, and each queen is her owner's or a captive.
    pub(crate) fn count(&self) -> Result<(), LocalizedText> {
        let mut count = self.count_sheet();
        for seat in Seat::all(2) {
            for (item, times) in self.board.hands[seat.index()].items() {
                (0..times).for_each(|_| count.add(seat, item.cards, item.is_captive()));
            }
        }
        let deck = self.config.components.deck();
        for kind in Kind::ALL {
            let taken =
                kind == Kind::King && matches!(self.board.stage, Stage::Over { winner: Some(_) });
            let wanted = 2 * i16::from(deck[kind as usize]) - i16::from(taken);
            let there = count.kinds[kind as usize];
            if there != wanted {
                fault!(
                    "「{kind}」が全部で{there}枚あります({wanted}枚のはずです)",
                    "there are {there} of {kind} in all instead of {wanted}",
                    kind
                );
            }
        }
        for seat in Seat::all(2) {
            let owner = seat_name(seat);
            let (there, wanted) =
                (count.queens[seat.index()], i16::from(deck[Kind::Queen as usize]));
            if there != wanted {
                fault!(
                    "{owner}の王妃が{there}枚あります({wanted}枚のはずです。相手が取った王妃には ! を付けます)",
                    "{owner} has {there} instead of {wanted} (one the enemy has taken is marked !)",
                    owner,
                    there = plural(there, "queen", "queens")
                );
            }
        }
        Ok(())
    }

    fn check_hands(&self) -> Result<(), LocalizedText> {
        let battle = self.in_battle();
        for seat in Seat::all(2) {
            let owner = seat_name(seat);
            let hand = &self.board.hands[seat.index()];
            let unarranged =
                matches!(self.board.stage, Stage::Setup) && self.board.occupied(seat) == 0;
            if hand.singles[Kind::King as usize] != u8::from(unarranged) {
                fault!(
                    "hands: {owner}の王が手持ちにあります",
                    "`hands`: the king of {owner} lies in a hand",
                    owner
                );
            }
            let plain = |item: Item| item == Item::plain(item.cards) && !item.cards.is_stack();
            if !battle && !hand.items().all(|(item, _)| plain(item)) {
                fault!(
                    "hands: 戦闘が始まる前の手持ちは単独カードだけです({owner})",
                    "`hands`: before the battle {owner} holds plain singles only",
                    owner
                );
            }
        }
        Ok(())
    }

    /// Whether the middle card lies.
    fn in_battle(&self) -> bool {
        !matches!(
            self.board.stage,
            Stage::Setup | Stage::Deploy { .. } | Stage::Switch { place: Some(_), .. }
        )
    }

    fn check_stage(&self, before_battle: bool) -> Result<(), LocalizedText> {
        let (board, limit) = (&self.board, self.config.options.turn_limit);
        if before_battle && (board.turns != 0 || board.stepped != [false; 2]) {
            fault!(
                "戦闘が始まる前なのに turns か stepped があります",
                "before the battle `turns` is 0 and no king has `stepped`"
            );
        }
        let drawn = matches!(board.stage, Stage::Over { winner: None });
        if drawn != (board.turns >= limit) || board.turns > limit {
            let turns = board.turns;
            fault!(
                "turns が {turns} です(上限は {limit}。上限に達したら stage は over です)",
                "`turns` is {turns}, and the limit is {limit}; at the limit the play is over"
            );
        }
        match board.stage {
            Stage::Setup if self.awaited().is_empty() => fault!(
                "両者が並べ終わっているので、stage は deploy です",
                "both have arranged their cards, so the stage must be `deploy`"
            ),
            Stage::Setup => Seat::all(2).try_for_each(|seat| self.check_arranged(seat)),
            Stage::Deploy { place, .. } => self.check_deployment(place),
            Stage::Switch { place: Some(place), .. } => self.check_deployment(place + 1),
            Stage::Follow { seat, from, king } => self.check_follow(seat, from, king),
            Stage::Settle { seat, cards, points } => {
                let piece = PiecePosition { seat, cards, points: Some(points) };
                read_piece(&self.config, board.king(seat), &piece)?;
                if cards == Cards::KING
                    || !board.stepped[seat.index()]
                    || board.empty() & territory(seat) == 0
                {
                    fault!(
                        "settle には、stepped が true で、自陣に空いているマスがあり、王でないカードが必要です",
                        "`settle` needs `stepped`, an empty square at home, and a piece that is not a king"
                    );
                }
                Ok(())
            }
            Stage::Queen { seat, item } => {
                if !item.is_captive() || board.hands[seat.index()].count(item) == 0 {
                    fault!(
                        "stage の queen の item は、手持ちにある取った王妃でなければなりません(例 queen!)",
                        "the `item` of the stage `queen` must be a captured queen in the hand, such as queen!"
                    );
                }
                Ok(())
            }
            Stage::Act { .. } | Stage::Switch { place: None, .. } | Stage::Over { .. } => Ok(()),
        }
    }

    /// A seat that has arranged has done so by the rules.
    fn check_arranged(&self, seat: Seat) -> Result<(), LocalizedText> {
        if self.board.occupied(seat) == 0 {
            return Ok(());
        }
        let mut cards = [Cards::NONE; crate::square::TERRITORY];
        for (square, piece) in self.board.of(seat) {
            let Some(there) = cards.get_mut(square.seen_by(seat).index()) else {
                let no = crate::formation::outside(square).message;
                return Err(no);
            };
            *there = piece.cards();
        }
        let arrangement = Arrangement::new(seat, cards);
        arrangement.check(seat, &self.config.components).map_err(|no| no.message)?;
        self.check_fresh(seat)
    }

    /// Before the battle nothing has lost points.
    fn check_fresh(&self, seat: Seat) -> Result<(), LocalizedText> {
        for (square, piece) in self.board.of(seat) {
            let full = if piece.cards() == Cards::KING {
                self.config.king_points(seat)
            } else {
                self.config.arrows.full(piece.cards())
            };
            if piece.points() != full {
                let points = piece.points();
                fault!(
                    "戦闘が始まる前なのに{square}が{points}点です({full}点のはずです)",
                    "before the battle the piece on {square} has {points} instead of {full}",
                    points = plural(points, "point", "points")
                );
            }
        }
        Ok(())
    }

    /// The deployment, after this number of cards has been laid.
    fn check_deployment(&self, laid: u8) -> Result<(), LocalizedText> {
        let board = &self.board;
        for seat in Seat::all(2) {
            let owner = seat_name(seat);
            self.check_fresh(seat)?;
            let by_seat = |places: std::ops::Range<usize>| {
                PLACES[places].iter().filter(|other| **other == seat).count() as u32
            };
            let done = usize::from(laid);
            let gap = by_seat(0..done.min(2));
            let row = by_seat(2..done.clamp(2, usize::from(LAST_PLACE)));
            let own = board.occupied(seat);
            let there = (
                (own & territory(seat)).count_ones(),
                (own & MIDDLE_ROW).count_ones(),
                own & Square::MIDDLE.bit() != 0,
                own & territory(seat.other()),
            );
            let middle = laid > LAST_PLACE && seat == PLACES[usize::from(LAST_PLACE)];
            if there != (9 + gap, row, middle, 0) {
                fault!(
                    "配備の{laid}枚目まで置いた{owner}のカードの数や場所が合いません",
                    "the pieces of {owner} do not stand as they do after {laid} of the deployment",
                    owner,
                    laid = plural(laid, "card", "cards")
                );
            }
            let laid_out = squares(own & SHEET & !territory(seat));
            for square in laid_out {
                if !board.at(square).is_ordinary_single() {
                    fault!(
                        "{square}に配せるのは守・攻・台だけです",
                        "only Shu, Ko or Dai is laid on {square}"
                    );
                }
            }
            let mut counts = [0u8; 4];
            for square in squares(own & territory(seat)) {
                let cards = board.at(square).cards();
                check_piece(square, cards).map_err(|no| no.message)?;
                counts[if cards.has(Kind::King) { 0 } else { cards.len() as usize }] += 1;
            }
            let spec = &self.config.components.setup;
            if counts != [1, spec.single + gap as u8, spec.stack2, spec.stack3] {
                fault!(
                    "{owner}の自陣の王・単独・2枚重ね・3枚重ねの数が合いません",
                    "{owner} has wrong numbers of singles and stacks in its territory",
                    owner
                );
            }
            let later = by_seat(done.max(2).min(PLACES.len())..PLACES.len());
            let hand = &board.hands[seat.index()];
            let ordinary: u32 =
                Cards::ORDINARY.iter().map(|kind| u32::from(hand.singles[kind as usize])).sum();
            if ordinary < later {
                fault!(
                    "{owner}の手持ちの守・攻・台が足りません(あと{later}枚必要です)",
                    "{owner} has too few of Shu, Ko and Dai in hand: {later} are still to be laid",
                    owner
                );
            }
        }
        Ok(())
    }

    /// A failed attacker stands within reach of something it can have hit.
    fn check_follow(&self, seat: Seat, from: Square, king: bool) -> Result<(), LocalizedText> {
        let board = &self.board;
        let piece = board.at(from);
        if piece.owner() != Some(seat) || piece.cards() == Cards::KING {
            fault!(
                "stage の follow の from {from} に、その席の王でないカードがありません",
                "`follow` needs a piece of its seat on {from} that is not a king"
            );
        }
        let reach = self.config.arrows.reach(board, from) & board.occupied(seat.other());
        let hit = squares(reach).any(|square| {
            let cards = board.at(square).cards();
            if king { cards == Cards::KING } else { cards.is_stack() }
        });
        if !hit {
            fault!(
                "stage の follow の from {from} から攻撃できた相手がいません",
                "`from` of the stage `follow`: from {from} there is nothing that can have been attacked in vain"
            );
        }
        Ok(())
    }
}

/// The stage names seats and placings that exist.
fn check_seats(stage: Stage) -> Result<(), LocalizedText> {
    let seats = [stage.seat(), if let Stage::Over { winner } = stage { winner } else { None }];
    for seat in seats.into_iter().flatten() {
        if seat.0 > 1 {
            fault!(
                "seat は 0 か 1 です({seat} はありません)",
                "`seat`: seats are 0 and 1; there is no {seat}"
            );
        }
    }
    let place = match stage {
        Stage::Deploy { seat, place } => Some((seat, place)),
        Stage::Switch { seat, place: Some(place) } => Some((seat, place)),
        _ => None,
    };
    match place {
        Some((seat, place)) if PLACES.get(usize::from(place)) != Some(&seat) => fault!(
            "place は 0〜{LAST_PLACE} で、席 {seat} の番のものでなければなりません",
            "`place` is 0 to {LAST_PLACE} and must be one of seat {seat}"
        ),
        _ => Ok(()),
    }
}

/// A piece that can stand on the sheet.
fn read_piece(
    config: &Config,
    square: Square,
    given: &PiecePosition,
) -> Result<Piece, LocalizedText> {
    let PiecePosition { seat, cards, points } = *given;
    if seat.0 > 1 {
        fault!(
            "seat は 0 か 1 です({seat} はありません)",
            "`seat`: seats are 0 and 1; there is no {seat}"
        );
    }
    if cards.is_empty() {
        fault!("{square}の cards が空です", "`cards` on {square} is empty");
    }
    if cards.is_stack() || cards.within(Cards::COMBINABLE) {
        check_piece(square, cards).map_err(|no| no.message)?;
    }
    let king = cards == Cards::KING;
    let usual = if king { config.king_points(seat) } else { config.arrows.full(cards) };
    let range = if king {
        1..=config.components.points.king_most
    } else if cards.is_stack() {
        1..=usual
    } else {
        usual..=usual
    };
    let points = points.unwrap_or(usual);
    if !range.contains(&points) {
        let (least, most) = (range.start(), range.end());
        fault!(
            "{square}が{points}点です({least}〜{most}点のはずです)",
            "the piece on {square} has {points} instead of {least} to {most}",
            points = plural(points, "point", "points")
        );
    }
    Ok(Piece::new(seat, cards, points))
}
