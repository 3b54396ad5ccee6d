//! Invariants of a state, checked for loaded positions and in tests.

use zashiki_core::{LocalizedText, Seat, fault};

use crate::glossary::clan;
use crate::tile::PAIRS;
use crate::{Sengoku, Tile};

impl Sengoku {
    /// Checks the numbers of tiles and generals of every seat (S-4, S-34).
    pub(crate) fn verify(&self) -> Result<(), LocalizedText> {
        let expected = self.config.components.tile_counts();
        for seat in Seat::all(self.config.seats) {
            let mut counts = [0u8; PAIRS];
            let hidden = self.hands[seat.index()].iter().chain(&self.piles[seat.index()]).copied();
            for tile in hidden.chain(self.board.tiles_shown_by(seat)) {
                counts[tile.index()] += 1;
            }
            for (index, (count, expected)) in counts.iter().zip(expected).enumerate() {
                if *count != expected {
                    let tile = Tile::from_index(index).map(|tile| tile.to_string());
                    let tile = tile.unwrap_or_default();
                    fault!(
                        "{seat}の {tile} が{count}枚あります（{expected}枚のはずです）",
                        "{seat} has {count} of the tile {tile} instead of {expected}",
                        seat = clan(seat)
                    );
                }
            }
            let shown = self.board.placed.iter().map(|domino| (domino.seat, domino.tile));
            let gone = self.board.removed.iter().map(|domino| (domino.seat, domino.tile));
            let out = self.board.unresolved().map(|domino| (domino.seat, domino.tile));
            let used = shown.chain(gone).chain(out);
            let used = used.filter(|(owner, tile)| *owner == seat && tile.is_general()).count();
            if used + usize::from(self.board.generals[seat.index()]) != 1 {
                fault!(
                    "{seat}の総大将が1枚ではありません（generals、戦場シート、取り除かれたものを合わせて1枚）",
                    "{seat} must have exactly one general, counting `generals`, the sheet and what left the game",
                    seat = clan(seat)
                );
            }
        }
        Ok(())
    }
}
