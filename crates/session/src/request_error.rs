//! Errors of requests about games, tables and matches, in Japanese and English.

use zashiki_core::{InputError, LocalizedText, ReplayError, text};

use crate::protocol::Refusal;

/// An error of a request. The request changed nothing.
#[derive(Clone, Debug)]
pub struct RequestError {
    /// The kind of the error, which determines the status of an HTTP answer.
    pub kind: ErrorKind,
    /// The error, its cause and the remedy.
    pub message: LocalizedText,
}

/// The kind of a [`RequestError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The request is malformed or asks for something impossible.
    BadRequest,
    /// The caller may not do or see this.
    Forbidden,
    /// The requested thing does not exist.
    NotFound,
    /// The request does not fit the present state.
    Conflict,
    /// An error of the program.
    Internal,
}

impl ErrorKind {
    /// The HTTP status of an answer with this error.
    pub fn status(self) -> u16 {
        match self {
            ErrorKind::BadRequest => 400,
            ErrorKind::Forbidden => 403,
            ErrorKind::NotFound => 404,
            ErrorKind::Conflict => 409,
            ErrorKind::Internal => 500,
        }
    }
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> Self {
        RequestError { kind: ErrorKind::BadRequest, message: refusal.message }
    }
}

impl From<RequestError> for Refusal {
    fn from(error: RequestError) -> Self {
        Refusal { rule: None, message: error.message }
    }
}

impl From<InputError> for RequestError {
    fn from(bad: InputError) -> Self {
        RequestError { kind: ErrorKind::BadRequest, message: bad.into() }
    }
}

