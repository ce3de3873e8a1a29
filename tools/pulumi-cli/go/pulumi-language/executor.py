"""Runs a Pulumi program: the engine's settings, the entry point and the program's own arguments come as arguments."""

import argparse
import asyncio
import logging
import os
import runpy
import signal
import sys
import traceback

# The host interrupts a program whose run has failed. It ends then, instead of with a traceback of KeyboardInterrupt.
signal.signal(signal.SIGINT, signal.SIG_DFL)

# The exit code which says that the user has been told what went wrong.
ERROR_WAS_SHOWN = 32

parser = argparse.ArgumentParser(allow_abbrev=False)
for name in ("monitor", "engine", "organization", "project", "root-directory", "stack", "pwd"):
    parser.add_argument(f"--{name}")
parser.add_argument("--parallel", type=int)
parser.add_argument("--dry-run", action="store_true")
parser.add_argument("entry_point")
parser.add_argument("arguments", nargs=argparse.REMAINDER)
settings = vars(parser.parse_args())
entry_point = settings.pop("entry_point")
arguments = settings.pop("arguments")
directory = settings.pop("pwd")

try:
    import pulumi
    from pulumi.runtime.settings import Settings
except ImportError as error:
    sys.exit(
        f"The package {error.name} isn't installed for {sys.executable}: install the project's dependencies, "
        f"for example with `{sys.executable} -m pip install -r requirements.txt`, then try again."
    )

program = os.path.normpath(os.path.join(directory, entry_point))
os.chdir(directory)
# Without it the folder of this text, as Python sees it, comes first.
sys.path[0] = program if os.path.isdir(program) else os.path.dirname(program)
sys.argv = [program, *arguments]
pulumi.runtime.configure(Settings(**settings))
# Errors reach the user through the engine.
logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def run():
    runpy.run_path(program, run_name="__main__")


def explained() -> str:
    """The traceback of the program alone, without what ran it."""
    kind, error, trace = sys.exc_info()
    frames = traceback.extract_tb(trace)
    own = [index for index, frame in enumerate(frames) if frame.filename.startswith(directory + os.sep)]
    lines = traceback.format_list(frames[own[0] :] if own else frames)
    return "".join(["Traceback (most recent call last):\n", *lines, *traceback.format_exception_only(kind, error)])


loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
succeeded = False
try:
    loop.run_until_complete(pulumi.runtime.run_in_stack(run))
    succeeded = True
except pulumi.RunError as error:
    pulumi.log.error(str(error))
except Exception:
    pulumi.log.error("Program failed with an unhandled exception:\n" + explained())
finally:
    sys.stdout.flush()
    sys.stderr.flush()
sys.exit(0 if succeeded else ERROR_WAS_SHOWN)
