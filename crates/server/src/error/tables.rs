//! Errors about games, tables and matches.

use axum::http::StatusCode;
use zashiki_core::{InputError, LocalizedText, ReplayError};

use super::refused::{Refused, errors};
use crate::protocol::Refusal;

errors! {
    no_table: NOT_FOUND,
        "その卓はありません。リンクが最後まで写っているか確かめてください。",
        "There is no such table; check that the link was copied completely.";

    no_puzzle: NOT_FOUND,
        "その問題はありません。問題の一覧から選んでください。",
        "There is no such puzzle; choose one from the list of puzzles.";

    not_over: CONFLICT,
        "対局がまだ終わっていません。棋譜には伏せたものも含まれるため、終わってから渡します。",
        "The game is not over; its record contains hidden information and is available after the end.";

    no_moment: NOT_FOUND,
        "対局はその手まで進んでいません。手の番号を確かめてください。",
        "The game has no such step; check the number.";

    others_eyes: FORBIDDEN,
        "対局が終わるまで、ほかの席から見ることも、すべてを公開して見ることもできません。",
        "Other seats' viewpoints and the complete position are available only after the game.";

    /// The supplied file is neither a record nor a position.
    no_play: BAD_REQUEST,
        "これは座敷の棋譜でも局面でもありません。終わった卓の結果から保存した棋譜を選んでください。",
        "This is neither a record nor a position of Zashiki; choose a record saved from the result of a finished game.";

    no_such_seat: BAD_REQUEST,
        "その席はありません。席は0から数えます。",
        "There is no such seat; seats are counted from 0.";

    bad_time: BAD_REQUEST,
        "持ち時間が範囲の外です。一手なら5秒〜14日、全体なら30秒〜1日に一手ごと最大1時間の追加で指定してください。",
        "That time is out of range; give 5 seconds to 14 days for each decision, or a total of 30 seconds to a day with an increment of at most an hour.";

    /// Rule `T-21`: advice is not allowed in a rated match.
    advice_and_rated: BAD_REQUEST,
        "レーティング戦では助言を認められません。どちらか一方にしてください。",
        "A table cannot both be rated and allow advice; choose one of the two.";

    /// Rule `T-24`: a rated match needs a time limit.
    rated_without_time: BAD_REQUEST,
        "レーティング戦には持ち時間が必要です。1手ごとか対局全体の時間を決めるか、レーティングなしの卓にしてください。",
        "A rated game needs a time limit: choose a time for each decision or for the whole game, or make the table unrated.";

    no_onlookers: FORBIDDEN,
        "この卓は、対局中の観戦を受け付けていません。終わってから見られます。",
        "This table allows no spectators during the game; you can see it after the end.";

    nobody_there: BAD_REQUEST,
        "ボットだけの卓は開けません。席を一つ、自分(me)か空席(open)にしてください。",
        "A table needs a seat for a person; make one \"me\" or \"open\".";
}

impl Refused {
    pub(crate) fn unknown_game(bad: InputError) -> Refused {
        Refused { status: StatusCode::NOT_FOUND, message: bad.into(), limit: None }
    }

    /// The match supplied for analysis has more than `most` actions.
    pub(crate) fn too_long(most: usize) -> Refused {
        Refused::bad(
            format!("手が多すぎます({most}手まで)。途中の局面から始めてください。"),
            format!("There are too many actions (at most {most}); start from a later position."),
        )
    }

    /// Rule `T-7`: the match has not started, so it has no steps to show.
    pub(crate) fn not_begun() -> Refused {
        Refused { status: StatusCode::CONFLICT, message: Refusal::NOT_BEGUN.message, limit: None }
    }

    /// The supplied record is invalid; the error's message says where.
    pub(crate) fn not_held(error: ReplayError) -> Refused {
        Refused { status: StatusCode::BAD_REQUEST, message: error.message, limit: None }
    }

    /// Rule `T-23`: a bot account cannot create a rated table.
    pub(crate) fn bot_unrated() -> Refused {
        Refused { status: StatusCode::FORBIDDEN, ..Refusal::BOT_UNRATED.into() }
    }

    /// The match cannot be reviewed; `why` is the message.
    pub(crate) fn not_reviewed(why: LocalizedText) -> Refused {
        Refused { status: StatusCode::CONFLICT, message: why, limit: None }
    }

    /// The match was played by a version of the rules that this program does not support.
    pub(crate) fn other_rules(message: LocalizedText) -> Refused {
        Refused { status: StatusCode::CONFLICT, message, limit: None }
    }
}
