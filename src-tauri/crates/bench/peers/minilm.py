"""The bundled model by Python's onnxruntime: start, one query, many descriptions.

Prints three numbers of seconds: the start and a query on the clock, a description in processor time.

Arguments: model-int8.onnx, tokenizer.json. Standard input: one text a line, the queries before an empty line.
"""

import statistics
import sys
import time

start = time.perf_counter()
import numpy
import onnxruntime
import tokenizers

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
tokenizer = tokenizers.Tokenizer.from_file(sys.argv[2])
tokenizer.no_padding()
tokenizer.enable_truncation(256)
wanted = {wanted.name for wanted in session.get_inputs()}


def embed(text):
    encoding = tokenizer.encode(text)
    mask = numpy.array([encoding.attention_mask])
    inputs = {
        "input_ids": numpy.array([encoding.ids]),
        "attention_mask": mask,
        "token_type_ids": numpy.array([encoding.type_ids]),
    }
    hidden = session.run(None, {name: value for name, value in inputs.items() if name in wanted})[0]
    vector = (hidden * mask[..., None]).sum(1) / mask.sum()
    return vector / numpy.linalg.norm(vector)


def seconds(text):
    begin = time.perf_counter()
    embed(text)
    return time.perf_counter() - begin


queries, descriptions = (part.splitlines() for part in sys.stdin.read().split("\n\n", 1))
embed(queries[0])
first = time.perf_counter() - start
query = statistics.median([seconds(text) for text in queries])
begin = time.process_time()
for text in descriptions:
    embed(text)
print(first, query, (time.process_time() - begin) / len(descriptions))
