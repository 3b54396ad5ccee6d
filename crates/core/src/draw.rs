//! Boards for people outside the web page: the [`Draw`] trait.

use crate::{Drawing, GameState, Lang, LocalizedText, Turn, Viewer, names, text, wrap};

/// The board of a game as a picture and as text, for notebooks and terminals. Web pages have boards of
/// their own, so the modules of the browser do not contain this.
///
/// Both are made from the [view](GameState::view) alone, so that nothing that is hidden from the viewer
/// can be in them. Callers use [`DrawExt`], which adds the caption.
pub trait Draw: GameState {
    /// The board as the viewer of this view sees it: colours, shapes and proportions as on the page, and
    /// colour never the only sign.
    fn draw(config: &Self::Config, view: &Self::View, lang: Lang) -> Drawing;

    /// The board in plain text, at most 100 columns wide.
    fn write(config: &Self::Config, view: &Self::View, lang: Lang) -> String;
}

/// Methods derived from [`Draw`], the same for every game. They cannot be overridden.
pub trait DrawExt: Draw {
    /// The board of this state as the viewer sees it, below a caption with the game and the seats to move
    /// or the end of the match. `turn` is a parameter because the common rules may end a match that its
    /// own rules would continue.
    fn drawing(&self, turn: Turn, viewer: Viewer, lang: Lang) -> Drawing {
        let board = Self::draw(self.config(), &self.view(viewer), lang);
        board.with_caption(lang.of(&Self::info().name), lang.of(&caption::<Self>(turn)))
    }

    /// The board of this state in plain text as the viewer sees it, below the same caption as that of
    /// [`drawing`](DrawExt::drawing).
    fn text_board(&self, turn: Turn, viewer: Viewer, lang: Lang) -> String {
        let board = Self::write(self.config(), &self.view(viewer), lang);
        let (name, caption) = (lang.of(&Self::info().name), caption::<Self>(turn));
        // A long reason of the end continues on the next line.
        let words = lang.of(&caption).split_inclusive([' ', '　', '。']).map(str::to_owned);
        format!("{name}\n{}\n{board}", wrap("", words))
    }
}

impl<G: Draw> DrawExt for G {}

/// The seats to move, or the reason of the end and the winners.
fn caption<G: Draw>(turn: Turn) -> LocalizedText {
    let info = G::info();
    match turn {
        Turn::Awaiting(seats) => {
            let seats = names(seats.iter().map(|seat| info.seat(seat)));
            text!("手番: {seats}", "{seats} to move", seats)
        }
        Turn::Over(outcome) => {
            let reason =
                &info.end_reason(outcome.reason).expect("a game lists its end reasons").text;
            let winners = names(outcome.winners.iter().map(|seat| info.seat(seat)));
            if outcome.winners.is_empty() {
                reason.clone()
            } else {
                text!("勝者: {winners}　{reason}", "Winner: {winners}. {reason}", winners, reason)
            }
        }
    }
}
