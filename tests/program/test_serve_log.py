#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The log of `orrery serve`: what it tells, and that no secret is ever in it, as TAP.
    test_serve_log.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import re
import socket
import sys
import time

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import equal, lacks, run_tests, test, true
from serving import Server, Web, postgres

LEVELS = {"error", "warning", "notice", "info"}


def words(server):
    return [line["what"] for line in server.log]


def requests(server):
    """(method, route, status) of each request in the log."""
    return [(line.get("method"), line.get("route"), line["status"]) for line in server.log
            if line["what"] == "request"]


def well_formed(server):
    for line in server.log:
        equal(list(line)[:3], ["time", "level", "what"], "first members")
        true(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]), line["time"])
        true(line["level"] in LEVELS and line["what"], f"line {line}")


def some_requests(server):
    token = server.guest()
    server.must("GET", "/health")
    server.must("GET", "/api/tables?lang=de")
    table = server.table(token, "me", "open")
    server.must("GET", f"/api/tables/{table}", token=token)
    server.ask("POST", "/api/me", {})
    server.ask("POST", "/api/login", {"name": "Ada", "password": "wrong-password"})
    server.ask("GET", "/nowhere")
    return table


# ---- what it tells -------------------------------------------------------------------------------


@test
def requests_by_their_routes(folder):
    with Server(folder, "--log", "all") as server:
        table = some_requests(server)
        equal(server.stop(), 0, "exit code")
    well_formed(server)
    equal(requests(server), [
        ("POST", "/api/guest", 200), ("GET", "/health", 200), ("GET", "/api/tables", 200),
        ("POST", "/api/tables", 201), ("GET", "/api/tables/*", 200), ("POST", "/api/me", 401),
        ("POST", "/api/login", 403), (None, None, 404)], "requests")
    line = next(line for line in server.log if line.get("route") == "/api/tables/*")
    equal((line["table"], line["user"], line["peer"]), (table, 1, "127.0.0.1"), "members")
    true(isinstance(line["ms"], int) and line["ms"] >= 0, "milliseconds")
    equal((words(server)[0], words(server)[-2:]), ("started", ["stopping", "stopped"]), "the ends")
    equal(server.log[0]["port"], server.port, "port")


@test
def three_amounts(folder):
    """Refused requests have a line about security, and one of their own only in all that is told."""
    for amount in ("quiet", "normal"):
        with Server(folder, "--log", amount, store=f"{amount}.db") as server:
            some_requests(server)
            equal(server.stop(), 0, "exit code")
        well_formed(server)
        equal(requests(server), [], f"requests in a {amount} log")
        equal(words(server).count("sign-in refused"), int(amount == "normal"), "refusals")
        equal("started" in words(server), amount == "normal", f"start in a {amount} log")


@test
def sockets_and_why_they_closed(folder):
    def reasons(server, count):
        end = time.monotonic() + 60
        while words(server).count("socket closed") < count:
            true(time.monotonic() < end, server.log_text)
            time.sleep(0.02)
        return [line["reason"] for line in server.log if line["what"] == "socket closed"]

    with Server(folder, "--log", "all") as server:
        for i, act in enumerate((
                lambda web: web.send(b"\x03\xe8", 0x88),  # a goodbye
                lambda web: web.close(),
                lambda web: web.send("binary", 0x82),
                lambda web: [web.send("{}") for _ in range(60)]), 1):
            web = Web(server)
            equal(web.receive()["event"], "welcome", "the first message")
            act(web)
            reasons(server, i)
            web.close()
        last = Web(server)
        last.receive()
        equal(server.stop(), 0, "exit code")
        equal(reasons(server, 5), ["left", "lost", "wrong", "rate", "ended"], "reasons")
    equal(words(server).count("socket opened"), 5, "sockets opened")
    cut = [line["level"] for line in server.log if line.get("reason") in ("wrong", "rate")]
    equal(cut, ["warning", "warning"], "those who break the rules")


# ---- secrets -------------------------------------------------------------------------------------


