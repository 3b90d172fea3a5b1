// Formulas as forecast targets: what is computed, from what was known when, and what is refused.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseFormula } from '#core/formula/parse-formula';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { hindcastSourceOf } from '#core/values/source-order';
import { replayDays } from '#service/model-runs/backtest-store';
import {
  modelTargetOf,
  putTarget,
  readTarget,
  type TargetDraft,
} from '#service/model-runs/forecast-targets';
import { previewTarget, readTargetFacts } from '#service/model-runs/preview-target';
import { runModel } from '#service/model-runs/run-model';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';
import { drawLine } from '#view/compare/draw-line';
import { lineOfFormula } from '#view/formula/formula-line';
import { at, berlin, daysBefore, load, openModelStore, usualValue } from './model-store.ts';

const RUN_AT = at('2024-05-16T06:00:00Z');
const DAY_END = (Math.floor(RUN_AT / DAY_MS) + 2) * 24;
const RESIDUAL = { name: 'residual', formula: 'dehrcons - dehrwind - dehrsolar' };

const wind = (hour: number): number => usualValue(hour, 1) / 4;
const sun = (hour: number): number =>
  hour % 24 > 6 && hour % 24 < 18 ? usualValue(hour, 2) / 8 : 0;

const history = (days: number, runAt = RUN_AT) => ({
  from: daysBefore(runAt, days),
  to: runAt / HOUR_MS,
  recordedAt: runAt - 1,
});

async function loadParts(store: Store, days = 60, runAt = RUN_AT): Promise<void> {
  const span = history(days, runAt);
  await load(store, { ...span, category: 'hrcons' });
  await load(store, { ...span, category: 'hrwind', make: wind });
  await load(store, { ...span, category: 'hrsolar', make: sun });
}

async function define(store: Store, draft: TargetDraft, now = RUN_AT) {
  const target = readTarget(draft, now);
  await store.write((writer) => putTarget(writer, target));
  return target;
}

/** Makes the run of a definition, as the schedule does. */
async function run(store: Store, name: string, analyzedAt = RUN_AT, more = {}) {
  const target = (await store.listForecastTargets()).find((each) => each.name === name)!;
  const series = await store.findSeries(target.series);
  const request = { ...modelTargetOf(target, series), analyzedAt, replaces: false, ...more };
  return runModel(store, berlin, request, () => analyzedAt + 60_000);
}

const put = async (store: Store, code: string, points: Record<number, number>, now: Instant) => {
  const { key } = (await store.findSeries(code))!;
  const indices = Int32Array.from(Object.keys(points), Number).sort();
  const values = Float64Array.from(indices, (index) => points[index]!);
  await store.write((writer) => writer.writePoints(key, indices, values, now));
};

const valueAt = async (store: Store, code: string, index: number): Promise<number> => {
  const { key } = (await store.findSeries(code))!;
  return (await store.readValues(key, { start: index, end: index + 1 }))[0]!;
};

const near = (found: number, wanted: number): void =>
  assert.ok(Math.abs(found - wanted) < 1e-7, `${found} is not ${wanted}`);

const refused = (work: Promise<unknown>, message: RegExp) =>
  assert.rejects(work, { name: 'Refusal', message });

