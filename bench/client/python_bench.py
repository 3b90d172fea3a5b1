"""Times the Python client beside pandas.read_json. Arguments: url, code, from, to, rounds. The key is in GRIDTIDE_KEY."""

import io
import json
import sys
import time

import numpy
import pandas

import gridtide
from gridtide.columns import columns_of
from gridtide.transport import parse

url, code, start, end, rounds = sys.argv[1:]
client = gridtide.Client(url)
query = {"from": start, "to": end, "format": "columns"}
content = client.transport.send("GET", f"/api/v1/series/{code}", query).content
whole = json.loads(content)
# Only what a series is made of: the least that read_json can be given.
arrays = json.dumps({"times": whole["times"], "values": whole["values"]}).encode()

WORKS = {
    "read": ("the client: the answer's bytes to a Series with a zone", lambda: columns_of(parse(content)).to_series(client.tz)),
    "pandas": ("pandas.read_json of the same bytes", lambda: pandas.read_json(io.BytesIO(content))),
    "arrays": ("pandas.read_json of its two arrays alone", lambda: pandas.read_json(io.BytesIO(arrays))),
    "call": ("client.series(…) over HTTP", lambda: client.series(code, start, end)),
}

ours, theirs = WORKS["read"][1](), WORKS["arrays"][1]()
# read_json rounds the last bits of a number.
assert numpy.allclose(ours, theirs["values"], rtol=1e-12, atol=0, equal_nan=True)
assert numpy.array_equal(ours, [numpy.nan if one is None else one for one in whole["values"]], equal_nan=True)
assert ours.equals(WORKS["call"][1]())

times: dict[str, list[float]] = {name: [] for name in WORKS}
for _ in range(int(rounds) + 2):
    for name, (_title, work) in WORKS.items():
        started = time.perf_counter()
        work()
        times[name].append(1000 * (time.perf_counter() - started))
print(
    json.dumps(
        {
            "versions": f"{sys.version.split()[0]}, pandas {pandas.__version__}, numpy {numpy.__version__}",
            "titles": {name: title for name, (title, _work) in WORKS.items()},
            # The first rounds load and warm up.
            "times": {name: found[2:] for name, found in times.items()},
        }
    )
)
