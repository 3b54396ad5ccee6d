//! Formats probabilities of winning in texts for people.

use bots::Chances;
use zashiki_core::{InputError, Seat};

use crate::lang::Lang;

/// A number of thousandths as a percentage.
pub fn percentage(thousandths: i32) -> String {
    format!("{:.1} %", f64::from(thousandths) / 10.0)
}

/// A difference of chances, given in thousandths, in percentage points with a plus or minus sign.
pub fn change(thousandths: i32) -> String {
    format!("{:+.1}", f64::from(thousandths) / 10.0)
}

/// An amount of chance, given in thousandths, in percentage points with their name.
pub fn points(thousandths: i32, lang: Lang) -> String {
    format!("{:.1}{}", f64::from(thousandths) / 10.0, lang.pick("ポイント", " percentage points"))
}

/// The probability of winning of each seat, as a text with the game's names of the seats.
///
/// # Errors
/// Returns an error if there is no such game.
pub fn by_seat(chances: &Chances, game: &str, lang: Lang) -> Result<String, InputError> {
    let each = chances.by_seat().iter().zip(0..).map(|(chance, seat)| {
        let name = lab::seat_name(game, Seat(seat))?;
        Ok(format!("{} {}", lang.of(&name), percentage(*chance)))
    });
    Ok(each.collect::<Result<Vec<_>, InputError>>()?.join(", "))
}
