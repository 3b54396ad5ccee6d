//! Reference model: a slow, independent implementation of RULES.md. Differential tests compare it with
//! the engine after every decision.

use std::collections::{BTreeMap, BTreeSet};

/// A square: column and row, both 0–4; row 0 is the first row of 先手.
pub type At = (i8, i8);
/// The name of a kind of card.
pub type Kind = &'static str;

/// All kinds in the order of notation and components files.
pub const KINDS: [Kind; 8] = ["king", "queen", "general", "shu", "ko", "dai", "hachitobi", "joker"];
pub const ORDINARY: [Kind; 3] = ["shu", "ko", "dai"];

/// Movement of a card from its owner's viewpoint; offsets are (right, forward).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Arrows {
    pub steps: Vec<At>,
    pub slides: Vec<At>,
    pub leaps: Vec<At>,
}

const STRAIGHT: [At; 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
const DIAGONAL: [At; 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];

/// The arrows of a kind of card, as (right, forward), according to the reconstruction.
pub fn arrows(kind: Kind) -> Arrows {
    let all: Vec<At> = STRAIGHT.into_iter().chain(DIAGONAL).collect();
    let none = Vec::new;
    match kind {
        "king" => Arrows { steps: all, slides: none(), leaps: none() },
        "queen" | "joker" => Arrows { steps: none(), slides: all, leaps: none() },
        "general" => Arrows { steps: DIAGONAL.to_vec(), slides: STRAIGHT.to_vec(), leaps: none() },
        "shu" => {
            Arrows { steps: vec![(-1, -1), (1, -1)], slides: vec![(0, 1), (0, -1)], leaps: none() }
        }
        "ko" => {
            Arrows { steps: vec![(-1, 1), (1, 1)], slides: vec![(0, 1), (0, -1)], leaps: none() }
        }
        "dai" => Arrows {
            steps: none(),
            slides: none(),
            leaps: vec![(-1, 2), (1, 2), (-1, -2), (1, -2)],
        },
        "hachitobi" => Arrows {
            steps: none(),
            slides: none(),
            leaps: all.into_iter().map(|(x, y)| (2 * x, 2 * y)).collect(),
        },
        other => panic!("{other} is not a card"),
    }
}

/// Points that a card adds to a stack.
fn value(kind: Kind) -> u32 {
    if kind == "queen" || kind == "general" { 3 } else { 1 }
}

/// Full points of a stack: 1 and the points of the cards, at most 8.
pub fn full(cards: &[Kind]) -> u32 {
    (1 + cards.iter().map(|kind| value(kind)).sum::<u32>()).min(8)
}

fn alone(kind: Kind) -> bool {
    ["king", "hachitobi", "joker"].contains(&kind)
}

/// Returns true if pieces of these cards may be combined.
pub fn combine(one: &[Kind], other: &[Kind]) -> bool {
    let all: Vec<Kind> = one.iter().chain(other).copied().collect();
    let names: BTreeSet<Kind> = all.iter().copied().collect();
    all.len() <= 3 && names.len() == all.len() && !all.iter().any(|kind| alone(kind))
}

fn sorted(mut cards: Vec<Kind>) -> Vec<Kind> {
    cards.sort_by_key(|kind| KINDS.iter().position(|other| other == kind));
    cards
}

#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    pub owner: usize,
    pub cards: Vec<Kind>,
    /// Life points of a king or a stack; `None` for a single, whose points are fixed.
    pub points: Option<u32>,
}

impl Piece {
    pub fn is(&self, kind: Kind) -> bool {
        self.cards == [kind]
    }

    pub fn is_stack(&self) -> bool {
        self.cards.len() > 1
    }

    /// The attack; `None` for a king, whose attack has no limit.
    fn attack(&self) -> Option<u32> {
        match self.cards[..] {
            ["king"] => None,
            ["joker"] => Some(4),
            ["hachitobi" | "queen" | "general"] => Some(3),
            [_] => Some(2),
            _ => self.points,
        }
    }
}

