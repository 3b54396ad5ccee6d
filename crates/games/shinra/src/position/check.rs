//! Checks that the rules allow a position.

use zashiki_core::{LocalizedText, Seat, fault, plural};

use super::types::PiecePosition;
use crate::board::{LAST_PLACE, PLACES, Piece, Stage};
use crate::formation::{check_piece, outside};
use crate::glossary::seat_name;
use crate::kind::{Cards, Item, Kind};
use crate::square::{MIDDLE_ROW, SHEET, Square, TERRITORY, squares, territory};
use crate::{Arrangement, Config, Shinra};

impl Shinra {
    /// Checks that each seat has one king on the board. A seat that has not arranged yet, or whose king
    /// was captured, must have none (K-56).
    pub(super) fn check_kings(&self) -> Result<(), LocalizedText> {
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

    pub(super) fn check_hands(&self) -> Result<(), LocalizedText> {
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

    /// Returns true if the battle has begun, that is, the card on the middle square has been laid.
    fn in_battle(&self) -> bool {
        !matches!(
            self.board.stage,
            Stage::Setup | Stage::Deploy { .. } | Stage::Switch { place: Some(_), .. }
        )
    }

    pub(super) fn check_stage(&self, before_battle: bool) -> Result<(), LocalizedText> {
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
                "`turns` is {turns}, and the limit is {limit}; at the limit the game is over"
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

    /// Checks that the pieces of a seat in the set-up form a legal arrangement, if there are any.
    fn check_arranged(&self, seat: Seat) -> Result<(), LocalizedText> {
        if self.board.occupied(seat) == 0 {
            return Ok(());
        }
        let mut cards = [Cards::NONE; TERRITORY];
        for (square, piece) in self.board.of(seat) {
            let Some(there) = cards.get_mut(square.relative_to(seat).index()) else {
                let no = outside(square).message;
                return Err(no);
            };
            *there = piece.cards();
        }
        let arrangement = Arrangement::new(seat, cards);
        arrangement.check(seat, &self.config.components).map_err(|no| no.message)?;
        self.check_fresh(seat)
    }

    /// Checks that all pieces of a seat have full points.
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

    /// Checks both seats' pieces and hands in the deployment, after `laid` of its seven cards.
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
            let pieces = (
                (own & territory(seat)).count_ones(),
                (own & MIDDLE_ROW).count_ones(),
                own & Square::MIDDLE.bit() != 0,
                own & territory(seat.other()),
            );
            let middle = laid > LAST_PLACE && seat == PLACES[usize::from(LAST_PLACE)];
            if pieces != (9 + gap, row, middle, 0) {
                fault!(
                    "配備の{laid}枚目まで置いた{owner}のカードの数や場所が合いません",
                    "the pieces of {owner} do not match a deployment of {laid}",
                    owner,
                    laid = plural(laid, "card", "cards")
                );
            }
            for square in squares(own & SHEET & !territory(seat)) {
                if !board.at(square).is_ordinary_single() {
                    fault!(
                        "{square}に配せるのは守・攻・台だけです",
                        "only a Guard, Striker or Base is laid on {square}"
                    );
                }
            }
            let mut counts = [0u8; 4];
            for square in squares(own & territory(seat)) {
                let cards = board.at(square).cards();
                check_piece(square, cards).map_err(|no| no.message)?;
                counts[if cards.contains(Kind::King) { 0 } else { cards.len() as usize }] += 1;
            }
            let spec = &self.config.components.setup;
            if counts != [1, spec.single + gap as u8, spec.stack2, spec.stack3] {
                fault!(
                    "{owner}の自陣の王・単独・2枚重ね・3枚重ねの数が合いません",
                    "{owner} has a wrong number of singles or stacks in its territory",
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
                    "{owner} has too few of Guards, Strikers and Bases in hand: {later} are still to be laid",
                    owner
                );
            }
        }
        Ok(())
    }

    /// Checks that an attacker waiting for its continuation can reach a target that it may have attacked
    /// without capturing it. `king` is true if that target was the king.
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
                "`from` of the stage `follow`: the piece on {from} reaches no target that it can have attacked without capturing it"
            );
        }
        Ok(())
    }
}

/// Checks that the seats and the index of the deployment's card in a stage are valid.
pub(super) fn check_seats(stage: Stage) -> Result<(), LocalizedText> {
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

/// Checks a piece and fills in its default points.
pub(super) fn read_piece(
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
    if cards.is_stack() || cards.is_subset_of(Cards::COMBINABLE) {
        check_piece(square, cards).map_err(|no| no.message)?;
    }
    let king = cards == Cards::KING;
    let full = if king { config.king_points(seat) } else { config.arrows.full(cards) };
    let range = if king {
        1..=config.components.points.king_most
    } else if cards.is_stack() {
        1..=full
    } else {
        full..=full
    };
    let points = points.unwrap_or(full);
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
