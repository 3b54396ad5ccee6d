//! The situations on which the advice in a first match depends, all of them in a seat's turn.

use zashiki_core::{NoLog, Seat, Situation};

use crate::Hostile;
use crate::actions::Action;
use crate::rules::TurnState;
use crate::square::{Dir, Square, squares};
use crate::tile::Spin;

/// A side that lacks at most this many gems is near its goal.
const NEAR_GOAL: u16 = 2;

impl Hostile {
    /// The situations that hold for a seat.
    pub(crate) fn find_situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        let Some(turn) = self.turn_state().filter(|turn| turn.seat == seat) else {
            return Vec::new();
        };
        let last_round = self.board.end_condition(&self.config).is_some();
        let used_up = || Situation::of_places("points_used_up", []);
        [
            (turn.points == 0).then(used_up),
            self.walled_in(&turn),
            self.gem_in_reach(&turn),
            last_round.then(|| Situation::of_places("last_round", [])),
            self.rival_near_goal(seat).filter(|_| !last_round),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Returns true if the pawn can take a step.
    fn can_step(&self, turn: &TurnState) -> bool {
        Dir::STRAIGHT.into_iter().any(|dir| self.step_to(turn.seat, turn.ghost, dir).is_ok())
    }

    /// The pawn, which may still move in this turn, can take no step; with the actions that free it, all of
    /// one kind: the cheapest that helps.
    fn walled_in(&self, turn: &TurnState) -> Option<Situation<Action>> {
        if turn.points == 0 || turn.stopped || self.can_step(turn) {
            return None;
        }
        let pawn = self.board.pawns[turn.seat.index()];
        let near: Vec<Square> = squares(pawn.reach()).collect();
        let frees = |action: &Action| {
            self.check_action(*action).is_ok() && {
                let mut after = self.clone();
                after.apply(*action, &mut NoLog);
                after.turn_state().is_some_and(|turn| !turn.stopped && after.can_step(&turn))
            }
        };
        let rotate =
            |square: &Square| Spin::ALL.map(|spin| Action::Rotate { square: *square, spin });
        let crash = |square: &Square| Action::Crash { square: *square };
        let hand = self.board.hands[turn.seat.index()].iter();
        let steal = |square: &Square| Action::Steal { square: *square };
        let ways: [(&'static str, Vec<Action>); 5] = [
            ("walled_in_rotate", near.iter().flat_map(rotate).collect()),
            ("walled_in_crash", near.iter().map(crash).collect()),
            ("walled_in_recall", vec![Action::Recall]),
            ("walled_in_steal", near.iter().map(steal).collect()),
            ("walled_in_return", hand.map(|tile| Action::Return { tile: *tile }).collect()),
        ];
        let place = || [pawn.to_string()];
        for (id, mut actions) in ways {
            actions.retain(frees);
            if !actions.is_empty() {
                return Some(Situation::new(id, place(), actions));
            }
        }
        Some(Situation::of_places("walled_in", place()))
    }

    /// With the remaining action points the pawn can walk to a gem; with the steps that begin such a way.
    fn gem_in_reach(&self, turn: &TurnState) -> Option<Situation<Action>> {
        let seat = turn.seat;
        let before = self.board.gained[seat.index()];
        // The squares that are reached, each with the state there and the first steps that lead there.
        let mut reached: Vec<(Hostile, u8)> = vec![(self.clone(), 0)];
        let (mut gems, mut first_steps, mut seen) = (0, 0u8, [0u64; 16]);
        for _ in 0..turn.points {
            let mut further: Vec<(Hostile, u8)> = Vec::new();
            for (state, first) in &reached {
                let Some(now) = state.turn_state().filter(|now| !now.stopped) else { continue };
                for (number, dir) in Dir::STRAIGHT.into_iter().enumerate() {
                    if state.step_to(seat, now.ghost, dir).is_err() {
                        continue;
                    }
                    let first = if *first == 0 { 1 << number } else { *first };
                    let mut after = state.clone();
                    after.travel(seat, now.ghost, dir, &mut NoLog);
                    if after.board.gained[seat.index()] > before {
                        first_steps |= first;
                        gems |= self.board.gem_squares() & !after.board.gem_squares();
                        continue;
                    }
                    let here = after.board.pawns[seat.index()].bit();
                    let seen = &mut seen[usize::from(first)];
                    if *seen & here == 0 {
                        *seen |= here;
                        further.push((after, first));
                    }
                }
            }
            reached = further;
        }
        let steps: Vec<Action> = (Dir::STRAIGHT.into_iter().enumerate())
            .filter(|(number, _)| first_steps & 1 << number != 0)
            .map(|(_, dir)| Action::Move { dir })
            .collect();
        let places = squares(gems).map(|square| square.to_string());
        (!steps.is_empty()).then(|| Situation::new("gem_in_reach", places, steps))
    }

    /// Another side lacks only a few gems for its goal.
    fn rival_near_goal(&self, seat: Seat) -> Option<Situation<Action>> {
        let (config, own) = (&self.config, self.config.side_of(seat));
        let near = (0..config.sides.len()).find(|side| {
            *side != own && self.board.side_gems(config, *side) + NEAR_GOAL >= config.goal()
        })?;
        let purses = config.sides[near].iter().map(|seat| format!("purse-{seat}"));
        Some(Situation::of_places("rival_near_goal", purses))
    }
}
