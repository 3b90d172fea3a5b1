// Any series as a target: from its definition to its runs, bands and scores.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Caller } from '#accounts/authenticate';
import { Refusal } from '#core/errors';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { OWN_SOURCE } from '#core/values/source-order';
import { parseAccuracyRequest } from '#service/accuracy/parse-accuracy-request';
import { scoreRuns, settleAccuracy } from '#service/accuracy/score-runs';
import {
  MOST_TARGETS,
  modelTargetOf,
  putTarget,
  readTarget,
  type TargetDraft,
} from '#service/model-runs/forecast-targets';
import { previewTarget } from '#service/model-runs/preview-target';
import { runModel } from '#service/model-runs/run-model';
import type { Store } from '#store/store';
import { at, berlin, daysBefore, load, openModelStore, usualValue } from './model-store.ts';

const RUN_AT = at('2024-05-16T06:00:00Z');
const CALLER = { plan: { name: 'all', patterns: ['*'] } } as unknown as Caller;
const DAY_END = (Math.floor(RUN_AT / DAY_MS) + 2) * 24;

const history = (days: number, runAt = RUN_AT) => ({
  from: daysBefore(runAt, days),
  to: runAt / HOUR_MS,
  recordedAt: runAt,
});

async function define(store: Store, draft: TargetDraft, now = RUN_AT) {
  const target = readTarget(draft, now);
  await store.write((writer) => putTarget(writer, target));
  return target;
}

/** Makes the run of a definition, as the schedule does. */
async function run(store: Store, name: string, analyzedAt = RUN_AT) {
  const target = (await store.listForecastTargets()).find((each) => each.name === name)!;
  const series = await store.findSeries(target.series);
  const request = { ...modelTargetOf(target, series), analyzedAt, replaces: false };
  return runModel(store, berlin, request, () => analyzedAt + 60_000);
}

suite('a defined target', () => {
  test('a wind park is defined, run, banded, and scored by the name of its definition', async (t) => {
    const { store } = await openModelStore(t);
    const park = { area: 'DE', category: 'northpark' };
    const { code, key } = await load(store, { ...park, ...history(60) });
    await load(store, { ...history(60), to: DAY_END, category: 'hrwindforecast' });
    await load(store, { ...history(60), to: DAY_END, category: 'hrconsforecast' });
    await define(store, { name: 'North', target: code.toUpperCase(), kind: 'wind' });
    const outcome = await run(store, 'north');
    assert.ok(outcome.state === 'made');
    assert.deepEqual(outcome.drivers, ['dehrwindforecast']);
    const stored = (await store.findNewestRun(key))!;
    assert.deepEqual([stored.source, stored.values.length], ['north', 7 * 24 + 2 + 1]);
    assert.ok((await store.readBands(key, RUN_AT, 'north')).length > 0);
    assert.ok(await store.readModelMemory(key, 'north'));
    assert.equal(await store.readModelMemory(key, OWN_SOURCE), undefined);
    // A day later the actual values are known.
    const to = DAY_END + 24;
    await load(store, { ...park, ...history(60), from: RUN_AT / HOUR_MS, to, recordedAt: RUN_AT });
    const context = { store, zone: berlin, blocks: DEFAULT_BLOCKS };
    const asked = { seriesId: code, from: '2024-05-01', to: '2024-05-19', issuedBefore: '12:00' };
    const request = parseAccuracyRequest(asked, RUN_AT + 3 * DAY_MS, context);
    const card = await scoreRuns(await settleAccuracy(request, CALLER, context), context);
    assert.deepEqual(card.sourceNames, ['north']);
    assert.equal(card.sources[0]!.dayAhead.all.scored, 24);
    assert.equal(card.isPrice, false);
  });

  test('two definitions of a series and the model’s own run stand beside each other', async (t) => {
    const { store } = await openModelStore(t);
    const { key } = await load(store, { ...history(60), category: 'hrprice' });
    await load(store, { ...history(60), to: DAY_END, category: 'hrconsforecast' });
    await define(store, { name: 'bare', target: 'dehrprice', drivers: [] });
    await define(store, { name: 'driven', target: 'dehrprice', drivers: ['dehrconsforecast'] });
    const drivers: (readonly string[])[] = [];
    for (const name of ['bare', 'driven']) {
      const outcome = await run(store, name);
      assert.ok(outcome.state === 'made');
      drivers.push(outcome.drivers);
      assert.equal((await run(store, name)).state, 'kept');
    }
    assert.deepEqual(drivers, [[], ['dehrconsforecast']]);
    const own = { area: 'DE', category: 'hrprice', analyzedAt: RUN_AT, replaces: false };
    assert.equal((await runModel(store, berlin, own, () => RUN_AT)).state, 'made');
    const sources = (await store.listRuns(key)).map(({ source }) => source);
    assert.deepEqual(sources.sort(), ['bare', 'driven', OWN_SOURCE]);
  });

  const HARD: readonly (readonly [string, number])[] = [
    ['2024-03-30T06:00:00Z', 23],
    ['2024-10-26T06:00:00Z', 25],
    ['2024-02-28T12:00:00Z', 24],
    ['2023-12-31T12:00:00Z', 24],
  ];
  for (const [time, hours] of HARD) {
    for (const [resolution, slots] of [
      ['hour', 1],
      ['halfhour', 2],
      ['quarterhour', 4],
    ] as const) {
      test(`a run of ${time} by ${resolution} has all ${hours} hours of the next market day`, async (t) => {
        const { store } = await openModelStore(t);
        const runAt = at(time);
        const { key } = await load(store, {
          ...{ area: 'X', category: 'plant', resolution, recordedAt: runAt },
          from: daysBefore(runAt, 40) * slots,
          to: (runAt / HOUR_MS) * slots,
          make: (index) => usualValue(Math.floor(index / slots)),
        });
        await define(store, { name: 'plant', target: 'xplant' }, runAt);
        assert.equal((await run(store, 'plant', runAt)).state, 'made');
        const { firstIndex, values } = (await store.findNewestRun(key))!;
        const day = berlin.dayOf(runAt) + 1;
        const slotMs = HOUR_MS / slots;
        const first = berlin.startOfDay(day) / slotMs - firstIndex;
        const end = berlin.startOfDay(day + 1) / slotMs - firstIndex;
        assert.equal(end - first, hours * slots);
        assert.ok(values.subarray(first, end).every(Number.isFinite));
      });
    }
  }
});

