//! `zashiki admin`: commands for the operator of a server. A running server receives them at its admin
//! address and executes them. For a stopped server, this program executes them on the server's data.
//! `server::COMMANDS` lists them.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, FromArgMatches};
use serde_json::Value;
use server::{
    AdminRequest, AdminToken, Answer, COMMANDS, CommandInfo, Config, Server, Takes, system,
};
use zashiki_core::{InputError, LocalizedText, text};

use crate::failure::Failure;
use crate::lang::Lang;
use crate::output::{Format, Out};
use crate::runtime::block_on;
use crate::settings::{OperatorFlags, Settings};

/// Maximum time to wait for the server's answer to a command.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Arguments of `admin`.
#[derive(Clone, Debug)]
pub enum AdminArgs {
    /// Creates an operator token and writes it to this file.
    Token(PathBuf),
    /// Executes a command on a running server or on the data of a stopped one.
    Run {
        /// The command with its arguments.
        request: AdminRequest,
        /// The address of the running server, or the data of the stopped one.
        flags: OperatorFlags,
        format: Format,
    },
}

/// Names of the flags that every operator command has, besides its own parameters.
const ACTOR: &str = "as";
const JSON: &str = "json";

/// Name of the command that creates an operator token, and the name of its argument.
const TOKEN: &str = "token";
const TOKEN_FILE: &str = "file";

/// The first words of commands with subcommands, each with a heading for the help.
const OBJECTS: [(&str, &str); 6] = [
    ("table", "Tables"),
    ("person", "People"),
    ("ban", "Bans"),
    ("network", "Networks"),
    ("invitation", "Invitations"),
    ("report", "Reports"),
];

impl clap::Args for AdminArgs {
    fn augment_args(command: Command) -> Command {
        let file = Arg::new(TOKEN_FILE).value_name("FILE").required(true);
        let token = Command::new(TOKEN)
            .about("Creates the operator's token in a new file, for zashiki serve --admin-token")
            .arg(file.help("New file; only its owner may read it"));
        let command = command.subcommand_required(true).arg_required_else_help(true);
        tree("").into_iter().fold(command.subcommand(token), Command::subcommand)
    }

    fn augment_args_for_update(command: Command) -> Command {
        AdminArgs::augment_args(command)
    }
}

/// The commands whose names begin with `prefix`, as clap commands with subcommands.
fn tree(prefix: &str) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    for info in COMMANDS {
        let Some(rest) = info.name.strip_prefix(prefix) else { continue };
        match rest.split_once(' ') {
            None => commands.push(leaf(rest, info)),
            Some((word, _)) if commands.iter().all(|known| known.get_name() != word) => {
                let below = tree(&format!("{prefix}{word} "));
                let verbs: Vec<&str> = below.iter().map(Command::get_name).collect();
                let object = OBJECTS.iter().find(|(name, _)| *name == word);
                let object = object.map_or(word, |(_, object)| object);
                let about = format!("{object}: {}", verbs.join(", "));
                let group = Command::new(word).about(about).subcommand_required(true);
                commands.push(below.into_iter().fold(group, Command::subcommand));
            }
            Some(_) => {}
        }
    }
    commands
}

fn leaf(word: &'static str, info: &'static CommandInfo) -> Command {
    let command = Command::new(word).about(&*info.about.en);
    let command = info.parameters.iter().fold(command, |command, parameter| {
        let arg = Arg::new(parameter.name).help(&*parameter.about.en);
        command.arg(match parameter.takes {
            Takes::Place => arg.required(true),
            Takes::MaybePlace => arg,
            Takes::Value(name) => arg.long(parameter.name).value_name(name),
            Takes::Switch => arg.long(parameter.name).action(ArgAction::SetTrue),
        })
    });
    let actor = Arg::new(ACTOR).long(ACTOR).value_name("NAME");
    let json = Arg::new(JSON).long(JSON).action(ArgAction::SetTrue);
    OperatorFlags::augment_args(command)
        .arg(actor.help(
            "Name of the operator in the audit log; without it the user name on this machine",
        ))
        .arg(json.help(Format::HELP))
}

