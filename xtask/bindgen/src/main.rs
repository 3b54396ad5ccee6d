//! Runs wasm-bindgen on a module: `bindgen MODULE.wasm FOLDER NAME` writes `NAME.js` and `NAME_bg.wasm`
//! into the folder.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = &arguments[..] else {
        eprintln!("usage: bindgen MODULE.wasm FOLDER NAME");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(module).out_name(name).typescript(false);
    let web =
        bindgen.web(true).map(|it| it.remove_name_section(true).remove_producers_section(true));
    match web.and_then(|it| it.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