/// An item of a hand.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Item {
    pub cards: Vec<Kind>,
    /// Reduced points that the item keeps from a forced retreat; `None` if it has full points.
    pub kept: Option<u32>,
    /// True if the item is or contains the enemy's queen.
    pub captive: bool,
    /// True if the item is the last card of a captured stack whose queen was returned.
    pub remainder: bool,
}

impl Item {
    pub fn of(cards: Vec<Kind>) -> Item {
        Item { cards: sorted(cards), kept: None, captive: false, remainder: false }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Act {
    Put { item: Item, to: At },
    Pair { first: Item, second: Item, to: At },
    Switch { one: At, other: At },
    Decline,
    Move { from: At, to: At },
    Retreat { from: At },
    Back { to: At },
    Join { to: At },
    ToHand,
    Settle { to: At },
    Return,
    Keep,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// Both seats arrange their cards.
    Arrange,
    /// A seat lays the card with this index of the deployment.
    Place(usize),
    /// A seat may switch: after a card of the deployment or after a battle turn.
    Offer,
    Turn,
    /// The piece on this square attacked without capturing, and must continue.
    Failed {
        from: At,
        on_king: bool,
    },
    /// A seat places the piece that its king stepped onto.
    Settle(Piece),
    /// A seat has just captured the enemy's queen.
    Queen,
    Over(Option<usize>),
}

/// The result of an attack.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Blow {
    Forbidden,
    Captured,
    Left(u32),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    pub limit: usize,
    pub jump_needs_combinable: bool,
    /// True if only an attack that would capture the king is check.
    pub check_takes: bool,
    pub arrows: BTreeMap<Kind, Arrows>,
    pub board: BTreeMap<At, Piece>,
    pub hands: [Vec<Item>; 2],
    pub stage: Stage,
    pub seat: usize,
    /// Number of cards laid in the deployment.
    pub laid: usize,
    /// True while seats may switch after battle turns.
    pub switching: bool,
    pub stepped: [bool; 2],
    pub turns: usize,
}

pub fn all_squares() -> Vec<At> {
    (0..5).flat_map(|y| (0..5).map(move |x| (x, y))).collect()
}

pub fn on_board((x, y): At) -> bool {
    (0..5).contains(&x) && (0..5).contains(&y)
}

pub fn name((x, y): At) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

pub fn at(name: &str) -> At {
    let bytes = name.as_bytes();
    let at = (bytes[0] as i8 - b'a' as i8, bytes[1] as i8 - b'1' as i8);
    assert!(bytes.len() == 2 && on_board(at), "{name} is not a square");
    at
}

pub fn home(seat: usize, (_, y): At) -> bool {
    if seat == 0 { y < 2 } else { y > 2 }
}

/// The seat that lays each card of the deployment.
const PLACERS: [usize; 7] = [0, 1, 0, 1, 0, 1, 0];

impl Model {
    pub fn new() -> Model {
        Model {
            limit: 300,
            jump_needs_combinable: true,
            check_takes: false,
            arrows: KINDS.into_iter().map(|kind| (kind, arrows(kind))).collect(),
            board: BTreeMap::new(),
            hands: [Vec::new(), Vec::new()],
            stage: Stage::Arrange,
            seat: 0,
            laid: 0,
            switching: true,
            stepped: [false; 2],
            turns: 0,
        }
    }

    fn owner(&self, at: At) -> Option<usize> {
        self.board.get(&at).map(|piece| piece.owner)
    }

    /// The offset as seen by the seat: reversed for the second seat.
    fn turned(seat: usize, (x, y): At) -> At {
        if seat == 0 { (x, y) } else { (-x, -y) }
    }

