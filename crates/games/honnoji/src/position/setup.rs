//! Set-up of the state that a position describes.

use std::sync::Arc;

use zashiki_core::{GameRng, LocalizedText, Seat, fault};

use super::{PlayerPosition, Position, StagePosition};
use crate::board::{Board, MAX_PILE, Stage, basic_cards};
use crate::face::{Cards, Face, Row};
use crate::glossary::seat_name;
use crate::grid::{Layout, MAX_LAID};
use crate::limits::DECK;
use crate::ring::SQUARES;
use crate::{Config, Honnoji, ROUNDS};

impl Honnoji {
    pub(super) fn build(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Honnoji, LocalizedText> {
        let seats = config.seats;
        let last = seats - 1;
        if position.first_player.0 >= seats {
            let seat = position.first_player;
            fault!(
                "first_player が {seat} です(席は 0〜{last})",
                "`first_player` is {seat}, but seats are 0 to {last}"
            );
        }
        if !(1..=ROUNDS).contains(&position.round) {
            fault!("round は 1〜{ROUNDS} です", "`round` must be 1 to {ROUNDS}");
        }
        let mut board = Board::new(config, position.first_player);
        board.round = position.round;
        board.stage = match position.stage {
            None | Some(StagePosition::Decision {}) => Stage::Decision,
            Some(StagePosition::Preparation {}) => Stage::Preparation,
            Some(StagePosition::PickUp { square, .. }) if !(1..=SQUARES).contains(&square) => {
                fault!(
                    "stage の square は 1〜{SQUARES} です",
                    "the stage's `square` must be 1 to {SQUARES}"
                )
            }
            Some(StagePosition::PickUp { square, seat }) => {
                Stage::PickUp { square, turn: turn_of(&board, config, seat)? }
            }
            Some(StagePosition::Attack { seat, attack, victim }) => Stage::Attack {
                turn: turn_of(&board, config, seat)?,
                attack,
                victim: turn_of(&board, config, victim)?,
            },
            Some(StagePosition::Fire { seat }) => {
                Stage::Fire { turn: turn_of(&board, config, seat)? }
            }
            Some(StagePosition::Recovery { seat }) => {
                Stage::Recovery { turn: turn_of(&board, config, seat)? }
            }
            Some(StagePosition::Over {}) => Stage::Over,
        };
        let mut state =
            Honnoji { config: config.clone(), board, rng: GameRng::from_state(&position.rng) };
        state.set_squares(&position.squares)?;
        state.set_players(position.players)?;
        state.check_pawns()?;
        state.check_layouts()?;
        state.check_seats()?;
        state.set_deck_and_discards(position.deck, position.discards)?;
        state.check_card_counts()?;
        state.check_stage()?;
        Ok(state)
    }

    fn set_squares(&mut self, squares: &[Vec<Face>]) -> Result<(), LocalizedText> {
        if squares.len() > usize::from(SQUARES) {
            fault!("squares は{SQUARES}マス分です", "`squares` has {SQUARES} entries at most");
        }
        for (index, faces) in squares.iter().enumerate() {
            let square = index + 1;
            let Some(row) = Row::from_slice(faces) else {
                fault!(
                    "{square}のマスの札は{MAX_PILE}枚までです",
                    "square {square} holds {MAX_PILE} cards at most"
                )
            };
            if let Some(face) = faces.iter().find(|face| face.is_basic() || **face == Face::KOBAN) {
                // A koban can be on a square only after it was discarded and dealt again.
                if face.is_basic() || self.board.round < ROUNDS {
                    fault!(
                        "{square}のマスに「{card}」は置かれません",
                        "this card cannot lie on square {square}: {card}",
                        card = self.config.name(*face)
                    );
                }
            }
            if faces.iter().filter(|face| **face == Face::FIRE).count() > 1 {
                fault!("{square}のマスに火ノ手が2枚あります", "square {square} has two fire cards");
            }
            if faces.iter().rev().skip(1).any(|face| *face == Face::FIRE) {
                fault!(
                    "{square}のマスの火ノ手の後に札は置かれません(ラウンドの終わりに片付きます)",
                    "on square {square} no card can follow a fire card, which is cleared in its round"
                );
            }
            self.board.squares[index] = row;
        }
        Ok(())
    }

    /// Sets the hands, exposed cards, layouts and pawns.
    fn set_players(&mut self, players: Vec<PlayerPosition>) -> Result<(), LocalizedText> {
        let count = usize::from(self.config.seats);
        if !players.is_empty() && players.len() != count {
            let given = players.len();
            fault!(
                "players が{given}席です({count}席のはずです)",
                "`players` has {given} entries instead of {count}"
            );
        }
        for (index, player) in players.into_iter().enumerate() {
            let owner = seat_name(Seat(index as u8));
            for square in [player.square, player.from].into_iter().flatten() {
                if !(1..=SQUARES).contains(&square) {
                    fault!(
                        "{owner}のコマのマスは 1〜{SQUARES} です",
                        "{owner}'s pawn must stand on a square from 1 to {SQUARES}",
                        owner
                    );
                }
            }
            self.board.pawns[index] = player.square.unwrap_or_default();
            self.board.squares_before[index] = player.from.unwrap_or_default();
            if let Some(laid) = &player.laid {
                let Some(layout) = Layout::new(laid) else {
                    fault!(
                        "{owner}の laid の札が多すぎます({MAX_LAID}枚まで)",
                        "`laid` of {owner} has more than {MAX_LAID} cards",
                        owner
                    )
                };
                if let Some(face) = self.config.never_in_hand(layout.cards()) {
                    fault!(
                        "{owner}の laid の {face} は手札に入らない札です",
                        "`laid` of {owner} has {face}, which is never in a hand",
                        owner
                    );
                }
                if let Some(cell) = layout.crowded() {
                    fault!(
                        "{owner}の laid で ({cell}) に札が重なっています",
                        "two cards of {owner} lie on ({cell})",
                        owner
                    );
                }
                self.board.laid[index] = layout;
                self.board.declared.insert(Seat(index as u8));
            }
            let gather = |faces: Option<Vec<Face>>| {
                faces.map(|faces| Cards::gather(&faces)).unwrap_or(Some(Cards::NONE))
            };
            let (given_hand, given_exposed) = (player.hand.is_some(), player.exposed.is_some());
            let (Some(hand), Some(mut exposed)) = (gather(player.hand), gather(player.exposed))
            else {
                fault!("{owner}の札が多すぎます", "{owner} has too many cards", owner)
            };
            if !given_exposed {
                exposed.add(Face::KOBAN);
            }
            self.board.exposed[index] = exposed;
            self.board.hands[index] = if given_hand {
                hand
            } else {
                let away = self.board.laid[index].cards().plus(exposed);
                basic_cards().kinds().filter(|face| !away.contains(*face)).collect()
            };
        }
        Ok(())
    }

    /// Sets the deck and the discards. Defaults consist of the cards that are nowhere else.
    fn set_deck_and_discards(
        &mut self,
        deck: Option<Vec<Face>>,
        discards: Option<Vec<Face>>,
    ) -> Result<(), LocalizedText> {
        let Some(mut rest) = self.unlocated_cards() else { return self.unknown_cards() };
        let round = usize::from(self.board.round);
        let dealt = if self.board.stage == Stage::Preparation { round - 1 } else { round };
        // In round 6 the deck consists of the former discards, in any number.
        let left = DECK.checked_sub(dealt * usize::from(SQUARES));
        if let Some(faces) = &discards {
            let Some(cards) = Cards::gather(faces).filter(|cards| rest.has_all(*cards)) else {
                return self.unknown_cards();
            };
            self.board.discards = cards;
            rest = rest.minus(cards);
        }
        let Some(cards) = deck.as_ref().map_or(Some(rest), |faces| Cards::gather(faces)) else {
            fault!("山札の札が多すぎます", "the deck has too many cards")
        };
        if !rest.has_all(cards) {
            return self.unknown_cards();
        }
        let row: Vec<Face> = deck.unwrap_or_else(|| {
            let mut faces = rest.to_vec();
            self.rng.shuffle(&mut faces);
            if discards.is_none() {
                faces.truncate(left.unwrap_or(faces.len()));
            }
            faces
        });
        if discards.is_none() {
            let there: Cards = row.iter().copied().collect();
            self.board.discards = rest.minus(there);
        }
        if let Some(left) = left
            && row.len() != left
        {
            let (round, has) = (self.board.round, row.len());
            fault!(
                "第{round}ラウンドのこの段階では山札は{left}枚です({has}枚あります)",
                "at this stage of round {round} the deck has {left} cards, not {has}"
            );
        }
        let Some(row) = Row::from_slice(&row) else { return self.unknown_cards() };
        self.board.deck = row;
        Ok(())
    }
}

/// The turn of a seat: its distance clockwise from the first player.
fn turn_of(board: &Board, config: &Config, seat: Seat) -> Result<u8, LocalizedText> {
    if seat.0 >= config.seats {
        let last = config.seats - 1;
        fault!(
            "席は 0〜{last} です({seat} はありません)",
            "seats are 0 to {last}; there is no {seat}"
        );
    }
    Ok(board.turn_of(config, seat))
}
