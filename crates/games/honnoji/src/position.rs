//! The complete truth as a position, and positions from outside: checked, counted and set up.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{GameRng, InputError, LocalizedText, NoLog, RngState, Seat, SeatSet, fault};

use crate::board::{Board, PILE, Stage, basic_cards};
use crate::face::{Cards, Face, Row};
use crate::glossary::seat_name;
use crate::grid::{LaidCard, Layout, MAX_LAID};
use crate::layout_effects::{Orders, SQUARES};
use crate::limits::DECK;
use crate::view::on_board;
use crate::{Config, Honnoji, ROUNDS};

/// One seat in a [`Position`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "honnoji.ts", optional_fields)]
pub struct PlayerPosition {
    /// Where its pawn stands; left out in round 1 before the movement.
    pub square: Option<u8>,
    /// Where its pawn stood before the movement of this round, once the layouts are
    /// revealed; left out in round 1.
    pub from: Option<u8>,
    /// Its hand, without what is laid; left out: the basic cards that are neither laid nor
    /// exposed.
    pub hand: Option<Vec<Face>>,
    /// Its exposed area; left out: the koban.
    pub exposed: Option<Vec<Face>>,
    /// What it has laid; left out: it has not declared.
    pub laid: Option<Vec<LaidCard>>,
}

/// The stage of a [`Position`]. (Those with nothing more to say are written with braces so
/// that unknown fields are refused in them too.)
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "honnoji.ts")]
pub enum StagePosition {
    /// The round is about to begin: cards are dealt, up to the first decision.
    Preparation {},
    /// Layouts are being declared; once all are, they are revealed and carried out.
    Decision {},
    /// A seat takes a card of a shared square.
    PickUp {
        /// Which square.
        square: u8,
        /// Who.
        seat: Seat,
    },
    /// A seat steals a card.
    Attack {
        /// Who.
        seat: Seat,
        /// The number of the attack among the seat's, from 0.
        attack: u8,
        /// From whom.
        victim: Seat,
    },
    /// A seat discards a card on a fire square.
    Fire {
        /// Who.
        seat: Seat,
    },
    /// A seat recovers cards.
    Recovery {
        /// Who.
        seat: Seat,
    },
    /// The play has ended.
    Over {},
}

/// The complete truth, as documented JSON. Everything may be left out: the default is the
/// decision phase of round 1 with empty squares; from it fields can be set one by one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "honnoji.ts", optional_fields)]
pub struct Position {
    /// The round, from 1 to 6.
    #[ts(as = "Option<u8>")]
    pub round: u8,
    /// What is being done; left out: layouts are declared.
    pub stage: Option<StagePosition>,
    /// Who holds the first-player marker.
    #[ts(as = "Option<Seat>")]
    pub first_player: Seat,
    /// The cards on the squares 1 to 5, oldest first; left out: none.
    #[ts(as = "Option<Vec<Vec<Face>>>")]
    pub squares: Vec<Vec<Face>>,
    /// The deck; the last card is dealt first. Left out: of the cards that lie nowhere else as
    /// many as the round leaves, shuffled.
    pub deck: Option<Vec<Face>>,
    /// The discards, in any order. Left out: the cards that lie nowhere else.
    pub discards: Option<Vec<Face>>,
    /// Each seat; left out: everybody as at the beginning.
    #[ts(as = "Option<Vec<PlayerPosition>>")]
    pub players: Vec<PlayerPosition>,
    /// The dice.
    #[ts(as = "Option<RngState>")]
    #[serde(rename = "dice")]
    pub rng: RngState,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            round: 1,
            stage: None,
            first_player: Seat(0),
            squares: Vec::new(),
            deck: None,
            discards: None,
            players: Vec::new(),
            rng: RngState { seed: 0, drawn: 0 },
        }
    }
}