def live(server, secret, hook):
    """A session in which a lot is secret. Returns what must not be in the log."""
    _, headers, me = server.ask("POST", f"/api/guest?token={secret}",
                                {"name": "Ada", "token": True})
    token = me["token"]
    cookie = headers["Set-Cookie"].split(";")[0]
    password, new = f"{secret}-copper-roof", f"{secret}-tin-roof"
    guest = token
    token = server.must("POST", "/api/account", {"name": "Ada", "password": password, "token": True}, guest)["token"]
    _, headers, _ = server.ask("POST", "/api/login", {"name": "Ada", "password": password})
    device = next(value for value in headers.get_all("Set-Cookie") if "device" in value).split(";")[0]
    former = token
    token = server.must("POST", "/api/password", {"password": password, "new_password": new, "token": True},
                        former)["token"]
    server.ask("POST", "/api/mail/confirm", {"token": former})
    server.ask("POST", "/api/mail/stop", {"token": f"1-{secret}"})
    server.ask("POST", "/api/login", {"name": secret, "password": secret * 3})
    server.ask("POST", "/api/password", {"password": "x", "new_password": secret}, token)
    me = server.must("POST", "/api/me", {"webhook": f"http://127.0.0.1:{hook}/{secret}?{secret}",
                                         "mail": f"{secret}@example.org"}, token)
    server.ask("GET", "/api/me", None, None, Cookie=cookie)
    server.ask("GET", "/api/me", None, secret)
    server.ask("GET", f"/{secret}/nowhere?password={secret}", None, None, Referer=secret)
    server.ask("GET", f"/api/tables/{secret[:20]}/record?token={secret}")
    server.ask("POST", f"/api/games/{secret[:20]}", secret, token)
    server.ask("POST", "/api/tables", secret, token)
    server.ask("POST", "/api/guest", {"name": secret}, None, Origin=f"https://{secret}.example")
    return [token, cookie, me["secret"], guest, former, device]


def play(server, secret, token):
    """WebSockets, chat, and a game in which the user is sent for."""
    table = server.table(token, "random", "me", options={"start": "first"})
    server.must("GET", f"/api/tables/{table}")  # the computer player begins
    server.must("POST", f"/api/tables/{table}/chat", {"text": secret}, token)
    for headers in ({"Authorization": f"Bearer {token}"}, {"Cookie": f"orrery={token}"},
                    {"Cookie": f"orrery={secret}"}):
        web = Web(server, f"/ws?token={secret}", **headers)
        web.receive()
        for text in (secret, f'{{"do":"{secret}"}}', f'{{"do":"watch","table":"{secret[:20]}"}}',
                     f'{{"do":"move","table":"{table}","seat":2,"move":"{secret}","key":"{secret[:30]}"}}'):
            web.send(text)
            web.receive()
        web.close()
    Web(server, f"/ws?token={secret}", Authorization=f"Bearer {secret}").close()  # refused
    Web(server, f"/ws?token={secret}", Upgrade=secret).close()


@test
def no_secret_is_in_the_log(folder):
    secret = "geheim" * 6
    with socket.create_server(("127.0.0.1", 0)) as closed:
        hook = closed.getsockname()[1]
    with Server(folder, "--log", "all", "--mail", "false", "--url", "http://127.0.0.1", "--messages", 1000,
                ORRERY_PRIVATE_WEBHOOKS="1") as server:
        hidden = live(server, secret, hook)
        play(server, secret, hidden[0])
        server.await_log("webhook failed")
        server.await_log("mail failed")
        equal(server.stop(), 0, "exit code")
    well_formed(server)
    true({"started", "request", "socket opened", "socket closed", "stopped"} <= set(words(server)),
         server.log_text)
    true(len(requests(server)) >= 15, f"requests: {requests(server)}")
    lacks(server.log_text + server.out, "geheim", "argon2", *hidden)


@test
def store_that_goes_away(folder):
    with postgres() as (address, order):
        address = address.replace("orrery@", "orrery:geheimes@")
        with Server(folder, "--log", "quiet", store=address) as server:
            token = server.guest()
            server.table(token, "me", "open")
            equal(server.log_text, "", "nothing is wrong")
            order("stop")
            equal(server.ask("POST", "/api/tables", {"game": "noughts"}, token)[0], 503, "status")
            server.await_log("store failed")
            status, _, health = server.ask("GET", "/health")
            equal((status, health["status"]), (503, "failing"), "health")
            lacks(health["reason"], "127.0.0.1", "orrery@")
            order("start")
            end = time.monotonic() + 60
            while server.ask("POST", "/api/tables", {"game": "noughts"}, token)[0] != 201:
                true(time.monotonic() < end, "the server works again: " + server.log_text)
                time.sleep(0.1)
            code = server.stop()
            equal(code, 0, "exit code\n" + server.log_text)
    well_formed(server)
    equal([(line["level"], line["what"]) for line in server.log], [("error", "store failed")],
          "one line of a quiet log for all that was refused")
    lacks(server.log_text + server.out, "geheimes", token)


sys.exit(run_tests())
