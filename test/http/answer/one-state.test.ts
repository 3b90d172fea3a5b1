// A write that is committed while an answer is made: between its records and its values. The answer is of the
// state before or of the state after, and never of both.

import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { SeriesReader } from '#store/series-store';
import { type Answer, sequence, World } from '../../../harness/world/world.ts';

const EARLIER = '2024-05-17T10:00:00Z';
const LATER = '2024-05-17T11:00:00Z';
const AFTERWARDS = '2024-05-17T12:00:00Z';
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
  ask: (world, asOf) =>
    world.post(path, asOf === undefined ? body : { ...body, AsOf: asOf }),
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
async function writeState(world: World, value: number): Promise<void> {
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
      const { key } = await writer.defineSeries({
        code,
        description: `prices of ${value}`,
        unit: 'EUR/MWh',
        resolution: 'hour',
        area: null,
        category: null,
      });
      const indices = Int32Array.from(values, (_, i) => first + i);
      await writer.writePoints(key, indices, values, world.now);
      const bands = [{ level: 80, lower: run.values, upper: run.values }];
      await writer.writeRun(key, run, world.now, undefined, bands);
      if (value !== NEW) continue;
      await writer.writeRun(key, { ...run, analyzedAt: run.analyzedAt - 1 }, world.now);
    }
  });
}

const READS = [
  'readValues',
  'findNewestRun',
  'readRuns',
  'readBands',
  'findRunsOver',
  'listRuns',
  'searchSeries',
] as const;

/** Has `meet` done before the nth read that is not of a record, also in readers of the past. */
function meetReads(world: World, n: number, meet: () => Promise<void>): { count: number } {
  const seen = { count: 0 };
  const wrap = <T extends SeriesReader>(reader: T): T => {
    for (const name of READS) {
      const original = (reader[name] as (...given: unknown[]) => Promise<unknown>).bind(reader);
      const wrapped = async (...given: unknown[]): Promise<unknown> => {
        seen.count++;
        if (n === 0 || seen.count === n) await meet();
        return original(...given);
      };
      Object.assign(reader, { [name]: wrapped });
    }
    return reader;
  };
  const asOf = world.store.asOf.bind(world.store);
  wrap(world.store).asOf = (instant) => wrap(asOf(instant));
  return seen;
}

async function openWorld(t: TestContext): Promise<World> {
  const world = await World.open(t, { now: EARLIER });
  await writeState(world, OLD);
  return world;
}

const valuesIn = ({ text }: Answer): number[] =>
  [OLD, NEW].filter((value) => text.includes(String(value)));

const stateOf = (answer: Answer): unknown[] => [valuesIn(answer), answer.headers['last-modified']];
const updated = (instant: string): string => new Date(instant).toUTCString();

suite('an answer that meets a write', () => {
  for (const { name, ask } of TEXTS) {
    test(`${name}: an answer that meets a write is of one state, and so is every later one`, async (t) => {
      // The write comes before the first read, then before the second, until the answer has none left.
      for (let n = 1, isMet = true; isMet; n++) {
        const world = await openWorld(t);
        world.setNow(LATER);
        const seen = meetReads(world, n, () => writeState(world, NEW));
        const answer = await ask(world);
        isMet = seen.count >= n;
        assert.equal(answer.status, 200);
        if (isMet) assert.deepEqual(valuesIn(answer), [NEW], `read ${n}`);
        else await writeState(world, NEW);
        world.setNow(AFTERWARDS);
        const now = await ask(world);
        const before = await ask(world, '2024-05-17T10:30:00Z');
        assert.deepEqual(valuesIn(now), [NEW], `read ${n}`);
        assert.deepEqual(valuesIn(before), [OLD], `read ${n}`);
        if (answer.headers['last-modified'] === undefined) continue;
        assert.deepEqual(stateOf(answer), [isMet ? [NEW] : [OLD], updated(isMet ? LATER : EARLIER)]);
        assert.deepEqual(stateOf(now), [[NEW], updated(LATER)]);
        assert.deepEqual(stateOf(before), [[OLD], updated(EARLIER)]);
        const same = isMet ? now : before;
        assert.deepEqual([answer.headers.etag, answer.text], [same.headers.etag, same.text]);
      }
    });
  }

  test('an answer as of an earlier time that meets a write is what was known then', async (t) => {
    for (const { name, ask } of TEXTS) {
      const world = await openWorld(t);
      world.setNow(LATER);
      const seen = meetReads(world, 1, () => writeState(world, NEW));
      const answer = await ask(world, '2024-05-17T10:30:00Z');
      assert.ok(seen.count > 0);
      assert.deepEqual(valuesIn(answer), [OLD], name);
    }
  });

  test('an answer as of an earlier time that meets a compaction is refused', async (t) => {
    for (const { name, ask } of TEXTS) {
      const world = await openWorld(t);
      world.setNow(LATER);
      await writeState(world, NEW);
      world.setNow(AFTERWARDS);
      const entry = { kind: 'compact', actor: 'test', name: '', now: world.now } as const;
      meetReads(world, 1, async () => void (await world.store.compact(world.now, entry)));
      const answer = await ask(world, '2024-05-17T10:30:00Z');
      assert.equal(answer.body?.code, 'history_gone', name);
    }
  });

  for (const { name, ask } of [...FILES, ...LISTS]) {
    test(`${name}: an answer that meets a write has the bytes of its ETag`, async (t) => {
      const world = await openWorld(t);
      world.setNow(LATER);
      const seen = meetReads(world, 1, () => writeState(world, NEW));
      const answer = await ask(world);
      const after = await ask(world);
      assert.ok(seen.count > 0);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.etag, after.headers.etag);
      assert.equal(answer.text, after.text);
    });
  }

  test('an answer whose series is written at every read comes from a snapshot', async (t) => {
    for (const { name, ask } of [...TEXTS, ...FILES, ...LISTS]) {
      const world = await openWorld(t);
      world.setNow(LATER);
      let writes = 0;
      meetReads(world, 0, () => writeState(world, writes++ % 2 === 0 ? NEW : OLD));
      const answer = await ask(world);
      assert.equal(answer.status, 200, name);
      if (TEXTS.some((one) => one.name === name)) assert.equal(valuesIn(answer).length, 1, name);
    }
  });

  test('a refusal of a state that is gone is not given', async (t) => {
    const world = await World.open(t, { now: EARLIER });
    await world.load({ code: 'dehrprice' });
    meetReads(world, 1, () => writeState(world, NEW));
    const answer = await world.get(`${FORECAST}/short-term?${DE}`);
    assert.equal(answer.status, 200);
    assert.deepEqual(valuesIn(answer), [NEW]);
  });
});