impl Honnoji {
    /// The complete truth.
    pub(crate) fn truth(&self) -> Position {
        let board = &self.board;
        let seat = |turn| board.at(&self.config, turn);
        let stage = match board.stage {
            Stage::PickUp { square, turn } => StagePosition::PickUp { square, seat: seat(turn) },
            Stage::Attack { turn, attack, victim } => {
                StagePosition::Attack { seat: seat(turn), attack, victim: seat(victim) }
            }
            Stage::Fire { turn } => StagePosition::Fire { seat: seat(turn) },
            Stage::Recovery { turn } => StagePosition::Recovery { seat: seat(turn) },
            Stage::Over => StagePosition::Over {},
            // Nobody is asked in the other stages, so positions are never taken there.
            Stage::Decision
            | Stage::Preparation
            | Stage::Movement
            | Stage::Exhaustion
            | Stage::RoundEnd => StagePosition::Decision {},
        };
        let player = |seat: Seat| {
            let index = seat.index();
            PlayerPosition {
                square: on_board(board.pawns[index]),
                from: on_board(board.from[index]),
                hand: Some(board.hands[index].to_vec()),
                exposed: Some(board.exposed[index].to_vec()),
                laid: board.declared.contains(seat).then(|| board.laid[index].iter().collect()),
            }
        };
        Position {
            round: board.round,
            stage: Some(stage),
            first_player: board.first,
            squares: board.squares.iter().map(|row| row.as_slice().to_vec()).collect(),
            deck: Some(board.deck.as_slice().to_vec()),
            discards: Some(board.discards.to_vec()),
            players: Seat::all(self.config.seats).map(player).collect(),
            rng: self.rng.state(),
        }
    }

