//! Carries JSON-RPC messages over lines of text, and answers every line that is none.

use std::io;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, RequestId, ServerJsonRpcMessage};
use rmcp::service::{QuitReason, RoleServer, ServerInitializeError};
use rmcp::transport::Transport;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::sync::mpsc::{Receiver, Sender, channel, error::SendError};
use tokio::time::{Instant, sleep_until};

use super::ServeError;
use super::handler::Handler;
use super::message::{self, MAX_MESSAGE};

/// Messages that wait on either side; a peer that does not read its answers is not read either.
const WAITING: usize = 64;

/// How long calls in flight may still take after the input has ended.
const DRAIN: Duration = Duration::from_secs(120);

/// Serves until the input ends and every call in flight is answered.
pub(super) async fn serve<R, W>(handler: Handler, input: R, output: W) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let (messages, incoming) = channel(WAITING);
    let (outgoing, lines) = channel(WAITING);
    let reading = tokio::spawn(read_lines(BufReader::new(input), messages, outgoing.clone()));
    let writing = tokio::spawn(write_lines(output, lines));
    let served = run(handler, Lines { incoming, outgoing, unanswered: Vec::new(), until: None }).await;
    reading.abort();
    served?;
    match writing.await.map_err(io::Error::other).flatten() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(ServeError::Io(error)),
        _ => Ok(()),
    }
}

async fn run(handler: Handler, lines: Lines) -> Result<(), ServeError> {
    let running = match handler.serve(lines).await {
        Ok(running) => running,
        // The input has ended, or the output has, and then the writing side knows why.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::TransportError { .. }) => {
            return Ok(());
        }
        Err(error) => return Err(ServeError::Protocol(error.to_string())),
    };
    match running.waiting().await {
        Ok(QuitReason::JoinError(error)) | Err(error) => Err(ServeError::Protocol(error.to_string())),
        Ok(_) => Ok(()),
    }
}

/// Reads lines to the end of the input. Lives in a task of its own, because the protocol library drops a pending
/// receive whenever it has something to send.
async fn read_lines(
    mut input: impl AsyncBufRead + Unpin,
    messages: Sender<ClientJsonRpcMessage>,
    answers: Sender<String>,
) {
    let mut line = Vec::new();
    loop {
        let read = tokio::select! {
            read = read_line(&mut input, &mut line) => read,
            () = answers.closed() => return,
        };
        let message = match read {
            Ok(Line::End) => return,
            Err(error) => return tracing::error!(%error, "the input cannot be read"),
            Ok(Line::TooLong) => Err(Some(message::too_large())),
            Ok(Line::Whole) if line.trim_ascii().is_empty() => continue,
            Ok(Line::Whole) => message::read(&line),
        };
        let sent = match message {
            Ok(message) => messages.send(message).await.is_ok(),
            Err(Some(answer)) => answers.send(answer).await.is_ok(),
            Err(None) => true,
        };
        if !sent {
            return;
        }
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads the next line into `line`, never more of it than one message may have. The last line needs no end.
async fn read_line(input: &mut (impl AsyncBufRead + Unpin), line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    line.shrink_to(64 * 1024);
    let bound = MAX_MESSAGE as u64 + 1;
    if input.take(bound).read_until(b'\n', line).await? == 0 {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') || line.len() <= MAX_MESSAGE {
        return Ok(Line::Whole);
    }
    skip_line(input).await?;
    Ok(Line::TooLong)
}

async fn skip_line(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf().await?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let skipped = end.map_or(bytes.len(), |at| at + 1);
        input.consume(skipped);
        if end.is_some() || skipped == 0 {
            return Ok(());
        }
    }
}

async fn write_lines(mut output: impl AsyncWrite + Unpin, mut lines: Receiver<String>) -> io::Result<()> {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        output.write_all(line.as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}

/// The protocol library's side of the two channels.
struct Lines {
    incoming: Receiver<ClientJsonRpcMessage>,
    outgoing: Sender<String>,
    /// Requests that were handed over and neither answered nor cancelled.
    unanswered: Vec<RequestId>,
    /// When to stop waiting for them, once the input has ended.
    until: Option<Instant>,
}

impl Lines {
    /// Whether a message is handed over: requests, and the cancellation of a request in flight. Nothing else means
    /// anything to this server, and the library ends the process over a notification before `initialize`.
    fn takes(&mut self, message: &ClientJsonRpcMessage) -> bool {
        match message {
            ClientJsonRpcMessage::Request(request) => {
                self.settle(&request.id);
                self.unanswered.push(request.id.clone());
                true
            }
            ClientJsonRpcMessage::Notification(notification) => match &notification.notification {
                ClientNotification::CancelledNotification(cancelled) => {
                    cancelled.params.request_id.as_ref().is_some_and(|id| self.settle(id))
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn settle(&mut self, id: &RequestId) -> bool {
        let before = self.unanswered.len();
        self.unanswered.retain(|waiting| waiting != id);
        self.unanswered.len() < before
    }
}

impl Transport<RoleServer> for Lines {
    type Error = SendError<String>;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        if let ServerJsonRpcMessage::Response(response) = &message {
            self.settle(&response.id);
        }
        if let ServerJsonRpcMessage::Error(error) = &message
            && let Some(id) = &error.id
        {
            self.settle(id);
        }
        let outgoing = self.outgoing.clone();
        async move { outgoing.send(serde_json::to_string(&message).unwrap_or_default()).await }
    }

    /// After the end of the input, says so only when every call in flight is answered: the library drops and repeats
    /// a pending receive whenever it has sent something.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        while let Some(message) = self.incoming.recv().await {
            if self.takes(&message) {
                return Some(message);
            }
        }
        if !self.unanswered.is_empty() {
            sleep_until(*self.until.get_or_insert_with(|| Instant::now() + DRAIN)).await;
        }
        None
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.incoming.close();
        Ok(())
    }
}
