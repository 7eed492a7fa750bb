# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""What the tests of the server as a program share: servers, requests, WebSockets, PostgreSQL."""

import base64
import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import sqlite3
import struct
import subprocess
import time

from frame import PROGRAM, SECONDS, Failure, environment, equal, true

HERE = pathlib.Path(__file__).resolve().parent

PLAY_SECONDS = 240  # computer players are nice to everything else that runs
LOOK_SECONDS = 0.1  # between requests that wait for something: who asks more often is refused after a while (rate_limit.c)


class Server:
    """`orrery serve` at a free port, or at that one; None: as it likes. `log` has the lines of its log after stop()."""

    def __init__(self, folder, *arguments, store="tables.db", port=0, **more):
        at = [] if port is None else ["--port", str(port)]
        self.errors = folder / f"log{time.monotonic_ns()}"
        with open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                [str(PROGRAM), "serve", "--store", str(store), *at, *map(str, arguments)],
                cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                env=environment(**more))
        line = self.process.stdout.readline().decode()
        found = re.fullmatch(r"orrery: http://127\.0\.0\.1:(\d+)/\n", line)
        if not found:
            self.kill()
            raise Failure(f"the server did not start: {line!r} {self.errors.read_text()!r}")
        self.port = int(found[1])
        self.out = line

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(SECONDS)
        self.process.stdout.close()

    def stop(self):
        """Ends it as an administrator does; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(SECONDS)
        self.out += self.process.stdout.read().decode()
        return code

    @property
    def log_text(self):
        return self.errors.read_text(encoding="utf-8")

    @property
    def log(self):
        return [json.loads(line) for line in self.log_text.splitlines()]

    def await_log(self, what):
        """Waits until the log has such a line."""
        end = time.monotonic() + 60
        while not any(line["what"] == what for line in self.log):
            true(time.monotonic() < end, f"no line {what!r} in the log: {self.log_text}")
            time.sleep(0.05)

    def ask(self, method, path, body=None, token=None, **headers):
        """One request; returns (status, headers, JSON or text)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = body if body is None or isinstance(body, str) else json.dumps(body)
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection.request(method, path, given, {**headers, "Connection": "close"})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        return answer.status, answer.headers, json.loads(text) if is_json and text else text

    def must(self, method, path, body=None, token=None):
        status, _, answer = self.ask(method, path, body, token)
        true(200 <= status < 300, f"{method} {path}: {status} {answer}")
        return answer

    def guest(self, name="Ada"):
        return self.must("POST", "/api/guest", {"name": name, "token": True})["token"]

    def table(self, token, *seats, **more):
        return self.must("POST", "/api/tables", {"game": "noughts", "seats": seats, "start": True,
                                                 **more}, token)["table"]

    def play_out(self, token, table):
        """Watches until the game of a table is over: computers play while somebody watches."""
        web = Web(self, Authorization=f"Bearer {token}")
        web.send(json.dumps({"do": "watch", "id": 1, "table": table}))
        end = time.monotonic() + PLAY_SECONDS
        while self.must("GET", f"/api/tables/{table}")["phase"] != "over":
            true(time.monotonic() < end, "the game of computer players ends")
            time.sleep(LOOK_SECONDS)
        web.close()


class Web:
    """A WebSocket, as small as can be: short messages, whole frames."""

    def __init__(self, server, path="/ws", **headers):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline() not in (b"\r\n", b""):
            pass

    def send(self, text, kind=0x81):
        data = text if isinstance(text, bytes) else text.encode()
        head = (struct.pack("!BB", kind, 0x80 | len(data)) if len(data) < 126 else
                struct.pack("!BBH", kind, 0xfe, len(data)))
        self.socket.sendall(head + bytes(4) + data)

    def receive(self):
        """The next message, or None at the end."""
        head = self.file.read(2)
        if len(head) < 2:
            return None
        length = head[1]
        if length >= 126:
            size = 2 if length == 126 else 8
            length = int.from_bytes(self.file.read(size), "big")
        data = self.file.read(length)
        return json.loads(data) if head[0] == 0x81 else None

    def close(self):
        self.file.close()
        self.socket.close()


class Player:
    """A guest at a table that never ends: every answer with `ok` is a row that must stay."""

    def __init__(self, server):
        self.token = server.guest()
        self.table = server.table(self.token, "me", "open")
        self.keys = []
        self.number = 0
        self.connect(server)

    def connect(self, server):
        self.web = Web(server, Authorization=f"Bearer {self.token}")
        equal(self.web.receive()["event"], "welcome", "the first message")

    def act(self):
        """Changes something; the answer."""
        self.number += 1
        key = f"key{self.number}"
        self.web.send(f'{{"do":"confirms","id":{self.number},"table":"{self.table}","seat":1,'
                      f'"on":{"true" if self.number % 2 else "false"},"key":"{key}"}}')
        while (answer := self.web.receive()).get("answer") != self.number:
            true(answer is not None, "the server has hung up")
        if answer.get("ok"):
            self.keys.append(key)
        return answer

    def must(self):
        answer = self.act()
        true(answer.get("ok"), f"answer {answer}")

    def fails(self):
        """It is refused at once, and may be tried again."""
        began = time.monotonic()
        equal(self.act().get("error"), "unavailable", "the answer")
        true(time.monotonic() - began < 5, "the refusal comes at once")

    def kept(self, store):
        """The keys of its rows in a file."""
        with contextlib.closing(sqlite3.connect(store)) as database:
            return {key for key, in database.execute("SELECT key FROM rows WHERE table_id = ?",
                                                     (self.table,))}

    def all_there(self, store):
        """Nothing that was acknowledged is missing."""
        equal(set(self.keys) - self.kept(store), set(), "acknowledged rows that are missing")


@contextlib.contextmanager
def postgres():
    """A database of its own; gives its address and a function that has it stopped or started."""
    process = subprocess.Popen([str(HERE / "../store/postgres.sh")], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True)

    def order(word):
        process.stdin.write(word + "\n")
        process.stdin.flush()
        equal(process.stdout.readline(), "done\n", f"postgres.sh {word}")

    try:
        address = process.stdout.readline().strip()
        true(address.startswith("postgres://"), "PostgreSQL did not start")
        yield address, order
    finally:
        process.stdin.close()
        process.wait(SECONDS)
        process.stdout.close()


@contextlib.contextmanager
def shipper(folder, store, copy):
    """A process whose copy follows a store every second."""
    process = subprocess.Popen([str(PROGRAM), "admin", "ship", str(copy), "--store", str(store), "--every", "1"],
                               cwd=folder, env=environment(), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait(SECONDS)
        process.stdout.close()
