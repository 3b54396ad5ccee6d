//! The files of the page, for the server to send.
//!
//! Release builds embed them: the build script builds the page with npm. Debug builds read them from
//! disk and build the page when it is first needed, so that a change of the page compiles no Rust:
//!
//! ```no_run
//! web_assets::prepare()?;
//! let document = web_assets::get("index.html").expect("the page has a document");
//! assert_eq!(document.media_type, "text/html");
//! # Ok::<(), String>(())
//! ```

pub mod build;

use std::borrow::Cow;

/// One file of the page.
pub struct File {
    /// Content of the file.
    pub bytes: Cow<'static, [u8]>,
    /// Digest of the content. It differs between versions of the file.
    pub digest: u64,
    /// Value of the HTTP header `content-type`.
    pub media_type: &'static str,
}

/// The file at a path below the page's folder, such as `assets/index.js`; `None` if there is no
/// such file.
pub fn get(path: &str) -> Option<File> {
    let (bytes, digest) = source::get(path)?;
    Some(File { bytes, digest, media_type: media_type(path) })
}

/// Builds the page if it is not built yet. Only debug builds need this.
///
/// # Errors
/// Returns a message of one line if the page cannot be built.
pub fn prepare() -> Result<(), String> {
    source::prepare()
}

#[cfg(embedded)]
mod source {
    use std::borrow::Cow;

    /// Path, content and digest of each file, sorted by path.
    static FILES: &[(&str, &[u8], u64)] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

    pub(super) fn get(path: &str) -> Option<(Cow<'static, [u8]>, u64)> {
        let found = FILES.binary_search_by_key(&path, |(name, ..)| name).ok()?;
        let (_, bytes, digest) = FILES[found];
        Some((Cow::Borrowed(bytes), digest))
    }

    pub(super) fn prepare() -> Result<(), String> {
        Ok(())
    }
}

#[cfg(not(embedded))]
mod source {
    use std::borrow::Cow;
    use std::path::{Component, Path, PathBuf};
    use std::sync::LazyLock;

    use crate::build;

    /// The folder of the built page, or the reason why there is none.
    static FOLDER: LazyLock<Result<PathBuf, String>> =
        LazyLock::new(|| match option_env!("ZASHIKI_PAGE_FOLDER") {
            Some(given) => Ok(given.into()),
            None => build::page(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")),
        });

    pub(super) fn get(path: &str) -> Option<(Cow<'static, [u8]>, u64)> {
        let folder = match &*FOLDER {
            Ok(folder) => folder,
            Err(why) => {
                eprintln!("error: {why}");
                return None;
            }
        };
        let path = Path::new(path);
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let bytes = std::fs::read(folder.join(path)).ok()?;
        let digest = build::digest(&bytes);
        Some((Cow::Owned(bytes), digest))
    }

    pub(super) fn prepare() -> Result<(), String> {
        FOLDER.as_ref().map(drop).map_err(String::clone)
    }
}

/// The media type of a file by its file name extension.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_has_a_media_type_and_nothing_outside_is_found() {
        prepare().unwrap();
        let index = get(build::INDEX).unwrap();
        assert!(index.media_type == "text/html" && index.bytes.starts_with(b"<!doctype html>"));
        let again = get(build::INDEX).unwrap();
        assert_eq!(again.digest, index.digest);
        for name in ["", "assets", "gone.js", "../package.json", "/etc/passwd", "assets/../../src"]
        {
            assert!(get(name).is_none(), "{name}");
        }
        let web = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let folder = build::page(&web).unwrap();
        let mut files = Vec::new();
        build::list(&folder, &mut files).unwrap();
        for file in files {
            let name = file.strip_prefix(&folder).unwrap().to_str().unwrap();
            let packed = name.ends_with(".br") || name.ends_with(".gz");
            let known = media_type(name) != "application/octet-stream";
            assert!(known || packed, "{name} has no media type");
        }
    }
}
