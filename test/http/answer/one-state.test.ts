// A write that is committed while an answer is made: between its records and its values. The answer is of the
// state before or of the state after, and never of both.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '#core/time/instant';
import type { SeriesReader } from '#store/series-store';
import { type Answer, sequence, World } from '../../../harness/world/world.ts';

const START = Date.parse('2024-05-17T10:00:00Z');

/** The times of one attempt: of its earlier state, between, of its later one, and after. */
function timesOf(attempt: number) {
  const at = (minutes: number): string =>
    new Date(START + attempt * HOUR_MS + minutes * MINUTE_MS).toISOString();
  return { earlier: at(0), between: at(10), later: at(20), after: at(30) };
}

/** Every value of the earlier state, and of the later one. Neither text occurs in the other's answers. */
const OLD = 111.25;
const NEW = 222.5;

const FORECAST = '/api/v1/power-balance-forecast';
const DE = 'area=DE&balanceCategory=hrprice';

interface Asked {
  readonly name: string;
  ask(world: World, asOf?: string): Promise<Answer>;
}

const get = (name: string, path: string): Asked => ({
  name,
  ask: (world, asOf) =>
    world.get(asOf === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}asOf=${asOf}`),
});

const post = (name: string, path: string, body: object): Asked => ({
  name,
  ask: (world, asOf) => world.post(path, asOf === undefined ? body : { ...body, AsOf: asOf }),
});

const TEXTS: readonly Asked[] = [
  post('a fundamental series', '/api/fundamental/series', { SeriesId: 'dehrprice' }),
  post('a reduced series', '/api/fundamental/series', { SeriesId: 'dehrprice', Resolution: 'day' }),
  post('several series', '/api/fundamental/series/multi', {
    SeriesIds: ['dehrprice', 'dehrcons', 'frhrprice'],
  }),
  get('a document', '/api/v1/series/dehrprice'),
  get('columns', '/api/v1/series/dehrprice?format=columns'),
  get('CSV', '/api/v1/series/dehrprice?format=csv'),
  get('NDJSON', '/api/v1/series/dehrprice?format=ndjson'),
  get('a run', `${FORECAST}/short-term?${DE}`),
  get('a run of every category', `${FORECAST}/short-term?area=DE`),
  get('a day-ahead run', `${FORECAST}/day-ahead?${DE}`),
  get('a range of runs', `${FORECAST}/short-term/multiseries?${DE}`),
  get('bands', `${FORECAST}/short-term/bands?${DE}`),
  get('an overview', `${FORECAST}/overview`),
];

const FILES: readonly Asked[] = ['parquet', 'arrow', 'xlsx'].map((format) =>
  get(format, `/api/v1/series/dehrprice?format=${format}`),
);

const LISTS: readonly Asked[] = [
  get('issue times', `${FORECAST}/issue-times?area=DE`),
  get('metadata', '/api/v1/metadata'),
  get('a page of metadata', '/api/v1/metadata?limit=2'),
  post('metadata of all', '/api/fundamental/meta/all', { Prefix: '' }),
];

/** Writes all values, runs, bands and texts of three series in one transaction. */
async function writeState(world: World, value: number, at?: string): Promise<void> {
  if (at !== undefined) world.setNow(at);
  const hour = (text: string): number => world.gridOf('hour').indexOf(Date.parse(text));
  const first = hour('2024-05-10T00:00:00Z');
  const values = Float64Array.from(sequence(100), () => value);
  const run = {
    analyzedAt: Date.parse('2024-05-17T06:00:00Z'),
    updatedAt: world.now,
    firstIndex: hour('2024-05-17T22:00:00Z'),
    values: Float64Array.from(sequence(30), () => value),
    source: 'test',
  };
  await world.store.write(async (writer) => {
    for (const code of ['dehrprice', 'dehrcons', 'frhrprice']) {
      const texts = { code, description: `prices of ${value}`, unit: 'EUR/MWh' };
      const definition = { ...texts, resolution: 'hour', area: null, category: null } as const;
      const { key } = await writer.defineSeries(definition, world.now);
      const indices = Int32Array.from(values, (_, i) => first + i);
      await writer.writePoints(key, indices, values, world.now);
      const bands = [{ level: 80, lower: run.values, upper: run.values }];
      await writer.writeRun(key, run, world.now, undefined, bands);
    }
  });
}

/** Adds an older run, which lists show. */
const writeOlderRun = (world: World): Promise<void> =>
  world.loadRun('dehrprice', '2024-05-16T06:00:00Z', '2024-05-16T22:00:00Z', [1, 2]);

const READS = [
  'readValues',
  'findNewestRun',
  'readRuns',
  'readBands',
  'findRunsOver',
  'listRuns',
  'searchSeries',
] as const;

/** Calls of a store that can be met, in this and in every reader of the past. */
class MetReads {
  count = 0;
  #at = Number.NaN;
  #meet: (() => Promise<void>) | undefined;

  constructor(world: World) {
    const asOf = world.store.asOf.bind(world.store);
    this.#wrap(world.store).asOf = (instant) => this.#wrap(asOf(instant));
  }

  /** Has `meet` done before the nth call from now on, or before every one. */
  next(n: number | 'each', meet: () => Promise<void>): void {
    this.count = 0;
    this.#at = n === 'each' ? 0 : n;
    this.#meet = meet;
  }

  #wrap<T extends SeriesReader>(reader: T): T {
    for (const name of READS) {
      const original = (reader[name] as (...given: unknown[]) => Promise<unknown>).bind(reader);
      const wrapped = async (...given: unknown[]): Promise<unknown> => {
        this.count++;
        if (this.#at === 0 || this.count === this.#at) await this.#meet?.();
        return original(...given);
      };
      Object.assign(reader, { [name]: wrapped });
    }
    return reader;
  }
}

const valuesIn = ({ text }: Answer): number[] =>
  [OLD, NEW].filter((value) => text.includes(String(value)));

const stateOf = (answer: Answer): unknown[] => [valuesIn(answer), answer.headers['last-modified']];
const updated = (instant: string): string => new Date(instant).toUTCString();

suite('an answer that meets a write', async () => {
  const world = await World.open({ after }, { now: timesOf(0).earlier });
  const reads = new MetReads(world);
  let attempts = 0;

  for (const { name, ask } of TEXTS) {
    test(`${name}: an answer that meets a write is of one state, and so is every later one`, async () => {
      // The write comes before the first read, then before the second, until the answer has none left.
      for (let n = 1, isMet = true; isMet; n++) {
        const times = timesOf(attempts++);
        await writeState(world, OLD, times.earlier);
        world.setNow(times.later);
        reads.next(n, () => writeState(world, NEW));
        const answer = await ask(world);
        isMet = reads.count >= n;
        assert.equal(answer.status, 200);
        assert.deepEqual(valuesIn(answer), [isMet ? NEW : OLD], `read ${n}`);
        if (!isMet) await writeState(world, NEW);
        world.setNow(times.after);
        const now = await ask(world);
        const before = await ask(world, times.between);
        assert.deepEqual(valuesIn(now), [NEW], `read ${n}`);
        assert.deepEqual(valuesIn(before), [OLD], `read ${n}`);
        if (answer.headers['last-modified'] === undefined) continue;
        const seen = isMet ? [[NEW], updated(times.later)] : [[OLD], updated(times.earlier)];
        assert.deepEqual(stateOf(answer), seen);
        assert.deepEqual(stateOf(now), [[NEW], updated(times.later)]);
        assert.deepEqual(stateOf(before), [[OLD], updated(times.earlier)]);
        const same = isMet ? now : before;
        assert.deepEqual([answer.headers.etag, answer.text], [same.headers.etag, same.text]);
      }
    });
  }

  test('an answer as of an earlier time that meets a write is what was known then', async () => {
    for (const { name, ask } of TEXTS) {
      const times = timesOf(attempts++);
      await writeState(world, OLD, times.earlier);
      world.setNow(times.later);
      reads.next(1, () => writeState(world, NEW));
      const answer = await ask(world, times.between);
      assert.ok(reads.count > 0);
      assert.deepEqual(valuesIn(answer), [OLD], name);
    }
  });

  test('an answer as of an earlier time that meets a compaction is refused', async () => {
    for (const { name, ask } of TEXTS) {
      const times = timesOf(attempts++);
      await writeState(world, OLD, times.earlier);
      await writeState(world, NEW, times.later);
      world.setNow(times.after);
      const entry = { kind: 'compact', actor: 'test', name: '', now: world.now } as const;
      reads.next(1, async () => void (await world.store.compact(world.now, entry)));
      const answer = await ask(world, times.between);
      assert.equal(answer.body?.code, 'history_gone', name);
    }
  });

  for (const { name, ask } of [...FILES, ...LISTS]) {
    test(`${name}: an answer that meets a write has the bytes of its ETag`, async () => {
      const times = timesOf(attempts++);
      await writeState(world, OLD, times.earlier);
      world.setNow(times.later);
      // The times of one category are read before the write, those of the others after it.
      reads.next(name === 'issue times' ? 2 : 1, async () => {
        await writeState(world, NEW);
        await writeOlderRun(world);
      });
      const answer = await ask(world);
      const after = await ask(world);
      assert.ok(reads.count > 0);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.etag, after.headers.etag);
      assert.equal(answer.text, after.text);
    });
  }

  test('an answer whose series is written at every read comes from a snapshot', async () => {
    for (const { name, ask } of [...TEXTS, ...FILES, ...LISTS]) {
      await writeState(world, OLD, timesOf(attempts++).earlier);
      let writes = 0;
      reads.next('each', () => writeState(world, writes++ % 2 === 0 ? NEW : OLD));
      const answer = await ask(world);
      assert.equal(answer.status, 200, name);
      assert.ok(writes >= 3);
      if (TEXTS.some((one) => one.name === name)) assert.equal(valuesIn(answer).length, 1, name);
    }
  });

  test('a refusal of a state that is gone is not given', async () => {
    for (const code of ['no1hrprice', 'no1hrcons']) await world.load({ code });
    // The first series is read before it gets its run. Without any run the answer is a refusal.
    reads.next(2, () =>
      world.loadRun('no1hrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', [7]),
    );
    const answer = await world.get(`${FORECAST}/short-term?area=NO1`);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.data[0].value, 7);
  });
});