suite('the drivers of a target', () => {
  test('a preview says which drivers are used, and why the others are not', async (t) => {
    const { store } = await openModelStore(t);
    await load(store, { ...history(60), area: 'PARK', category: 'hrwind' });
    await load(store, { ...history(60), to: DAY_END, area: 'PARK', category: 'hrwindspeed' });
    await load(store, { ...history(60), category: 'hrtempforecast' });
    const target = await define(store, { name: 'park', target: 'parkhrwind', area: 'de' });
    assert.deepEqual(await previewTarget(store, target, berlin, RUN_AT), {
      kind: 'wind',
      area: 'DE',
      drivers: [
        { code: 'parkhrwindspeed', isUsed: true, reason: null },
        {
          code: 'dehrtempforecast',
          isUsed: false,
          reason: 'nothing known of it reaches the day forecast',
        },
        ...['parkhrwindforecast', 'dehrwindforecast', 'parkhrtempforecast', 'dehrwind']
          .concat('parkhrtemp', 'dehrtemp')
          .map((code) => ({ code, isUsed: false, reason: 'it is not stored' })),
      ],
      problem: null,
    });
  });

  test('named drivers are used in any number of a kind, and a missing one is noted', async (t) => {
    const { store } = await openModelStore(t);
    await load(store, { ...history(60), category: 'hrprice' });
    for (const area of ['AA', 'BB']) {
      await load(store, { ...history(60), to: DAY_END, area, category: 'hrwindforecast' });
    }
    const drivers = ['aahrwindforecast', 'bbhrwindforecast', 'cchrwindforecast'];
    const target = await define(store, { name: 'mine', target: 'dehrprice', drivers });
    const { drivers: used } = await previewTarget(store, target, berlin, RUN_AT);
    assert.deepEqual(
      used.map(({ code, reason }) => [code, reason]),
      [
        ['aahrwindforecast', null],
        ['bbhrwindforecast', null],
        ['cchrwindforecast', 'there is no such series'],
      ],
    );
  });

  test('a driver of quarter hours stands in if the one of hours does not exist', async (t) => {
    const { store } = await openModelStore(t);
    await load(store, { ...history(60), category: 'hrprice' });
    const [from, to] = [history(60).from * 4, DAY_END * 4];
    const quarters = { resolution: 'quarterhour', recordedAt: RUN_AT } as const;
    await load(store, { ...quarters, category: 'qhconsforecast', from, to });
    const target = await define(store, { name: 'mine', target: 'dehrprice' });
    const { drivers } = await previewTarget(store, target, berlin, RUN_AT);
    assert.deepEqual(drivers[0], { code: 'deqhconsforecast', isUsed: true, reason: null });
  });

  test('a target without values is defined, and the preview says why no run can be made', async (t) => {
    const { store } = await openModelStore(t);
    await load(store, { area: 'X', category: 'plant', from: 0, to: 0, recordedAt: RUN_AT });
    const target = await define(store, { name: 'plant', target: 'xplant' });
    const preview = await previewTarget(store, target, berlin, RUN_AT);
    assert.deepEqual([preview.kind, preview.problem], ['other', 'it has no values']);
  });
});

