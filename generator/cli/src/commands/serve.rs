//! `fewtools serve`: a manifest → an MCP server for its tools, nothing compiled.

use std::net::SocketAddr;
use std::sync::Arc;

use fewtools::contract::Catalogue;
use fewtools::server::{HttpOptions, Reach, ServeError, Server, bind};
use fewtools::{Caller, Dispatcher, StartError};

use super::{admission, unmet};
use crate::args::Serve;
use crate::outcome::{Failure, Outcome};
use crate::{log, output, stages, summary};

/// Serves until the input ends or the process is told to stop; not at all where a rule has not passed.
pub fn run(args: Serve) -> Result<Outcome, Failure> {
    let input = stages::read(&args.manifest.path);
    let checked = stages::check(input);
    stages::show_faults(input, &checked);
    let Some(verified) = checked.verified() else { return Ok(Outcome::Faults) };
    let surface = verified.get();
    output::aside(&format!("{}\n", summary::tools(surface)));
    let catalogue: &'static Catalogue<'static> = Box::leak(Box::new(surface.catalogue));
    // The plan is needed no more, and a server lives long.
    drop(checked);
    unmet::refused(catalogue, &args.transport).iter().for_each(output::warning);
    known_profile(catalogue, args.profile.as_deref())?;
    let token = admission::token(catalogue, &args)?;
    log::start(args.log.clone());
    serve(catalogue, args, token)?;
    Ok(Outcome::Good)
}

fn serve(catalogue: &'static Catalogue<'static>, args: Serve, token: Option<String>) -> Result<(), Failure> {
    let dispatcher = dispatcher(catalogue, args.upstream, args.validate_output)?;
    let server = Server::new(Arc::new(dispatcher)).map_err(Failure::new)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::new)?;
    match args.transport.http {
        Some(address) => {
            let options = args.allow_host.iter().fold(HttpOptions::default(), HttpOptions::allow_host);
            let options = token.into_iter().fold(options, HttpOptions::require_token);
            let reach = if args.allow_host.is_empty() { Reach::Loopback } else { Reach::Remote };
            runtime.block_on(http(server, (address, reach), options, args.profile))
        }
        None => {
            let caller = args.profile.into_iter().fold(Caller::anonymous(), Caller::with_profile);
            runtime.block_on(server.stdio(caller)).map_err(Failure::new)
        }
    }
}

/// A profile that is not there would offer nothing at all.
fn known_profile(catalogue: &Catalogue<'_>, name: Option<&str>) -> Result<(), Failure> {
    let Some(name) = name else { return Ok(()) };
    let names: Vec<&str> = catalogue.profiles.iter().map(|profile| profile.name).collect();
    match names.as_slice() {
        names if names.contains(&name) => Ok(()),
        [] => Err(Failure::new(format!("there is no profile `{name}`: the manifest has no `profiles`"))),
        names => Err(Failure::new(format!("there is no profile `{name}`; there are: {}", names.join(", ")))),
    }
}

fn dispatcher(
    catalogue: &'static Catalogue<'static>,
    upstream: Option<String>,
    validate_output: bool,
) -> Result<Dispatcher, Failure> {
    let builder = Dispatcher::builder(catalogue).without_hooks().validate_output(validate_output);
    let builder = match upstream {
        Some(url) => builder.base(url),
        None => builder,
    };
    builder.build().map_err(|error: StartError| Failure::new(error.problems().join("\n")))
}

async fn http(
    server: Server,
    (address, reach): (SocketAddr, Reach),
    options: HttpOptions,
    profile: Option<String>,
) -> Result<(), Failure> {
    let listener = bind(address, reach).await.map_err(|error| cannot_listen(address, &error))?;
    let address = listener.local_addr().map_err(Failure::new)?;
    output::aside(&format!("http://{address}/mcp\n"));
    let options = match profile {
        Some(name) => options.profile(move |_| Some(name.clone())),
        None => options,
    };
    server.serve_http(listener, options, stop()).await.map_err(Failure::new)
}

fn cannot_listen(address: SocketAddr, error: &ServeError) -> Failure {
    Failure::new(format!("cannot listen on `{address}`: {error}"))
}

/// Ready when the process is asked to stop.
async fn stop() {
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<Option<()>>();
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated => {}
    }
}

pub(super) fn is_set(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| !value.trim().is_empty())
}
