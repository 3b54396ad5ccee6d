//! Squares of a board, named by a letter for the column and a number for the row.

/// Defines the type of the squares of a board with equally many rows and columns: index, row and column,
/// name, JSON form.
///
/// Arguments: the TypeScript file for the export, the name of the type, the number of squares along each
/// side, the letter of the first column as written, the letters of the first column that are read, and the
/// name of this kind of value in Japanese and English (see [`Token::WHAT`](crate::Token::WHAT)). The using
/// crate needs `serde` and `ts-rs`.
///
/// ```
/// use zashiki_core::squares;
///
/// squares! {
///     /// A square of the board.
///     "chess.ts", Square, 8, b'a', [b'a'], "マスはありません(a1〜h8)", "a square (a1 to h8)"
/// }
///
/// let e4 = Square::parse("e4").expect("a square of the board");
/// assert_eq!((e4.column(), e4.row(), e4.index()), (4, 3, 28));
/// assert_eq!(serde_json::to_string(&e4)?, "\"e4\"");
/// assert_eq!(Square::all().count(), 64);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! squares {
    (
        $(#[$meta:meta])*
        $file:literal, $name:ident, $side:literal, $first:literal, $read:expr, $ja:literal, $en:literal
        $(,)?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ts_rs::TS)]
        #[ts(export, export_to = $file, as = "String")]
        pub struct $name(u8);

        impl $name {
            /// Number of squares along each side of the board.
            pub const SIDE: usize = $side;

            /// Number of squares.
            pub const COUNT: usize = $side * $side;

            /// The square in this row and column, both from 0; `None` off the board.
            pub const fn at(row: usize, column: usize) -> Option<$name> {
                if row < $side && column < $side {
                    Some($name((row * $side + column) as u8))
                } else {
                    None
                }
            }

            /// The square with this index; `None` if it is not below `COUNT`.
            pub const fn from_index(index: usize) -> Option<$name> {
                if index < $name::COUNT { Some($name(index as u8)) } else { None }
            }

            /// The index, row by row from 0.
            #[inline]
            pub const fn index(self) -> usize {
                // With a power of two, arrays of `COUNT` items need no bounds check.
                const MASK: usize =
                    if $name::COUNT.is_power_of_two() { $name::COUNT - 1 } else { usize::MAX };
                self.0 as usize & MASK
            }

            /// The row, from 0.
            #[inline]
            pub const fn row(self) -> usize {
                self.0 as usize / $side
            }

            /// The column, from 0.
            #[inline]
            pub const fn column(self) -> usize {
                self.0 as usize % $side
            }

            /// All squares, row by row.
            pub fn all() -> impl DoubleEndedIterator<Item = $name> {
                (0..$name::COUNT as u8).map($name)
            }

            /// The square with this name, or `None` if there is none.
            pub fn parse(name: &str) -> Option<$name> {
                let squares = $read.into_iter().map(|first| $crate::row_and_column(name, first));
                squares.flatten().find_map(|(row, column)| $name::at(row, column))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", char::from($first + self.column() as u8), self.row() + 1)
            }
        }

        impl $crate::Token for $name {
            const WHAT: (&'static str, &'static str) = ($ja, $en);

            fn all() -> impl Iterator<Item = $name> {
                $name::all()
            }

            fn from_word(word: &str) -> Option<$name> {
                $name::parse(word)
            }
        }

        $crate::serialize_as_word!($name);
    };
}

/// The row and column that a name such as `e4` denotes, both from 0, if the first column has the letter
/// `first`. They may be beyond the board.
#[doc(hidden)]
pub fn row_and_column(name: &str, first: u8) -> Option<(usize, usize)> {
    let (letter, number) = name.split_at_checked(1)?;
    let column = letter.as_bytes()[0].checked_sub(first)?;
    if column >= 26 || !number.starts_with(|digit: char| matches!(digit, '1'..='9')) {
        return None;
    }
    let row = number.parse::<usize>().ok()?.checked_sub(1)?;
    Some((row, column.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_a_letter_and_a_number_from_1() {
        assert_eq!(row_and_column("A1", b'A'), Some((0, 0)));
        assert_eq!(row_and_column("c10", b'a'), Some((9, 2)));
        assert_eq!(row_and_column("A1", b'a'), None);
        let wrong =
            ["", "A", "8", "A0", "A01", "A+1", "1A", "A 1", "A1 ", "\u{ff21}1", "[1", "A1\u{661}"];
        for name in wrong {
            assert_eq!(row_and_column(name, b'A'), None, "{name}");
        }
    }
}
