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
#[cfg_attr(
    any(embedded, not(feature = "offline")),
    allow(dead_code, reason = "debug builds with the feature use it, and the build script")
)]
mod modules;

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

/// A module of the engine: WebAssembly for one game.
#[derive(Debug, PartialEq, Eq)]
pub struct Module {
    /// The id of the game.
    pub game: String,
    /// Path below the page's folder and size in bytes of each file, the script first. The paths contain a hash
    /// of the content.
    pub files: Vec<(String, usize)>,
}

/// The modules of the engine, sorted by game. Empty without the feature `offline`, and in a debug build if
/// `cargo xtask wasm` has not built them.
#[must_use]
pub fn modules() -> Vec<Module> {
    grouped(source::modules())
}

/// Groups the files of modules, sorted by path, by the game in their paths.
fn grouped(files: Vec<(String, usize)>) -> Vec<Module> {
    let mut modules: Vec<Module> = Vec::new();
    for (path, bytes) in files {
        let folder = path.split('/').nth(1).unwrap_or_default();
        let game = folder.rsplit_once('-').map_or(folder, |(game, _)| game).to_owned();
        match modules.last_mut().filter(|module| module.game == game) {
            Some(module) => module.files.push((path, bytes)),
            None => modules.push(Module { game, files: vec![(path, bytes)] }),
        }
    }
    modules
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

    pub(super) fn modules() -> Vec<(String, usize)> {
        let files = FILES.iter().filter(|(path, ..)| crate::is_module(path));
        files.map(|(path, bytes, _)| ((*path).to_owned(), bytes.len())).collect()
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
        let bytes = match module_file(path) {
            Some(module) => std::fs::read(module),
            None => std::fs::read(folder.join(path)),
        };
        let bytes = bytes.ok()?;
        let digest = build::digest(&bytes);
        Some((Cow::Owned(bytes), digest))
    }

    pub(super) fn prepare() -> Result<(), String> {
        FOLDER.as_ref().map(drop).map_err(String::clone)
    }

    #[cfg(feature = "offline")]
    static MODULES: LazyLock<Vec<crate::modules::Placed>> = LazyLock::new(|| {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/wasm-modules");
        let given = option_env!("ZASHIKI_MODULES").filter(|given| !given.is_empty());
        crate::modules::placed(given.map_or(&built, Path::new)).unwrap_or_default()
    });
    #[cfg(not(feature = "offline"))]
    static MODULES: LazyLock<Vec<(String, PathBuf)>> = LazyLock::new(Vec::new);

    fn module_file(path: &Path) -> Option<&'static Path> {
        let found = MODULES.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, file)| file.as_path())
    }

    pub(super) fn modules() -> Vec<(String, usize)> {
        let files = MODULES.iter().filter(|(path, _)| crate::is_module(path));
        let sized = files.filter_map(|(path, file)| Some((path, std::fs::metadata(file).ok()?)));
        sized
            .map(|(path, about)| (path.clone(), usize::try_from(about.len()).unwrap_or_default()))
            .collect()
    }
}

/// Returns true for the path of a file of a module that is not compressed.
fn is_module(path: &str) -> bool {
    path.starts_with("wasm/") && !path.ends_with(".br") && !path.ends_with(".gz")
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
        "wasm" => "application/wasm",
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
    fn modules_are_named_by_their_content_and_their_script_comes_first() {
        let built = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = built.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let found = || {
            let placed = modules::placed(built.path()).unwrap();
            let sized = placed.iter().filter(|(path, _)| is_module(path));
            grouped(
                sized
                    .map(|(path, file)| (path.clone(), std::fs::read(file).unwrap().len()))
                    .collect(),
            )
        };
        assert_eq!(found(), []);
        write("sizes.json", "{}");
        write("kokyu/kokyu_bg.wasm", "1234");
        write("kokyu/kokyu.js", "12");
        write("kokyu/kokyu.d.ts", "types");
        write("shinra/shinra.js", "123");
        let first = found();
        let [kokyu, shinra] = &first[..] else { panic!("{first:?}") };
        assert_eq!((&*kokyu.game, &*shinra.game), ("kokyu", "shinra"));
        let [(script, 2), (program, 4)] = &kokyu.files[..] else { panic!("{kokyu:?}") };
        let folder = script.strip_suffix("kokyu.js").unwrap();
        assert!(
            folder.starts_with("wasm/kokyu-")
                && folder.len() == "wasm/kokyu-0123456789abcdef/".len()
        );
        assert_eq!(program.strip_prefix(folder), Some("kokyu_bg.wasm"));

        write("kokyu/kokyu_bg.wasm", "1235");
        let second = found();
        assert_ne!(second[0].files[0].0, *script, "the script has the address of the whole module");
        assert_eq!(second[1], first[1]);
    }

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