suite('hard days of a computed target', () => {
  const HARD: readonly (readonly [string, number])[] = [
    ['2024-03-30T06:00:00Z', 23],
    ['2024-10-26T06:00:00Z', 25],
    ['2024-02-28T12:00:00Z', 24],
  ];
  const PARTS: readonly (readonly [ResolutionName, ResolutionName, number])[] = [
    ['hour', 'hour', 1],
    ['quarterhour', 'hour', 1],
    ['quarterhour', 'quarterhour', 4],
    ['quarterhour', 'halfhour', 2],
  ];
  const slotsOf = { hour: 1, halfhour: 2, quarterhour: 4 } as Record<string, number>;
  for (const [time, hours] of HARD) {
    for (const [one, other, slots] of PARTS) {
      test(`a run of ${time} by ${one} less ${other} has all ${hours} hours of the next market day`, async (t) => {
        const { store } = await openModelStore(t);
        const runAt = at(time);
        for (const [area, resolution] of [
          ['X', one],
          ['Y', other],
        ] as const) {
          const count = slotsOf[resolution]!;
          await load(store, {
            ...{ area, category: 'plant', resolution, recordedAt: runAt - 1 },
            from: daysBefore(runAt, 40) * count,
            to: (runAt / HOUR_MS) * count,
            make: (index) => usualValue(Math.floor(index / count), area === 'X' ? 0 : 1),
          });
        }
        await define(store, { name: 'spread', formula: 'xplant - yplant' }, runAt);
        assert.equal((await run(store, 'spread', runAt)).state, 'made');
        const series = (await store.findSeries('spread'))!;
        // The hours around the change of the clock have the plain difference.
        const hour = runAt / HOUR_MS - 3;
        near(await valueAt(store, 'spread', hour * slots), usualValue(hour) - usualValue(hour, 1));
        const { firstIndex, values } = (await store.findNewestRun(series.key))!;
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

suite('the values of a formula', () => {
  test('an hour that lacks a part is missing, and so is one with a quarter missing', async (t) => {
    const { store } = await openModelStore(t);
    const from = daysBefore(RUN_AT, 10);
    const span = { from, to: from + 48, recordedAt: RUN_AT - 1 };
    await load(store, { ...span, category: 'hrcons', make: () => 10 });
    const quarters = {
      ...span,
      from: from * 4,
      to: (from + 48) * 4,
      resolution: 'quarterhour',
    } as const;
    await load(store, { ...quarters, category: 'qhwind', make: (index) => index % 4 });
    await put(store, 'dehrcons', { [from + 5]: Number.NaN }, RUN_AT - 1);
    await put(store, 'deqhwind', { [(from + 7) * 4 + 2]: Number.NaN }, RUN_AT - 1);
    await define(store, { name: 'residual', formula: 'dehrcons - deqhwind' });
    const { key, resolution, unit } = (await store.findSeries('residual'))!;
    assert.deepEqual([resolution, unit], ['hour', 'MWh']);
    const values = await store.readValues(key, { start: from + 4, end: from + 9 });
    assert.deepEqual([...values], [8.5, Number.NaN, 8.5, Number.NaN, 8.5]);
  });

  test('a division by zero is a gap, zero has no sign, and sums have no noise', async (t) => {
    const { store } = await openModelStore(t);
    const from = daysBefore(RUN_AT, 2);
    const span = { from, to: from + 3, recordedAt: RUN_AT - 1 };
    const of = (values: readonly number[]) => (index: number) => values[index - from]!;
    await load(store, { ...span, category: 'hrcons', make: of([0.1, 0, 3]) });
    await load(store, { ...span, category: 'hrwind', make: of([0.2, 5, 0]) });
    const EXPECTED: readonly (readonly [string, readonly number[]])[] = [
      ['dehrcons + dehrwind', [0.3, 5, 3]],
      ['-dehrcons * dehrwind', [-0.02, 0, 0]],
      ['dehrcons / dehrwind', [0.5, 0, Number.NaN]],
      ['max(dehrcons, dehrwind) - min(dehrcons, 1)', [0.1, 5, 2]],
      ['0.3 * dehrcons + 0.7 * dehrwind', [0.17, 3.5, 0.9]],
      ['dehrcons * 1000000000000000000', [1e17, 0, Number.NaN]],
    ];
    for (const [formula, wanted] of EXPECTED) {
      await define(store, { name: 'mix', formula });
      const { key } = (await store.findSeries('mix'))!;
      const values = await store.readValues(key, { start: from, end: from + 3 });
      for (const [i, value] of values.entries()) {
        assert.ok(Object.is(value, wanted[i]), `${formula}: ${value} is not ${wanted[i]}`);
      }
    }
  });

  test('the server computes what Compare draws, with gaps and on the day of 25 hours', async (t) => {
    const { store } = await openModelStore(t);
    const runAt = at('2024-10-28T06:00:00Z');
    const from = at('2024-10-26T20:00:00Z') / HOUR_MS;
    const hole = (index: number): boolean => (index * 7919) % 11 === 0;
    const make = (salt: number) => (index: number) =>
      hole(index) ? Number.NaN : usualValue(index, salt);
    const PARTS = [
      ['dehrcons', 'hour', 1],
      ['deqhwind', 'quarterhour', 4],
    ] as const;
    const lines = [];
    for (const [code, resolution, count] of PARTS) {
      const [first, end] = [from * count, (from + 30) * count];
      const category = code.slice(2);
      const span = { from: first, to: end, recordedAt: runAt - 1, resolution, make: make(count) };
      const { key } = await load(store, { ...span, category });
      const values = [...(await store.readValues(key, { start: first, end }))];
      const title = resolutionOf(resolution).title;
      const texts = { seriesId: code, description: code, unit: 'MWh', resolution: title };
      const answer = {
        ...{ ...texts, nativeResolution: title, aggregation: 'None', from: null, to: null },
        ...{ lastUpdated: null, lastObserved: '2027-01-01T00:00:00Z' },
        times: values.map((_, i) => ((first + i) * 3600) / count),
        values: values.map((value) => (Number.isNaN(value) ? null : value)),
      };
      lines.push(drawLine(answer, 0, berlin));
    }
    const formula = '0.5 * dehrcons - deqhwind';
    await define(store, { name: 'mix', formula }, runAt);
    const drawn = lineOfFormula(parseFormula(formula), formula, lines, 0, berlin);
    const { key } = (await store.findSeries('mix'))!;
    const stored = await store.readValues(key, { start: from, end: from + 30 });
    assert.equal(drawn.values.length, stored.length);
    for (const [i, value] of drawn.values.entries()) {
      if (value === null) assert.ok(Number.isNaN(stored[i]));
      else near(stored[i]!, value);
    }
    assert.ok(drawn.values.includes(null) && drawn.values.some((value) => value !== null));
  });

  test('a run brings the values up to date, and the history says what was served when', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store);
    await define(store, RESIDUAL);
    const hour = RUN_AT / HOUR_MS - 30;
    const before = await valueAt(store, 'residual', hour);
    near(before, usualValue(hour) - wind(hour) - sun(hour));
    const next = RUN_AT + DAY_MS;
    await put(store, 'dehrcons', { [hour]: 1_000 }, RUN_AT + HOUR_MS);
    assert.equal(await valueAt(store, 'residual', hour), before);
    assert.equal((await run(store, 'residual', next)).state, 'made');
    near(await valueAt(store, 'residual', hour), 1_000 - wind(hour) - sun(hour));
    const { key } = (await store.findSeries('residual'))!;
    const span = { start: hour, end: hour + 1 };
    assert.equal((await store.readValuesAsOf(key, span, next))[0], before);
    const [entry, ...others] = await store.listEntries({ limit: 5 });
    assert.deepEqual(others, []);
    assert.deepEqual(
      [entry!.kind, entry!.actor, entry!.name, entry!.points.changed],
      ['values', 'forecast', 'residual: dehrcons − dehrwind − dehrsolar', 1],
    );
    // Nothing of the parts changed: no entry is added.
    assert.equal((await run(store, 'residual', next)).state, 'kept');
    assert.equal((await store.listEntries({ limit: 5 })).length, 1);
  });

  test('a value that loses a part becomes a gap again', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store);
    await define(store, RESIDUAL);
    const hour = RUN_AT / HOUR_MS - 1;
    assert.ok(Number.isFinite(await valueAt(store, 'residual', hour)));
    await put(store, 'dehrwind', { [hour]: Number.NaN }, RUN_AT + 1);
    await run(store, 'residual', RUN_AT + HOUR_MS);
    assert.ok(Number.isNaN(await valueAt(store, 'residual', hour)));
    assert.equal((await store.findSeries('residual'))!.lastIndex, hour - 1);
  });
});

suite('what was known of a formula', () => {
  const forecast = async (store: Store) => {
    const { key } = (await store.findSeries('residual'))!;
    return [...(await store.findNewestRun(key))!.values];
  };

  test('a run uses what was known of the parts at its time, also before the definition', async (t) => {
    const [late, early] = [(await openModelStore(t)).store, (await openModelStore(t)).store];
    for (const store of [late, early]) await loadParts(store);
    // One store learns of a correction after the run's time, before its definition.
    await put(late, 'dehrcons', { [RUN_AT / HOUR_MS - 5]: 5_000 }, RUN_AT + 1);
    await define(late, RESIDUAL, RUN_AT + HOUR_MS);
    await define(early, RESIDUAL, RUN_AT);
    for (const store of [late, early]) assert.equal((await run(store, 'residual')).state, 'made');
    assert.deepEqual(await forecast(late), await forecast(early));
    near(
      await valueAt(late, 'residual', RUN_AT / HOUR_MS - 5),
      5_000 - wind(RUN_AT / HOUR_MS - 5) - sun(RUN_AT / HOUR_MS - 5),
    );
  });

  test('values that came too late are told by the time of the parts, not of the definition', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store);
    await define(store, RESIDUAL, RUN_AT + DAY_MS);
    const outcome = await run(store, 'residual', RUN_AT - HOUR_MS);
    assert.ok(outcome.state === 'refused');
    assert.match(
      outcome.why,
      /stored after 2024-05-16T05:00:00Z; a run can be made from 2024-05-16T06:00:00Z on/,
    );
  });

  test('hindcasts and backtests go back behind the definition', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store);
    const target = await define(store, RESIDUAL);
    const past = RUN_AT - 10 * DAY_MS;
    const hindcast = await run(store, 'residual', past, { isHindcast: true });
    assert.equal(hindcast.state, 'made');
    const series = (await store.findSeries('residual'))!;
    assert.equal((await store.listRuns(series.key))[0]!.source, hindcastSourceOf('residual'));
    assert.ok((await store.listRuns(series.key, hindcastSourceOf('residual'))).length > 0);
    const from = Math.floor(RUN_AT / DAY_MS) - 1;
    // The parts were stored a moment before the run, so as of the day before nothing is known.
    const asked = {
      ...{ series, target: modelTargetOf(target, series), zone: berlin },
      ...{ from, to: from + 1, every: 1, hour: 6, whyUnknown: async () => undefined },
    };
    for await (const { isWarmUp, outcome, actual } of replayDays(store, asked)) {
      assert.ok('refused' in outcome);
      if (!isWarmUp)
        near(actual[3]!, usualValue(from * 24 + 3) - wind(from * 24 + 3) - sun(from * 24 + 3));
    }
  });

  test('a second definition of a computed series has the same history', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store);
    await define(store, RESIDUAL, RUN_AT + HOUR_MS);
    await define(store, { name: 'bare', target: 'residual', drivers: [] }, RUN_AT + HOUR_MS);
    const made = [await run(store, 'residual'), await run(store, 'bare')];
    assert.deepEqual(
      made.map(({ state, series }) => [state, series]),
      [
        ['made', 'residual'],
        ['made', 'residual'],
      ],
    );
  });
});

