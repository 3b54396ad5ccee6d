//! `docs/getting-started/add-a-game.md` works as written: its steps add a game to a copy of the
//! workspace, which then compiles and passes the conformance tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// File contents by path.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Reads all files of a folder into `files`, with paths below `to`. Skips build output and the folders of
/// data that tests only compare, which are not needed to compile.
fn read(folder: &Path, to: &Path, files: &mut Files) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        if !path.is_dir() {
            files.insert(to.join(name), std::fs::read(path).unwrap());
        } else if !["playthroughs", "counts", "target", "records"].iter().any(|skip| name == *skip)
        {
            read(&path, &to.join(name), files);
        }
    }
}

/// Makes a folder hold these files and no others. A file that does not change is not touched, so
/// that cargo has little to compile again.
fn write(files: &Files, folder: &Path) {
    let mut old = Files::new();
    std::fs::create_dir_all(folder).unwrap();
    read(folder, Path::new(""), &mut old);
    for path in old.keys().filter(|path| !files.contains_key(*path)) {
        std::fs::remove_file(folder.join(path)).unwrap();
    }
    for (path, bytes) in files.iter().filter(|(path, bytes)| old.get(*path) != Some(bytes)) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

/// The lines of a step in the document: the rest of the code block after the text `place`, which says where
/// the reader inserts them.
fn step(document: &str, place: &str) -> String {
    let (_, block) = document.split_once(place).unwrap_or_else(|| panic!("no step \"{place}\""));
    let (lines, _) = block.split_once("```").unwrap();
    lines.trim_start_matches('\n').to_owned()
}

fn edit(files: &mut Files, file: &str, change: impl FnOnce(&str) -> String) {
    let bytes = files.get_mut(Path::new(file)).unwrap_or_else(|| panic!("no file {file}"));
    *bytes = change(std::str::from_utf8(bytes).unwrap()).into_bytes();
}

fn insert(files: &mut Files, file: &str, before: &str, lines: &str) {
    edit(files, file, |text| {
        assert!(text.contains(before), "{file} has no {before}");
        text.replacen(before, &format!("{before}{lines}"), 1)
    });
}

#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn the_steps_of_docs_add_a_game_register_it() {
    let document = conformance::documents::document("docs/getting-started/add-a-game.md");
    let mut files = Files::new();
    for file in ["Cargo.toml", "Cargo.lock"] {
        files.insert(file.into(), std::fs::read(root().join(file)).unwrap());
    }
    for folder in ["crates", "xtask"] {
        read(&root().join(folder), Path::new(folder), &mut files);
    }
    // The game: the worked example, under another name.
    let game = Path::new("crates/games/yourgame");
    read(&root().join("crates/examples/connect-four"), game, &mut files);
    for file in ["Cargo.toml", "src/lib.rs", "tests/laws.rs"] {
        edit(&mut files, game.join(file).to_str().unwrap(), |text| {
            let text = text.replace("connect-four", "yourgame").replace("connect_four", "yourgame");
            text.replace("ConnectFour", "YourGame")
        });
    }

    let lines = step(&document, "# Cargo.toml, under members");
    insert(&mut files, "Cargo.toml", "members = [\n", &lines);
    let lines = step(&document, "# Cargo.toml, under [workspace.dependencies]");
    insert(&mut files, "Cargo.toml", "[workspace.dependencies]\n", &lines);
    let lines = step(&document, "# crates/registry/Cargo.toml, under [dependencies]");
    insert(&mut files, "crates/registry/Cargo.toml", "[dependencies]\n", &lines);
    let lines = step(&document, "# crates/registry/Cargo.toml, in the list games");
    insert(&mut files, "crates/registry/Cargo.toml", "games = [\n", &lines);
    let lines = step(
        &document,
        "// crates/registry/src/lib.rs, at the end of the list in register_games![…]",
    );
    insert(&mut files, "crates/registry/src/lib.rs", "shinra_dyn: shinra::Shinra,\n", &lines);
    for (file, place) in [
        ("dyn/Cargo.toml", "# crates/games/yourgame/dyn/Cargo.toml"),
        (
            "dyn/src/lib.rs",
            "// crates/games/yourgame/dyn/src/lib.rs: where bots and studies are compiled for the game",
        ),
    ] {
        files.insert(game.join(file), step(&document, place).into_bytes());
    }

    // The copy shares the target folder. Third-party crates are not compiled again, since the whole
    // workspace is selected and so the features are the same. Cargo distinguishes crates of one name by
    // their paths within the workspace, so those of the copy lie one folder deeper.
    edit(&mut files, "Cargo.toml", |text| {
        text.replace("\"crates/", "\"copy/crates/").replace("\"xtask\"", "\"copy/xtask\"")
    });
    let deeper = |(path, bytes): (PathBuf, Vec<u8>)| {
        let inside = path.starts_with("crates") || path.starts_with("xtask");
        (if inside { Path::new("copy").join(path) } else { path }, bytes)
    };
    let files = files.into_iter().map(deeper).collect();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let copied = target.join("add-a-game");
    write(&files, &copied);
    let cargo = |args: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(args)
            .env("CARGO_TARGET_DIR", target.parent().unwrap())
            .current_dir(&copied)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        said
    };
    let said =
        cargo(&["test", "--offline", "--workspace", "--exclude", "connect-four", "--test", "laws"]);
    assert!(said.contains("test the_laws_hold ... ok"), "{said}");

    // The registry depends on it. Compiling the registry would compile every game again.
    let metadata = cargo(&["metadata", "--offline", "--no-deps", "--format-version", "1"]);
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let registry = packages.iter().find(|package| package["name"] == "registry").unwrap();
    let dependencies = registry["dependencies"].as_array().unwrap();
    assert!(dependencies.iter().any(|it| it["name"] == "yourgame" && it["kind"].is_null()));
}
