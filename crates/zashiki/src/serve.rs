//! `zashiki serve`: the parlour.

/// How to serve.
#[derive(clap::Args, Debug)]
pub struct ServeArgs {
    /// The port to listen on; the next free one when it is taken.
    #[arg(long)]
    port: Option<u16>,
}

/// Serves until told to stop.
///
/// # Errors
/// When the port or the data folder cannot be used.
pub fn run(_args: &ServeArgs) -> anyhow::Result<()> {
    anyhow::bail!("the parlour is being built; use the other commands meanwhile")
}
