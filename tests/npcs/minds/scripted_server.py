"""An OpenAI-compatible server on loopback, in a thread, that answers as told: well, badly, or not at all."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Answer = Callable[["Handler"], None]
"""Writes one response."""


class Handler(BaseHTTPRequestHandler):
    """Takes a request down and lets the script answer it."""

    server: "Server"

    def do_POST(self) -> None:
        """Answer with the script's next answer; the last one is repeated."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        script = self.server.script
        script.requests.append(body)
        answer = script.answers[min(len(script.requests), len(script.answers)) - 1]
        with suppress(OSError):
            answer(self)
        self.close_connection = True

    def begin(self, status: int = 200, kind: str = "text/event-stream", **headers: str) -> None:
        """Send the status line and the headers."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def event(self, delta: dict[str, str] | None, finish: str | None = None, **more: Any) -> None:
        """Send one event of a stream."""
        choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": choices}
        self.wfile.write(f"data: {json.dumps(chunk | more)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@dataclass
class Script:
    """What the server answers, and what it was asked."""

    answers: list[Answer]
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    over: Event = field(default_factory=Event)
    """Set when the test ends, so that hanging answers let go."""

    def last_words(self) -> str:
        """Return everything the last request told the model."""
        return "\n".join(message["content"] for message in self.requests[-1]["messages"])


class Server(ThreadingHTTPServer):
    """A server that knows its script."""

    daemon_threads = True
    script: Script


@contextmanager
def serving(*answers: Answer) -> Iterator[Script]:
    """Serve a script for as long as the context lasts."""
    server = Server(("127.0.0.1", 0), Handler)
    server.script = Script(list(answers), f"http://127.0.0.1:{server.server_port}/v1")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.script
    finally:
        server.script.over.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


def _pieces(text: str, size: int = 24) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def streamed(text: str, size: int = 24) -> Answer:
    """Answer well: all of the text in pieces, the usage, the end."""

    def answer(handler: Handler) -> None:
        handler.begin()
        handler.event({"role": "assistant", "content": ""})
        for piece in _pieces(text, size):
            handler.event({"content": piece})
        handler.event({}, "stop")
        handler.event(None, usage={"prompt_tokens": 1_000, "completion_tokens": 100, "total_tokens": 1_100})
        handler.wfile.write(b"data: [DONE]\n\n")

    return answer


def cut(text: str, finish: str | None) -> Answer:
    """Send part of an answer and hang up; `finish` is told before, as some proxies do."""

    def answer(handler: Handler) -> None:
        handler.begin()
        for piece in _pieces(text):
            handler.event({"content": piece})
        if finish:
            handler.event({}, finish)
            handler.wfile.write(b"data: [DONE]\n\n")

    return answer


def stalled(text: str) -> Answer:
    """Send part of an answer, then nothing more."""

    def answer(handler: Handler) -> None:
        handler.begin()
        for piece in _pieces(text):
            handler.event({"content": piece})
        handler.server.script.over.wait(30)

    return answer


def hanging(handler: Handler) -> None:
    """Take the request and say nothing."""
    handler.server.script.over.wait(30)


def status(code: int, message: str, **headers: str) -> Answer:
    """Refuse, as OpenAI's interface does."""

    def answer(handler: Handler) -> None:
        handler.begin(code, "application/json", **headers)
        handler.wfile.write(json.dumps({"error": {"message": message, "type": "error", "code": str(code)}}).encode())

    return answer


def page(text: str, kind: str = "text/html", code: int = 200) -> Answer:
    """Send a body that is no answer: a login page, nothing."""

    def answer(handler: Handler) -> None:
        handler.begin(code, kind)
        handler.wfile.write(text.encode())

    return answer


def echoing_key(handler: Handler) -> None:
    """Refuse the key, repeating it, as real servers do."""
    key = handler.headers["Authorization"]
    status(401, f"Incorrect API key provided: {key} ({key.removeprefix('Bearer ')}).")(handler)