impl FromArgMatches for AdminArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<AdminArgs, clap::Error> {
        let (mut words, mut matches) = (Vec::new(), matches);
        while let Some((word, below)) = matches.subcommand() {
            words.push(word);
            matches = below;
        }
        if words == [TOKEN] {
            let file = matches.get_one::<String>(TOKEN_FILE).map(PathBuf::from);
            return Ok(AdminArgs::Token(file.unwrap_or_default()));
        }
        let command = words.join(" ");
        let info = COMMANDS.iter().find(|info| info.name == command);
        let info =
            info.ok_or_else(|| clap::Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        let given = |parameter: &server::Parameter| {
            let value = match parameter.takes {
                Takes::Switch => matches.get_flag(parameter.name).then(|| "true".to_owned()),
                _ => matches.get_one::<String>(parameter.name).cloned(),
            };
            value.map(|value| (parameter.name.to_owned(), value))
        };
        let arguments: BTreeMap<String, String> =
            info.parameters.iter().filter_map(given).collect();
        let user = || std::env::var("USER").or_else(|_| std::env::var("LOGNAME")).ok();
        let actor = matches.get_one::<String>(ACTOR).cloned().or_else(user).unwrap_or_default();
        Ok(AdminArgs::Run {
            request: AdminRequest { command, arguments, actor },
            flags: OperatorFlags::from_arg_matches(matches)?,
            format: Format::json_if(matches.get_flag(JSON)),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = AdminArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Executes the command and prints the answer.
///
/// # Errors
/// Returns an error if the server cannot be reached or rejects the command, or if the data of a stopped
/// server cannot be used.
pub fn run(args: &AdminArgs, lang: Lang) -> Result<(), Failure> {
    let (request, flags, format) = match args {
        AdminArgs::Token(file) => return Ok(AdminToken::create(file)?),
        AdminArgs::Run { request, flags, format } => (request, flags, format),
    };
    let settings = flags.settings()?;
    let answer = match (settings.admin, &settings.admin_token) {
        (Some(address), Some(token)) if !flags.names_store() => {
            request_server(address, token, request)?
        }
        _ => block_on(open_data(&settings, request.clone()))?,
    };
    format.print(&answer, |out| print(&answer, out, lang))
}

/// Executes a command on the data of a stopped server.
async fn open_data(settings: &Settings, request: AdminRequest) -> Result<Answer, InputError> {
    let config =
        Config { retention: settings.retention.clone(), ..Config::new(&settings.data_dir) };
    #[cfg(feature = "postgres")]
    let config = match &settings.database {
        Some(address) => Config { store: server::Place::Postgres(address.clone()), ..config },
        None => config,
    };
    #[cfg(feature = "postgres")]
    let in_folder = settings.database.is_none();
    #[cfg(not(feature = "postgres"))]
    let in_folder = true;
    if in_folder && !settings.data_dir.join("zashiki.db").is_file() {
        let folder = settings.data_dir.display();
        return Err(text!(
            "「{folder}」に座敷のデータベースがありません。--data-dir にサーバーのデータフォルダーを、動いているサーバーには --admin と --admin-token を指定してください。",
            "\"{folder}\" has no Zashiki database; give the server's data folder with --data-dir, or a running server with --admin and --admin-token."
        )
        .into());
    }
    let server = Server::open_alone(config).await?;
    let answer = server.administer(request).await;
    server.close().await;
    answer
}

/// Sends the command to a running server and returns its answer.
fn request_server(
    address: SocketAddr,
    token: &Path,
    request: &AdminRequest,
) -> Result<Answer, Failure> {
    let token = AdminToken::text(token)?;
    let body = serde_json::to_string(request)?;
    let reply = send(address, &token, &body).map_err(|error| {
        let why = system::why(&error);
        Failure::Message(text!(
            "{address} のサーバーに届きません({why})。サーバーの --admin と同じアドレスを指定するか、終了しているサーバーには --data-dir を指定してください。",
            "The server at {address} does not answer ({why}); give the address of its --admin, or the data folder of a stopped server with --data-dir.",
            why
        ))
    })?;
    let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((&reply, ""));
    if head.split(' ').nth(1) == Some("200")
        && let Ok(answer) = serde_json::from_str(body)
    {
        return Ok(answer);
    }
    let message = serde_json::from_str::<Value>(body).ok().and_then(|error| {
        let of = |lang: &str| Some(error["message"][lang].as_str()?.to_owned());
        Some(LocalizedText::new(of("ja")?, of("en")?))
    });
    Err(Failure::Message(message.unwrap_or_else(|| {
        text!(
            "{address} は座敷の管理用のアドレスではありません。--admin を確かめてください。",
            "{address} is not the admin address of a Zashiki server; check --admin."
        )
    })))
}

/// Sends an HTTP request with a JSON body and returns the response.
fn send(address: SocketAddr, token: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(10))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let length = body.len();
    let request = format!(
        "POST /run HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes())?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    Ok(reply)
}

/// Prints the answer of a command: its table, then its sentence.
fn print(answer: &Answer, out: &mut Out, lang: Lang) -> Result<(), Failure> {
    let plain = |value: &Value| match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.replace(char::is_control, " "),
        other => other.to_string(),
    };
    let rows: Vec<Vec<String>> =
        answer.rows.iter().map(|row| row.iter().map(plain).collect()).collect();
    let head: Vec<String> = answer.columns.clone();
    let all = || std::iter::once(&head).chain(&rows);
    let width = |column: usize| {
        all().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    if !rows.is_empty() {
        for row in all() {
            let cells = row.iter().zip(&widths).map(|(text, width)| format!("{text:<width$}"));
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
    }
    Ok(writeln!(out, "{}", lang.of(&answer.message))?)
}
