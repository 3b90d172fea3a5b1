// GET /api/v1/changes/areas and …/series/{seriesId}/changes: what changed, compared with reads as of both times.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { ensurePlan } from '#accounts/plan-changes';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { sequence, World } from '../../../harness/world/world.ts';
import { loadSourceRun } from '../api/v1/load-source-run.ts';
import { assertRefused } from '../request/assert-refused.ts';
import { AreaWriter, areaHistory } from './as-of-history.ts';

const PATH = '/api/v1/changes/areas';
// The clock goes forward on 31 March: the days compared have 23 hours and 24.
const START = Date.parse('2024-03-30T20:00:00Z');
const world = await World.open({ after }, { now: new Date(START).toISOString() });
await world.signIn.accounts.putPlan({
  name: 'everything',
  patterns: ['*'],
  requestsPerMinute: 1_000_000,
  pointsPerAnswer: 500_000,
});

const textOf = (instant: Instant): string => new Date(instant).toISOString();

interface Hours {
  readonly observed: string | null;
  readonly values: (number | null)[];
}

interface AreaChange {
  readonly seriesId: string;
  readonly unit: string;
  readonly count: number;
  readonly added: number;
  readonly removed: number;
  readonly mean: number | null;
  readonly largest: { readonly time: string; readonly change: number } | null;
  readonly earlier: Hours;
  readonly current: Hours;
}

