//! Decision (行動決定): the seats declare layouts, which are hidden from the others until all are
//! revealed.

use zashiki_core::{Action as _, Draft, EventSink, IllegalAction, LocalizedText, Seat, text};

use super::Flow;
use crate::Honnoji;
use crate::actions::Action;
use crate::board::Stage;
use crate::components::Icon;
use crate::events::Event;
use crate::forecast::Forecast;
use crate::grid::Layout;
use crate::layout_effects::{ChainEnd, Orders, chain};
use crate::types::Placing;

impl Honnoji {
    /// Appends the layouts of a seat's hand that search considers (the layout list).
    #[inline]
    pub(crate) fn list_layouts(&self, seat: Seat, out: &mut Vec<Action>) {
        let index = seat.index();
        let (hand, pawn) = (self.board.hands[index], self.board.pawns[index]);
        self.config.lists.list_into(hand, pawn, Action::Lay, out);
    }

    /// Once all seats have declared, reveals all layouts at the same time (H-43).
    pub(super) fn await_layouts(&mut self, log: &mut impl EventSink<Honnoji>) -> Flow {
        if !self.board.awaited(&self.config).is_empty() {
            return Flow::Waits;
        }
        self.board.squares_before = self.board.pawns;
        self.reveal_layouts();
        for turn in 0..self.config.seats {
            let seat = self.seat_at(turn);
            self.log_event(Event::Revealed { seat, layout: self.board.laid[seat.index()] }, log);
        }
        self.board.stage = Stage::Movement;
        Flow::Continues
    }

    /// Reveals all layouts and computes their plans.
    pub(crate) fn reveal_layouts(&mut self) {
        self.board.revealed = true;
        for seat in Seat::all(self.config.seats) {
            let from = self.board.squares_before[seat.index()];
            self.board.plans[seat.index()] = self.board.plan_of(&self.config, seat, from);
        }
    }

    #[inline]
    pub(super) fn declare(
        &mut self,
        seat: Seat,
        layout: Layout,
        log: &mut impl EventSink<Honnoji>,
    ) {
        let index = seat.index();
        self.board.hands[index] = self.board.hands[index].minus(layout.cards());
        self.board.laid[index] = layout;
        self.board.declared.insert(seat);
        self.log_event(Event::Laid { seat, layout }, log);
        let open = self.config.options.placing == Placing::InTurn;
        self.log_event(Event::Declared { seat, cells: open.then(|| layout.cells()) }, log);
    }

    pub(super) fn check_layout(&self, seat: Seat, layout: &Layout) -> Result<(), IllegalAction> {
        let hand = self.board.hands[seat.index()];
        let cards = layout.cards();
        if let Some(face) = self.config.never_in_hand(cards) {
            return Err(self.not_there(
                "H-38",
                face,
                "手札に入らない札です。手札の札だけを配置してください。",
                "such a card is never in a hand; place only cards from your hand.",
            ));
        }
        if let Some(face) = cards.kinds().find(|face| cards.count(*face) > hand.count(*face)) {
            let (has, lays) = (hand.count(face), cards.count(face));
            return Err(if has == 0 {
                self.not_there(
                    "H-38",
                    face,
                    "手札にありません。手札の札だけを配置してください。",
                    "not in your hand; place only cards from your hand.",
                )
            } else {
                IllegalAction::new(
                    "H-38",
                    text!(
                        "「{card}」は手札に{has}枚です。{lays}枚は置けないので、減らしてください。",
                        "{card}: you have {has} in hand, not {lays}; place fewer of them.",
                        card = self.config.name(face)
                    ),
                )
            });
        }
        if let Some(cell) = layout.crowded() {
            return Err(IllegalAction::new(
                "H-40",
                text!(
                    "{cell}に札が重なっています。1か所に置けるのは1枚なので、どちらかを移してください。",
                    "Two cards lie on one place ({cell}); move one of them elsewhere.",
                    cell
                ),
            ));
        }
        let orders = Orders::read(layout, &self.config.icons);
        if self.board.round == 1 && orders.plan(0).to == 0 {
            return Err(self.no_destination(layout));
        }
        Ok(())
    }

    /// The error for a layout without a destination in round 1: each movement icon with the reason
    /// why it fails (H-59, A-H2).
    fn no_destination(&self, layout: &Layout) -> IllegalAction {
        let mut faults = Vec::new();
        for card in layout.iter() {
            for spec in self.config.icons.of(card.face) {
                if spec.icon != Icon::Move {
                    continue;
                }
                let chain = chain(layout, card.cell, spec.direction);
                let why = match (chain.end, chain.stop) {
                    (_, None) => LocalizedText::fixed("は伏せ場の外です", "off the placement area"),
                    (ChainEnd::NotANumber, _) => LocalizedText::fixed(
                        "の札には数字がありません",
                        "to a card without a number",
                    ),
                    _ => LocalizedText::fixed("には札がありません", "to an empty place"),
                };
                faults.push(text!(
                    "「{card}」の移動アイコンが指す{way}隣{why}。",
                    " The movement icon of {card} points {way}, {why}.",
                    card = self.config.name(card.face),
                    way = spec.direction,
                    why
                ));
            }
        }
        if faults.is_empty() {
            faults.push(LocalizedText::fixed(
                "移動アイコンのある札(家紋札など)が置かれていません。",
                " No card with a movement icon (such as the crest) is placed.",
            ));
        }
        let faults = LocalizedText::new(
            faults.iter().map(|fault| &*fault.ja).collect::<String>(),
            faults.iter().map(|fault| &*fault.en).collect::<String>(),
        );
        IllegalAction::new(
            "H-59",
            text!(
                "最初のラウンドでは移動先の指定が必要です。{faults}移動アイコンの方向の先に、続けて数字札を置いてください。",
                "In round 1 you must choose where to move.{faults} Place a number card next to a movement icon, on the side that it points to.",
                faults
            ),
        )
    }

    /// Evaluates a draft: a layout that a player is still arranging.
    ///
    /// # Errors
    /// Returns an error if the stage awaits no layouts, or if the text is no layout.
    pub(crate) fn evaluate_draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        if self.board.stage != Stage::Decision || seat.0 >= self.config.seats {
            return Err(IllegalAction::no_draft());
        }
        let layout = match draft.trim() {
            "" | "lay" => Layout::EMPTY,
            text => match Action::parse(text)? {
                Action::Lay(layout) => layout,
                _ => return Err(IllegalAction::not_asked()),
            },
        };
        let forecast = Forecast::of(self, seat, &layout);
        let reading = serde_json::to_value(forecast).unwrap_or_default();
        let refused = self.is_legal_layout(seat, &layout).err();
        Ok(Draft { reading, completed: None, refused })
    }

    fn is_legal_layout(&self, seat: Seat, layout: &Layout) -> Result<(), IllegalAction> {
        zashiki_core::GameState::is_legal(self, seat, Action::Lay(*layout))
    }

    /// The error for a second declaration in the same round (H-42).
    pub(crate) fn already_declared() -> IllegalAction {
        IllegalAction::new(
            "H-42",
            LocalizedText::fixed(
                "配置はもう確定しています。全員の配置が終わるのを待ってください。",
                "You have declared your layout; wait until everybody has.",
            ),
        )
    }
}
