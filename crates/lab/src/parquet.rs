//! Writes the games of a run as a Parquet file, with Apache's crate `parquet`. It is used without Arrow,
//! which takes several times as long to compile, so this module computes the repetition and definition levels
//! of the columns itself (Melnik et al., "Dremel: Interactive Analysis of Web-Scale Datasets", 2010).

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{
    SerializedColumnWriter, SerializedFileWriter, SerializedRowGroupWriter,
};
use parquet::schema::parser::parse_message_type;

use studies::{Decision, GameLine, Sheet};

/// Number of games that are kept in memory and written as one row group.
const GROUP: usize = 4096;

const GAME: &str = "
    required int64 number (INTEGER(64, false));
    required binary plan (STRING);
    required int64 seed (INTEGER(64, false));
    required group bots (LIST) { repeated group list { required binary element (STRING); } }
    required int32 first;
    required group winners (LIST) { repeated group list { required int32 element; } }
    required boolean shared;
    required group scores (LIST) { repeated group list { required int32 element; } }
    required int32 margin;
    required binary reason (STRING);
    required int64 turns;
    required int64 decisions;
";

const LOG: &str = "
    required group log (LIST) { repeated group list { required group element {
        required int32 seat;
        required int32 choices;
        required binary choice (STRING);
        required group appraisals (LIST) { repeated group list { required int32 element; } }
    } } }
";

/// A Parquet file of games that is being written. It can be read only after [`Sheet::finish`].
pub struct Parquet<W: Write + Send> {
    /// The writer; `None` once the file is finished.
    file: Option<SerializedFileWriter<W>>,
    decisions: bool,
    held: Vec<GameLine>,
}

impl<W: Write + Send> Parquet<W> {
    /// Starts the file. `decisions` is true if it is to contain every decision of each game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn new(file: W, decisions: bool) -> io::Result<Parquet<W>> {
        let log = if decisions { LOG } else { "" };
        let schema = parse_message_type(&format!("message game {{ {GAME} {log} }}"))?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let file = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))?;
        Ok(Parquet { file: Some(file), decisions, held: Vec::new() })
    }

    fn group(&mut self) -> io::Result<()> {
        let games = std::mem::take(&mut self.held);
        let Some(file) = self.file.as_mut().filter(|_| !games.is_empty()) else { return Ok(()) };
        let mut group = file.next_row_group()?;
        let mut columns = Columns { group: &mut group, games: &games };
        columns.each::<Int64Type>(|game| game.number as i64)?;
        columns.each::<ByteArrayType>(|game| bytes(&game.plan))?;
        columns.each::<Int64Type>(|game| game.seed as i64)?;
        columns.lists::<ByteArrayType>(|game| game.bots.iter().map(|bot| bytes(bot)).collect())?;
        columns.each::<Int32Type>(|game| game.first.0.into())?;
        columns.lists::<Int32Type>(|game| game.winners.iter().map(|it| it.0.into()).collect())?;
        columns.each::<BoolType>(|game| game.shared)?;
        columns.lists::<Int32Type>(|game| game.scores.clone())?;
        columns.each::<Int32Type>(|game| game.margin)?;
        columns.each::<ByteArrayType>(|game| bytes(&game.reason))?;
        columns.each::<Int64Type>(|game| game.turns as i64)?;
        columns.each::<Int64Type>(|game| game.decisions as i64)?;
        if self.decisions {
            columns.lists::<Int32Type>(|game| logged(game, |it| it.seat.0.into()))?;
            columns.lists::<Int32Type>(|game| logged(game, |it| it.choices as i32))?;
            columns.lists::<ByteArrayType>(|game| logged(game, |it| bytes(&it.choice)))?;
            columns.lists_of_lists::<Int32Type>(|game| logged(game, |it| it.appraisals.clone()))?;
        }
        group.close()?;
        Ok(())
    }
}

impl<W: Write + Send> Sheet for Parquet<W> {
    fn write(&mut self, game: &GameLine) -> io::Result<()> {
        self.held.push(game.clone());
        if self.held.len() == GROUP { self.group() } else { Ok(()) }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.group()?;
        if let Some(file) = self.file.take() {
            file.close()?;
        }
        Ok(())
    }
}

fn bytes(text: &str) -> ByteArray {
    text.as_bytes().to_vec().into()
}

fn logged<T>(game: &GameLine, part: impl Fn(&Decision) -> T) -> Vec<T> {
    game.log.iter().flatten().map(part).collect()
}

/// The columns of one row group of games, which are written one after the other.
struct Columns<'a, 'b, W: Write + Send> {
    group: &'a mut SerializedRowGroupWriter<'b, W>,
    games: &'a [GameLine],
}

