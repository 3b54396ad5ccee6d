//! The errors of batches.

use zashiki_core::{GameInfo, IllegalAction, LocalizedText, Seat, text};

use crate::errors::ApiError;

/// The error for an illegal action in this match of a batch.
pub fn in_play(game: &GameInfo, play: usize, mut illegal: IllegalAction) -> ApiError {
    illegal.message = text!(
        "{play}番のプレイ: {no}",
        "play {play}: {no}",
        play = LocalizedText::same(play.to_string()),
        no = illegal.message
    );
    ApiError::illegal(game, illegal)
}

/// The error for an illegal action of this seat.
pub fn at_seat(seat: Seat, mut illegal: IllegalAction) -> IllegalAction {
    illegal.message = text!(
        "席{seat}: {no}",
        "seat {seat}: {no}",
        seat = LocalizedText::same(seat.index().to_string()),
        no = illegal.message
    );
    illegal
}

/// The error for a batch in which all seats act at once, but not all by the caller.
pub fn all_at_once() -> ApiError {
    ApiError::Bad(LocalizedText::new(
        "parallel=True では全席を自分で決めます。bots、rotate、learner は書かないでください。",
        "With parallel=True you decide for all seats; omit bots, rotate and learner.",
    ))
}

/// The error for an action or sub-action number that is not legal in the current state.
pub fn impossible(number: i64) -> IllegalAction {
    IllegalAction::new(
        "T-3",
        text!(
            "いま{number}は選べません。masks が True の番号を選んでください。",
            "{number} cannot be taken now; take a number for which masks says True.",
            number = LocalizedText::same(number.to_string())
        ),
    )
}

pub fn open_decisions(info: &GameInfo) -> ApiError {
    ApiError::Bad(LocalizedText::new(
        format!(
            "「{}」には番号のない行動(自由な配置)があります。form=\"choices\" を使ってください。",
            info.name.ja
        ),
        format!(
            "{} has actions without a number, in its open decisions; use form=\"choices\".",
            info.name.en
        ),
    ))
}

pub fn no_learner(player: usize) -> ApiError {
    ApiError::Bad(LocalizedText::new(
        format!("learner={player} は、bots が None の席の番号にしてください。"),
        format!("learner={player} must be the index of a player for which bots has None."),
    ))
}

pub fn no_player(player: usize, seats: usize) -> ApiError {
    let last = seats - 1;
    ApiError::Bad(LocalizedText::new(
        format!("プレイヤー{player}はいません。番号は0〜{last}です。"),
        format!("There is no player {player}; players are 0 to {last}."),
    ))
}

pub fn no_bot(play: usize, index: i64, bots: usize) -> ApiError {
    ApiError::Bad(LocalizedText::new(
        format!(
            "{play}番のプレイ: ボット{index}はありません。0以上{bots}未満、または-1(そのまま)にしてください。"
        ),
        format!(
            "play {play}: there is no bot {index}; take 0 to below {bots}, or -1 for no change."
        ),
    ))
}

pub fn wrong_bots(seats: usize, bots: &[Option<String>]) -> ApiError {
    if bots.len() == seats {
        return ApiError::Bad(LocalizedText::new(
            "全部の席がボットです。自分で決める席を None にしてください。ボットだけの対戦は simulate が行います。",
            "Every seat has a bot; say None where you decide. Games of bots alone are played by simulate.",
        ));
    }
    let given = bots.len();
    ApiError::Bad(LocalizedText::new(
        format!(
            "席は{seats}つですが、bots は{given}個です。席ごとにボットか None を書いてください。"
        ),
        format!("There are {seats} seats, but {given} bots; give a bot or None for each seat."),
    ))
}
