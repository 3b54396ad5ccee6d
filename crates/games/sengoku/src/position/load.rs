//! Loading of positions: conversion to a state, with all checks.

use std::sync::Arc;

use arrayvec::ArrayVec;
use zashiki_core::{GameRng, InputError, LocalizedText, NoLog, Seat, fault};

use super::Position;
use super::checks::{check_board, check_dominoes};
use crate::glossary::clan;
use crate::limits::MAX_HAND;
use crate::{Config, Sengoku};

impl Sengoku {
    /// Loads a position and applies automatic steps up to the next decision.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Sengoku, InputError> {
        let mut state = Sengoku::from_parts(config, position).map_err(InputError::impossible)?;
        state.run(&mut NoLog);
        Ok(state)
    }

    fn from_parts(config: &Arc<Config>, position: Position) -> Result<Sengoku, LocalizedText> {
        let Position { board, hands, piles, rng } = position;
        check_board(config, &board)?;
        check_dominoes(config, &board)?;
        let seats = usize::from(config.seats);
        if hands.len() != seats || piles.len() != seats {
            fault!(
                "hands と piles は {seats} 席分必要です",
                "there must be `hands` and `piles` for {seats} seats"
            );
        }
        let mut state = Sengoku::with_board(config, board, GameRng::from_state(&rng));
        let size = usize::from(config.components.hand.size).min(MAX_HAND);
        for ((seat, hand), pile) in Seat::all(config.seats).zip(&hands).zip(&piles) {
            // A declared tile is not in hand until it is resolved; then the hand is refilled.
            let away = state.board.unresolved().any(|d| d.seat == seat && !d.tile.is_general());
            let full = size - usize::from(away);
            if hand.len() > full || (hand.len() < full && !pile.is_empty()) {
                let held = hand.len();
                fault!(
                    "{seat}の手札が{held}枚です（山札がある間は{full}枚のはずです）",
                    "{seat} holds {held} tiles instead of {full}, as long as the pile lasts",
                    seat = clan(seat)
                );
            }
            if hand.iter().chain(pile).any(|tile| tile.is_general()) {
                fault!(
                    "総大将は手札や山札に入りません（generals に書きます）",
                    "a general is in no hand or pile; `generals` says who still has one"
                );
            }
            let Ok(pile) = ArrayVec::try_from(&pile[..]) else {
                fault!(
                    "{seat}の山札が多すぎます",
                    "{seat}'s pile has too many tiles",
                    seat = clan(seat)
                );
            };
            for tile in hand {
                state.add_to_hand(seat, *tile);
            }
            state.piles[seat.index()] = pile;
        }
        state.verify()?;
        state.check_order()?;
        state.check_settlements()?;
        state.check_end()?;
        Ok(state)
    }
}