suite('what a formula is forecast as', () => {
  test('the drivers are the formula of others’ forecasts of its parts, and those of its area', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store);
    const ahead = { ...history(60), to: DAY_END };
    await load(store, {
      ...ahead,
      category: 'hrconsforecast',
      make: (hour) => usualValue(hour) + 1,
    });
    await load(store, { ...ahead, category: 'hrwindforecast', make: wind });
    const target = await define(store, RESIDUAL);
    const used = async () =>
      (await previewTarget(store, target, berlin, RUN_AT)).drivers.flatMap(({ code, isUsed }) =>
        isUsed ? [code] : [],
      );
    assert.deepEqual(await used(), ['dehrconsforecast', 'dehrwindforecast']);
    await load(store, { ...ahead, category: 'hrsolarforecast', make: sun });
    const all = 'dehrconsforecast−dehrwindforecast−dehrsolarforecast';
    assert.deepEqual(await used(), [all, ...all.split('−')]);
    const outcome = await run(store, 'residual');
    assert.ok(outcome.state === 'made');
    assert.equal(outcome.drivers[0], all);
  });

  test('the formula of a single series has one driver of its name, and codes with a hyphen are quoted', async (t) => {
    const { store } = await openModelStore(t);
    await load(store, { ...history(40), category: 'hrcons' });
    await load(store, { ...history(40), area: 'A-B', category: 'hrcons' });
    const ahead = { ...history(40), to: DAY_END, category: 'hrconsforecast' };
    await load(store, ahead);
    await load(store, { ...ahead, area: 'A-B' });
    const used = async (formula: string) => {
      const target = await define(store, { name: 'mix', formula });
      const { drivers } = await previewTarget(store, target, berlin, RUN_AT);
      return drivers.flatMap(({ code, isUsed }) => (isUsed ? [code] : []));
    };
    assert.deepEqual(await used('dehrcons'), ['dehrconsforecast']);
    assert.deepEqual(await used('dehrcons - "a-bhrcons"'), [
      ...['dehrconsforecast−"a-bhrconsforecast"', 'dehrconsforecast', 'a-bhrconsforecast'],
    ]);
  });

  test('a part that runs carry into tomorrow does not drive the formula', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store);
    await load(store, {
      from: RUN_AT / HOUR_MS,
      to: DAY_END,
      recordedAt: RUN_AT - 1,
      category: 'hrwind',
    });
    const target = await define(store, RESIDUAL);
    const { drivers } = await previewTarget(store, target, berlin, RUN_AT);
    assert.ok(drivers.every(({ code }) => !/^de..(?:wind|solar|cons)$/.test(code)));
  });

  test('the kind and the area follow from the parts', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store);
    const span = history(20);
    await load(store, { ...span, area: 'FR', category: 'hrwind' });
    await store.write(async (writer) => {
      for (const area of ['FR', 'DE']) {
        const code = `${area.toLowerCase()}hrprice`;
        const texts = { code, description: code, unit: 'EUR/MWh', resolution: 'hour' } as const;
        await writer.defineSeries({ ...texts, area, category: 'hrprice' });
      }
    });
    for (const code of ['dehrprice', 'frhrprice'])
      await put(store, code, { [span.from]: 50 }, RUN_AT);
    const KINDS: readonly (readonly [string, string, string])[] = [
      ['dehrcons - dehrwind - dehrsolar', 'load', 'DE'],
      ['0.3 * frhrwind + 0.7 * dehrwind', 'wind', 'FR'],
      ['dehrwind - frhrwind', 'other', 'DE'],
      ['dehrwind + dehrsolar', 'other', 'DE'],
      ['dehrprice - frhrprice', 'price', 'DE'],
      ['dehrwind / dehrcons', 'load', 'DE'],
    ];
    for (const [formula, kind, area] of KINDS) {
      const target = await define(store, { name: 'mix', formula });
      const facts = await readTargetFacts(store, target);
      assert.deepEqual([formula, facts.kindUsed, facts.areaUsed], [formula, kind, area]);
    }
  });
});