/// Declares functions that return errors. Each declaration consists of the name, the kind, and the message in
/// Japanese and English.
macro_rules! errors {
    ($(
        $(#[$doc:meta])*
        $name:ident: $kind:ident, $ja:literal, $en:literal;
    )*) => {
        impl RequestError {
            $(
                $(#[$doc])*
                pub fn $name() -> RequestError {
                    RequestError::of(ErrorKind::$kind, LocalizedText::fixed($ja, $en))
                }
            )*
        }
    };
}

errors! {
    /// The table does not exist.
    no_table: NotFound,
        "その卓はありません。リンクが最後まで写っているか確かめてください。",
        "There is no such table; check that the link was copied completely.";

    /// The puzzle does not exist.
    no_puzzle: NotFound,
        "その問題はありません。問題の一覧から選んでください。",
        "There is no such puzzle; choose one from the list of puzzles.";

    /// The match is not over, so its record is not available.
    not_over: Conflict,
        "対局がまだ終わっていません。棋譜には伏せたものも含まれるため、終わってから渡します。",
        "The game is not over; its record contains hidden information and is available after the end.";

    /// The match has no such step.
    no_moment: NotFound,
        "対局はその手まで進んでいません。手の番号を確かめてください。",
        "The game has no such step; check the number.";

    /// The viewpoint is not available before the end of the match.
    others_eyes: Forbidden,
        "対局が終わるまで、ほかの席から見ることも、すべてを公開して見ることもできません。",
        "Other seats' viewpoints and the complete position are available only after the game.";

    /// The supplied file is neither a record nor a position.
    no_play: BadRequest,
        "これは座敷の棋譜でも局面でもありません。終わった卓の結果から保存した棋譜を選んでください。",
        "This is neither a record nor a position of Zashiki; choose a record saved from the result of a finished game.";

    /// The seat does not exist.
    no_such_seat: BadRequest,
        "その席はありません。席は0から数えます。",
        "There is no such seat; seats are counted from 0.";

    /// The query of a request to view a table cannot be read.
    bad_viewer: BadRequest,
        "seen、version、seat は0以上の整数、packed は true か false、lang は ja か en で指定してください。",
        "\"seen\", \"version\" and \"seat\" must be whole numbers, \"packed\" true or false, and \"lang\" ja or en.";

    /// A request for a preview names no action.
    no_action: BadRequest,
        "action に行動を一つ指定してください。例: ?action=place%205",
        "Give one action in \"action\", such as ?action=place%205.";

    /// A request to interpret a draft names none.
    no_draft: BadRequest,
        "draft に作りかけの手を指定してください。",
        "Give an unfinished decision in \"draft\".";

    /// The time control is out of range.
    bad_time: BadRequest,
        "持ち時間が範囲の外です。一手なら5秒〜14日、全体なら30秒〜1日に一手ごと最大1時間の追加で指定してください。",
        "That time is out of range; give 5 seconds to 14 days for each decision, or a total of 30 seconds to a day with an increment of at most an hour.";

    /// Rule `T-21`: advice is not allowed in a rated match.
    advice_and_rated: BadRequest,
        "レーティング戦では助言を認められません。どちらか一方にしてください。",
        "A table cannot both be rated and allow hints; choose one of the two.";

    /// Rule `T-24`: a rated match needs a time limit.
    rated_without_time: BadRequest,
        "レーティング戦には持ち時間が必要です。1手ごとか対局全体の時間を決めるか、レーティングなしの卓にしてください。",
        "A rated game needs a time limit: choose a time for each decision or for the whole game, or make the table unrated.";

    /// The table allows no spectators during the match.
    no_onlookers: Forbidden,
        "この卓は、対局中の観戦を受け付けていません。終わってから見られます。",
        "This table allows no spectators during the game; you can see it after the end.";

    /// The table has no seat for a person.
    nobody_there: BadRequest,
        "ボットだけの卓は開けません。席を一つ、自分(me)か空席(open)にしてください。",
        "A table needs a seat for a person; make one \"me\" or \"open\".";

    /// The table of a device has a seat whose occupant cannot be at a table of a server.
    foreign_bot: BadRequest,
        "この卓のボットは、このサーバーにはいません。端末で続けてください。",
        "A bot of this table is not available on this server; continue the game on the device.";

    /// The table of a device has not started.
    import_not_begun: Conflict,
        "この卓の対局はまだ始まっていません。サーバーで新しく卓を立ててください。",
        "This game has not started; open a new table on the server instead.";

    /// The match cannot be replayed or shown because of an error of the program.
    broken: Internal,
        "サーバーの内部エラーのため、できませんでした。何も変わっていません。管理者に知らせてください。",
        "This failed because of an internal error of the server; nothing changed. Tell its operator.";
}

impl RequestError {
    /// A request that is malformed or asks for something impossible.
    pub fn bad(ja: impl Into<String>, en: impl Into<String>) -> RequestError {
        RequestError::of(ErrorKind::BadRequest, LocalizedText::new(ja, en))
    }

    /// The request's body cannot be parsed; `fault` says why.
    pub fn unreadable(fault: LocalizedText) -> RequestError {
        let message = text!(
            "リクエストを読めません: {fault}。docs/reference/http.md の形式で送ってください。",
            "The request cannot be read: {fault}. Send it in the format of docs/reference/http.md.",
            fault
        );
        RequestError::of(ErrorKind::BadRequest, message)
    }

    fn of(kind: ErrorKind, message: LocalizedText) -> RequestError {
        RequestError { kind, message }
    }

    /// The game does not exist; `bad` lists those that do.
    pub fn unknown_game(bad: InputError) -> RequestError {
        RequestError::of(ErrorKind::NotFound, bad.into())
    }

    /// The match supplied for analysis has more than `most` actions.
    pub fn too_long(most: usize) -> RequestError {
        RequestError::bad(
            format!("手が多すぎます({most}手まで)。途中の局面から始めてください。"),
            format!("There are too many actions (at most {most}); start from a later position."),
        )
    }

    /// The table of a device cannot be read; `fault` says why.
    pub fn damaged_import(fault: LocalizedText) -> RequestError {
        RequestError::of(ErrorKind::BadRequest, fault)
    }

    /// The table of a device has more than `most` changes.
    pub fn import_too_long(most: usize) -> RequestError {
        RequestError::bad(
            format!("手が多すぎて、サーバーに引き継げません({most}手まで)。端末で続けてください。"),
            format!(
                "The game has too many changes to be handed over (at most {most}); continue it on the device."
            ),
        )
    }

    /// A change of a device's table, counted from 1, is not allowed; `fault` says why.
    pub fn illegal_import(number: usize, fault: LocalizedText) -> RequestError {
        let message = text!(
            "この卓の{number}番目の変更はルールに合わず、引き継げません({fault})。卓は端末に残っています。",
            "Change {number} of this table breaks the rules, so it cannot be handed over ({fault}). The table is still on the device.",
            fault
        );
        RequestError::of(ErrorKind::BadRequest, message)
    }

    /// Rule `T-7`: the match has not started, so it has no steps to show.
    pub fn not_begun() -> RequestError {
        RequestError::of(ErrorKind::Conflict, Refusal::NOT_BEGUN.message)
    }

    /// The supplied record is invalid; the error's message says where.
    pub fn not_held(error: ReplayError) -> RequestError {
        RequestError::of(ErrorKind::BadRequest, error.message)
    }

    /// Rule `T-23`: a bot account cannot create a rated table.
    pub fn bot_unrated() -> RequestError {
        RequestError::of(ErrorKind::Forbidden, Refusal::BOT_UNRATED.message)
    }

    /// Rule `T-24`: a rated match uses the components that the server offers.
    pub fn components_unrated() -> RequestError {
        RequestError::of(ErrorKind::BadRequest, Refusal::COMPONENTS_UNRATED.message)
    }

    /// The match cannot be reviewed; `why` is the message.
    pub fn not_reviewed(why: LocalizedText) -> RequestError {
        RequestError::of(ErrorKind::Conflict, why)
    }

    /// The match was played by a version of the rules that this program does not support.
    pub fn other_rules(message: LocalizedText) -> RequestError {
        RequestError::of(ErrorKind::Conflict, message)
    }
}
