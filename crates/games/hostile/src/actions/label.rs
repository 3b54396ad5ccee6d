//! Descriptions of actions for players.

use zashiki_core::{LocalizedText, text};

use super::action::Action::{self, *};

impl Action {
    /// Description of the action for players.
    pub(crate) fn label(self) -> LocalizedText {
        match self {
            Draft { skill } => {
                text!("「{skill}」を選ぶ", "Take {skill}", skill)
            }
            Keep { tile } => {
                text!("{tile}を手札に加える", "Take {tile} into your hand", tile = tile.a())
            }
            UseDrafted { square } => text!(
                "ジェムタイル{square}を取ってすぐに使う",
                "Take gem tile {square} and use it now"
            ),
            PlaceDrafted { piece, square } => text!(
                "{piece}を取ってすぐ{square}に置く",
                "Take {piece} and place it on {square}",
                piece = piece.a()
            ),
            Move { dir } => text!("{dir}へ移動する", "Move {dir}", dir),
            Take { tile } => {
                text!(
                    "ラインから{tile}を取る(行動点1点)",
                    "Take {tile} from the line (1 action point)",
                    tile = tile.a()
                )
            }
            Return { tile } => text!(
                "{tile}を捨ててスタート地点に戻る(行動点1点)",
                "Discard {tile} and return to your start (1 action point)",
                tile = tile.a()
            ),
            Place { piece, square } => {
                text!("{piece}を{square}に置く", "Place {piece} on {square}", piece = piece.a())
            }
            Use { square } => text!("ジェムタイル{square}を使う", "Use gem tile {square}"),
            Crash { square } => text!(
                "クラッシュ: {square}のタイルを捨て札にする",
                "Crash: discard the tile on {square}"
            ),
            Rotate { square, spin } => text!(
                "ローテート: {square}のタイルを{spin}に回す",
                "Rotate: turn the tile on {square} to the {spin}",
                spin
            ),
            Recall => {
                LocalizedText::fixed("リコール: スタート地点に戻る", "Recall: return to your start")
            }
            Steal { square } => text!(
                "スティール: {square}のタイルを手札に加える(行動点1点)",
                "Steal: take the tile on {square} into your hand (1 action point)"
            ),
            End => LocalizedText::fixed("ターンを終える", "End your turn"),
        }
    }
}