/** The hours of a series as GET /api/v1/series answers them, at the times asked for. */
async function hoursOf(seriesId: string, times: readonly number[], asOf?: string) {
  const from = textOf(times[0]! * 1_000);
  const to = textOf(times.at(-1)! * 1_000);
  const more = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`;
  const address = `/api/v1/series/${seriesId}?from=${from}&to=${to}&resolution=hour&format=columns`;
  const { status, body } = await world.get(address + more);
  const known = new Map<number, number | null>();
  if (status === 200)
    body.times.forEach((time: number, i: number) => {
      known.set(time, body.values[i]);
    });
  return {
    unit: status === 200 ? body.unit : undefined,
    values: times.map((time) => known.get(time) ?? null),
  };
}

/** Compares each figure of an answer with one that is made of two reads. */
async function compare(since: Instant): Promise<number> {
  const { status, body } = await world.get(`${PATH}?since=${encodeURIComponent(textOf(since))}`);
  assert.equal(status, 200);
  for (const area of body.areas as AreaChange[]) {
    const now = await hoursOf(area.seriesId, body.times);
    const asOf = await hoursOf(area.seriesId, body.times, textOf(since));
    const then = asOf.unit === now.unit ? asOf.values : body.times.map(() => null);
    assert.deepEqual(area.current.values, now.values);
    assert.deepEqual(area.earlier.values, then);
    const both = now.values.flatMap((value, i) =>
      value === null || then[i] === null ? [] : [{ time: body.times[i], change: value - then[i] }],
    );
    assert.equal(area.count, both.length);
    assert.equal(area.added, now.values.filter((v, i) => v !== null && then[i] === null).length);
    assert.equal(area.removed, now.values.filter((v, i) => v === null && then[i] !== null).length);
    if (both.length === 0) {
      assert.deepEqual([area.mean, area.largest], [null, null]);
      continue;
    }
    const mean = both.reduce((sum, { change }) => sum + change, 0) / both.length;
    assert.ok(Math.abs(area.mean! - mean) < 1e-9);
    const most = Math.max(...both.map(({ change }) => Math.abs(change)));
    const first = both.find(({ change }) => Math.abs(change) === most)!;
    assert.equal(area.largest!.change, first.change);
    assert.equal(Date.parse(area.largest!.time), first.time * 1_000);
  }
  const sizes = (body.areas as AreaChange[]).map(({ mean }) =>
    mean === null ? -1 : Math.abs(mean),
  );
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  return body.areas.length;
}

describe(`GET ${PATH}`, () => {
  it('…/changes has what two reads of each series have, whatever was written in between', async () => {
    let now = START;
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(areaHistory, fc.constantFrom('DE', 'FR', 'NO1'), async (steps, area) => {
        const writer = new AreaWriter(world.store, area);
        const begin = now;
        for (const step of steps) {
          now += step.byMs;
          world.setNow(textOf(now));
          await writer.take(step, now);
        }
        now += 1_000;
        world.setNow(textOf(now));
        for (const since of [begin, begin + (now - begin) / 2, now - 1])
          compared += await compare(Math.floor(since));
      }),
      { numRuns: 25 },
    );
    assert.ok(compared > 50);
  });

  it('…/changes compares with what was known a day ago if no time is given', async () => {
    const { body } = await world.get(`${PATH}?category=HRCONS`);
    assert.equal(body.category, 'hrcons');
    assert.equal(Date.parse(body.since), Math.floor(world.now / 60_000) * 60_000 - DAY_MS);
  });

  it('…/changes lists only what the plan includes, within the points that it allows', async () => {
    const { body } = await world.get(PATH, 'german');
    assert.deepEqual(
      body.areas.map(({ seriesId }: AreaChange) => seriesId),
      ['dehrprice'],
    );
    await ensurePlan(world.store.accounts, { name: 'nothing', patterns: ['xx*'] });
    await world.addUser('outsider', 'nothing');
    const none = await world.get(PATH, 'outsider');
    assert.deepEqual([none.status, none.body.categories, none.body.areas], [200, [], []]);
    const small = { name: 'small', patterns: ['*'], pointsPerAnswer: 100 };
    await ensurePlan(world.store.accounts, small);
    await world.addUser('little', 'small');
    assertRefused(await world.get(PATH, 'little'), 422, 'too_many_points');
  });

  it('…/changes is not sent again to a client that has it', async () => {
    const { headers } = await world.get(PATH);
    const again = await world.get(PATH, 'trader', { 'if-none-match': String(headers.etag) });
    assert.equal(again.status, 304);
  });

  it('…/changes refuses a time that is not past and an unknown category, both by name', async () => {
    assertRefused(await world.get(PATH, null), 401, 'token_missing');
    const answer = await world.get(`${PATH}?since=tomorrow&category=hrprise`);
    const { errors } = assertRefused(answer, 400, 'field_invalid');
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['since', 'category'],
    );
    assertRefused(await world.get(`${PATH}?since=soon`), 400, 'date_unknown');
  });
});

describe('GET /api/v1/series/{seriesId}/changes', () => {
  const timesOf = (seriesId: string, query = '') =>
    world.get(`/api/v1/series/${seriesId}/changes${query}`);

  it('…/changes of a series lists each time at which a read as of it differs', async () => {
    const from = textOf(Math.floor(world.now / HOUR_MS) * HOUR_MS);
    const series = { code: 'athrprice', area: 'AT', category: 'hrprice', from };
    const written: string[] = [];
    for (const value of [1, 2, 2, 3]) {
      world.setNow(textOf(world.now + 60_001));
      await world.load({ ...series, values: sequence(3, () => value) });
      written.push(textOf(world.now));
    }
    const { body } = await timesOf('ATHRPRICE');
    assert.equal(body.seriesId, 'athrprice');
    // The third write changes nothing.
    const expected = [written[3], written[1], written[0]];
    assert.deepEqual(body.times.slice(0, 3), expected);
    assert.equal(body.more, false);
    const address = `/api/v1/series/athrprice?from=${from}&format=columns&asOf=`;
    for (const [i, time] of expected.entries()) {
      const { body: known } = await world.get(address + time);
      assert.equal(known.values[0], 3 - i);
    }
    const { body: newest } = await timesOf('athrprice', '?limit=1');
    assert.deepEqual([newest.times, newest.more], [[written[3]], true]);
  });

  it('…/changes of a series leaves out what compacting forgot', async () => {
    const { body } = await timesOf('athrprice');
    const [newest, second] = body.times.map(Date.parse);
    const entry = { kind: 'compact', actor: 'test', name: 'compact', now: world.now } as const;
    await world.store.compact(second, entry);
    const { body: left } = await timesOf('athrprice');
    assert.deepEqual(left.times.map(Date.parse)[0], newest);
    for (const time of left.times) {
      const answer = await world.get(`/api/v1/series/athrprice?format=columns&asOf=${time}`);
      assert.equal(answer.status, 200);
    }
  });

  it('…/changes of a series refuses as the series itself does', async () => {
    assertRefused(await timesOf('athrprise'), 404, 'series_unknown');
    assertRefused(await timesOf('!'), 400, 'field_invalid');
    assertRefused(await timesOf('athrprice', '?limit=0'), 400, 'field_invalid');
    assertRefused(
      await world.get('/api/v1/series/athrprice/changes', 'german'),
      403,
      'subscription_required',
    );
  });
});

describe(`GET ${PATH} by source`, () => {
  it('…/changes names the source of each newest run, and compares within one if asked', async () => {
    const other = await World.open({ after }, { now: '2024-05-16T08:00:00Z' });
    await other.load({ code: 'dehrprice', area: 'DE', category: 'hrprice' });
    const write = (source: string, analyzed: string, value: number) =>
      loadSourceRun(other, {
        ...{ code: 'dehrprice', source, analyzed, from: '2024-05-16T22:00:00Z' },
        values: sequence(48, () => value),
      });
    await write('vendor', '2024-05-16T06:00:00Z', 10);
    other.setNow('2024-05-17T09:00:00Z');
    await write('vendor', '2024-05-17T06:00:00Z', 12);
    await write('gridtide', '2024-05-17T08:00:00Z', 50);
    other.setNow('2024-05-17T10:00:00Z');
    for (const [query, mean, newest] of [
      ['', 40, 'gridtide'],
      ['?source=vendor', 2, 'vendor'],
    ] as const) {
      const [area] = (await other.get(`${PATH}${query}`)).body.areas;
      assert.deepEqual(
        [area.count, area.mean, area.earlier.source, area.current.source],
        [48, mean, 'vendor', newest],
      );
    }
    const [area] = (await other.get(`${PATH}?source=gridtide`)).body.areas;
    assert.deepEqual([area.count, area.added, area.earlier.source], [0, 48, null]);
  });

  it('…/changes with oneSource compares each area within its first source of then and now', async () => {
    const other = await World.open({ after }, { now: '2024-05-16T08:00:00Z' });
    const write = (code: string, source: string, analyzed: string, value: number) =>
      loadSourceRun(other, {
        ...{ code, source, analyzed, from: '2024-05-16T22:00:00Z' },
        values: sequence(48, () => value),
      });
    await other.load({ code: 'dehrprice', area: 'DE', category: 'hrprice' });
    await other.load({ code: 'frhrprice', area: 'FR', category: 'hrprice' });
    await write('dehrprice', 'vendor', '2024-05-16T06:00:00Z', 10);
    other.setNow('2024-05-17T09:00:00Z');
    await write('dehrprice', 'vendor', '2024-05-17T06:00:00Z', 12);
    // Preferred, but without a run of yesterday.
    await write('dehrprice', 'alpha', '2024-05-17T08:00:00Z', 50);
    await write('frhrprice', 'alpha', '2024-05-17T08:00:00Z', 7);
    other.setNow('2024-05-17T10:00:00Z');
    const { body } = await other.get(`${PATH}?oneSource=true`);
    assert.deepEqual(body.sources, ['alpha', 'vendor']);
    const [german, french] = body.areas;
    assert.deepEqual(
      [german.count, german.mean, german.earlier.source, german.current.source],
      [48, 2, 'vendor', 'vendor'],
    );
    assert.deepEqual(
      [french.count, french.added, french.earlier.source, french.current.source],
      [0, 48, null, 'alpha'],
    );
    // A source that is named counts before it.
    const { body: named } = await other.get(`${PATH}?oneSource=true&source=alpha`);
    assert.deepEqual([named.areas[0].count, named.areas[0].current.source], [0, 'alpha']);
    const refused = assertRefused(await other.get(`${PATH}?oneSource=yes`), 400, 'field_invalid');
    assert.equal(refused.errors[0]!.field, 'oneSource');
  });

  it('…/changes with oneSource compares a run with what replaced it, and lists no source without hours of today', async () => {
    const other = await World.open({ after }, { now: '2024-05-16T08:00:00Z' });
    const write = (source: string, analyzed: string, value: number, from: string) =>
      loadSourceRun(other, {
        ...{ code: 'dehrprice', source, analyzed, from },
        values: sequence(48, () => value),
      });
    await other.load({ code: 'dehrprice', area: 'DE', category: 'hrprice' });
    await write('alpha', '2024-05-14T06:00:00Z', 1, '2024-05-14T22:00:00Z');
    await write('vendor', '2024-05-16T06:00:00Z', 10, '2024-05-16T22:00:00Z');
    other.setNow('2024-05-17T09:00:00Z');
    await write('vendor', '2024-05-16T06:00:00Z', 11, '2024-05-16T22:00:00Z');
    other.setNow('2024-05-17T10:00:00Z');
    const { body } = await other.get(`${PATH}?oneSource=true`);
    assert.deepEqual(body.sources, ['vendor']);
    assert.deepEqual([body.areas[0].count, body.areas[0].mean], [48, 1]);
  });
});
