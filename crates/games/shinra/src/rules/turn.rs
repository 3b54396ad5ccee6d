//! Effects of actions, and the order of the stages.

use zashiki_core::{EventSink, NoLog, Seat};

use crate::actions::Action;
use crate::board::{LAST_PLACE, PLACES, Piece, Stage};
use crate::events::Event;
use crate::kind::{Cards, Item, Kind};
use crate::rules::combat::takes;
use crate::square::{Square, squares, territory};
use crate::{Arrangement, Shinra};

impl Shinra {
    /// Plays a legal action, then all following decisions as long as there is only one legal action.
    #[inline]
    pub(crate) fn decide(&mut self, seat: Seat, action: Action, log: &mut impl EventSink<Shinra>) {
        self.apply(seat, action, false, log);
        self.play_forced(log);
        if let Some(network) = self.config.search_network.as_deref()
            && let Some(sums) = &mut self.search_sums
        {
            sums.update(network, &self.board);
        }
    }

    /// Plays decisions as long as there is only one legal action.
    #[inline]
    fn play_forced(&mut self, log: &mut impl EventSink<Shinra>) {
        while let Some((seat, action)) = self.only_action() {
            self.apply(seat, action, true, log);
        }
    }

    /// Plays decisions as long as there is only one legal action, without recording events.
    pub(crate) fn skip_forced(&mut self) {
        self.play_forced(&mut NoLog);
    }

    /// The awaited seat and its only legal action, if there is exactly one. An offer to switch always
    /// waits for the player (AK31).
    #[inline]
    fn only_action(&self) -> Option<(Seat, Action)> {
        let one = |set: u32| (set.count_ones() == 1).then(|| squares(set).next()).flatten();
        match self.board.stage {
            Stage::Deploy { seat, place } => {
                let (kinds, places) = self.deployable(place);
                let item = Item::plain(Cards::one(kinds.single()?));
                Some((seat, Action::Put { item, to: one(places)? }))
            }
            Stage::Follow { seat, from, king } => {
                let follow_up = self.follow_up(from, king);
                let action = match (follow_up.back, follow_up.join, follow_up.hand) {
                    (0, 0, true) => Action::ToHand,
                    (back, 0, false) => Action::Back { to: one(back)? },
                    (0, join, false) => Action::Join { to: one(join)? },
                    _ => return None,
                };
                Some((seat, action))
            }
            Stage::Settle { seat, .. } => {
                let home = self.board.empty() & territory(seat);
                Some((seat, Action::Settle { to: one(home)? }))
            }
            // Two pieces beside the king can retreat, so there is more than one legal action.
            Stage::Act { seat } if self.board.occupied(seat).count_ones() < 3 => {
                let mut list = Vec::new();
                self.list(seat, &mut list);
                (list.len() == 1).then(|| (seat, list[0]))
            }
            _ => None,
        }
    }

