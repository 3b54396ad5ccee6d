//! The command `zashiki migrate-database`: copies all data of a stopped server to another database.

use std::io::Write as _;

use serde::Serialize;
use server::Place;
use zashiki_core::{InputError, LocalizedText};

use crate::failure::Failure;
use crate::features::{self, Feature};
use crate::lang::Lang;
use crate::output::Format;
use crate::runtime::block_on;

/// Arguments of `migrate-database`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Source: sqlite:FOLDER or postgres://name:password@host:5432/database. It is not changed.
    #[arg(long, value_name = "DATABASE")]
    from: String,
    /// Target, in the same format as --from; it must be empty.
    #[arg(long, value_name = "DATABASE")]
    to: String,
    #[command(flatten)]
    format: Format,
}

/// The result, as `--json` prints it: the number of copied rows.
#[derive(Serialize)]
struct Migrated {
    rows: u64,
    tables: Vec<Table>,
}

/// A copied database table, and its number of rows.
#[derive(Serialize)]
struct Table {
    table: &'static str,
    rows: u64,
}

/// Copies all data from one database to another.
///
/// # Errors
/// Returns an error if a database cannot be used, a server is running on one of them, the target is not
/// empty, or the copy differs from the source.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let stores = [("--from", &args.from), ("--to", &args.to)];
    let in_postgres = stores.into_iter().filter(|(_, store)| is_postgres(store));
    let needs: Vec<_> =
        in_postgres.map(|(flag, _)| (LocalizedText::same(flag), Feature::Postgres)).collect();
    features::check(&needs)?;
    let (from, to) = (place(&args.from)?, place(&args.to)?);
    let copied = block_on(server::move_store(&from, &to))?;
    let tables = copied.iter().filter(|copied| copied.rows > 0);
    let tables: Vec<Table> =
        tables.map(|copied| Table { table: copied.table, rows: copied.rows }).collect();
    let rows: u64 = tables.iter().map(|table| table.rows).sum();
    let migrated = Migrated { rows, tables };
    args.format.print(&migrated, |out| {
        for Table { table, rows } in &migrated.tables {
            writeln!(out, "{rows:>10}  {table}")?;
        }
        let line = lang.pick(
            &format!("{rows}行をすべて移し、元と同じであることを確かめました。元のデータはそのままです。"),
            &format!("Copied all {rows} rows and verified that they are identical. The source is unchanged."),
        )
        .to_owned();
        Ok(writeln!(out, "{line}")?)
    })
}

fn is_postgres(store: &str) -> bool {
    store.starts_with("postgres://") || store.starts_with("postgresql://")
}

/// Parses the name of a database: `sqlite:FOLDER` or `postgres://...`.
fn place(store: &str) -> Result<Place, InputError> {
    #[cfg(feature = "postgres")]
    if is_postgres(store) {
        return Ok(Place::Postgres(store.to_owned()));
    }
    match store.strip_prefix("sqlite:").filter(|folder| !folder.is_empty()) {
        Some(folder) => Ok(Place::Folder(folder.into())),
        None => Err(InputError::new(
            format!(
                "「{store}」は保存先として読めません。sqlite:フォルダー か postgres://名前:パスワード@ホスト:5432/データベース の形で指定してください。"
            ),
            format!(
                "\"{store}\" is no database; give sqlite:FOLDER or postgres://name:password@host:5432/database."
            ),
        )),
    }
}
