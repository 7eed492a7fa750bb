#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

# A PostgreSQL server for tests, in a temporary folder, on loopback and a socket of its own.
#     tests/store/postgres.sh
# prints the address of an empty database, then obeys the lines of its standard input and answers
# each with the word "done":
#     stop          as an administrator does it
#     crash         as a power failure does it
#     start         again, at the same address
# When its input ends, the server and the folder go away. So nothing stays behind, however the test
# ends. As root it becomes the user postgres (or nobody), which PostgreSQL insists on.

set -euo pipefail

programs=$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1) || true
[[ -n $programs ]] || programs=$(dirname "$(command -v initdb || echo /usr/bin/initdb)")
if [[ ! -x $programs/initdb ]]; then
    echo "tests/store/postgres.sh: there is no PostgreSQL server here (Debian: postgresql)" >&2
    exit 1
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/orrery_postgres.XXXXXX")
data=$folder/data

as_user=()
if [[ $EUID -eq 0 ]]; then
    user=postgres
    id -u "$user" >/dev/null 2>&1 || user=nobody
    as_user=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --clear-groups --)
    chown "$user" "$folder"
fi

run() {
    (cd "$folder" && "${as_user[@]}" "$@") >>"$folder/log" 2>&1
}

start() {
    run "$programs/pg_ctl" -D "$data" -w -t 60 -l "$folder/server.log" start
}

stop() {
    run "$programs/pg_ctl" -D "$data" -w -t 60 -m "$1" stop
}

finish() {
    trap '' INT TERM HUP
    [[ ! -e $data/postmaster.pid ]] || stop immediate || true
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

fail() {
    tail -n 20 "$folder/log" "$folder/server.log" >&2 || true
    echo "tests/store/postgres.sh: $1 failed" >&2
    exit 1
}

touch "$folder/log"
[[ $EUID -ne 0 ]] || chmod 666 "$folder/log"
# To make the files of a new database takes much longer than to copy them, so they are made once and kept in build/ (with
# the next version of PostgreSQL or of this script, anew). The name is taken when all is there; of several at once, the
# first one stays.
template=$(cd "$(dirname "$0")/../.." && pwd)/build/postgres/$(cat "$0" <("$programs/initdb" --version) | cksum | tr " " _)
if [[ ! -r $template/data/PG_VERSION ]]; then
    run "$programs/initdb" -D "$data" -U orrery -A trust -E UTF8 --locale=C --wal-segsize=1 --no-sync || fail initdb
    run "$programs/postgres" --single -D "$data" postgres <<<'CREATE DATABASE orrery' || fail "CREATE DATABASE"
    mkdir -p "${template%/*}"
    made=$(mktemp -d "$template.XXXXXX")
    cp -a "$data" "$made/data"
    mv -T "$made" "$template" 2>/dev/null || rm -rf "$made" # someone else was quicker
else
    cp -a "$template/data" "$data"
fi

# Another program may take a free port before we do, so there are several attempts.
for _ in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 12000))
    cat >"$folder/settings" <<SETTINGS
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$folder'
fsync = on
synchronous_commit = on
shared_buffers = 32MB
max_connections = 30
log_min_messages = fatal
SETTINGS
    run cp "$folder/settings" "$data/postgresql.auto.conf"
    ! start || break
    port=
done
[[ -n $port ]] || fail "starting the server"
echo "postgres://orrery@127.0.0.1:$port/orrery"

while read -r command; do
    case $command in
    stop) stop fast || fail stop ;;
    crash) stop immediate || fail crash ;;
    start) start || fail start ;;
    *) fail "\"$command\"" ;;
    esac
    echo "done"
done
