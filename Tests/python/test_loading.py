"""Finding and loading the library, and what that leaves in the process."""

from __future__ import annotations

import pytest

import countersign

from programs import done, run_program


def test_a_library_that_is_not_there() -> None:
    finished = run_program("import countersign; countersign.version()", COUNTERSIGN_LIBRARY="/nonexistent/lib.so")
    assert "OSError" in finished.stderr


def test_the_path_may_be_given() -> None:
    path = countersign.load()._name
    program = f"import countersign; countersign.load({path!r}); print(countersign.version())"
    assert run_program(program, COUNTERSIGN_LIBRARY="/nonexistent/lib.so").stdout.strip() == countersign.version()
    with pytest.raises(RuntimeError):
        countersign.load("/nonexistent/lib.so")


def test_a_library_that_is_another() -> None:
    assert "AttributeError" in run_program("import countersign; countersign.load('libc.so.6')").stderr


def test_an_older_python_is_refused_by_name() -> None:
    assert done(
        """
        import sys
        sys.version_info = (3, 8, 18, "final", 0)
        try:
            import countersign
        except ImportError as error:
            print(error)
        """
    ) == "countersign needs Python 3.9 or newer"


def test_a_whole_life_leaves_the_process_as_it_was() -> None:
    """Import, load, payments in threads and on asyncio: no thread, no handler, no descriptor stays."""
    assert done(
        """
        import asyncio, locale, os, signal, sys, threading
        from programs import foreign_threads
        def traces():
            return (
                foreign_threads(), sorted(os.listdir("/proc/self/fd")), threading.active_count(), dict(os.environ), os.getcwd(),
                [signal.getsignal(number) for number in signal.valid_signals()], signal.pthread_sigmask(signal.SIG_BLOCK, []),
                locale.setlocale(locale.LC_ALL), sys.excepthook, sys.unraisablehook,
                [line for line in open("/proc/self/status") if line.startswith(("SigIgn", "SigCgt", "SigBlk"))])
        locale.setlocale(locale.LC_ALL, "C.UTF-8")
        first = threading.Thread(target=int)   # with the first thread, the C library takes a signal for itself
        first.start()
        first.join()
        before = traces()
        from countersign import Engine, Proceed, aio
        from support import CHALLENGE, FRICTIONLESS, card, drive, payment, transaction
        def work():
            with Engine({"authentication": {}}, on_pre_authorisation=lambda event: Proceed()) as engine:
                drive(engine, payment(engine, CHALLENGE))
        threads = [threading.Thread(target=work) for _ in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        async def main():
            async with aio.Engine({"authentication": {}}) as engine:
                await asyncio.gather(*(engine.payment(transaction(), card=card(engine)).run() for _ in range(20)))
        asyncio.run(main())
        import gc; gc.collect()
        print([(old, new) for old, new in zip(before, traces()) if old != new])
        """
    ) == "[]"
