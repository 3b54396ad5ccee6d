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
                "取られたら負け。攻撃力は無限で、何でも取れる。退避とコンバインはできない。",
                "If he is taken, you lose. Takes anything. Never retreats and never joins a stack.",
            ),
            &["K-1", "K-23", "K-73", "K-56", "K-87"],
        ),
        Kind::Queen => (
            text!(
                "単独では{strong_single}点。手持ちからは自陣にだけ配せる。相手は自分のカードとして使えない。返してもらえることがある。",
                "Counts {strong_single} alone. Comes from the hand into your own territory only. The enemy cannot use her, but may give her back."
            ),
            &["K-83", "K-84", "K-86", "K-74", "K-75"],
        ),
        Kind::General => (
            text!(
                "単独では{strong_single}点。手持ちからは自陣にだけ配せる。",
                "Counts {strong_single} alone. Comes from the hand into your own territory only."
            ),
            &["K-83", "K-84", "K-86"],
        ),
        Kind::Shu | Kind::Ko => (
            text!(
                "単独では攻撃力{single_attack}。攻撃されれば必ず取られる。",
                "Alone: attack {single_attack}, taken by any attack."
            ),
            &["K-24", "K-59"],
        ),
        Kind::Dai => (
            text!(
                "八方桂(ナイト)のように跳ぶ。単独では攻撃力{single_attack}。攻撃されれば必ず取られる。",
                "Leaps like a knight. Alone: attack {single_attack}, taken by any attack."
            ),
            &["K-5", "K-24", "K-59"],
        ),
        Kind::Hachitobi => (
            text!(
                "○のマスへ飛ぶ。{printed}点で固定。戦闘開始まで使えず、単独でだけ使える。",
                "Leaps to the squares marked ○. Always {printed}. Not before the battle, and only alone."
            ),
            &["K-6", "K-27", "K-28", "K-79", "K-81"],
        ),
        Kind::Joker => (
            text!(
                "{printed}点で固定。自分の王が{joker_king}点以下のときだけ配せ、単独でだけ使える。王は取れない。",
                "Always {printed}. Put on the sheet only while your own king has {joker_king} or fewer, and only alone. Never takes a king."
            ),
            &["K-26", "K-28", "K-80", "K-81", "K-82"],
        ),
    }
}
