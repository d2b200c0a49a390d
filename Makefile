# Countersign. `make demo` and `make test` need nothing run before them; `make help` lists the targets.

SHELL := /bin/sh
, := ,
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# ---- What this builds --------------------------------------------------------------------------------------------------------

VERSION := $(shell sed -n 's/^\#define CSN_VERSION "\(.*\)"/\1/p' Include/countersign.h)
ABI     := $(shell sed -n 's/^\#define CSN_ABI_MAJOR //p' Include/countersign.h)
LINK    := libcountersign.so
SONAME  := $(LINK).$(ABI)
REAL    := $(LINK).$(VERSION)

BUILD   := build
LIBRARY := $(BUILD)/lib/$(REAL)
HEADER  := $(BUILD)/include/countersign.h
PC      := $(BUILD)/lib/pkgconfig/countersign.pc
SOURCES := Package.swift Include/countersign.h Include/module.modulemap Sources/Packaging/countersign.map \
           $(shell find Sources -name '*.swift' -o -name '*.c' -o -name '*.h')

# ---- How ---------------------------------------------------------------------------------------------------------------------

# Debian names its tools so; a cross build or another compiler sets them.
CC       = gcc
CXX      = g++
OBJCOPY  = objcopy
PYTHON   = python3
MYPY     = mypy
SWIFT    = swift
VALGRIND = valgrind
CFLAGS   = -O2 -g

STRICT   := -Wall -Wextra -Wpedantic -Werror
TOOLS    := Tests/tools
HERE     := $(CURDIR)
# Runs a command as the part of that name: counts what it says it passed and failed, and keeps the count for the total.
PART      = $(PYTHON) $(TOOLS)/part.py $@ --
TOTAL     = $(PYTHON) $(TOOLS)/total.py
SWIFT_TEST = $(SWIFT) test --quiet --disable-xctest
CAPI      = $(MAKE) -C Tests/capi INCLUDE=$(HERE)/$(BUILD)/include LIBDIR=$(HERE)/$(BUILD)/lib OUT=$(HERE)/$(BUILD)/tests/capi \
            CC="$(CC)" CXX="$(CXX)"

STRESS    = $(MAKE) -C Tests/stress INCLUDE=$(HERE)/$(BUILD)/include OUT=$(HERE)/$(BUILD)/tests/stress

# A crash must end a test, not start Swift's crash reporter, whose child holds our pipes.
export SWIFT_BACKTRACE := enable=no
export COUNTERSIGN_LIBRARY := $(HERE)/$(BUILD)/lib/$(SONAME)
export PYTHONPATH := $(HERE)/Sources/Python
export PYTHONDONTWRITEBYTECODE := 1
export CSN_SOURCES_README := $(HERE)/Sources/README.md

TEST_PARTS  := test-swift test-c test-input test-python test-examples test-readme
CHECK_PARTS := check-lint check-rules check-mypy check-abi check-install check-generated check-valgrind check-asan check-tsan \
               check-stress check-input
FULL_PARTS  := check-release check-pythons check-random check-input-all check-fuzz
FLOWS       := frictionless challenged stepped-up declined

.PHONY: help deps lib demo test check check-full parts bench fuzz format lint install clean
.PHONY: $(TEST_PARTS) $(CHECK_PARTS) $(FULL_PARTS)

help:
	@echo 'make deps        install the Debian packages that are missing (as root), or say which'
	@echo 'make lib         build/lib/$(REAL), header and pkg-config file'
	@echo 'make demo        four payments from C and from Python, with every hook as it fires'
	@echo 'make test        all tests of a change: Swift, C, C++, Python, examples, README'
	@echo 'make check       what takes longer: style, ABI, install, valgrind, sanitisers'
	@echo 'make check-full  what is run by hand: optimised tests, every Python at hand, long random runs'
	@echo 'make fuzz        one fuzz target for a while: TARGET=json SECONDS=600'
	@echo 'make bench       the figures, as a table and in build/bench.json'
	@echo 'make format      lay out the Swift sources;  make lint  only look'
	@echo 'make install     PREFIX=/usr/local [DESTDIR=]'
	@echo 'make clean       remove build/ and .build/'

# ---- Dependencies ------------------------------------------------------------------------------------------------------------