    /// The squares that a piece reaches by arrows and jumps, regardless of their content.
    fn targets(&self, from: At) -> BTreeSet<At> {
        let piece = &self.board[&from];
        let mut targets = BTreeSet::new();
        let plus = |at: At, by: At, times: i8| (at.0 + by.0 * times, at.1 + by.1 * times);
        for card in &piece.cards {
            let arrows = &self.arrows[card];
            for leap in &arrows.leaps {
                targets.insert(plus(from, Model::turned(piece.owner, *leap), 1));
            }
            for (way, far) in arrows
                .steps
                .iter()
                .map(|way| (way, false))
                .chain(arrows.slides.iter().map(|way| (way, true)))
            {
                let way = Model::turned(piece.owner, *way);
                let next = plus(from, way, 1);
                targets.insert(next);
                if let Some(over) = self.board.get(&next) {
                    let jumps = if self.jump_needs_combinable {
                        combine(&piece.cards, &over.cards)
                    } else {
                        !over.is("king")
                    };
                    if over.owner == piece.owner && jumps {
                        targets.insert(plus(from, way, 2));
                    }
                } else if far {
                    for times in 2..5 {
                        let to = plus(from, way, times);
                        targets.insert(to);
                        if self.board.contains_key(&to) {
                            break;
                        }
                    }
                }
            }
        }
        targets.retain(|to| on_board(*to));
        targets
    }

    /// The adjacent squares to which an arrow of the piece points.
    fn beside(&self, from: At) -> BTreeSet<At> {
        let piece = &self.board[&from];
        let mut beside = BTreeSet::new();
        for card in &piece.cards {
            let arrows = &self.arrows[card];
            for way in arrows.steps.iter().chain(&arrows.slides) {
                let (x, y) = Model::turned(piece.owner, *way);
                beside.insert((from.0 + x, from.1 + y));
            }
        }
        beside
    }

    pub fn blow(attacker: &Piece, target: &Piece) -> Blow {
        let Some(attack) = attacker.attack() else { return Blow::Captured };
        match target.cards[..] {
            ["king"] => {
                let points = target.points.unwrap();
                if attacker.is("joker") {
                    if points <= 4 { Blow::Forbidden } else { Blow::Left(points - 4) }
                } else if points <= attack {
                    Blow::Captured
                } else {
                    Blow::Left(points - attack)
                }
            }
            ["joker"] if attack < 4 => Blow::Forbidden,
            ["hachitobi" | "queen" | "general"] if attack < 3 => Blow::Forbidden,
            [_] => Blow::Captured,
            _ => {
                let points = target.points.unwrap();
                if points <= attack { Blow::Captured } else { Blow::Left(points - attack) }
            }
        }
    }

    /// The squares of the pieces that could attack this seat's king, row by row, each with the result of
    /// its attack.
    fn threats(&self, seat: usize) -> Vec<(At, Blow)> {
        let battle = match self.stage {
            Stage::Arrange | Stage::Place(_) | Stage::Over(_) => false,
            Stage::Offer => self.laid == PLACERS.len(),
            _ => true,
        };
        if !battle {
            return Vec::new();
        }
        let mut squares = self.board.iter();
        let king = squares.find(|(_, piece)| piece.owner == seat && piece.is("king"));
        let Some((king_at, king)) = king else { return Vec::new() };
        let enemies = self.board.iter().filter(|(_, piece)| piece.owner != seat);
        let mut threats: Vec<(At, Blow)> = enemies
            .filter(|(from, _)| self.targets(**from).contains(king_at))
            .map(|(from, piece)| (*from, Model::blow(piece, king)))
            .filter(|(_, blow)| *blow != Blow::Forbidden)
            .collect();
        threats.sort_by_key(|((x, y), _)| (*y, *x));
        threats
    }

    /// The squares of the pieces that could capture this seat's king, row by row.
    pub fn captors(&self, seat: usize) -> Vec<String> {
        let threats = self.threats(seat).into_iter();
        threats.filter(|(_, blow)| *blow == Blow::Captured).map(|(at, _)| name(at)).collect()
    }

    /// The squares of the pieces that give check to this seat's king, row by row: those that could attack
    /// him, or by option those that could capture him.
    pub fn attackers(&self, seat: usize) -> Vec<String> {
        match self.check_takes {
            true => self.captors(seat),
            false => self.threats(seat).into_iter().map(|(at, _)| name(at)).collect(),
        }
    }

    fn in_check(&self, seat: usize) -> bool {
        !self.attackers(seat).is_empty()
    }

    fn vacant_home(&self, seat: usize) -> Vec<At> {
        let squares = all_squares().into_iter();
        squares.filter(|at| home(seat, *at) && !self.board.contains_key(at)).collect()
    }

    fn king_points(&self, seat: usize) -> u32 {
        let king = self.board.values().find(|piece| piece.owner == seat && piece.is("king"));
        king.and_then(|king| king.points).expect("a king")
    }