    /// Applies one action. `forced` is true if it was the only legal one.
    #[inline]
    fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        forced: bool,
        log: &mut impl EventSink<Shinra>,
    ) {
        match (self.board.stage, action) {
            (_, Action::Arrange(arrangement)) => self.arrange(seat, &arrangement, log),
            (Stage::Deploy { place, .. }, Action::Put { item, to }) => {
                self.deploy(seat, item, to, place, forced, log);
            }
            (_, Action::Put { item, to }) => self.put(seat, item, to, log),
            (_, Action::Pair { first, second, to }) => self.pair(seat, first, second, to, log),
            (_, Action::Move { from, to }) => self.advance(seat, from, to, log),
            (_, Action::Retreat { from }) => self.retreat(seat, from, None, forced, log),
            (_, Action::ReturnLater { item }) => {
                self.return_queen(seat, item, true, log);
            }
            (Stage::Queen { item, .. }, Action::ReturnQueen) => {
                self.return_queen(seat, item, false, log);
            }
            (Stage::Queen { item, .. }, Action::KeepQueen) => {
                log.push(Event::QueenKept { seat, item }, self);
                self.finish(seat, log);
            }
            (Stage::Follow { from, .. }, Action::Back { to }) => {
                let piece = self.board.take(from);
                self.board.put(to, piece);
                let cards = piece.cards();
                log.push(Event::WentBack { seat, from, to, cards, forced }, self);
                self.finish(seat, log);
            }
            (Stage::Follow { from, .. }, Action::Join { to }) => {
                self.join(seat, from, to, true, forced, log);
            }
            (Stage::Follow { from, king, .. }, Action::ToHand) => {
                self.retreat(seat, from, Some(king), forced, log);
            }
            (Stage::Settle { cards, points, .. }, Action::Settle { to }) => {
                self.board.put(to, Piece::new(seat, cards, points));
                log.push(Event::Settled { seat, to, cards, points, forced }, self);
                self.finish(seat, log);
            }
            (Stage::Switch { place, .. }, Action::Switch { a, b }) => {
                let (first, second) = (self.board.at(a), self.board.at(b));
                self.board.put(a, second);
                self.board.put(b, first);
                let (on_a, on_b) = (first.cards(), second.cards());
                log.push(Event::Switched { seat, a, b, on_a, on_b }, self);
                self.after_switch(seat, place, log);
            }
            (Stage::Switch { place, .. }, Action::Decline) => {
                let last = place.is_none_or(|place| place == LAST_PLACE);
                self.board.switches &= !last;
                log.push(Event::Declined { seat, last }, self);
                self.after_switch(seat, place, log);
            }
            (stage, _) => debug_assert!(false, "unchecked action {action} for {stage:?}"),
        }
    }

    /// Moves the cards of an arrangement from the hand onto the sheet (K-32).
    fn arrange(&mut self, seat: Seat, arrangement: &Arrangement, log: &mut impl EventSink<Shinra>) {
        let config = self.config.clone();
        for (square, cards) in arrangement.laid() {
            for kind in cards.iter() {
                self.board.hands[seat.index()].remove(Item::plain(Cards::one(kind)));
            }
            let points = if cards == Cards::KING {
                config.king_points(seat)
            } else {
                config.arrows.full(cards)
            };
            self.board.put(square, Piece::new(seat, cards, points));
        }
        let both = self.board.occupied(seat.other()) != 0;
        log.push(Event::Arranged { seat }, self);
        if both {
            self.board.stage = Stage::Deploy { seat: PLACES[0], place: 0 };
            log.push(Event::DeploymentBegan, self);
        }
    }

    /// Lays a card in the deployment (K-35, K-36, K-42).
    fn deploy(
        &mut self,
        seat: Seat,
        item: Item,
        to: Square,
        place: u8,
        forced: bool,
        log: &mut impl EventSink<Shinra>,
    ) {
        self.board.hands[seat.index()].remove(item);
        self.board.put(to, Piece::new(seat, item.cards, self.config.arrows.full(item.cards)));
        self.board.stage = Stage::Switch { seat, place: Some(place) };
        log.push(Event::Deployed { seat, item, to, place, forced }, self);
        if place == LAST_PLACE {
            log.push(Event::BattleBegan, self);
        }
    }

    /// Puts an item of the hand on an empty square, or adds it to the stack there (K-50, K-51).
    #[inline]
    fn put(&mut self, seat: Seat, item: Item, to: Square, log: &mut impl EventSink<Shinra>) {
        self.board.hands[seat.index()].remove(item);
        let occupant = self.board.at(to);
        let full = self.config.arrows.full(item.cards);
        if occupant.is_some() {
            let stack = occupant.cards().union(item.cards);
            let points = self.joined_points(Piece::new(seat, item.cards, full), occupant);
            self.board.put(to, Piece::new(seat, stack, points));
            log.push(Event::Added { seat, item, to, stack, points }, self);
        } else {
            let points = item.points_kept().unwrap_or(full);
            self.board.put(to, Piece::new(seat, item.cards, points));
            log.push(Event::Put { seat, item, to, points }, self);
        }
        self.finish(seat, log);
    }

    /// Puts a remainder and another single of the hand on a square as a new stack (K-53).
    fn pair(
        &mut self,
        seat: Seat,
        first: Kind,
        second: Item,
        to: Square,
        log: &mut impl EventSink<Shinra>,
    ) {
        let hand = &mut self.board.hands[seat.index()];
        hand.remove(Item::remainder(first));
        hand.remove(second);
        let stack = Cards::one(first).union(second.cards);
        let points = self.config.arrows.full(stack);
        self.board.put(to, Piece::new(seat, stack, points));
        log.push(Event::Paired { seat, stack, to, points }, self);
        self.finish(seat, log);
    }

    /// Moves a piece: to an empty square, onto a piece of its seat or against an enemy piece (K-47 to
    /// K-49, K-87).
    #[inline]
    fn advance(&mut self, seat: Seat, from: Square, to: Square, log: &mut impl EventSink<Shinra>) {
        let piece = self.board.at(from);
        let occupant = self.board.at(to);
        match occupant.owner() {
            None => {
                self.board.take(from);
                self.board.put(to, piece);
                log.push(Event::Moved { seat, from, to, cards: piece.cards() }, self);
                self.finish(seat, log);
            }
            Some(owner) if owner != seat => self.attack(seat, from, to, log),
            Some(_) if piece.cards() == Cards::KING => self.step_onto(seat, from, to, log),
            Some(_) => self.join(seat, from, to, false, false, log),
        }
    }

    /// Attacks a piece (K-57, K-58). A captured piece goes to the attacker's hand (K-63), a stack
    /// undivided (AK48).
    #[inline]
    fn attack(&mut self, seat: Seat, from: Square, to: Square, log: &mut impl EventSink<Shinra>) {
        let (piece, occupant) = (self.board.at(from), self.board.at(to));
        let (cards, target) = (piece.cards(), occupant.cards());
        let attack = self.attack_of(piece);
        if !takes(attack, occupant) {
            let points = occupant.points() - attack;
            self.board.put(to, occupant.with_points(points));
            self.board.stage = Stage::Follow { seat, from, king: target == Cards::KING };
            log.push(Event::Hit { seat, from, to, cards, target, loss: attack, points }, self);
            return;
        }
        self.board.take(from);
        self.board.put(to, piece);
        let points = occupant.points();
        let captured = Event::Captured { seat, from, to, cards, target, points };
        if target == Cards::KING {
            self.board.stage = Stage::Over { winner: Some(seat) };
            log.push(captured, self);
            log.push(Event::KingTaken { seat }, self);
            return;
        }
        let queen = target.contains(Kind::Queen);
        let item = if queen { Item::captive(target) } else { Item::plain(target) };
        self.board.hands[seat.index()].add(item);
        if queen {
            self.board.stage = Stage::Queen { seat, item };
            log.push(captured, self);
        } else {
            log.push(captured, self);
            self.finish(seat, log);
        }
    }

    /// Combines a piece with another of its seat (K-48, K-68).
    #[inline]
    fn join(
        &mut self,
        seat: Seat,
        from: Square,
        to: Square,
        after_attack: bool,
        forced: bool,
        log: &mut impl EventSink<Shinra>,
    ) {
        let occupant = self.board.at(to);
        let piece = self.board.take(from);
        let (cards, stack) = (piece.cards(), piece.cards().union(occupant.cards()));
        let points = self.joined_points(piece, occupant);
        self.board.put(to, Piece::new(seat, stack, points));
        let joined = Event::Joined { seat, from, to, cards, stack, points, after_attack, forced };
        log.push(joined, self);
        self.finish(seat, log);
    }

    /// Moves a piece to the hand (K-54, K-55, K-69, K-85). `attacked` is `None` for a retreat as the
    /// turn's action; after an attack without capture it is true if the target was the king.
    #[inline]
    fn retreat(
        &mut self,
        seat: Seat,
        from: Square,
        attacked: Option<bool>,
        forced: bool,
        log: &mut impl EventSink<Shinra>,
    ) {
        let piece = self.board.take(from);
        let (cards, points) = (piece.cards(), piece.points());
        let keeps = attacked == Some(true) && cards.is_stack();
        let item = if keeps && points < self.config.arrows.full(cards) {
            Item::kept(cards, points)
        } else {
            Item::plain(cards)
        };
        self.board.hands[seat.index()].add(item);
        let after_attack = attacked.is_some();
        log.push(Event::Retreated { seat, from, item, after_attack, keeps, forced }, self);
        self.finish(seat, log);
    }

    /// Returns a captured queen to her owner's hand. The other cards of the captured stack can then be
    /// used (K-75 to K-78).
    fn return_queen(
        &mut self,
        seat: Seat,
        item: Item,
        as_turn: bool,
        log: &mut impl EventSink<Shinra>,
    ) {
        let queen = Cards::one(Kind::Queen);
        let rest = item.cards.without(queen);
        let hand = &mut self.board.hands[seat.index()];
        hand.remove(item);
        match rest.single() {
            Some(kind) => hand.add(Item::remainder(kind)),
            None if !rest.is_empty() => hand.add(Item::plain(rest)),
            None => {}
        }
        self.board.hands[seat.other().index()].add(Item::plain(queen));
        let (gain, points) = self.raise_king(seat, self.config.components.points.queen_return);
        log.push(Event::QueenReturned { seat, item, gain, points, as_turn }, self);
        self.finish(seat, log);
    }

    /// Adds points to the seat's king, up to the king's maximum (K-29, K-90). Returns the points
    /// actually gained and the resulting points.
    fn raise_king(&mut self, seat: Seat, by: u8) -> (u8, u8) {
        let square = self.board.king(seat);
        let king = self.board.at(square);
        let points = (king.points() + by).min(self.config.components.points.king_most);
        let points = points.max(king.points());
        self.board.put(square, king.with_points(points));
        (points - king.points(), points)
    }

    /// Moves the king onto a piece of his seat, which is set aside (K-87, K-88).
    fn step_onto(
        &mut self,
        seat: Seat,
        from: Square,
        to: Square,
        log: &mut impl EventSink<Shinra>,
    ) {
        let aside = self.board.at(to);
        let (cards, points) = (aside.cards(), aside.points());
        let king = self.board.take(from);
        self.board.put(to, king);
        self.board.stepped[seat.index()] = true;
        let by = self.config.components.points.king_step(cards);
        let (gain, now) = self.raise_king(seat, by);
        self.board.stage = Stage::Settle { seat, cards, points };
        log.push(Event::KingStepped { seat, from, to, cards, gain, points: now }, self);
    }

    /// Finishes the actions of a turn: offers a switch while switching is allowed (K-44), otherwise
    /// starts the next turn.
    #[inline]
    fn finish(&mut self, seat: Seat, log: &mut impl EventSink<Shinra>) {
        if self.board.switches {
            self.board.stage = Stage::Switch { seat, place: None };
        } else {
            self.end_turn(seat, log);
        }
    }

    /// Advances the game after an offer to switch has been accepted or declined. `place` is the index of
    /// the deployment's card before the offer; `None` in the battle.
    fn after_switch(&mut self, seat: Seat, place: Option<u8>, log: &mut impl EventSink<Shinra>) {
        match place {
            None => self.end_turn(seat, log),
            Some(LAST_PLACE) => self.begin_turn(seat.other(), log),
            Some(place) => {
                let place = place + 1;
                self.board.stage = Stage::Deploy { seat: PLACES[usize::from(place)], place };
            }
        }
    }

    /// Counts the turn as completed, and ends the game at the turn limit (AK42, AK50).
    #[inline]
    fn end_turn(&mut self, seat: Seat, log: &mut impl EventSink<Shinra>) {
        self.board.turns += 1;
        let turns = self.board.turns;
        if turns >= self.config.options.turn_limit {
            self.board.stage = Stage::Over { winner: None };
            log.push(Event::TurnLimit { turns }, self);
        } else {
            self.begin_turn(seat.other(), log);
        }
    }

    /// Starts a battle turn of the seat, and records if its king is in check.
    #[inline]
    fn begin_turn(&mut self, seat: Seat, log: &mut impl EventSink<Shinra>) {
        self.board.stage = Stage::Act { seat };
        self.board.check = self.in_check(seat);
        if self.board.check {
            log.push(Event::Check { seat }, self);
        }
    }
}
