// Two servers on one store, each with warm caches. What one has acknowledged is shown by the next request to
// the other, in every kind of answer, and no old answer is confirmed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { Connection } from '../../../harness/connection.ts';
import { type Lifetime, lastFirst } from '../../../harness/lifetime.ts';
import { makeDatabase } from '../../../harness/postgres/test-database.ts';
import { ProductServer } from '../../../harness/product-server.ts';
import { rounds } from '../../../harness/rounds.ts';
import { makeServedStore, newFileUrl } from '../../serve/served-store.ts';

/** ROUNDS=200 npm test -- test/http/outage/two-servers.test.ts */
const ROUNDS = Number(process.env.ROUNDS ?? rounds(25, 3));
/** One round in this many has an answer that is large enough for a thread. */
const LARGE_EVERY = 20;
const LARGE_HOURS = 30_000;
const START = '2024-05-17T00:00:00Z';

interface Reading {
  readonly name: string;
  readonly path: string;
  readonly body?: unknown;
  /** The number of the round that an answer shows. */
  roundOf(text: string): number;
}

const FORECAST = '/api/v1/power-balance-forecast';
const HORIZON = 'startDate=2024-05-18T00:00:00Z&endDate=2024-05-18T03:00:00Z';

const READINGS: readonly Reading[] = [
  {
    name: 'values as a document',
    path: `/api/v1/series/dehrprice?from=2024-05-17T00:00Z&to=2024-05-17T00:00Z`,
    roundOf: (text) => JSON.parse(text).data[0].value,
  },
  {
    name: 'values of the fundamental interface',
    path: '/api/fundamental/series',
    body: { SeriesId: 'dehrprice', FromDateTime: '2024-05-17', ToDateTime: '2024-05-17' },
    roundOf: (text) => Object.values(JSON.parse(text).Values)[0] as number,
  },
  {
    name: 'the metadata of a series',
    path: '/api/fundamental/meta',
    body: { SeriesId: 'dehrprice' },
    roundOf: (text) => Number(/round (\d+)/.exec(text)?.[1]),
  },
  {
    name: 'the list of all series',
    path: '/api/fundamental/meta/all',
    body: { Prefix: '' },
    roundOf: (text) => Number(/round (\d+)/.exec(text)?.[1]),
  },
  {
    name: 'the records of series',
    path: '/api/v1/metadata?prefix=de',
    roundOf: (text) => Number(/round (\d+)/.exec(text)?.[1]),
  },
  {
    name: 'the newest run',
    path: `${FORECAST}/short-term?area=DE&balanceCategory=hrprice&${HORIZON}`,
    roundOf: (text) => JSON.parse(text).data[0].value,
  },
  {
    name: 'a run of a time',
    path: `${FORECAST}/short-term?area=DE&balanceCategory=hrprice&issueTime=2024-05-17T12:00:00Z&${HORIZON}`,
    roundOf: (text) => JSON.parse(text).data[0].value,
  },
  {
    name: 'bands of a run',
    path: `${FORECAST}/short-term/bands?area=DE&balanceCategory=hrprice&${HORIZON}`,
    roundOf: (text) => Number(/(\d+)\.25/.exec(text)?.[1]),
  },
];

/** A client of a server that remembers the tags of its last answers. */
class Reader {
  readonly #connection: Connection;
  readonly #headers: Record<string, string>;
  readonly #tags = new Map<string, string>();

  constructor(server: ProductServer, key: string) {
    this.#connection = new Connection(server);
    this.#headers = { authorization: `Bearer ${key}` };
  }

