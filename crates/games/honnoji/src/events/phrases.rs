//! Phrases that several sentences about events share.

use zashiki_core::{LocalizedText, Seat, SeatSet, names, plural, text};

use super::NoEffectReason;
use crate::components::Icon;
use crate::config::Config;
use crate::face::{Cards, Face};

/// Cards within a sentence: 円座肩衝・刀2枚, "Enza Katatsuki and 2 katanas".
pub(super) fn cards(config: &Config, cards: Cards) -> LocalizedText {
    names(cards.kinds().map(|face| card(config, face, cards.count(face))))
}

/// Cards within a sentence, with the sum of their points: "Enza Katatsuki (3 points)".
pub(super) fn valued(config: &Config, faces: Cards) -> LocalizedText {
    let cards = cards(config, faces);
    match config.points(faces) {
        0 => cards,
        points => text!(
            "{cards}({points}点)",
            "{cards} ({points})",
            cards,
            points = plural(points, "point", "points")
        ),
    }
}

/// Copies of a card within a sentence. English names that begin with a small letter need an article.
fn card(config: &Config, face: Face, count: u8) -> LocalizedText {
    let name = config.name(face);
    let is_common = name.en.starts_with(|letter: char| letter.is_ascii_lowercase());
    match (face.number(), count) {
        (Some(number), _) => text!("{name}", "the {number}", name),
        (None, 1) if face == Face::CREST => text!("{name}", "the {name}", name),
        (None, 1) if is_common => {
            let an = name.en.starts_with(['a', 'e', 'i', 'o', 'u']);
            let article = LocalizedText::fixed("", if an { "an" } else { "a" });
            text!("{article}{name}", "{article} {name}", article, name)
        }
        (None, 1) => name,
        (None, _) if is_common => text!("{name}{count}枚", "{count} {name}s", name),
        (None, _) => text!("{name}{count}枚", "{count} {name}", name),
    }
}

/// Squares in a list: 2・4, "2 and 4".
pub(super) fn squares(squares: impl IntoIterator<Item = u8>) -> LocalizedText {
    names(squares)
}

/// Seats in a list, with the verb that agrees with them in English.
pub(super) fn seats_with(seats: SeatSet, one: &str, several: &str) -> LocalizedText {
    let verb = if seats.len() == 1 { format!("⟦{one}|{several}⟧") } else { several.to_owned() };
    let seats = names(seats.iter());
    LocalizedText::new(seats.ja, format!("{} {verb}", seats.en))
}

/// An attack as the beginning of a sentence.
pub(super) fn attack(seat: Seat, icon: Icon, square: u8) -> LocalizedText {
    match icon {
        Icon::Gun => text!(
            "{seat}が{square}のマスを銃で攻撃し",
            "{seat} ⟦shoots|shoot⟧ at square {square}",
            seat
        ),
        _ => text!(
            "{seat}が{square}のマスを刀で攻撃し",
            "{seat} ⟦strikes|strike⟧ at square {square}",
            seat
        ),
    }
}

/// An icon without effect, in a sentence.
pub(super) fn in_vain(seat: Seat, icon: Icon, number: u8, why: NoEffectReason) -> LocalizedText {
    let attack = || attack(seat, icon, number);
    match why {
        NoEffectReason::OwnSquare => text!(
            "{seat}は{number}のマスを指定しましたが、もうそこにいます。",
            "{seat} ⟦is|are⟧ already on square {number}.",
            seat
        ),
        NoEffectReason::BothNeighbours => text!(
            "{seat}は両隣のマスをどちらも指定したので動けません。",
            "{seat} named both neighbouring squares and cannot move.",
            seat
        ),
        NoEffectReason::OffTheWay => text!(
            "{seat}は{number}のマスへは行けません。",
            "{seat} cannot reach square {number}.",
            seat
        ),
        NoEffectReason::Overruled => text!(
            "{seat}は{number}のマスも指定しましたが、先の指定が優先されます。",
            "{seat} also named square {number}, but the first square counts.",
            seat
        ),
        NoEffectReason::OutOfReach => text!(
            "{seat}の刀は{number}のマスに届きません。",
            "{seat}⟦'s|r⟧ sword does not reach square {number}.",
            seat
        ),
        NoEffectReason::NobodyThere => text!(
            "{attack}ましたが、相手がいません。",
            "{attack}, but ⟦hits|hit⟧ nobody.",
            attack = attack()
        ),
        NoEffectReason::NothingToTake => text!(
            "{attack}ましたが、そこの人に奪える札がありません。",
            "{attack}, but nobody there has a card to steal.",
            attack = attack()
        ),
        NoEffectReason::NothingToRecover => text!(
            "{seat}は{number}枚まで手札に戻せますが、晒し場に戻せる札がありません。",
            "{seat} could take back {cards}, but ⟦has|have⟧ none exposed.",
            seat,
            cards = plural(number, "card", "cards")
        ),
    }
}
