//! Short descriptions of the cards.

use zashiki_core::{LocalizedText, text};

use super::spec::Points;
use crate::kind::Kind;

/// Short text about a card's special properties, with the ids of the rules it summarizes.
pub(super) fn about(
    kind: Kind,
    printed: u8,
    points: &Points,
) -> (LocalizedText, &'static [&'static str]) {
    let Points { strong_single, single_attack, joker_king, .. } = points;
    match kind {
        Kind::King => (
            LocalizedText::fixed(
                "取られたら負けです。攻撃力は無限で、何でも取れます。退避とコンバインはできません。",
                "If he is captured, you lose. He captures anything. He never goes into the hand or into a stack.",
            ),
            &["K-1", "K-23", "K-73", "K-56", "K-87"],
        ),
        Kind::Queen => (
            text!(
                "単独では{strong_single}点です。手持ちからは自陣にだけ配せます。相手に取られても、相手は使えません。",
                "{strong_single} points when alone. From the hand she comes into your own territory only. The enemy cannot use her, but can give her back."
            ),
            &["K-83", "K-84", "K-86", "K-74", "K-75"],
        ),
        Kind::General => (
            text!(
                "単独では{strong_single}点です。手持ちからは自陣にだけ配せます。",
                "{strong_single} points when alone. From the hand it comes into your own territory only."
            ),
            &["K-83", "K-84", "K-86"],
        ),
        Kind::Shu | Kind::Ko => (
            text!(
                "単独では攻撃力{single_attack}です。攻撃されれば必ず取られます。",
                "Alone, it attacks with {single_attack} and any attack captures it."
            ),
            &["K-24", "K-59"],
        ),
        Kind::Dai => (
            text!(
                "八方桂(ナイト)のように跳びます。単独では攻撃力{single_attack}です。攻撃されれば必ず取られます。",
                "Moves like a knight in chess. Alone, it attacks with {single_attack} and any attack captures it."
            ),
            &["K-5", "K-24", "K-59"],
        ),
        Kind::Hachitobi => (
            text!(
                "○のマスへ飛びます。{printed}点で固定です。戦闘開始まで使えず、単独でだけ使えます。",
                "Leaps to the squares marked ○. Always has {printed} points. Used only in the battle, and only alone."
            ),
            &["K-6", "K-27", "K-28", "K-79", "K-81"],
        ),
        Kind::Joker => (
            text!(
                "{printed}点で固定です。自分の王が{joker_king}点以下のときだけ配せ、単独でだけ使えます。王は取れません。",
                "Always has {printed} points. Can be put on the sheet only while your own King has {joker_king} or fewer, and only alone. Never captures a King."
            ),
            &["K-26", "K-28", "K-80", "K-81", "K-82"],
        ),
    }
}
