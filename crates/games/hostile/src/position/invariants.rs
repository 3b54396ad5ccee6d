//! Invariants of a state, checked for loaded positions and in tests.

use zashiki_core::{Localize, LocalizedText, Seat, fault, plural};

use crate::Hostile;
use crate::config::STARTS;
use crate::glossary::who;
use crate::square::{Square, squares};
use crate::tile::{Kind, Tile};

impl Hostile {
    /// Number of floor tiles of each kind, and of gem tiles of each square, anywhere on the table:
    /// in decks and discards, in the line, in hands and on the board.
    pub(super) fn tile_counts(&self) -> ([u16; Kind::ALL.len()], [u16; Square::COUNT]) {
        let board = &self.board;
        let mut floor = board.floor_discards.map(u16::from);
        let mut gems = [0; Square::COUNT];
        for square in squares(board.tiles()) {
            if let Some(piece) = board.piece(square) {
                floor[piece.kind() as usize] += 1;
            }
        }
        board.floor_deck.iter().for_each(|kind| floor[*kind as usize] += 1);
        let gem_tiles = squares(board.gem_discards);
        gem_tiles.chain(board.gem_deck.iter().copied()).for_each(|s| gems[s.index()] += 1);
        board.emitted.iter().for_each(|square| gems[square.index()] += 1);
        for tile in board.line.iter().chain(board.hands.iter().flat_map(|hand| hand.iter())) {
            match tile {
                Tile::Floor(kind) => floor[*kind as usize] += 1,
                Tile::Gem(square) => gems[square.index()] += 1,
            }
        }
        (floor, gems)
    }

    /// Checks the numbers of tiles and cards, the hands and the pawns' squares.
    pub(crate) fn verify(&self) -> Result<(), LocalizedText> {
        let (board, config) = (&self.board, &*self.config);
        let (floor, gems) = self.tile_counts();
        for (spec, count) in config.components.floor.iter().zip(floor) {
            if u16::from(spec.count) != count {
                let expected = spec.count;
                fault!(
                    "{kind}が floor、line、hand、floor_deck、floor_discards に合わせて{count}枚あります({expected}枚のはずです)",
                    "`floor`, `line`, `hand`, `floor_deck` and `floor_discards` have {count} of the kind \"{kind}\" in all instead of {expected}",
                    kind = LocalizedText::new(spec.kind.name().ja, spec.kind.word()),
                    count = plural(count, "tile", "tiles")
                );
            }
        }
        for square in Square::all() {
            let expected = u16::from(config.components.gem_tiles.squares.contains(&square));
            let count = gems[square.index()];
            if count != expected {
                fault!(
                    "ジェムタイル{square}が line、hand、gem_deck、gem_discards に合わせて{count}枚あります({expected}枚のはずです)",
                    "`line`, `hand`, `gem_deck` and `gem_discards` have gem tile {square} {count} in all instead of {expected}",
                    count = plural(count, "time", "times")
                );
            }
        }
        let foreign = |seat: Seat| board.layout(config).foreign[seat.index()];
        for seat in Seat::all(config.seats) {
            let pawn = board.pawns[seat.index()];
            let owner = who(seat);
            if Seat::all(seat.0).any(|other| board.pawns[other.index()] == pawn) {
                fault!("pawn が2つとも{pawn}です", "two `pawn`s stand on {pawn}");
            }
            if foreign(seat) & pawn.bit() != 0 {
                fault!(
                    "{owner}の pawn が、自分以外のスタート地点{pawn}にいます",
                    "the `pawn` of {owner} stands on {pawn}, a start square that is not its own",
                    owner
                );
            }
            if board.gems(pawn) > 0 {
                fault!(
                    "gems の{pawn}に{owner}のコマがいます(ジェムはすでに獲得しているはずです)",
                    "`gems` has a gem under the pawn of {owner} on {pawn}; it would have been gained",
                    owner
                );
            }
            let held = board.hands[seat.index()].len();
            let limit = usize::from(config.components.hand.limit);
            if held > limit {
                fault!(
                    "{owner}の hand が{held}枚です(上限は{limit}枚)",
                    "the `hand` of {owner} has {held}; the limit is {limit}",
                    owner,
                    held = plural(held, "tile", "tiles")
                );
            }
        }
        if board.tiles() & STARTS != 0 {
            fault!(
                "floor のタイルがスタート地点にあります",
                "`floor` has a tile on a start square"
            );
        }
        let held: usize = board.skills.iter().map(|skills| skills.len()).sum();
        let taken = board.drafted();
        if taken.len() != held {
            fault!("skills に同じスキルカードが2度あります", "`skills` names a card twice");
        }
        if taken.iter().any(|skill| board.removed.contains(skill)) {
            fault!(
                "removed のスキルカードが誰かの skills にもあります",
                "a card in `removed` is also in a seat's `skills`"
            );
        }
        Ok(())
    }
}
