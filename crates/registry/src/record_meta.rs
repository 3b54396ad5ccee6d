//! Checks of a record's metadata: the names of the players, and the times.

use jiff::Timestamp;
use zashiki_core::{InputError, InputErrorKind, Record, Timing};

/// Checks the names and times of a record, which a replay cannot check.
///
/// # Errors
/// Returns an error if there are names, but not one for each seat; if a time is not in RFC 3339 format; if
/// the game has more than a start and an end time, or ended before it began; or if there are times of
/// actions, but not one for each action.
pub fn check(record: &Record) -> Result<(), InputError> {
    let (names, seats) = (record.names.len(), usize::from(record.seats));
    if names != 0 && names != seats {
        return Err(refused(
            format!(
                "names に名前が{names}個ありますが、席は{seats}です。席ごとに1つ書くか、names を除いてください。"
            ),
            format!(
                "`names` has {names} entries for {seats} seats; give one for each seat, or leave `names` out."
            ),
        ));
    }
    let mut times = Vec::new();
    for text in &record.times {
        times.push(text.parse::<Timestamp>().map_err(|_| {
            refused(
                format!("times の「{text}」は時刻ではありません。「2026-11-21T09:30:00Z」のように書いてください。"),
                format!("\"{text}\" in `times` is not a time; write it like \"2026-11-21T09:30:00Z\"."),
            )
        })?);
    }
    if times.len() > 2 || !times.is_sorted() {
        return Err(refused(
            "times は開始と終了の時刻です。2つまで、古い順に書いてください。",
            "`times` must have at most two times: when the game began and when it ended, in this order.",
        ));
    }
    let untimed =
        |timing: &Timing| timing.at.len() != record.actions.len() || !timing.at.is_sorted();
    if record.timing.as_ref().is_some_and(untimed) {
        return Err(refused(
            "timing.at には行動ごとの時刻(開始からのミリ秒)を、早い順に1つずつ書くか、timing を除いてください。",
            "`timing.at` must have one time for each action, in milliseconds since the beginning and in order; or leave `timing` out.",
        ));
    }
    let misplaced = |timing: &Timing| {
        let expired = &timing.expired;
        !expired.is_sorted_by(|one, next| one < next)
            || expired.last().is_some_and(|last| *last >= record.actions.len())
    };
    if record.timing.as_ref().is_some_and(misplaced) {
        return Err(refused(
            "timing.expired には、時間切れで決まった行動の番号(最初が0)を小さい順に書くか、除いてください。",
            "`timing.expired` must list the actions that were played because time had run out, by their index from 0 and in order; or leave it out.",
        ));
    }
    Ok(())
}

fn refused(ja: impl Into<String>, en: impl Into<String>) -> InputError {
    InputError::new(ja, en).of(InputErrorKind::Record)
}