    /// The play at this position, run on to its next decision.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Honnoji, InputError> {
        let mut play = Honnoji::build(config, position).map_err(InputError::impossible)?;
        play.run(&mut NoLog);
        Ok(play)
    }

    fn build(config: &Arc<Config>, position: Position) -> Result<Honnoji, LocalizedText> {
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
        let mut play =
            Honnoji { config: config.clone(), board, rng: GameRng::from_state(&position.rng) };
        play.lay_squares(&position.squares)?;
        play.seat_all(position.players)?;
        play.check_pawns()?;
        play.check_layouts()?;
        play.count_seats()?;
        play.lay_rest(position.deck, position.discards)?;
        play.count()?;
        play.check_stage()?;
        Ok(play)
    }

    fn lay_squares(&mut self, squares: &[Vec<Face>]) -> Result<(), LocalizedText> {
        if squares.len() > usize::from(SQUARES) {
            fault!("squares は{SQUARES}マス分です", "`squares` has {SQUARES} entries at most");
        }
        for (index, faces) in squares.iter().enumerate() {
            let square = index + 1;
            let Some(row) = Row::from_slice(faces) else {
                fault!(
                    "{square}のマスの札は{PILE}枚までです",
                    "square {square} holds {PILE} cards at most"
                )
            };
            if let Some(face) = faces.iter().find(|face| face.is_basic() || **face == Face::KOBAN) {
                // A koban gets to a square only by being discarded and dealt again.
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

    /// Hands, exposed areas, layouts and pawns.
    fn seat_all(&mut self, players: Vec<PlayerPosition>) -> Result<(), LocalizedText> {
        let count = usize::from(self.config.seats);
        if !players.is_empty() && players.len() != count {
            let given = players.len();
            fault!(
                "players が{given}席です({count}席のはずです)",
                "`players` has {given} entries instead of {count}"
            );
        }
        for (index, player) in players.into_iter().enumerate() {
            let who = seat_name(Seat(index as u8));
            for square in [player.square, player.from].into_iter().flatten() {
                if !(1..=SQUARES).contains(&square) {
                    fault!(
                        "{who}のコマのマスは 1〜{SQUARES} です",
                        "{who}'s pawn must stand on a square from 1 to {SQUARES}",
                        who
                    );
                }
            }
            self.board.pawns[index] = player.square.unwrap_or_default();
            self.board.from[index] = player.from.unwrap_or_default();
            if let Some(laid) = &player.laid {
                let Some(layout) = Layout::new(laid) else {
                    fault!(
                        "{who}の laid の札が多すぎます({MAX_LAID}枚まで)",
                        "`laid` of {who} has more than {MAX_LAID} cards",
                        who
                    )
                };
                if let Some(face) = self.config.never_in_hand(layout.cards()) {
                    fault!(
                        "{who}の laid の {face} は手札に入らない札です",
                        "`laid` of {who} has {face}, which is never in a hand",
                        who
                    );
                }
                if let Some(cell) = layout.crowded() {
                    fault!(
                        "{who}の laid で ({cell}) に札が重なっています",
                        "two cards of {who} lie on ({cell})",
                        who
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
                fault!("{who}の札が多すぎます", "{who} has too many cards", who)
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

    fn check_pawns(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let before = matches!(board.stage, Stage::Preparation | Stage::Decision);
        for seat in Seat::all(self.config.seats) {
            let who = seat_name(seat);
            let stands = board.pawns[seat.index()] > 0;
            if stands != (board.round > 1 || !before) {
                if stands {
                    fault!(
                        "{who}のコマは、最初の移動までどのマスにもいません(square を書かない)",
                        "{who}'s pawn stands nowhere before the first movement; leave out `square`",
                        who
                    );
                }
                fault!(
                    "{who}のコマのいるマス(square)がありません",
                    "it is not said on which `square` {who}'s pawn stands",
                    who
                );
            }
        }
        Ok(())
    }

    /// Layouts lie where they can lie, and pawns where the layouts led them.
    fn check_layouts(&mut self) -> Result<(), LocalizedText> {
        let all = SeatSet::all(self.config.seats);
        let stage = self.board.stage;
        let seats = || Seat::all(self.config.seats);
        match stage {
            Stage::Preparation | Stage::Over if !self.board.declared.is_empty() => {
                fault!("この段階で laid は書けません", "nothing is `laid` at this stage")
            }
            Stage::Preparation | Stage::Over | Stage::Decision => {
                if seats().any(|seat| self.board.from[seat.index()] > 0) {
                    fault!("この段階で from は書けません", "there is no `from` at this stage");
                }
            }
            _ => {
                if self.board.declared != all {
                    fault!(
                        "この段階では全員の laid が必要です",
                        "at this stage everybody has `laid` a layout"
                    );
                }
            }
        }
        if stage == Stage::Decision && self.config.options.placing == crate::Placing::InTurn {
            let first: Vec<bool> = (0..self.config.seats)
                .map(|turn| self.board.declared.contains(self.board.at(&self.config, turn)))
                .collect();
            if first.windows(2).any(|pair| !pair[0] && pair[1]) {
                fault!(
                    "laid は一番槍から時計回りの順に埋まります",
                    "layouts are declared clockwise from the first player, so `laid` must be filled in that order"
                );
            }
        }
        for seat in seats() {
            if !self.board.declared.contains(seat) {
                continue;
            }
            let who = seat_name(seat);
            let layout = &self.board.laid[seat.index()];
            let orders = Orders::read(layout, &self.config.icons);
            if self.board.round == 1 && orders.plan(0).to == 0 {
                fault!(
                    "{who}の laid は移動先を指定していません(最初のラウンドでは必要です)",
                    "`laid` of {who} designates no destination, as it must in round 1",
                    who
                );
            }
            if stage == Stage::Decision {
                continue;
            }
            let (from, to) = (self.board.from[seat.index()], self.board.pawns[seat.index()]);
            if (from > 0) != (self.board.round > 1) || orders.plan(from).to != to {
                fault!(
                    "{who}のコマが、配置の指定する移動の先(from から square)にいません",
                    "{who}'s pawn is not on the `square` to which its layout leads it `from` where it stood",
                    who
                );
            }
        }
        if !matches!(stage, Stage::Preparation | Stage::Over | Stage::Decision) {
            self.turn_up();
        }
        Ok(())
    }

    /// The deck and the discards: given, or made of the cards that lie nowhere else.
    fn lay_rest(
        &mut self,
        deck: Option<Vec<Face>>,
        discards: Option<Vec<Face>>,
    ) -> Result<(), LocalizedText> {
        let Some(mut rest) = self.unseen() else { return self.too_many() };
        let round = usize::from(self.board.round);
        let dealt = if self.board.stage == Stage::Preparation { round - 1 } else { round };
        // In round 6 the deck is what the discards have left.
        let left = DECK.checked_sub(dealt * usize::from(SQUARES));
        if let Some(faces) = &discards {
            let Some(cards) = Cards::gather(faces).filter(|cards| rest.has_all(*cards)) else {
                return self.too_many();
            };
            self.board.discards = cards;
            rest = rest.minus(cards);
        }
        let Some(cards) = deck.as_ref().map_or(Some(rest), |faces| Cards::gather(faces)) else {
            fault!("山札の札が多すぎます", "the deck has too many cards")
        };
        if !rest.has_all(cards) {
            return self.too_many();
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
        let Some(row) = Row::from_slice(&row) else { return self.too_many() };
        self.board.deck = row;
        Ok(())
    }

    fn too_many(&self) -> Result<(), LocalizedText> {
        fault!(
            "この部品にない札があるか、同じ札が多すぎます",
            "there are cards that these components do not have, or more of them than there are"
        )
    }

    /// Whether what is asked at this stage can be asked.
    fn check_stage(&mut self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let seats = self.config.seats;
        match board.stage {
            Stage::Preparation if (1..=SQUARES).any(|square| board.burns(square)) => {
                fault!(
                    "火ノ手マスは前のラウンドの終わりに片付いています",
                    "fire squares are cleared before a round begins"
                )
            }
            Stage::PickUp { square, turn } => {
                let pickers = (turn..seats).map(|turn| board.at(&self.config, turn));
                let pickers: Vec<Seat> =
                    pickers.filter(|seat| board.stands(*seat, square)).collect();
                let alone = Seat::all(seats).filter(|seat| board.stands(*seat, square)).count() < 2;
                if pickers.first() != Some(&board.at(&self.config, turn))
                    || alone
                    || board.burns(square)
                    || board.pile(square).len() < pickers.len()
                {
                    fault!(
                        "{square}のマスでこの席が札を選ぶことはありません",
                        "this seat has nothing to choose on square {square}"
                    );
                }
            }
            Stage::Attack { turn, attack, victim } => {
                let (seat, victim) = (board.at(&self.config, turn), board.at(&self.config, victim));
                let which = board.plans[seat.index()].attacks().nth(attack.into());
                if victim == seat || which.is_none_or(|which| !board.stands(victim, which.square)) {
                    fault!(
                        "この席がその相手を攻撃することはありません",
                        "this seat does not attack that victim with that attack"
                    );
                }
            }
            Stage::Fire { turn } => {
                let seat = board.at(&self.config, turn);
                if !board.burns(board.pawns[seat.index()]) {
                    fault!("この席は火ノ手マスにいません", "this seat is not on a fire square");
                }
            }
            Stage::Recovery { turn } => {
                let seat = board.at(&self.config, turn);
                if board.plans[seat.index()].recover == 0 {
                    fault!("この席は回復を指定していません", "this seat has ordered no recovery");
                }
            }
            Stage::Over => {
                if board.round != ROUNDS || (1..=SQUARES).any(|square| board.burns(square)) {
                    fault!(
                        "ゲームは第{ROUNDS}ラウンドの終わり、火ノ手マスを片付けた後に終わります",
                        "the game is over after round {ROUNDS} only, when fire squares are cleared"
                    );
                }
                self.board.end = Some(self.count_up());
            }
            _ => {}
        }
        Ok(())
    }

    /// Counts every card (H-17).
    pub(crate) fn count(&self) -> Result<(), LocalizedText> {
        self.count_seats()?;
        let board = &self.board;
        if !board.discards.only(Cards::BASIC).is_empty() {
            fault!("捨て場に基本札があります", "a basic card is among the discards");
        }
        let Some(unseen) = self.unseen() else { return self.too_many() };
        if unseen != board.deck.cards() {
            let (there, wanted) = (board.deck.len(), unseen.len());
            fault!(
                "札の数が合いません(山札が{there}枚、ほかにない札が{wanted}枚)",
                "the cards do not add up: the deck has {there}, and {wanted} lie nowhere else"
            );
        }
        Ok(())
    }

    /// Whether every seat has what a seat can have (H-146 to H-148, H-151).
    fn count_seats(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        for seat in Seat::all(self.config.seats) {
            let who = seat_name(seat);
            let index = seat.index();
            let owned = board.owned(seat);
            for face in Face::ALL.into_iter().filter(|face| face.is_basic()) {
                let there = owned.count(face);
                if there != 1 {
                    fault!(
                        "{who}の「{card}」が{there}枚あります(1枚のはずです)",
                        "{who} has {there} cards instead of one of this sort: {card}",
                        who,
                        card = self.config.name(face)
                    );
                }
            }
            let hand = board.hands[index];
            if let Some(face) = self.config.never_in_hand(hand) {
                fault!(
                    "{who}の手札に「{card}」は入りません",
                    "this card is never in {who}'s hand: {card}",
                    who,
                    card = self.config.name(face)
                );
            }
            let exposed = board.exposed[index];
            if exposed.contains(Face::CREST) || exposed.contains(Face::FIRE) {
                fault!(
                    "{who}の晒し場に家紋札や火ノ手札は置かれません",
                    "neither crest nor fire card is ever exposed by {who}",
                    who
                );
            }
            let in_play = hand.plus(board.laid[index].cards());
            if in_play.only(Cards::NUMBERS).is_empty() {
                fault!(
                    "{who}の手札には数字札が1枚以上あるはずです",
                    "{who} always keeps at least one number in hand",
                    who
                );
            }
        }
        Ok(())
    }
}

/// The turn of a seat named in a position.
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