# Command, or module as pkg-config knows it; the Debian package that has it; what for.
define DEPENDENCIES
gcc         gcc         compiles the C tests, examples and benchmarks, and links the library
g++         g++         compiles the C tests once more as C++; brings the libstdc++ that Swift's runtime needs
objcopy     binutils    splits off the debug information; nm and readelf for the checks
pkg-config  pkg-config  the examples find the library as a host would
python3     python3     runs the Python tests and examples, and the tools in Tests/tools
mypy        mypy        checks the types of the Python package
valgrind    valgrind    looks for memory errors and leaks in the C tests
libuv       libuv1-dev  the loop of one of the examples
endef
export DEPENDENCIES

deps:
	@missing=$$(echo "$$DEPENDENCIES" | while read -r name package reason; do \
	    command -v "$$name" >/dev/null || pkg-config --exists "$$name" 2>/dev/null || echo "$$package"; \
	    done | sort -u | tr '\n' ' '); \
	$(PYTHON) -c 'import pytest' 2>/dev/null || missing="$$missing python3-pytest"; \
	if [ -n "$$missing" ]; then \
	    if [ "$$(id -u)" = 0 ]; then \
	        apt-get update -q && apt-get install -y -q --no-install-recommends $$missing || exit 1; \
	    else \
	        echo "Missing: $$missing"; echo "Run this as root:  apt-get update && apt-get install -y $$missing"; exit 1; \
	    fi; \
	fi; \
	if ! $(PYTHON) -c 'import pytest' 2>/dev/null; then \
	    echo "pytest is not in $$(command -v $(PYTHON)): set PYTHON=/usr/bin/python3, or install it there"; exit 1; \
	fi; \
	if ! $(SWIFT) --version 2>/dev/null | grep -Eq 'Swift version (6\.([3-9]|[1-9][0-9])|[7-9])'; then \
	    echo 'Swift 6.3 or newer is needed and is no Debian package: https://www.swift.org/install/linux/'; exit 1; \
	fi; \
	echo 'Everything that is needed is here.'

# ---- The library -------------------------------------------------------------------------------------------------------------

lib: $(LIBRARY) $(HEADER) $(PC)

# Stripped; gdb finds what was taken off by the link that stays, or by the build id.
$(LIBRARY): $(SOURCES)
	$(SWIFT) build --configuration release --product countersign
	@mkdir -p $(BUILD)/lib $(BUILD)/debug
	$(OBJCOPY) --only-keep-debug .build/release/$(LINK) $(BUILD)/debug/$(REAL).debug
	$(OBJCOPY) --strip-all --add-gnu-debuglink=$(BUILD)/debug/$(REAL).debug .build/release/$(LINK) $@
	@ln -sf $(REAL) $(BUILD)/lib/$(SONAME)
	@ln -sf $(SONAME) $(BUILD)/lib/$(LINK)

$(HEADER): Include/countersign.h
	@mkdir -p $(@D)
	@cp $< $@

$(PC): Sources/Packaging/countersign.pc.in Include/countersign.h
	@mkdir -p $(@D)
	@sed 's/@VERSION@/$(VERSION)/' $< >$@

PREFIX = /usr/local
install: lib
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include
	install -m 755 $(LIBRARY) $(DESTDIR)$(PREFIX)/lib/$(REAL)
	ln -sf $(REAL) $(DESTDIR)$(PREFIX)/lib/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(PREFIX)/lib/$(LINK)
	install -m 644 $(HEADER) $(DESTDIR)$(PREFIX)/include/countersign.h
	install -m 644 $(PC) $(DESTDIR)$(PREFIX)/lib/pkgconfig/countersign.pc

# ---- Examples ----------------------------------------------------------------------------------------------------------------

# What an example needs beside the library.
NEEDS_loop       := -lpthread
NEEDS_loop_libuv := -D_GNU_SOURCE $(shell pkg-config --cflags --libs libuv 2>/dev/null)

