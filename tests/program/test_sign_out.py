#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Who signs out, or changes the password, ends the WebSockets that are open with old tokens, on every
server of the store. As TAP.
    test_sign_out.py ORRERY [WORD…]    runs all tests, or those with all these words in their names
"""

import socket
import sys

sys.dont_write_bytecode = True  # the folder of the sources stays as it is

from frame import equal, run_tests, test
from serving import Server, Web, postgres

SIGNED_OUT = 4001


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def close_code(web):
    """Waits for the goodbye."""
    while True:
        head = web.file.read(2)
        if len(head) < 2:
            return None
        length = head[1] if head[1] < 126 else int.from_bytes(web.file.read(2), "big")
        data = web.file.read(length)
        if head[0] == 0x88:
            return int.from_bytes(data[:2], "big")


def answers(web):
    """Does it still work?"""
    web.send('{"do":"watch","id":7,"table":"nowhere"}')
    while (message := web.receive()) is not None:
        if message.get("answer") == 7:
            return True
    return False


def account(server, name):
    return server.must("POST", "/api/account", {"name": name, "password": "correct horse", "token": True}, server.guest(name))["token"]


def login(server, name, password="correct horse"):
    return server.must("POST", "/api/login", {"name": name, "password": password, "token": True})["token"]


def is_known(server, token):
    return server.ask("GET", "/api/me", token=token)[2] is not None


def story(here, there):
    """What happens at one server is heard at the other one, which may be the same."""
    first = account(here, "Ada")
    second, third = login(there, "Ada"), login(here, "Ada")
    bob = here.guest("Bob")
    webs = {token: [Web(server, **bearer(token)) for server in (here, there)]
            for token in (first, second, third, bob)}
    watcher = Web(there)
    for web in [watcher, *sum(webs.values(), [])]:
        equal(answers(web), True, "before")
    for server in (here, there):
        equal(is_known(server, first), True, "before")

    here.must("POST", "/api/logout", {}, first)
    for web in webs.pop(first):
        equal(close_code(web), SIGNED_OUT, "close code after a logout")
        web.close()
    for server in (here, there):
        equal(is_known(server, first), False, "the token is void")

    equal(here.ask("POST", "/api/password", {"password": "wrong horse", "new_password": "battery staple"},
                   second)[0], 403, "wrong password")
    for web in [watcher, *sum(webs.values(), [])]:
        equal(answers(web), True, "others stay")

    fourth = here.must("POST", "/api/password", {"password": "correct horse", "new_password": "battery staple",
                                                 "token": True}, second)["token"]
    for web in webs.pop(third) + webs.pop(second):
        equal(close_code(web), SIGNED_OUT, "close code after a change of the password")
        web.close()
    for web in [watcher, *sum(webs.values(), [])]:
        equal(answers(web), True, "others stay")
        web.close()
    for server in (here, there):
        for token in (second, third):
            equal(is_known(server, token), False, "all tokens of before are void")
        equal(is_known(server, fourth), True, "who changed it has a new one")
    equal(here.ask("POST", "/api/login", {"name": "Ada", "password": "correct horse"})[0], 403, "old password")
    login(there, "Ada", "battery staple")


@test
def signing_out(folder):
    with Server(folder) as server:
        story(server, server)
        equal(server.stop(), 0, "exit code\n" + server.log_text)


@test
def signing_out_with_two_servers(folder):
    with postgres() as (address, _):
        with Server(folder, store=address) as here, Server(folder, store=address) as there:
            story(here, there)
            equal(here.stop(), 0, "exit code\n" + here.log_text)
            equal(there.stop(), 0, "exit code\n" + there.log_text)


@test
def signing_out_during_a_handshake(folder):
    """A socket that is opened and a logout, at the same moment: it does not stay open."""
    with Server(folder) as server:
        for _ in range(20):
            token = server.guest("Ada")
            clients = []
            for request in ("GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                            "POST /api/logout HTTP/1.1\r\nContent-Length: 0"):
                client = socket.create_connection(("127.0.0.1", server.port), timeout=60)
                client.sendall(f"{request}\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
                clients.append(client)
            file = clients[0].makefile("rb")
            equal(int(file.readline().split()[1]), 101, "handshake")
            while file.readline() != b"\r\n":
                pass
            welcome = file.read(2)
            text = file.read(welcome[1])
            if b'"Ada"' in text:  # it came before the logout, and is ended
                head = file.read(2)
                equal((head[0], int.from_bytes(file.read(head[1])[:2], "big")), (0x88, SIGNED_OUT), "goodbye")
            for client in clients:
                client.close()
        equal(server.stop(), 0, "exit code\n" + server.log_text)


sys.exit(run_tests())