  async send(method: string, path: string, body: unknown): Promise<void> {
    const asked = { method, headers: this.#headers, body };
    const { status, text } = await this.#connection.ask(`/api/operator${path}`, asked);
    assert.ok(status === 200 || status === 201, text);
  }

  /** Sends a request, whose answer must show the round. */
  async mustSee(round: number, { name, path, body, roundOf }: Reading): Promise<void> {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { ...this.#headers };
    const { status, text } = await this.#connection.ask(path, { method, headers, body });
    assert.equal(status, 200, `${name}: ${text}`);
    assert.equal(roundOf(text), round, name);
  }

  /** Sends a request with the tag of the last answer. The old tag must not be confirmed; the new one must. */
  async mustNotConfirm(round: number, reading: Reading): Promise<void> {
    const { name, path, body, roundOf } = reading;
    if (body !== undefined) return;
    const known = this.#tags.get(name);
    const headers = { ...this.#headers, ...(known ? { 'if-none-match': known } : {}) };
    const fresh = await this.#connection.ask(path, { headers });
    assert.equal(fresh.status, 200, `${name} was confirmed though it changed`);
    assert.equal(roundOf(fresh.text), round, name);
    const etag = String(fresh.headers.etag);
    assert.notEqual(etag, known);
    this.#tags.set(name, etag);
    const again = { ...this.#headers, 'if-none-match': etag };
    assert.equal((await this.#connection.ask(path, { headers: again })).status, 304, name);
  }

  async largeSum(): Promise<number> {
    const { text } = await this.#connection.ask('/api/v1/series/delong?format=csv', {
      headers: this.#headers,
    });
    const rows = text.trim().split('\n').slice(1);
    assert.equal(rows.length, LARGE_HOURS);
    return rows.reduce((sum, row) => sum + Number(row.split(',').at(-1)), 0);
  }

  close(): void {
    this.#connection.close();
  }
}

const definition = (code: string, description: string) => ({
  code,
  description,
  unit: 'EUR/MWh',
  area: 'DE',
  category: code === 'dehrprice' ? 'hrprice' : 'other',
});

/** Fills a store and starts two servers on it, with a client of each. */
async function startReaders(t: Lifetime, url: string): Promise<Reader[]> {
  const first = Date.UTC(2020, 0, 1) / HOUR_MS;
  const indices = Int32Array.from({ length: LARGE_HOURS }, (_, i) => first + i);
  const { operatorKey } = await makeServedStore(
    t,
    (store) =>
      store.write(async (writer) => {
        for (const code of ['dehrprice', 'delong']) {
          await writer.defineSeries({ ...definition(code, code), resolution: 'hour' });
        }
        const { key } = (await writer.findSeries('delong'))!;
        const values = new Float64Array(LARGE_HOURS).fill(1);
        await writer.writePoints(key, indices, values, Date.now());
      }),
    url,
  );
  const argv = ['--store', url];
  const env = { LOG_LEVEL: 'error' };
  const servers = await Promise.all([
    ProductServer.start(t, { args: argv, env }),
    ProductServer.start(t, { args: argv, env }),
  ]);
  const readers = servers.map((server) => new Reader(server, operatorKey));
  t.after(() => {
    for (const reader of readers) reader.close();
  });
  return readers;
}

/** Writes through one server and reads from the other, in alternation. */
async function runRounds(readers: readonly Reader[]): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    const [writer, other] = round % 2 === 0 ? readers : readers.toReversed();
    const { code: _, ...draft } = definition('dehrprice', `round ${round}`);
    // One read right after each write: a second one would find what the first has brought up to date.
    await writer!.send('PUT', '/series/dehrprice', { ...draft, resolution: 'hour' });
    await other!.mustSee(round, READINGS[2 + (round % 3)]!);
    await writer!.send('POST', '/series/dehrprice/values', { start: START, values: [round] });
    await other!.mustSee(round, READINGS[round % 2]!);
    await writer!.send('POST', '/series/dehrprice/runs', {
      analyzedTime: '2024-05-17T12:00:00Z',
      source: 'test',
      start: '2024-05-18T00:00:00Z',
      values: [round, 2, 3, 4],
      bands: [{ level: 80, lower: [round + 0.25, 1, 1, 1], upper: [round + 1, 3, 4, 5] }],
    });
    await other!.mustSee(round, READINGS[5 + (round % 3)]!);
    await warmCaches(round, [other!, writer!]);
    if (round % LARGE_EVERY !== 0) continue;
    const values = Array.from({ length: 1_000 }, () => round);
    await writer!.send('POST', '/series/delong/values', { start: '2020-01-01T00:00:00Z', values });
    for (const reader of [other!, writer!, other!]) {
      assert.equal(await reader.largeSum(), LARGE_HOURS - 1_000 + 1_000 * round);
    }
  }
}

async function warmCaches(round: number, readers: readonly Reader[]): Promise<void> {
  for (const reader of readers) {
    for (const reading of READINGS) {
      await reader.mustNotConfirm(round, reading);
      // Twice, so that the next round finds everything cached.
      await reader.mustSee(round, reading);
      await reader.mustSee(round, reading);
    }
  }
}

test('two servers on one SQLite file never show a value older than the last write', async (t) => {
  const whole = lastFirst(t);
  await runRounds(await startReaders(whole, await newFileUrl(whole)));
});

test('two servers on one PostgreSQL never show a value older than the last write', async (t) => {
  const whole = lastFirst(t);
  const { url, drop } = await makeDatabase();
  whole.after(drop);
  await runRounds(await startReaders(whole, url));
});
