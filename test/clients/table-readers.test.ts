// Tables as Python's programs read them: pyarrow, polars and pandas themselves if this machine has them, and always
// the requests that they sent on 2026-11-18 (docs/evidence/outside-tools.md).

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { after, beforeEach, describe, it } from 'node:test';
import { listen } from '../../harness/http/raw-connection.ts';
import { TableReader } from '../../harness/tables/table-reader.ts';
import { sequence, World } from '../../harness/world/world.ts';
import { patternOf, readExamples } from '../docs/examples.ts';
import { canImport, findPythonWith, runPython } from './python-client.ts';
import { ask, readLikeArrow } from './read-like-arrow.ts';

const PAGE = new URL('../../docs/how-to/read-tables.md', import.meta.url);
const BETWEEN = '\u001e';
/** aiohttp sends a star as it is, also if the address has it encoded. */
const PATH = '/api/v1/tables/values/de*/2025.parquet';
const HOURS = 8_760;

interface Asked {
  readonly method: string;
  readonly status: number;
  readonly bytes: number;
}
let asked: Asked[] = [];

const world = await World.open(
  { after },
  {
    now: '2026-01-17T10:00:00Z',
    extend: (app) =>
      app.addHook('onResponse', async ({ method, url: address }, reply) => {
        if (!address.startsWith('/api/v1/tables/')) return;
        const bytes = method === 'HEAD' ? 0 : Number(reply.getHeader('content-length'));
        asked.push({ method, status: reply.statusCode, bytes });
      }),
  },
);
const codes = ['dehrprice', ...Array.from({ length: 11 }, (_, i) => `deplant${i}`), 'frhrprice'];
for (const [i, code] of codes.entries()) {
  const values = sequence(HOURS, (hour) => Math.round(1e6 * Math.sin(hour * (i + 3.3))) / 1e6);
  await world.load({ code, from: '2024-12-31T23:00:00Z', values });
}
const host = `http://127.0.0.1:${await listen(world.app)}`;
const url = `${host}${PATH}`;
const token = await world.key('trader', 'tables');
const key = { authorization: `Bearer ${token}` };

const pointsOf = async (code: string) => {
  const { body } = await world.get(`/api/v1/series/${code}?from=2025&to=2025`);
  const points = body.data as { time: string; value: number }[];
  return points.map(({ time, value }) => [Date.parse(time), value]);
};

const python = findPythonWith('pyarrow', 'fsspec', 'aiohttp');
const skip = python
  ? false
  : 'no Python here has pyarrow, fsspec and aiohttp: requests are replayed';
const has = (library: string): boolean => python !== undefined && canImport(python, library);

/** What a script prints that begins with the file object of the table. */
async function read(script: string): Promise<unknown> {
  const start = `import fsspec, json, pyarrow.parquet
web = fsspec.filesystem("http", headers={"Authorization": "Bearer ${token}"})
file = web.open("${host}${PATH.replace('*', '%2A')}", cache_type="none")
`;
  const { stdout } = await runPython(python!, ['-c', start + script], {});
  return JSON.parse(stdout);
}

beforeEach(() => {
  asked = [];
});