    /// Returns true if, after the king's step, there is an empty square for the piece that he stepped
    /// onto.
    fn may_step(&self, seat: usize, from: At, to: At) -> bool {
        !self.stepped[seat]
            && self.beside(from).contains(&to)
            && self.in_check(seat)
            && (home(seat, from) || !self.vacant_home(seat).is_empty())
    }

    fn moves(&self, seat: usize, acts: &mut BTreeSet<Act>) {
        for (&from, piece) in self.board.iter().filter(|(_, piece)| piece.owner == seat) {
            for to in self.targets(from) {
                let fits = match self.board.get(&to) {
                    None => true,
                    Some(own) if own.owner == seat && piece.is("king") => {
                        self.may_step(seat, from, to)
                    }
                    Some(own) if own.owner == seat => combine(&piece.cards, &own.cards),
                    Some(enemy) => Model::blow(piece, enemy) != Blow::Forbidden,
                };
                if fits {
                    acts.insert(Act::Move { from, to });
                }
            }
            if !piece.is("king") {
                acts.insert(Act::Retreat { from });
            }
        }
    }

    fn puts(&self, seat: usize, acts: &mut BTreeSet<Act>) {
        let empty: Vec<At> =
            all_squares().into_iter().filter(|at| !self.board.contains_key(at)).collect();
        for (index, item) in self.hands[seat].iter().enumerate() {
            if item.captive {
                acts.insert(Act::Return);
                continue;
            }
            let stack = item.cards.len() > 1;
            let kind = item.cards[0];
            if kind == "joker" && self.king_points(seat) > 6 {
                continue;
            }
            let homely = stack || kind == "queen" || kind == "general";
            for &to in &empty {
                if !homely || home(seat, to) {
                    acts.insert(Act::Put { item: item.clone(), to });
                }
            }
            if stack {
                continue;
            }
            for (&to, piece) in &self.board {
                let own_stack = piece.owner == seat && piece.is_stack();
                if own_stack && combine(&item.cards, &piece.cards) && (!homely || home(seat, to)) {
                    acts.insert(Act::Put { item: item.clone(), to });
                }
            }
            if item.remainder {
                for (other, second) in self.hands[seat].iter().enumerate() {
                    let pairs = other != index
                        && second.cards.len() == 1
                        && !second.captive
                        && combine(&item.cards, &second.cards);
                    if pairs {
                        let mut two = [item.clone(), second.clone()];
                        two.sort_by_key(|item| {
                            let rank = KINDS.iter().position(|kind| *kind == item.cards[0]);
                            (!item.remainder, rank)
                        });
                        let [first, second] = two;
                        for &to in empty.iter().filter(|to| home(seat, **to)) {
                            let (first, second) = (first.clone(), second.clone());
                            acts.insert(Act::Pair { first, second, to });
                        }
                    }
                }
            }
        }
    }

    /// The squares on which the card with index `laid` of the deployment may be laid.
    fn places(&self, seat: usize, laid: usize) -> Vec<At> {
        match laid {
            0 | 1 => self.vacant_home(seat),
            2..6 => [(0, 2), (1, 2), (3, 2), (4, 2)]
                .into_iter()
                .filter(|at| !self.board.contains_key(at))
                .collect(),
            _ => vec![(2, 2)],
        }
    }

    fn placements(&self, seat: usize, acts: &mut BTreeSet<Act>) {
        let own_places_after = PLACERS[self.laid + 1..].iter().filter(|s| **s == seat).count();
        let ordinary = |item: &&Item| ORDINARY.contains(&item.cards[0]);
        let spare = self.hands[seat].iter().filter(ordinary).count() > own_places_after;
        for item in &self.hands[seat] {
            let kind = item.cards[0];
            let fits = if ORDINARY.contains(&kind) {
                spare || self.laid >= 2
            } else {
                self.laid < 2 && (kind == "queen" || kind == "general")
            };
            if fits {
                for to in self.places(seat, self.laid) {
                    acts.insert(Act::Put { item: item.clone(), to });
                }
            }
        }
    }