EXAMPLES := $(patsubst examples/c/%.c,$(BUILD)/examples/%,$(wildcard examples/c/*.c))

$(BUILD)/examples/%: examples/c/%.c $(LIBRARY) $(HEADER) $(PC)
	@mkdir -p $(@D)
	@$(CC) -std=c99 $(CFLAGS) $(STRICT) $< -o $@ \
	    $$(PKG_CONFIG_PATH=$(BUILD)/lib/pkgconfig pkg-config --cflags --libs countersign) $(NEEDS_$*) \
	    -Wl,-rpath,$(HERE)/$(BUILD)/lib

demo: $(BUILD)/examples/pay
	@for program in "$(BUILD)/examples/pay" "$(PYTHON) examples/python/pay.py"; do \
	    for flow in $(FLOWS); do \
	        printf '\n==== %s %s --otp 1234\n\n' "$$program" $$flow; \
	        $$program $$flow --otp 1234 || exit 1; \
	    done; \
	done

# ---- Tests: each part counts, all parts run, the total decides ---------------------------------------------------------------

test:
	@rm -f $(BUILD)/results/test-*
	@$(MAKE) --keep-going $(TEST_PARTS); $(TOTAL) $(TEST_PARTS)

test-swift:
	@$(PART) $(SWIFT_TEST)

test-c: lib
	@$(PART) $(CAPI) run

# Every function of the header with all that a host can get wrong, at every moment of a payment.
$(BUILD)/tests/input: $(TOOLS)/input.py Tests/capi/input.h Tests/capi/input_values.h Tests/capi/flow.h Tests/capi/test.h \
                      $(HEADER) $(LIBRARY)
	@mkdir -p $(@D)
	@$(PYTHON) $(TOOLS)/input.py Include/countersign.h >$@.c
	@$(CC) -std=c99 -D_DEFAULT_SOURCE -O1 -g $(STRICT) -I$(BUILD)/include -ITests/capi $@.c -o $@ \
	    -L$(BUILD)/lib -lcountersign -Wl,-rpath,$(HERE)/$(BUILD)/lib

# A part of the combinations here; all of them in check-input-all.
test-input: $(BUILD)/tests/input
	@CSN_TEST_VALGRIND=1 $(PART) $<

check-input-all: $(BUILD)/tests/input
	@$(PART) $<

test-python: lib
	@$(PART) $(PYTHON) -m pytest --quiet -p no:cacheprovider Tests/python

# What the examples print is compared, line by line, with examples/expected.
test-examples: $(EXAMPLES)
	@$(PART) $(PYTHON) $(TOOLS)/examples.py $(BUILD)/examples

# The programs in the README are those in examples/, and what it says of sizes holds.
test-readme:
	@$(PART) $(PYTHON) $(TOOLS)/readme.py

# ---- Checks ------------------------------------------------------------------------------------------------------------------

check:
	@rm -f $(BUILD)/results/check-*
	@$(MAKE) --keep-going $(CHECK_PARTS); $(TOTAL) $(CHECK_PARTS)

SWIFT_FILES := Package.swift Sources Tests/CountersignTests

lint: check-lint check-rules

format:
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_FILES)

check-lint:
	@$(PART) $(SWIFT) format lint --strict --parallel --recursive $(SWIFT_FILES)

check-rules:
	@$(PART) $(PYTHON) $(TOOLS)/rules.py

# The oldest Python that the package takes; the examples are typed as a user's program would be.
check-mypy:
	@$(PART) sh -c 'MYPYPATH=Sources/Python:Tests/python $(MYPY) --strict --python-version 3.9 --cache-dir $(BUILD)/mypy \
	    Sources/Python/countersign Tests/python/*.py && for program in examples/python/*.py; do \
	    MYPYPATH=Sources/Python $(MYPY) --strict --python-version 3.9 --cache-dir $(BUILD)/mypy $$program || exit 1; done'

check-abi: lib
	@$(PART) $(PYTHON) $(TOOLS)/abi.py $(BUILD) --cc "$(CC)" --cxx "$(CXX)"

# Installed, moved elsewhere, found by pkg-config, linked and run.
check-install: lib
	@$(PART) $(PYTHON) $(TOOLS)/install.py $(BUILD)/install --make "$(MAKE)" --cc "$(CC)"

check-generated:
	@$(PART) $(PYTHON) $(TOOLS)/generated.py

# The same library with the names of its functions, by which suppressions go; valgrind cannot read Swift's debug information.
$(BUILD)/symbols/$(SONAME): $(LIBRARY)
	@mkdir -p $(@D)
	@$(OBJCOPY) --strip-debug .build/release/$(LINK) $@

check-valgrind: lib $(BUILD)/symbols/$(SONAME)
	@LD_LIBRARY_PATH=$(HERE)/$(BUILD)/symbols $(PART) $(CAPI) valgrind VALGRIND="$(VALGRIND)"

# Leaks are valgrind's business: the leak sanitizer does not see references that Swift keeps with an enumeration's bits, and
# takes tables that live for ever for lost.
check-asan:
	@ASAN_OPTIONS=detect_leaks=0 $(PART) $(SWIFT_TEST) --sanitize=address --scratch-path .build/asan

# The property tests turn one value on one thread, where this one has nothing to find. The stress program is short here: what
# the sanitizer sees does not depend on luck as much as what goes wrong.
check-tsan:
	@$(PART) sh -c '$(SWIFT_TEST) --sanitize=thread --scratch-path .build/tsan --skip PropertyTests && \
	    $(SWIFT) build --quiet --sanitize=thread --scratch-path .build/tsan --product countersign && \
	    $(STRESS) tsan LIBDIR=$(HERE)/.build/tsan/debug SWIFT="$(SWIFT)" SECONDS=20 SEEDS=4'

# Two minutes of many threads on many engines; `make -C Tests/stress run SECONDS=1800 SEEDS=100` is the long form.
check-stress: lib
	@$(PART) $(STRESS) run LIBDIR=$(HERE)/$(BUILD)/lib CC="$(CC)" SECONDS=100 SEEDS=20

# The same under valgrind, with a part of the combinations.
check-input: $(BUILD)/tests/input $(BUILD)/symbols/$(SONAME)
	@LD_LIBRARY_PATH=$(HERE)/$(BUILD)/symbols CSN_TEST_VALGRIND=1 $(PART) $(VALGRIND) --quiet --num-callers=60 \
	    --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
	    --suppressions=Tests/capi/valgrind.supp $<

FUZZ       := .build/fuzz/release/CountersignFuzz
# Optimised, since what a fuzzer finds it finds by the number of its runs. The linker warns of each function of the sanitizer:
# what the build says is shown only when it fails.
FUZZ_BUILD  = mkdir -p $(BUILD) && { COUNTERSIGN_FUZZ=1 $(SWIFT) build --quiet --configuration release \
              --scratch-path .build/fuzz --product CountersignFuzz --sanitize=fuzzer --sanitize=address \
              -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing \
              -Xlinker --no-export-dynamic >$(BUILD)/fuzz.log 2>&1 || { cat $(BUILD)/fuzz.log; exit 1; }; }

# Each target finds the bug that is planted for it, then runs for a while over its corpus.
check-fuzz:
	@$(PART) sh -c '$(FUZZ_BUILD) && $(PYTHON) $(TOOLS)/fuzz.py $(FUZZ) check'

# By hand: make fuzz TARGET=json SECONDS=600
TARGET = json
SECONDS = 600
fuzz:
	@$(FUZZ_BUILD) && $(PYTHON) $(TOOLS)/fuzz.py $(FUZZ) run $(TARGET) $(SECONDS)

# What .ci/run adds up.
parts:
	@echo $(TEST_PARTS) $(CHECK_PARTS)

# ---- By hand -----------------------------------------------------------------------------------------------------------------

check-full: check
	@rm -f $(addprefix $(BUILD)/results/,$(FULL_PARTS))
	@$(MAKE) --keep-going $(FULL_PARTS); $(TOTAL) $(FULL_PARTS)

# The tests as optimised code, which the library is.
check-release:
	@$(PART) $(SWIFT_TEST) --configuration release --scratch-path .build/release-tests -Xswiftc -enable-testing

check-pythons: lib
	@$(PART) $(PYTHON) $(TOOLS)/pythons.py

# Each run takes random courses of its own.
check-random:
	@$(PART) sh -c 'for run in 1 2 3 4 5 6 7 8 9 10; do $(SWIFT_TEST) --filter PropertyTests || exit 1; done'

# ---- Figures -----------------------------------------------------------------------------------------------------------------

BENCHMARKS := $(patsubst Tests/bench/%.c,$(BUILD)/bench/%,$(wildcard Tests/bench/bench_*.c))

# bench_load loads the library by itself.
$(BUILD)/bench/%: Tests/bench/%.c $(wildcard Tests/bench/*.h) $(LIBRARY) $(HEADER)
	@mkdir -p $(@D)
	@$(CC) -std=gnu99 $(CFLAGS) $(STRICT) -I$(BUILD)/include $< -o $@ \
	    $(if $(findstring bench_load,$@),-ldl,-L$(BUILD)/lib -lcountersign -Wl$(,)-rpath$(,)$(HERE)/$(BUILD)/lib)

bench: lib $(BENCHMARKS)
	@$(PYTHON) Tests/bench/bench.py $(BUILD)

clean:
	rm -rf $(BUILD) .build