suite('what an operator gives', () => {
  const REFUSED: readonly (readonly [TargetDraft, RegExp])[] = [
    [{ target: 'dehrprice' }, /name: a name is needed/],
    [{ name: 'a b', target: 'dehrprice' }, /"a b" cannot name a forecast: 1 to 64 characters/],
    [{ name: 'Gridtide', target: 'dehrprice' }, /gridtide is the source of the runs of areas/],
    [{ name: 'gridtide-hindcast', target: 'dehrprice' }, /is the source of the runs of areas/],
    [{ name: 'x' }, /target: the identifier of a series is needed/],
    [{ name: 'x', target: 'dehrprice - frhrprice' }, /is not a series; give it as a formula/],
    [{ name: 'x', target: 'ä' }, /"ä" cannot be a series: 2 to 64 characters/],
    [{ name: 'x', target: 'dehrprice', drivers: [''] }, /drivers: the identifier of a series/],
    [{ name: 'x', target: 'dehrprice', hours: [24] }, /"24" is not a UTC hour of the day/],
    [{ name: 'x', target: 'dehrprice', hours: [6.5] }, /"6.5" is not a UTC hour/],
    [{ name: 'x', target: 'dehrprice', hours: [] }, /no hour is given/],
    [{ name: 'x', target: 'dehrprice', kind: 'sun' }, /unknown kind "sun"/],
    [{ name: 'x', target: 'dehrprice', area: '!' }, /"!" cannot be an area/],
  ];
  for (const [draft, message] of REFUSED) {
    test(`${JSON.stringify(draft)} is refused`, () => {
      assert.throws(() => readTarget(draft, 0), { name: 'Refusal', message });
    });
  }

  test('a series that does not exist or has one value a day is refused, and so is one target too many', async (t) => {
    const { store } = await openModelStore(t);
    const daily = { area: 'DE', category: 'dayprice', resolution: 'day' } as const;
    await load(store, { ...daily, from: 19_000, to: 19_050, recordedAt: 0 });
    await load(store, { category: 'hrprice', from: 0, to: 1, recordedAt: 0 });
    const refused = (draft: TargetDraft, message: RegExp) =>
      assert.rejects(define(store, draft), (error) => {
        assert.ok(error instanceof Refusal);
        assert.match(error.message, message);
        return true;
      });
    await refused({ name: 'x', target: 'nothing' }, /no series "nothing"/);
    await refused({ name: 'x', target: 'dedayprice' }, /dedayprice has one value per day/);
    for (let i = 0; i < MOST_TARGETS; i++)
      await define(store, { name: `n${i}`, target: 'dehrprice' });
    await refused({ name: 'x', target: 'dehrprice' }, /which is the most; remove one first/);
    await define(store, { name: 'n7', target: 'dehrprice', hours: [12, 6, 12] });
    const changed = (await store.listForecastTargets()).find(({ name }) => name === 'n7')!;
    assert.deepEqual(changed.hours, [6, 12]);
  });
});