    fn failed(&self, seat: usize, from: At, on_king: bool, acts: &mut BTreeSet<Act>) {
        let piece = &self.board[&from];
        for to in self.vacant_home(seat) {
            acts.insert(Act::Back { to });
        }
        for (&to, own) in self.board.iter().filter(|(_, own)| own.owner == seat) {
            if to != from && combine(&piece.cards, &own.cards) {
                acts.insert(Act::Join { to });
            }
        }
        if !(on_king && piece.is_stack()) || acts.is_empty() {
            acts.insert(Act::ToHand);
        }
    }

    /// The legal actions of the seat that decides; empty while both arrange.
    pub fn legal(&self) -> BTreeSet<Act> {
        let mut acts = BTreeSet::new();
        let seat = self.seat;
        match &self.stage {
            Stage::Arrange | Stage::Over(_) => {}
            Stage::Place(_) => self.placements(seat, &mut acts),
            Stage::Offer => {
                let own: Vec<At> = (self.board.keys().copied())
                    .filter(|at| self.owner(*at) == Some(seat) && home(seat, *at))
                    .collect();
                for (index, &one) in own.iter().enumerate() {
                    for &other in &own[index + 1..] {
                        acts.insert(Act::Switch { one, other });
                    }
                }
                acts.insert(Act::Decline);
            }
            Stage::Turn => {
                self.moves(seat, &mut acts);
                self.puts(seat, &mut acts);
            }
            Stage::Failed { from, on_king } => self.failed(seat, *from, *on_king, &mut acts),
            Stage::Settle(_) => {
                acts.extend(self.vacant_home(seat).into_iter().map(|to| Act::Settle { to }));
            }
            Stage::Queen => acts.extend([Act::Return, Act::Keep]),
        }
        acts
    }

    fn heal(&mut self, seat: usize, by: u32) {
        let king = self.board.values_mut().find(|piece| piece.owner == seat && piece.is("king"));
        let king = king.expect("a king");
        king.points = king.points.map(|points| (points + by).min(15));
    }

    fn take(&mut self, seat: usize, item: &Item) -> Item {
        let found = self.hands[seat].iter().position(|other| other == item);
        self.hands[seat].remove(found.unwrap_or_else(|| panic!("no {item:?} in hand")))
    }

    /// Puts cards on a square. If a piece of the seat is there, combines them with it.
    fn lay(&mut self, seat: usize, cards: &[Kind], points: Option<u32>, to: At) {
        let below = self.board.remove(&to);
        let mut all = below.as_ref().map(|piece| piece.cards.clone()).unwrap_or_default();
        all.extend(cards);
        // A stack keeps its points; singles add their printed points.
        let had = below.and_then(|piece| Some((piece.points?, piece.cards.len())));
        let points = match (points, had) {
            _ if all.len() == 1 => (all[0] == "king").then(|| points.unwrap()),
            (Some(points), _) => {
                let joined: u32 = all[..all.len() - cards.len()].iter().map(|k| value(k)).sum();
                Some((points + joined).min(8))
            }
            (None, Some((points, count))) => {
                Some((points + all[count..].iter().map(|k| value(k)).sum::<u32>()).min(8))
            }
            (None, None) => Some(full(&all)),
        };
        self.board.insert(to, Piece { owner: seat, cards: sorted(all), points });
    }

    fn capture(&mut self, seat: usize, at: At) -> Piece {
        let taken = self.board.remove(&at).expect("somebody");
        let captive = taken.cards.contains(&"queen");
        if !taken.is("king") {
            self.hands[seat].push(Item { captive, ..Item::of(taken.cards.clone()) });
        }
        taken
    }

    fn give_back(&mut self, seat: usize) {
        let held = self.hands[seat].iter().position(|item| item.captive).expect("a queen");
        let mut item = self.hands[seat].remove(held);
        item.cards.retain(|kind| *kind != "queen");
        item.captive = false;
        if !item.cards.is_empty() {
            item.remainder = item.cards.len() == 1;
            self.hands[seat].push(item);
        }
        self.hands[1 - seat].push(Item::of(vec!["queen"]));
        self.heal(seat, 3);
    }

