//! Holding a data folder: servers share it, and who puts another database there has it alone. The
//! system lets go for whoever ends, however it ends.

use std::path::Path;

use zashiki_core::InputError;

/// A hold on a data folder.
#[derive(Debug)]
pub(super) struct DatabaseLock {
    #[cfg(unix)]
    _folder: std::fs::File,
}

#[cfg(unix)]
impl DatabaseLock {
    /// As one of several servers.
    ///
    /// # Errors
    /// When somebody has it alone.
    pub(super) fn shared(folder: &Path) -> Result<DatabaseLock, InputError> {
        DatabaseLock::lock(folder, std::fs::File::try_lock_shared).map_err(|()| {
            let folder = folder.display();
            InputError::new(
                format!(
                    "データフォルダー「{folder}」は、いまほかのプログラムが入れ替えています(zashiki restore)。終わってからもう一度始めてください。"
                ),
                format!(
                    "The data folder \"{folder}\" is being replaced by another program (zashiki restore); start again when it has ended."
                ),
            )
        })
    }

    /// Alone.
    ///
    /// # Errors
    /// When a server runs over it.
    pub(super) fn alone(folder: &Path) -> Result<DatabaseLock, InputError> {
        DatabaseLock::lock(folder, std::fs::File::try_lock).map_err(|()| {
            let folder = folder.display();
            InputError::new(
                format!(
                    "データフォルダー「{folder}」では、サーバーが動いています。サーバーを終了してからもう一度お試しください。何も変えていません。"
                ),
                format!(
                    "A server runs over the data folder \"{folder}\"; close it first. Nothing was changed."
                ),
            )
        })
    }

    fn lock(
        folder: &Path,
        lock: fn(&std::fs::File) -> Result<(), std::fs::TryLockError>,
    ) -> Result<DatabaseLock, ()> {
        // What is wrong with the folder is said by those who write there.
        let folder = std::fs::File::open(folder).map_err(|_| ())?;
        match lock(&folder) {
            Err(std::fs::TryLockError::WouldBlock) => Err(()),
            // Some file systems have no locks: there the operator sees to it.
            Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(DatabaseLock { _folder: folder }),
        }
    }
}

/// Where folders cannot be locked the operator sees to it.
#[cfg(not(unix))]
impl DatabaseLock {
    pub(super) fn shared(_: &Path) -> Result<DatabaseLock, InputError> {
        Ok(DatabaseLock {})
    }

    pub(super) fn alone(_: &Path) -> Result<DatabaseLock, InputError> {
        Ok(DatabaseLock {})
    }
}
