"""Runs a skill's script: `python3 prelude.py SCRIPT MEMORY`, arguments on standard input, answer on standard output.

A script reads its arguments from standard input and prints its answer, both JSON. One that prints nothing but defines
`run` is helped: `run(arguments)` is called, and what it returns is the answer. What `run` prints goes to the log.
"""

import io
import json
import linecache
import os
import sys
import traceback
import types

OUT_OF_MEMORY = 99


class Counted(io.FileIO):
    """A file that knows whether it was written to."""

    count = 0

    def write(self, data):
        written = super().write(data)
        self.count += written or 0
        return written


def limit(memory):
    try:
        import resource
    except ImportError:
        return  # Whoever started this watches the memory too.
    # Room that is only reserved counts here too, and threads reserve a lot.
    reserved = 4 * memory + 2**30
    for what, most in ((resource.RLIMIT_DATA, reserved), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(what, (most, most))
        except (OSError, ValueError):
            pass


def run(path):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    name = "tool.py"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    answers = Counted(1, "w", closefd=False)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(answers), encoding="utf-8", errors="replace")
    sys.argv = [name]
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    scope = vars(module)
    exec(compile(source, name, "exec"), scope)
    sys.stdout.flush()
    function = scope.get("run")
    if answers.count or not callable(function):
        return
    os.lseek(0, 0, os.SEEK_SET)
    with open(0, "rb", closefd=False) as file:
        arguments = json.load(file)
    answer, sys.stdout = sys.stdout, sys.stderr
    result = function(arguments)
    json.dump(result, answer, ensure_ascii=False, allow_nan=False)
    answer.flush()


def main():
    limit(int(sys.argv[2]))
    try:
        run(sys.argv[1])
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Exception as error:
        # Without the frames that are ours.
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        traceback.print_exception(type(error), error, trace)
        sys.stderr.flush()
        os._exit(1)


main()