    fn do_move(&mut self, from: At, to: At) {
        let seat = self.seat;
        match self.owner(to) {
            None => {
                let piece = self.board.remove(&from).unwrap();
                self.board.insert(to, piece);
                self.end_turn();
            }
            Some(owner) if owner == seat => {
                let piece = self.board.remove(&from).unwrap();
                if piece.is("king") {
                    let aside = self.board.insert(to, piece).unwrap();
                    let special = aside.is("joker") || aside.is("hachitobi");
                    self.heal(seat, if aside.is_stack() || special { 2 } else { 1 });
                    self.stepped[seat] = true;
                    self.stage = Stage::Settle(aside);
                } else {
                    self.lay(seat, &piece.cards, piece.points, to);
                    self.end_turn();
                }
            }
            Some(_) => match Model::blow(&self.board[&from], &self.board[&to]) {
                Blow::Forbidden => panic!("that attack is forbidden"),
                Blow::Left(points) => {
                    let target = self.board.get_mut(&to).unwrap();
                    target.points = Some(points);
                    self.stage = Stage::Failed { from, on_king: target.is("king") };
                }
                Blow::Captured => {
                    let taken = self.capture(seat, to);
                    let piece = self.board.remove(&from).unwrap();
                    self.board.insert(to, piece);
                    if taken.is("king") {
                        self.stage = Stage::Over(Some(seat));
                    } else if taken.cards.contains(&"queen") {
                        self.stage = Stage::Queen;
                    } else {
                        self.end_turn();
                    }
                }
            },
        }
    }