describe('programs of Python read a table', { skip }, () => {
  it('pyarrow gets one series of many by three requests and a part of the bytes', async () => {
    const rows = await read(`
table = pyarrow.parquet.read_table(file, filters=[("series", "=", "deplant3")])
print(json.dumps([[int(time.timestamp() * 1000), value] for time, value in
    zip(table["time"].to_pylist(), table["value"].to_pylist())]))`);
    assert.deepEqual(rows, await pointsOf('deplant3'));
    assert.deepEqual(
      asked.map(({ method, status }) => [method, status]),
      [
        ['HEAD', 200],
        ['GET', 206],
        ['GET', 206],
      ],
    );
    const sent = asked.reduce((sum, { bytes }) => sum + bytes, 0);
    const { length } = (await ask(url, key)).bytes;
    assert.ok(sent < length / 4, `${sent} of ${length} bytes`);
  });

  it('polars gets the same rows of the whole file', async (t) => {
    if (!has('polars')) return t.skip('polars is not installed');
    const rows = await read(`
import polars
frame = polars.read_parquet(file).filter(polars.col("series") == "deplant3")
print(json.dumps(list(zip(frame["time"].dt.epoch("ms").to_list(), frame["value"].to_list()))))`);
    assert.deepEqual(rows, await pointsOf('deplant3'));
    return undefined;
  });

  it('pyarrow finds the columns of every table, with rows and without', async () => {
    const tables = {
      'values/fr%2A/1999': ['series', 'time', 'value'],
      'runs/%2A/2025': ['series', 'time', 'value', 'analyzed', 'source'],
      'history/dehrprice/2025': ['series', 'time', 'value', 'recorded', 'replaced'],
    };
    const found = await read(`
def columns(table):
    with web.open(f"${host}/api/v1/tables/{table}.parquet") as file:
        return pyarrow.parquet.read_table(file).column_names
print(json.dumps({table: columns(table) for table in ${JSON.stringify(Object.keys(tables))}}))`);
    assert.deepEqual(found, tables);
  });

  it('the examples of the page print what it shows', async (t) => {
    const libraries = ['polars', 'pandas'];
    const missing = libraries.filter((library) => !has(library));
    const all = readExamples(await readFile(PAGE, 'utf8'), [
      'test',
      ...libraries.map((library) => `test ${library}`),
    ]);
    assert.equal(all.length, 4);
    const examples = all.filter(({ mark }) => !missing.some((library) => mark.endsWith(library)));
    const script = examples
      .map(({ text }) => `${text}\nprint(${JSON.stringify(BETWEEN)})`)
      .join('\n')
      .replaceAll('https://grid.example.org', host)
      .replaceAll('gtk_…', token);
    const { stdout } = await runPython(python!, ['-c', script], {});
    const printed = stdout.split(BETWEEN).map((text) => text.trim());
    for (const [i, { text, shown }] of examples.entries())
      assert.match(printed[i]!, patternOf(shown!), text);
    if (missing.length > 0) t.diagnostic(`not installed, and left out: ${missing.join(', ')}`);
  });
});

describe('the requests of programs of Python', () => {
  it('pyarrow’s get one series of many with a part of the bytes, never compressed', async () => {
    const { rows, asked: sent, byteLength } = await readLikeArrow(url, 'deplant3', key);
    assert.deepEqual(
      rows.map(({ time, value }) => [(time as Date).getTime(), value]),
      await pointsOf('deplant3'),
    );
    assert.deepEqual(
      sent.map(({ status, headers }) => [status, headers['content-encoding']]),
      [
        [200, undefined],
        [206, undefined],
        [206, undefined],
      ],
    );
    const bytes = sent.reduce((sum, part) => sum + part.bytes.length, 0);
    assert.ok(bytes < byteLength / 4, `${bytes} of ${byteLength} bytes`);
  });

  it('polars’ of an address, the columns of all groups at once, together are the file', async () => {
    const whole = (await ask(url, key)).bytes;
    const { row_groups } = await new TableReader(url, token).readMetadata();
    const starts = row_groups.map(({ columns }) =>
      Number(columns[0]!.meta_data!.dictionary_page_offset),
    );
    const parts = await Promise.all(
      [0, ...starts].map((start, i) => {
        const last = (starts[i] ?? whole.length) - 1;
        return ask(url, { ...key, range: `bytes=${start}-${last}`, accept: '*/*' });
      }),
    );
    assert.ok(parts.length > 10 && parts.every(({ status }) => status === 206));
    assert.ok(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(whole));
  });

  it('polars’ for the length, after a HEAD that failed, is told it beside one byte', async () => {
    const { status, headers, bytes } = await ask(url, { ...key, range: 'bytes=0-0' });
    const { length } = (await ask(url, key)).bytes;
    assert.deepEqual([status, bytes.toString()], [206, 'P']);
    assert.equal(headers['content-range'], `bytes 0-0/${length}`);
    for (const method of ['HEAD', 'GET'])
      assert.equal((await ask(url, { range: 'bytes=0-0' }, method)).status, 401);
  });

  it('urllib’s, which pandas sends for an address, gets the whole file and the connection’s end', async () => {
    const headers = { ...key, 'accept-encoding': 'identity', connection: 'close' };
    const answer = await ask(url, headers);
    const { byteLength } = await readLikeArrow(url, 'dehrprice', key);
    assert.deepEqual([answer.status, answer.bytes.length], [200, byteLength]);
    assert.equal(answer.headers.connection, 'close');
  });

  it('fsspec’s for a folder, which it drops at the head of the whole file, leave the next alone', async () => {
    const whole = (await ask(url, key)).bytes;
    for (let i = 0; i < 5; i++) {
      const dropped = request(url, { headers: { ...key, 'accept-encoding': 'gzip, deflate' } });
      const [answer] = await once(dropped.end(), 'response');
      assert.equal(answer.statusCode, 200);
      dropped.on('error', () => {}).destroy();
    }
    const { bytes } = await ask(url, { ...key, range: 'bytes=4-' });
    assert.ok(bytes.equals(whole.subarray(4)));
  });
});
