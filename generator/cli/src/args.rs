//! The words after `fewtools` → a command and its options.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueEnum};
use tracing_subscriber::filter::Targets;

/// What every manifest argument is by default.
const MANIFEST: &str = "./curation.yaml";

/// Curate few MCP tools from an OpenAPI document.
#[derive(Debug, Parser)]
#[command(name = "fewtools", version, after_help = EXIT_CODES, disable_help_subcommand = true)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 good, 1 faults found, 2 wrong use.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check a manifest against its document.
    Check(Check),
    /// Write the tools as Rust code, or compare it with what is there.
    Generate(Generate),
    /// Show what every tool, argument and text costs.
    Budget(Budget),
    /// Print the tools as `tools/list` serves them, or what is served beside them.
    Listing(Listing),
    /// Show what tools, resources, prompts, profiles and operations resolve to.
    Explain(Explain),
    /// Serve the tools over MCP, straight from document and manifest.
    Serve(Serve),
}

/// Which manifest.
#[derive(Debug, clap::Args)]
pub struct Manifest {
    /// The curation manifest; paths in it are relative to it.
    #[arg(value_name = "MANIFEST", default_value = MANIFEST)]
    pub path: PathBuf,
}

/// `fewtools check`
#[derive(Debug, clap::Args)]
pub struct Check {
    #[command(flatten)]
    pub manifest: Manifest,
    /// Show faults to people, or print them as JSON.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// For whom faults are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Source lines and colours, on standard error.
    Human,
    /// An array, on standard output.
    Json,
}

/// `fewtools generate`
#[derive(Debug, clap::Args)]
pub struct Generate {
    #[command(flatten)]
    pub manifest: Manifest,
    /// Where the code is [default: `src/fewtools` beside the manifest].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write nothing; fail if what is there differs.
    #[arg(long)]
    pub check: bool,
}

/// `fewtools budget`
#[derive(Debug, clap::Args)]
pub struct Budget {
    #[command(flatten)]
    pub manifest: Manifest,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Compare with one tool for each operation of the document.
    #[arg(long)]
    pub per_endpoint: bool,
}

/// `fewtools listing`
#[derive(Debug, clap::Args)]
pub struct Listing {
    #[command(flatten)]
    pub manifest: Manifest,
    #[command(flatten)]
    pub what: Listed,
    /// What callers of this profile are offered.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
}

/// What is printed instead of the tools.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct Listed {
    /// The resources and resource templates that the manifest names.
    #[arg(long)]
    pub resources: bool,
    /// The prompts.
    #[arg(long)]
    pub prompts: bool,
    /// The instructions.
    #[arg(long)]
    pub instructions: bool,
}

/// `fewtools explain`
#[derive(Debug, clap::Args)]
pub struct Explain {
    /// A tool, resource, prompt or profile, an operationId or a route like `GET /queues`; everything if left out.
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The curation manifest; it may also stand first or alone [default: ./curation.yaml].
    #[arg(value_name = "MANIFEST")]
    manifest: Option<PathBuf>,
    /// Show what is said of missing and forbidden things, instead.
    #[arg(long)]
    pub denials: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

impl Explain {
    /// The name and the manifest, whichever stands first: the one that is a file is the manifest, and a word alone that
    /// can only be one.
    pub fn name_and_manifest(&self) -> (Option<&str>, &Path) {
        let name = self.name.as_deref();
        let manifest = self.manifest.as_deref();
        match (name.filter(|name| Path::new(name).is_file()), manifest) {
            (Some(file), None) => (None, Path::new(file)),
            (Some(file), Some(other)) if !other.is_file() => (other.to_str(), Path::new(file)),
            (None, None) if name.is_some_and(is_manifest) => (None, Path::new(name.unwrap_or(MANIFEST))),
            _ => (name, manifest.unwrap_or(Path::new(MANIFEST))),
        }
    }
}

/// Whether a word can only be a manifest that is not there: no address of a resource, no route.
fn is_manifest(word: &str) -> bool {
    let is_yaml = word.ends_with(".yaml") || word.ends_with(".yml");
    is_yaml && !word.contains("://") && !word.contains(' ')
}

/// `fewtools serve`
#[derive(Debug, clap::Args)]
pub struct Serve {
    #[command(flatten)]
    pub manifest: Manifest,
    #[command(flatten)]
    pub transport: Transport,
    /// Send requests to this address instead of the document's.
    #[arg(long, value_name = "URL")]
    pub upstream: Option<String>,
    /// Answer to this host name too, and allow an address that other machines reach.
    #[arg(long, value_name = "HOST", conflicts_with = "stdio")]
    pub allow_host: Vec<String>,
    /// Answer only requests with the bearer token that this environment variable holds.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["stdio", "bearer_file"])]
    pub bearer_env: Option<String>,
    /// Answer only requests with the bearer token that this file holds.
    #[arg(long, value_name = "FILE", conflicts_with = "stdio")]
    pub bearer_file: Option<PathBuf>,
    /// Let everyone who reaches the address use the credentials of this process.
    #[arg(long, conflicts_with_all = ["stdio", "bearer_env", "bearer_file"])]
    pub allow_anyone: bool,
    /// Offer what this profile of the manifest offers, and nothing else.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Hold every answer to the output schema that its tool lists, and log those that miss it.
    #[arg(long)]
    pub validate_output: bool,
    /// What is logged to standard error, like `warn`, `debug` or `info,fewtools=debug` [default: RUST_LOG, or
    /// `warn,rmcp=error,fewtools=info`].
    #[arg(long, value_name = "LEVELS")]
    pub log: Option<Targets>,
}

/// How clients connect.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct Transport {
    /// Speak over standard input and output.
    #[arg(long)]
    pub stdio: bool,
    /// Listen on this address, like `127.0.0.1:8080`; the endpoint is `/mcp`.
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub http: Option<SocketAddr>,
}

/// An address to listen on. `localhost` is not looked up: it is this machine.
fn address(word: &str) -> Result<SocketAddr, &'static str> {
    let literal = word.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    let wrong = "an address and a port are needed, like `127.0.0.1:8080`";
    literal.as_deref().unwrap_or(word).parse().map_err(|_| wrong)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn explain(words: &[&str]) -> (Option<String>, String) {
        let args = Args::try_parse_from([&["fewtools", "explain"], words].concat()).unwrap();
        let Command::Explain(explain) = args.command else { panic!("another command") };
        let (name, manifest) = explain.name_and_manifest();
        (name.map(str::to_owned), manifest.display().to_string())
    }

    #[test]
    fn the_options_fit_together() {
        Args::command().debug_assert();
    }

    #[test]
    fn name_and_manifest_stand_in_any_order() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let tool = Some("list_queues".to_owned());
        assert_eq!(explain(&[]), (None, MANIFEST.to_owned()));
        assert_eq!(explain(&["list_queues"]), (tool.clone(), MANIFEST.to_owned()));
        assert_eq!(explain(&[file]), (None, file.to_owned()));
        assert_eq!(explain(&["list_queues", file]), (tool.clone(), file.to_owned()));
        assert_eq!(explain(&[file, "list_queues"]), (tool, file.to_owned()));
    }

    #[test]
    fn an_address_has_a_port() {
        assert_eq!(address("localhost:80"), address("127.0.0.1:80"));
        assert!(
            address("[::1]:80").is_ok() && address("127.0.0.1").is_err() && address("localhost").is_err()
        );
    }
}