    /// Finishes the decisions of a turn: offers a switch, or passes the turn to the other seat.
    fn end_turn(&mut self) {
        if self.switching {
            self.stage = Stage::Offer;
        } else {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        let placed = self.laid;
        if placed < 7 {
            self.stage = Stage::Place(placed);
            self.seat = PLACERS[placed];
            return;
        }
        self.turns += 1;
        self.seat = 1 - self.seat;
        self.stage = if self.turns >= self.limit { Stage::Over(None) } else { Stage::Turn };
    }

    fn do_act(&mut self, act: &Act) {
        let seat = self.seat;
        match act {
            Act::Put { item, to } => {
                let item = self.take(seat, item);
                if let (true, Some(kept)) = (item.cards.len() > 1, item.kept) {
                    let cards = item.cards.clone();
                    self.board.insert(*to, Piece { owner: seat, cards, points: Some(kept) });
                } else {
                    self.lay(seat, &item.cards, None, *to);
                }
                if self.laid < 7 {
                    self.laid += 1;
                    self.stage = Stage::Offer;
                } else {
                    self.end_turn();
                }
            }
            Act::Pair { first, second, to } => {
                let cards = [self.take(seat, first).cards, self.take(seat, second).cards].concat();
                self.lay(seat, &cards, None, *to);
                self.end_turn();
            }
            Act::Switch { one, other } => {
                let (a, b) = (self.board.remove(one).unwrap(), self.board.remove(other).unwrap());
                self.board.insert(*one, b);
                self.board.insert(*other, a);
                self.after_offer();
            }
            Act::Decline => {
                self.switching &= self.laid < 7;
                self.after_offer();
            }
            Act::Move { from, to } => self.do_move(*from, *to),
            Act::Retreat { from } => {
                let piece = self.board.remove(from).unwrap();
                self.hands[seat].push(Item::of(piece.cards));
                self.end_turn();
            }
            Act::Back { to } => {
                let Stage::Failed { from, .. } = self.stage else { panic!("no failed attack") };
                let piece = self.board.remove(&from).unwrap();
                self.board.insert(*to, piece);
                self.end_turn();
            }
            Act::Join { to } => {
                let Stage::Failed { from, .. } = self.stage else { panic!("no failed attack") };
                let piece = self.board.remove(&from).unwrap();
                self.lay(seat, &piece.cards, piece.points, *to);
                self.end_turn();
            }
            Act::ToHand => {
                let Stage::Failed { from, on_king } = self.stage else { panic!("no attack") };
                let piece = self.board.remove(&from).unwrap();
                let mut item = Item::of(piece.cards);
                if on_king && item.cards.len() > 1 {
                    item.kept = piece.points.filter(|points| *points != full(&item.cards));
                }
                self.hands[seat].push(item);
                self.end_turn();
            }
            Act::Settle { to } => {
                let Stage::Settle(piece) = self.stage.clone() else { panic!("nothing aside") };
                self.board.insert(*to, piece);
                self.end_turn();
            }
            Act::Return => {
                self.give_back(seat);
                self.end_turn();
            }
            Act::Keep => self.end_turn(),
        }
    }

    fn after_offer(&mut self) {
        // The offer after the middle card is not part of a battle turn.
        if self.laid == 7 && self.turns == 0 && self.seat == 0 {
            self.seat = 1;
            self.stage = Stage::Turn;
        } else {
            self.pass_on();
        }
    }

    /// Plays an action, then every decision with only one legal action.
    pub fn act(&mut self, act: &Act) {
        assert!(self.legal().contains(act), "{act:?} is not among the model's choices");
        self.do_act(act);
        while !matches!(self.stage, Stage::Offer | Stage::Arrange | Stage::Over(_)) {
            let legal = self.legal();
            let Some(only) = legal.first().filter(|_| legal.len() == 1) else { break };
            self.do_act(&only.clone());
        }
    }

    /// Starts the deployment, with the gaps as the first squares, after both seats have arranged.
    pub fn arranged(&mut self) {
        self.stage = Stage::Place(0);
        self.seat = 0;
        while matches!(self.stage, Stage::Place(_)) {
            let legal = self.legal();
            let Some(only) = legal.first().filter(|_| legal.len() == 1) else { break };
            self.do_act(&only.clone());
        }
    }
}

/// The notation of an item.
pub fn word(item: &Item) -> String {
    let kept = item.kept.map(|points| format!("@{points}")).unwrap_or_default();
    let mark = if item.captive {
        "!"
    } else if item.remainder {
        "~"
    } else {
        ""
    };
    format!("{}{kept}{mark}", item.cards.join("+"))
}

pub fn cards(names: &str) -> Vec<Kind> {
    let kind = |name| KINDS.into_iter().find(|kind| *kind == name);
    sorted(names.split('+').map(|n| kind(n).unwrap_or_else(|| panic!("{n}?"))).collect())
}

/// The item that the notation `word` names.
pub fn item(word: &str) -> Item {
    let (body, captive) = (word.trim_end_matches('!'), word.ends_with('!'));
    let (body, remainder) = (body.trim_end_matches('~'), body.ends_with('~'));
    let (body, kept) = match body.split_once('@') {
        Some((body, points)) => (body, Some(points.parse().unwrap())),
        None => (body, None),
    };
    Item { cards: cards(body), kept, captive, remainder }
}

impl Model {
    /// The notation of an action in the current stage.
    pub fn notation(&self, act: &Act) -> String {
        match act {
            Act::Put { item, to } => format!("put {} {}", word(item), name(*to)),
            Act::Pair { first, second, to } => {
                format!("pair {} {} {}", word(first), word(second), name(*to))
            }
            Act::Switch { one, other } => {
                let by_row = |at: &At| (at.1, at.0);
                let (first, last) =
                    if by_row(one) < by_row(other) { (one, other) } else { (other, one) };
                format!("switch {} {}", name(*first), name(*last))
            }
            Act::Decline => "no switch".into(),
            Act::Move { from, to } => format!("{}>{}", name(*from), name(*to)),
            Act::Retreat { from } => format!("retreat {}", name(*from)),
            Act::Back { to } => format!("back {}", name(*to)),
            Act::Join { to } => format!("join {}", name(*to)),
            Act::ToHand => "to hand".into(),
            Act::Settle { to } => format!("settle {}", name(*to)),
            Act::Return if self.stage == Stage::Queen => "return queen".into(),
            Act::Return => {
                let held = self.hands[self.seat].iter().find(|item| item.captive).expect("her");
                format!("return queen {}", word(held))
            }
            Act::Keep => "keep queen".into(),
        }
    }

    /// The legal actions by notation.
    pub fn choices(&self) -> BTreeMap<String, Act> {
        self.legal().into_iter().map(|act| (self.notation(&act), act)).collect()
    }
}
