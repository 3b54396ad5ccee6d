//! Unfinished decisions: arrangements that grow, and what pieces and cards reach.

use zashiki_core::{Action as _, Draft, IllegalAction, Seat, text};

use crate::Shinra;
use crate::actions::Action;
use crate::autofill::{complete, tidy};
use crate::board::Stage;
use crate::formation::{
    Arrangement, check_piece, doubled, no_card, no_square, outside, too_many, twice,
};
use crate::kind::{Cards, Item, Kind};
use crate::reading::{
    After, Does, KindCount, LaidView, Missing, NotReached, Problem, Reached, Reading, Way,
};
use crate::rules::{may_attack, takes};
use crate::square::{SHEET, Square, TERRITORY, squares};
use zashiki_core::Token;

impl Shinra {
    /// Reads a draft; what is one is said at [`Reading`].
    pub(crate) fn read_draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        if seat.0 > 1 {
            return Err(IllegalAction::not_awaited());
        }
        let words: Vec<&str> = draft.split_whitespace().collect();
        match words[..] {
            [] | ["arrange", ..] if matches!(self.board.stage, Stage::Setup) => {
                if self.board.occupied(seat) != 0 {
                    return Err(IllegalAction::not_awaited());
                }
                self.read_arrangement(seat, words.get(1..).unwrap_or_default())
            }
            [from] if from.ends_with('>') => {
                let name = from.trim_end_matches('>');
                let from = Square::from_word(name).ok_or_else(|| no_square(name))?;
                self.read_reach(from).map(unfinished_draft)
            }
            ["put", item] if item.ends_with('>') => {
                let item = Item::read(item.trim_end_matches('>')).ok_or_else(|| no_card(item))?;
                Ok(unfinished_draft(self.read_put(seat, item)))
            }
            ["pair", first, second] if second.ends_with('>') => {
                // Any square will do to read the two.
                let text = format!("pair {first} {} a1", second.trim_end_matches('>'));
                match Action::parse(&text)? {
                    Action::Pair { first, second, .. } => {
                        Ok(unfinished_draft(self.read_pair(seat, first, second)))
                    }
                    _ => Err(IllegalAction::no_draft()),
                }
            }
            _ => Err(IllegalAction::no_draft()),
        }
    }

    /// What cannot come of laying cards is refused at once and in few words: more squares than
    /// the two rows have, one square twice, more cards than the box. The answer goes to everybody
    /// at the table, so it must stay small.
    fn read_arrangement(&self, seat: Seat, words: &[&str]) -> Result<Draft, IllegalAction> {
        if words.len() > TERRITORY {
            return Err(too_long(words.len()));
        }
        let deck = self.config.components.deck();
        let mut left: usize = deck.iter().map(|count| usize::from(*count)).sum();
        let mut problems = Vec::new();
        let mut laid: Vec<(Square, Vec<Kind>)> = Vec::new();
        for word in words {
            let Some((name, cards)) = word.split_once('=') else {
                return Err(IllegalAction::unknown_action(word, "arrange a1=shu+ko b1=king"));
            };
            let kinds: Option<Vec<Kind>> = if cards.is_empty() {
                Some(Vec::new())
            } else {
                cards.split('+').map(Kind::from_word).collect()
            };
            let kinds = kinds.ok_or_else(|| no_card(cards))?;
            left = left.checked_sub(kinds.len()).ok_or_else(more_than_the_box)?;
            let Some(square) = Square::from_word(name) else {
                problems.push(Problem { square: None, why: no_square(name) });
                continue;
            };
            if !square.is_home_of(seat) {
                problems.push(Problem { square: Some(square), why: outside(square) });
            } else if laid.iter().any(|(there, _)| *there == square) {
                return Err(doubled(square));
            } else if !kinds.is_empty() {
                laid.push((square, kinds));
            }
        }
        let mut used = [0usize; crate::kind::KINDS];
        for (square, kinds) in &laid {
            kinds.iter().for_each(|kind| used[*kind as usize] += 1);
            if let Err(why) = check_kinds(*square, kinds) {
                problems.push(Problem { square: Some(*square), why });
            }
        }
        for kind in Kind::ALL {
            let (used, there) = (used[kind as usize], usize::from(deck[kind as usize]));
            if used > there {
                problems.push(Problem { square: None, why: too_many(kind, used, there) });
            }
        }
        let left = Kind::ALL.map(|kind| KindCount {
            kind,
            count: deck[kind as usize].saturating_sub(used[kind as usize] as u8),
        });
        let order = laid.iter().flat_map(|(square, kinds)| {
            let at = square.seen_by(seat).index();
            kinds.iter().map(move |kind| (at, *kind))
        });
        let completed = complete(&self.config, seat, tidy(&self.config, order));
        let refused = match problems.first() {
            Some(problem) => Some(problem.why.clone()),
            None => {
                let mut cards = [Cards::NONE; TERRITORY];
                for (square, kinds) in &laid {
                    cards[square.seen_by(seat).index()] = kinds.iter().copied().collect();
                }
                Arrangement::new(seat, cards).check(seat, &self.config.components).err()
            }
        };
        let reading = Reading::Arrange {
            seat,
            missing: self.missing(&laid),
            warnings: self.warnings(seat, &laid),
            squares: laid
                .iter()
                .map(|(square, kinds)| self.laid_view(seat, *square, kinds))
                .collect(),
            left: left.into_iter().filter(|left| left.count > 0).collect(),
            problems,
        };
        Ok(Draft {
            reading: to_json(&reading),
            completed: Some(Action::Arrange(completed).to_string()),
            refused,
        })
    }

    fn laid_view(&self, seat: Seat, square: Square, kinds: &[Kind]) -> LaidView {
        let cards: Cards = kinds.iter().copied().collect();
        let points = check_kinds(square, kinds).is_ok().then(|| {
            if cards == Cards::KING {
                self.config.king_points(seat)
            } else {
                self.config.arrows.full(cards)
            }
        });
        LaidView { square, cards: kinds.to_vec(), points }
    }

    fn missing(&self, laid: &[(Square, Vec<Kind>)]) -> Missing {
        let mut there = [0i8; 4];
        for (_, kinds) in laid {
            there[if kinds.contains(&Kind::King) { 0 } else { kinds.len().min(3) }] += 1;
        }
        let spec = &self.config.components.setup;
        let lacks = |wanted: u8, at: usize| wanted as i8 - there[at];
        Missing {
            king: lacks(spec.king, 0),
            single: lacks(spec.single, 1),
            stack2: lacks(spec.stack2, 2),
            stack3: lacks(spec.stack3, 3),
        }
    }

    /// A king in front can be jumped at as soon as the battle begins, if kings jump.
    fn warnings(&self, seat: Seat, laid: &[(Square, Vec<Kind>)]) -> Vec<Problem> {
        if self.config.options.jump_needs_combinable {
            return Vec::new();
        }
        let king = laid.iter().find(|(_, kinds)| kinds[..] == [Kind::King]);
        let Some(king) = king.map(|(square, _)| *square) else { return Vec::new() };
        let enemy = seat.other();
        let why = match self.board.king_square(enemy) {
            Some(from) => {
                let reaches = from.line_to(king).is_some_and(|(dir, distance)| {
                    distance == 2 && self.config.arrows.arrow(enemy, Cards::KING, dir).is_some()
                });
                reaches.then(|| {
                    IllegalAction::new("K-10", text!("{from}の相手の王が、間の味方を飛び越えて{king}の王を取れる位置です。", "The enemy king on {from} may jump over a card of his between and take your king on {king}."))
                })
            }
            None => (king.seen_by(seat).row() == 1).then(|| {
                IllegalAction::new("K-10", text!("{king}の王は前列にいるので、相手の王が中心地帯のカードを飛び越えて取りに来るかもしれません。", "Your king on {king} stands in front: the enemy king may jump at it over row 3."))
            }),
        };
        why.map(|why| Problem { square: Some(king), why }).into_iter().collect()
    }

    fn read_reach(&self, from: Square) -> Result<Reading, IllegalAction> {
        let piece = self.board.at(from);
        let Some(seat) = piece.owner() else {
            return Err(IllegalAction::new(
                "K-46",
                text!(
                    "{from}にはカードがありません。カードのあるマスを選んでください。",
                    "There is no piece on {from}; choose a square with one."
                ),
            ));
        };
        let arrows = &self.config.arrows;
        let reached = arrows.reach(&self.board, from);
        let behind = squares(self.board.occupied(seat))
            .filter_map(|beside| {
                let (dir, distance) = from.line_to(beside)?;
                (distance == 1).then(|| beside.step(dir)).flatten()
            })
            .fold(0, |set, square| set | square.bit());
        let near = (arrows.near(seat, piece.cards(), from) | reached | behind) & !from.bit();
        let mut reach = Vec::new();
        let mut not = Vec::new();
        for to in squares(near) {
            match self.check_move(seat, from, to) {
                Ok(()) => reach.push(self.reached(seat, from, to)),
                Err(why) => not.push(NotReached { to, why }),
            }
        }
        let retreat = piece.cards() != Cards::KING;
        Ok(Reading::Reach { seat, from, reach, not, retreat })
    }

    fn reached(&self, seat: Seat, from: Square, to: Square) -> Reached {
        let (piece, there) = (self.board.at(from), self.board.at(to));
        let (ways, over) = self.config.arrows.ways(&self.board, from, to);
        let mut reached = Reached {
            to,
            ways,
            over,
            does: Does::Move,
            points: piece.points(),
            before: there.owner().map(|_| there.points()),
            then: Vec::new(),
            action: Action::Move { from, to }.to_string(),
        };
        match there.owner() {
            None => {}
            Some(owner) if owner == seat && piece.cards() == Cards::KING => {
                let gains = &self.config.components.points;
                let heavy = there.cards().is_stack() || there.cards().meets(Cards::SPECIAL);
                let gain = if heavy { gains.step_stack } else { gains.step_single };
                reached.does = Does::StepOnto;
                reached.points = (piece.points() + gain).min(gains.king_most);
            }
            Some(owner) if owner == seat => {
                reached.does = Does::Join;
                reached.points = self.joined_points(piece, there);
            }
            Some(_) => {
                let attack = self.attack_of(piece);
                debug_assert!(may_attack(piece, attack, there));
                if takes(attack, there) {
                    reached.does = Does::Capture;
                } else {
                    reached.does = Does::Attack;
                    reached.points = there.points() - attack;
                    reached.then = self.after_attack(from, there.cards() == Cards::KING);
                }
            }
        }
        reached
    }

    fn after_attack(&self, from: Square, king: bool) -> Vec<After> {
        let onward = self.onward(from, king);
        let forced = king && self.board.at(from).cards().is_stack();
        let hand = if forced { After::HandKept } else { After::Hand };
        [
            (onward.back != 0).then_some(After::Back),
            (onward.join != 0).then_some(After::Join),
            onward.hand.then_some(hand),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn read_put(&self, seat: Seat, item: Item) -> Reading {
        let check = |to: Square| match self.board.stage {
            Stage::Deploy { seat: laying, place } if laying == seat => {
                self.check_deploy(seat, place, item, to)
            }
            Stage::Setup | Stage::Deploy { .. } => Err(IllegalAction::not_awaited()),
            _ => self.check_put(seat, item, to),
        };
        let full = item.points_kept().unwrap_or(self.config.arrows.full(item.cards));
        let reach = squares(SHEET).filter(|to| check(*to).is_ok()).map(|to| {
            let there = self.board.at(to);
            let joins = there.is_some();
            let put = crate::board::Piece::new(seat, item.cards, full);
            Reached {
                to,
                ways: vec![Way::Hand],
                over: None,
                does: if joins { Does::Join } else { Does::Move },
                points: if joins { self.joined_points(put, there) } else { full },
                before: there.owner().map(|_| there.points()),
                then: Vec::new(),
                action: Action::Put { item, to }.to_string(),
            }
        });
        let reach: Vec<Reached> = reach.collect();
        let refused = self.nowhere(&reach, check);
        Reading::Put { seat, item, reach, refused }
    }

    fn read_pair(&self, seat: Seat, first: Kind, second: Item) -> Reading {
        let stack = Cards::one(first).and(second.cards);
        let check = |to: Square| self.check_pair(seat, first, second, to);
        let reach = squares(SHEET).filter(|to| check(*to).is_ok()).map(|to| Reached {
            to,
            ways: vec![Way::Hand],
            over: None,
            does: Does::Move,
            points: self.config.arrows.full(stack),
            before: None,
            then: Vec::new(),
            action: Action::Pair { first, second, to }.to_string(),
        });
        let reach: Vec<Reached> = reach.collect();
        let refused = self.nowhere(&reach, check);
        Reading::Put { seat, item: Item::plain(stack), reach, refused }
    }

    /// Why nothing is reached: what an empty square says, else the first square.
    fn nowhere(
        &self,
        reach: &[Reached],
        check: impl Fn(Square) -> Result<(), IllegalAction>,
    ) -> Option<IllegalAction> {
        let empty = self.board.empty();
        let first = squares(empty).chain(squares(SHEET & !empty)).next()?;
        if reach.is_empty() { check(first).err() } else { None }
    }
}

/// K-17, K-18, K-20, K-79, K-80: whether these may lie on a square as one piece.
fn check_kinds(square: Square, kinds: &[Kind]) -> Result<(), IllegalAction> {
    let mut cards = Cards::NONE;
    for kind in kinds {
        if cards.has(*kind) {
            return Err(twice(square, *kind));
        }
        cards = cards.and(Cards::one(*kind));
    }
    check_piece(square, cards)
}

/// `K-32`: more squares than the two rows have.
fn too_long(squares: usize) -> IllegalAction {
    IllegalAction::new(
        "K-32",
        text!(
            "自陣は{TERRITORY}マスです({squares}マス書かれています)。自陣のマスだけに並べてください。",
            "Your two rows have {TERRITORY} squares, and {squares} are named; lay cards on those only."
        ),
    )
}

/// `K-33`: more cards than the box holds.
fn more_than_the_box() -> IllegalAction {
    IllegalAction::new(
        "K-33",
        text!(
            "箱にあるカードより多く並べられています。箱のカードだけを並べてください。",
            "More cards are laid than the box holds; lay only cards of the box."
        ),
    )
}

/// A draft without a completed action.
fn unfinished_draft(reading: Reading) -> Draft {
    Draft { reading: to_json(&reading), completed: None, refused: Some(unfinished()) }
}

/// A question cannot be confirmed.
fn unfinished() -> IllegalAction {
    IllegalAction::new(
        "K-46",
        text!(
            "まだ行き先が決まっていません。光っているマスを選んでください。",
            "Where to is still open; choose a lit square."
        ),
    )
}

fn to_json(reading: &Reading) -> serde_json::Value {
    serde_json::to_value(reading).expect("a reading is plain data")
}
