//! Tables in plain text, for boards in a terminal.

use std::fmt;

use super::display_width;

/// A table in plain text, whose columns are as wide as their widest cell.
///
/// ```
/// use zashiki_core::TextTable;
///
/// let mut table = TextTable::default();
/// table.row(["青", "手元", "3"]);
/// table.row(["Red", "hand", "12"]);
/// assert_eq!(table.to_string(), "青   手元  3\nRed  hand  12\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Adds a row below the others. Rows may have different numbers of cells.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

/// The rows, each with a line break. Columns are separated by two blanks, and no line ends with blanks.
impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| display_width(cell)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                line += cell;
                line.extend(std::iter::repeat_n(' ', width + 2 - display_width(cell)));
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Maximum number of columns of a line that [`wrap`] writes.
const COLUMNS: usize = 96;

/// A title and parts after it, in lines of at most 96 columns, each with a line break. Parts contain the
/// separator that follows them, and lines after the first are indented.
///
/// ```
/// use zashiki_core::wrap;
///
/// assert_eq!(wrap("Hand: ", ["katana, ".to_owned(), "gun".to_owned()]), "Hand: katana, gun\n");
/// let many = vec!["a rather long part, ".to_owned(); 6];
/// assert_eq!(wrap("Hand: ", many).lines().count(), 2);
/// ```
pub fn wrap(title: &str, parts: impl IntoIterator<Item = String>) -> String {
    let (mut out, mut line) = (String::new(), title.to_owned());
    for part in parts {
        if display_width(&line) + display_width(part.trim_end()) > COLUMNS {
            out += line.trim_end();
            out.push('\n');
            line = "    ".to_owned();
        }
        line += &part;
    }
    out += line.trim_end();
    out.push('\n');
    out
}

/// The texts with the separator after each but the last, for [`wrap`] and
/// [`Drawing::flow`](super::Drawing::flow).
pub fn separated(texts: impl IntoIterator<Item = String>, separator: &str) -> Vec<String> {
    let mut texts: Vec<String> = texts.into_iter().collect();
    let end = texts.len().saturating_sub(1);
    texts.iter_mut().take(end).for_each(|text| text.push_str(separator));
    texts
}
