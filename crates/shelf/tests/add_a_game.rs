//! `docs/add-a-game.md` works as written: its steps add a game to a copy of the workspace.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Copies manifests and sources; what tests print and compare is not needed.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            if !["playthroughs", "counts", "target", "records"].iter().any(|skip| name == *skip) {
                copy(&path, &to.join(name));
            }
        } else {
            std::fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

/// The lines that the document puts where its block says so.
fn step(document: &str, place: &str) -> String {
    let (_, block) = document.split_once(place).unwrap_or_else(|| panic!("no step \"{place}\""));
    let (lines, _) = block.split_once("```").unwrap();
    lines.trim_start_matches('\n').to_owned()
}

fn edit(file: &Path, before: &str, lines: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    let at = text.find(before).unwrap_or_else(|| panic!("{} has no {before}", file.display()));
    let at = at + before.len();
    std::fs::write(file, format!("{}{lines}{}", &text[..at], &text[at..])).unwrap();
}

#[test]
fn the_steps_of_the_document_put_a_game_on_the_shelf() {
    let document = std::fs::read_to_string(root().join("docs/add-a-game.md")).unwrap();
    let copied = tempfile::tempdir().unwrap();
    let at = |path: &str| copied.path().join(path);
    for file in ["Cargo.toml", "Cargo.lock"] {
        std::fs::copy(root().join(file), at(file)).unwrap();
    }
    for folder in ["crates", "xtask"] {
        copy(&root().join(folder), &at(folder));
    }
    // The game: the worked example, under another name.
    copy(&root().join("crates/examples/connect-four"), &at("crates/games/yourgame"));
    let manifest = at("crates/games/yourgame/Cargo.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("\"connect-four\"", "\"yourgame\"")).unwrap();

    let lines = step(&document, "# Cargo.toml, under members");
    edit(&at("Cargo.toml"), "members = [\n", &lines);
    let lines = step(&document, "# Cargo.toml, under [workspace.dependencies]");
    edit(&at("Cargo.toml"), "[workspace.dependencies]\n", &lines);
    let lines = step(&document, "# crates/shelf/Cargo.toml, under [dependencies]");
    edit(&at("crates/shelf/Cargo.toml"), "[dependencies]\n", &lines);
    let lines = step(&document, "// crates/shelf/src/lib.rs, at the end of the list in shelf![…]");
    assert_eq!(lines.trim(), "yourgame::YourGame");
    edit(&at("crates/shelf/src/lib.rs"), "shinra::Shinra", &format!(", {}", lines.trim()));

    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--no-deps", "--format-version", "1"])
        .current_dir(copied.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&metadata.stderr);
    assert!(metadata.status.success(), "{errors}");
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let package = |name: &str| {
        let packages = metadata["packages"].as_array().unwrap();
        packages.iter().find(|package| package["name"] == name).expect("it is in the workspace")
    };
    assert!(package("yourgame")["source"].is_null());
    let shelf = package("shelf")["dependencies"].as_array().unwrap();
    assert!(shelf.iter().any(|it| it["name"] == "yourgame" && it["kind"].is_null()));
}
