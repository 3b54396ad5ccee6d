//! The command `zashiki generate-push-key`: creates the key that identifies the server to push services.

use std::io::Write;
use std::path::PathBuf;

use server::{PushKey, system};
use zashiki_core::{InputError, text};

use crate::failure::Failure;

/// Arguments of `generate-push-key`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// New file for the key; only its owner may read it.
    file: PathBuf,

    /// Contact of the operator for push services, such as mailto:operator@games.example or an https URL.
    #[arg(long, value_name = "ADDRESS")]
    contact: String,
}

/// Generates a push key and writes it to a file that only its owner may read.
///
/// # Errors
/// Returns an error if the contact is invalid, or the file exists or cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let key = PushKey::new(&args.contact)?;
    let mut open = std::fs::OpenOptions::new();
    open.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
    let written =
        open.open(&args.file).and_then(|mut file| file.write_all(key.to_toml().as_bytes()));
    written.map_err(|error| {
        let (file, why) = (args.file.display(), system::why(&error));
        Failure::from(InputError::from(text!(
            "鍵を「{file}」に書けません({why})。まだないファイルの名前を指定してください。",
            "The key cannot be written to \"{file}\" ({why}); name a file that does not exist yet.",
            why
        )))
    })
}
