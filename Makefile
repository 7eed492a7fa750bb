# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

# The commands of the README, for people. Meson and Ninja do the building (meson.build), the scripts
# in tools/ do the rest; nothing here knows a source file.
#
# Each kind of build is a Meson folder of its own: build/release, build/sanitize, build/plain … (tools/build
# says which there are). build/orrery is a link to build/release/orrery. build/fuzz keeps what fuzzers found.

.PHONY: all library wasm site docs install uninstall deb tarball release run test test-long check bench fuzz golden pictures \
    coverage format clean help
.DEFAULT_GOAL := all

all: ## build the program build/orrery
	@tools/setup build
	@tools/build release orrery

library: ## build liborrery for other programs: header, libraries and pkg-config file in build/library
	@tools/setup build
	@tools/build release library
	@tools/library build/library

wasm: ## build the engine for browsers; the page then plays without a server, too
	@tools/setup build wasm
	@tools/build wasm

site: all ## write the page as files that any web server can serve, without a server of ours: build/site
	@tools/site build/site

docs: ## write the documentation as a small web site, with a search: build/docs/index.html
	@tools/setup docs
	@tools/docs build/docs

install: ## install program, library, manual pages and service; PREFIX=/usr/local, DESTDIR=
	@tools/setup build
	@tools/install

uninstall: ## remove what make install has installed; the same PREFIX and DESTDIR
	@tools/install --remove

deb: ## make the Debian packages in build/dist, from the last commit
	@tools/setup build wasm package
	@tools/release deb

tarball: ## make an archive in build/dist that runs on other Linux systems, from the last commit
	@tools/setup build wasm package
	@tools/release tarball

release: ## make everything that people download, twice, compare the bytes, and try each in a fresh Debian
	@tools/setup build wasm package
	@tools/release check
	@tools/try_release

run: all ## build and start the server, and open it in a browser; else open the address that it prints
	@build/orrery serve --log quiet --browser

test: ## everything that has to pass before a change goes in
	@tools/setup build test format wasm
	@tools/test

test-long: ## the same with more compilers, many more random games, 60 s for each fuzzer
	@tools/setup build test format wasm
	@tools/test long

check: ## only the quick checks: layers, layout, sizes, texts, rule ids
	@tools/setup build format
	@tools/test checks

bench: all ## measure the speed
	@build/orrery bench

fuzz: ## run each fuzzer for 60 s
	@tools/setup build test
	@tools/build fuzzers
	@tools/fuzz

golden: ## keep the present playthroughs after a change of the rules; look at the difference
	@tools/setup build test
	@tools/build release
	@tests/golden/test_golden.py build/release/tests/playthrough --keep

pictures: all ## make the pictures in docs/images anew, in a browser
	@tools/setup build test
	@npm ci --prefix tests/browser --omit=dev --no-audit --no-fund --loglevel=error
	@npm ci --prefix tests/server --omit=dev --no-audit --no-fund --loglevel=error
	@node tests/browser/pictures.mjs build/orrery docs/images
	@node tests/browser/icons.mjs web/public
	@tools/terminal_pictures build/orrery docs/images

coverage: ## run the tests and show how much of the code they reach
	@tools/setup build test
	@tools/coverage

format: ## lay out the C code
	@tools/setup format
	@tools/format

clean: ## remove everything that was built
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name about; \
	do printf 'make %-10s %s\n' "$$name" "$$about"; done
