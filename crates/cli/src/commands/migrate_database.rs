//! `zashiki migrate-database`.

use std::io::Write;

use server::Place;
use zashiki_core::{InputError, LocalizedText};

use super::backup::block_on;
use crate::failure::Failure;
use crate::features::{self, Feature};
use crate::lang::Lang;

/// Copies all stored data to another database and verifies it. No server may run on either.
#[derive(clap::Args, Debug)]
pub struct MigrateDatabaseArgs {
    /// Source: sqlite:FOLDER or postgres://name:password@host:5432/database. It is not changed.
    #[arg(long, value_name = "STORE")]
    from: String,
    /// Target, in the same format as --from; it must be empty.
    #[arg(long, value_name = "STORE")]
    to: String,
}

/// # Errors
/// When either cannot be used, a server runs over it, there is something already where it goes, or
/// what was written is not the same.
pub fn run(args: &MigrateDatabaseArgs, lang: Lang) -> Result<(), Failure> {
    let stores = [("--from", &args.from), ("--to", &args.to)];
    let on_servers = stores.into_iter().filter(|(_, store)| is_postgres(store));
    let needs: Vec<_> =
        on_servers.map(|(flag, _)| (LocalizedText::same(flag), Feature::Postgres)).collect();
    features::check(&needs)?;
    let (from, to) = (place(&args.from)?, place(&args.to)?);
    let moved = block_on(server::move_store(&from, &to))?;
    let mut out = std::io::stdout().lock();
    for table in moved.iter().filter(|table| table.rows > 0) {
        writeln!(out, "{:>10}  {}", table.rows, table.table)?;
    }
    let all: u64 = moved.iter().map(|table| table.rows).sum();
    let line = lang.pick(
        &format!("{all}行をすべて移し、元と同じであることを確かめました。元のデータはそのままです。"),
        &format!("Copied all {all} rows and verified that they are identical. The source is unchanged."),
    )
    .to_owned();
    Ok(writeln!(out, "{line}")?)
}

fn is_postgres(store: &str) -> bool {
    store.starts_with("postgres://") || store.starts_with("postgresql://")
}

/// Reads `sqlite:FOLDER` or `postgres://...`.
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
                "\"{store}\" names no store; write sqlite:FOLDER or postgres://name:password@host:5432/database."
            ),
        )),
    }
}