impl<W: Write + Send> Columns<'_, '_, W> {
    /// Writes a column with one value for each game.
    fn each<T: DataType>(&mut self, value: impl Fn(&GameLine) -> T::T) -> io::Result<()> {
        let values: Vec<T::T> = self.games.iter().map(value).collect();
        self.write::<T>(&values, None, None)
    }

    /// Writes a column with a list for each game.
    fn lists<T: DataType>(&mut self, list: impl Fn(&GameLine) -> Vec<T::T>) -> io::Result<()> {
        let (mut values, mut there, mut again) = (Vec::new(), Vec::new(), Vec::new());
        for game in self.games {
            let list = list(game);
            there.extend(vec![i16::from(!list.is_empty()); list.len().max(1)]);
            again.extend((0..list.len().max(1)).map(|at| i16::from(at > 0)));
            values.extend(list);
        }
        self.write::<T>(&values, Some(&there), Some(&again))
    }

    /// Writes a column with a list of lists for each game.
    fn lists_of_lists<T: DataType>(
        &mut self,
        lists: impl Fn(&GameLine) -> Vec<Vec<T::T>>,
    ) -> io::Result<()> {
        let (mut values, mut there, mut again) = (Vec::new(), Vec::new(), Vec::new());
        for game in self.games {
            let lists = lists(game);
            if lists.is_empty() {
                there.push(0);
                again.push(0);
            }
            for (at, list) in lists.into_iter().enumerate() {
                there.extend(vec![if list.is_empty() { 1 } else { 2 }; list.len().max(1)]);
                again.push(i16::from(at > 0));
                again.extend(vec![2; list.len().saturating_sub(1)]);
                values.extend(list);
            }
        }
        self.write::<T>(&values, Some(&there), Some(&again))
    }

    fn write<T: DataType>(
        &mut self,
        values: &[T::T],
        there: Option<&[i16]>,
        again: Option<&[i16]>,
    ) -> io::Result<()> {
        let column: Option<SerializedColumnWriter<'_>> = self.group.next_column()?;
        let mut column = column.expect("the schema has every column that is written");
        column.typed::<T>().write_batch(values, there, again)?;
        column.close()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use zashiki_core::Seat;

    use super::*;

    fn game(number: u64, log: Vec<Decision>) -> GameLine {
        let winners: Vec<Seat> = (0..(number % 3) as u8).map(Seat).collect();
        GameLine {
            number,
            plan: "0123abcd".into(),
            seed: u64::MAX - number,
            bots: vec!["random".into(), "greedy".into()],
            first: Seat(1),
            shared: winners.len() > 1,
            winners: winners.into_iter().collect(),
            scores: vec![3, -4],
            margin: -7,
            reason: "kohi".into(),
            turns: 5,
            decisions: log.len() as u64,
            log: Some(log),
        }
    }

    /// The rows of the file, as text, read by the reader of the crate `parquet`.
    fn rows(file: Vec<u8>) -> Vec<String> {
        let reader = SerializedFileReader::new(bytes::Bytes::from(file)).unwrap();
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect()
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let decision = |seat: u8, looks: &[i32]| Decision {
            seat: Seat(seat),
            choices: 12,
            choice: format!("place {seat}"),
            appraisals: looks.to_vec(),
        };
        let logs = [
            vec![decision(0, &[5, -5]), decision(1, &[0, 900])],
            vec![],
            vec![decision(1, &[1, 2])],
        ];
        let mut file = Vec::new();
        let mut sheet = Parquet::new(&mut file, true).unwrap();
        for (number, log) in logs.iter().enumerate() {
            sheet.write(&game(number as u64, log.clone())).unwrap();
        }
        sheet.finish().unwrap();
        drop(sheet);
        let rows = rows(file);
        let begins = |number: u64| {
            let seed = u64::MAX - number;
            format!(
                "{{number: {number}, plan: \"0123abcd\", seed: {seed}, \
                 bots: [\"random\", \"greedy\"], first: 1, "
            )
        };
        let ends = "scores: [3, -4], margin: -7, reason: \"kohi\", turns: 5, ";
        let decision = |seat: u8, looks: &str| {
            format!("{{seat: {seat}, choices: 12, choice: \"place {seat}\", appraisals: {looks}}}")
        };
        let (first, second) = (decision(0, "[5, -5]"), decision(1, "[0, 900]"));
        let last = decision(1, "[1, 2]");
        assert_eq!(
            rows,
            [
                format!(
                    "{}winners: [], shared: false, {ends}decisions: 2, log: [{first}, {second}]}}",
                    begins(0)
                ),
                format!("{}winners: [0], shared: false, {ends}decisions: 0, log: []}}", begins(1)),
                format!(
                    "{}winners: [0, 1], shared: true, {ends}decisions: 1, log: [{last}]}}",
                    begins(2)
                ),
            ]
        );
    }
}