suite('a formula that is refused', () => {
  const REFUSED: readonly (readonly [TargetDraft, RegExp])[] = [
    [{ name: 'x1', formula: '' }, /formula: the formula is empty/],
    [{ name: 'x1', formula: 'dehrcons -' }, /formula: after "-" something is missing/],
    [{ name: 'x1', formula: '2 * 3' }, /formula: the formula names no series/],
    [
      { name: 'x1', formula: 'dehrcons~-7' },
      /dehrcons is shifted by days, which only the page does/,
    ],
    [{ name: 'x1', formula: 'dehrcons', target: 'dehrcons' }, /target: a formula makes a series/],
    [{ name: '7x', formula: 'dehrcons' }, /name: "7x" cannot be the series of a formula/],
    [{ name: 'x1', formula: 'dehrcons', unit: 'x'.repeat(41) }, /unit: .* at most 40 characters/],
    [{ name: 'x1', target: 'dehrcons', unit: 'MW' }, /unit: a stored series has its unit/],
  ];
  for (const [draft, message] of REFUSED) {
    test(`${JSON.stringify(draft)} is refused before the store is read`, () => {
      assert.throws(() => readTarget(draft, 0), { name: 'Refusal', message });
    });
  }

  test('a formula is refused if its parts or its name do not fit what is stored', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store, 10);
    await store.write(async (writer) => {
      const daily = { description: 'gas', unit: 'EUR/MWh', area: null, category: null } as const;
      await writer.defineSeries({ ...daily, code: 'gas', resolution: 'day' });
      await writer.defineSeries({ ...daily, code: 'flat', resolution: 'hour' });
      await writer.defineSeries({ ...daily, code: 'empty', resolution: 'quarterhour' });
    });
    await define(store, { name: 'flow', formula: 'dehrcons - dehrwind' });
    const refuse = (draft: TargetDraft, message: RegExp) => refused(define(store, draft), message);
    const formula = 'dehrcons - dehrwind';
    await refuse(
      { name: 'x1', formula: 'dehrcons - dehrwnid' },
      /no series "dehrwnid" \(did you mean dehrwind\?\)/,
    );
    await refuse({ name: 'x1', formula: 'dehrcons - x1' }, /x1 names itself/);
    await refuse({ name: 'x1', formula: 'dehrcons * gas' }, /gas has one value per day/);
    await refuse(
      { name: 'x1', formula: 'dehrcons + flat' },
      /formula: MWh and EUR\/MWh cannot be added: the units must be the same; a unit that is given says what the result is/,
    );
    await refuse(
      { name: 'dehrsolar', formula },
      /the series dehrsolar exists and has values of its own/,
    );
    await refuse(
      { name: 'empty', formula },
      /empty has one value per quarterhour, and the formula gives one per hour/,
    );
    await define(store, { name: 'x1', formula: '2 * flat' });
    await refuse({ name: 'flat', formula }, /flat is a part of the formula of x1/);
    await refuse(
      { name: 'flow', target: 'flow', hours: [5] },
      /flow is computed by this forecast; give its formula again/,
    );
    await define(store, { name: 'sum', formula: 'dehrcons + flat', unit: 'points' });
    assert.equal((await store.findSeries('sum'))!.unit, 'points');
    // After the definition is removed, its series may be computed again, and by another formula.
    await store.write((writer) => writer.removeForecastTarget('flow'));
    await define(store, { name: 'flow', formula: 'dehrcons + dehrwind' });
    const hour = RUN_AT / HOUR_MS - 3;
    near(await valueAt(store, 'flow', hour), usualValue(hour) + wind(hour));
  });

  test('a run of a formula whose part has no values says which one', async (t) => {
    const { store } = await openModelStore(t);
    await loadParts(store, 10);
    await load(store, { from: 0, to: 0, recordedAt: 0, area: 'X', category: 'plant' });
    await define(store, { name: 'x1', formula: 'dehrcons - xplant' });
    const outcome = await run(store, 'x1');
    assert.ok(outcome.state === 'refused');
    assert.equal(outcome.why, 'its part xplant has no values');
    const series = (await store.findSeries('x1')) as SeriesRecord;
    assert.equal(series.firstIndex, null);
  });
});
