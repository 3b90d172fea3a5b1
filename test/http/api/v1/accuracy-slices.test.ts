// A figure of the scorecard is what its rows give: every link is followed, and every figure is computed again
// from the rows of the slice. Around both clock changes, with gaps, several sources, corrections, and as of earlier.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import type { SeriesWriter } from '#store/series-store';
import { Random } from '../../../../harness/random.ts';
import { isLong } from '../../../../harness/rounds.ts';
import { World } from '../../../../harness/world/world.ts';
import { slowCrps } from '../../../service/accuracy/slow-figures.ts';
import { ACCURACY } from './scorecard-days.ts';

const HOUR_MS = 3_600_000;
const SOURCES = ['alpha', 'gridtide', 'vendor & co'];
const CHANGES = [Date.UTC(2024, 2, 31), Date.UTC(2024, 9, 27)];
const LEVELS = [80, 95];
const ZONE = 'Europe/Berlin';

interface Row {
  readonly time: string;
  readonly value: number | null;
  readonly analyzedTime: string | null;
  readonly leadHours: number | null;
  readonly actual: number | null;
  readonly error: number | null;
  readonly [bound: string]: unknown;
}

interface Figures {
  readonly scored: number;
  readonly missing: number;
  readonly mae: number | null;
  readonly rmse: number | null;
  readonly bias: number | null;
  readonly smape: number | null;
  readonly crps: number | null;
  readonly crpsScored: number;
  readonly fewValues: readonly string[];
  readonly slice: string | null;
  readonly bands: readonly { level: number; scored: number; coverage: number; width: number }[];
  readonly [key: string]: unknown;
}

interface Write {
  readonly at: number;
  put(writer: SeriesWriter): Promise<unknown>;
}

/** Runs of three sources four times a day, some corrected later, some with bands, with gaps inside. */
function runsAround(change: number, key: number, random: Random): Write[] {
  const writes: Write[] = [];
  for (let slot = -28; slot < 28; slot++) {
    for (const source of SOURCES) {
      if (random.below(5) === 0) continue;
      const analyzedAt = change + slot * 6 * HOUR_MS + random.below(3) * 1_500_000;
      const forms = random.below(3) === 0 ? 2 : 1;
      for (let form = 0; form < forms; form++) {
        const firstIndex = Math.floor(analyzedAt / HOUR_MS) + random.below(30) - 2;
        const values = Float64Array.from(
          { length: 2 + random.below(190) },
          () => random.below(1_000) / 10 - 20,
        );
        for (let i = 1; i + 1 < values.length; i++)
          if (random.below(9) === 0) values[i] = Number.NaN;
        const bands = random.below(4) === 0 ? [] : bandsAround(values, random);
        const at = analyzedAt + random.below(5) * HOUR_MS + form * (1 + random.below(30)) * HOUR_MS;
        const run = { analyzedAt, updatedAt: at, firstIndex, values, source };
        writes.push({ at, put: (writer) => writer.writeRun(key, run, at, undefined, bands) });
      }
    }
  }
  return writes;
}

function bandsAround(values: Float64Array, random: Random) {
  const half = random.below(40);
  const bound = (by: number) =>
    values.map((one) => (random.below(11) === 0 ? Number.NaN : one + by));
  return LEVELS.map((level, i) => ({
    level,
    lower: bound(-half - i * 9),
    upper: bound(half + i * 9),
  }));
}

/** Actual values with gaps, some of them corrected later. */
function valuesAround(change: number, key: number, random: Random): Write[] {
  const values = Array.from({ length: 26 * 24 }, () => random.below(1_000) / 10 - 20);
  for (let i = 1; i < values.length; i++) if (random.below(15) === 0) values[i] = Number.NaN;
  const first = change / HOUR_MS - 16 * 24;
  const write = (from: number, part: number[], at: number): Write => {
    const indices = Int32Array.from(part, (_, i) => from + i);
    return { at, put: (writer) => writer.writePoints(key, indices, Float64Array.from(part), at) };
  };
  const corrected = values.slice(300, 400).map((value) => value + 3);
  return [
    write(first, values, change - 9 * 24 * HOUR_MS),
    write(first + 300, corrected, change + 40 * HOUR_MS),
  ];
}

async function openWorld(): Promise<World> {
  const world = await World.open({ after }, { now: '2024-11-20T10:00:00Z' });
  await setPlan(world.signIn.accounts, {
    name: 'everything',
    patterns: ['*'],
    requestsPerMinute: 1_000_000,
  });
  const random = new Random(7);
  const { key } = await world.store.write((writer) =>
    writer.defineSeries({
      ...{ code: 'dehrprice', description: 'price', unit: 'EUR/MWh', resolution: 'hour' },
      ...{ area: 'DE', category: 'hrprice' },
    }),
  );
  const writes = CHANGES.flatMap((change) => [
    ...valuesAround(change, key, random),
    ...runsAround(change, key, random),
  ]);
  // What is recorded later is written later.
  for (const { put } of writes.sort((a, b) => a.at - b.at)) await world.store.write(put);
  return world;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The bounds of a row's band; undefined if it lacks one. */
function boundsOf(row: Row, level: number): [lower: number, upper: number] | undefined {
  const [lower, upper] = [row[`lower${level}`], row[`upper${level}`]];
  return typeof lower === 'number' && typeof upper === 'number' ? [lower, upper] : undefined;
}

function crpsOf(row: Row): number[] {
  const points = LEVELS.flatMap((level): [number, number][] => {
    const bounds = boundsOf(row, level);
    return bounds ? bounds.map((bound, i) => [0.5 + ((i * 2 - 1) * level) / 200, bound]) : [];
  });
  return points.length === 0 ? [] : [slowCrps(row.actual!, [[0.5, row.value!], ...points])];
}

/** What the rows of a slice say: the figures that need nothing but them. */
function figuresOf(rows: readonly Row[]) {
  const scored = rows.filter(({ error }) => error !== null);
  const errors = scored.map(({ error }) => error!);
  const squared = mean(errors.map((error) => error ** 2));
  const levels = LEVELS.flatMap((level) => {
    const within = scored.flatMap((row) => {
      const bounds = boundsOf(row, level);
      if (!bounds) return [];
      const [lower, upper] = bounds;
      return { isIn: lower <= row.actual! && row.actual! <= upper, width: upper - lower };
    });
    if (within.length === 0) return [];
    const hits = within.filter(({ isIn }) => isIn).length;
    return {
      level,
      scored: within.length,
      coverage: hits / within.length,
      width: mean(within.map(({ width }) => width)),
    };
  });
  const ranked = scored.flatMap(crpsOf);
  return {
    scored: scored.length,
    missing: rows.length - scored.length,
    mae: mean(errors.map(Math.abs)),
    rmse: squared === null ? null : Math.sqrt(squared),
    bias: mean(errors),
    smape: mean(
      scored.map(({ value, actual, error }) =>
        error === 0 ? 0 : (200 * Math.abs(error!)) / (Math.abs(value!) + Math.abs(actual!)),
      ),
    ),
    crps: mean(ranked),
    crpsScored: ranked.length,
    bands: levels,
  };
}

/** Asserts that two answers are the same but for the last digits of sums, which differ with their order. */
function assertSame(given: unknown, expected: unknown, where: string): void {
  if (typeof given === 'number' && typeof expected === 'number') {
    assert.ok(Math.abs(given - expected) < 1e-9, `${where}: ${given} is not ${expected}`);
  } else if (typeof given === 'object' && given && typeof expected === 'object' && expected) {
    assert.deepEqual(Object.keys(given), Object.keys(expected), where);
    for (const [name, each] of Object.entries(given))
      assertSame(each, (expected as Record<string, unknown>)[name], `${where} ${name}`);
  } else assert.equal(given, expected, where);
}

const wall = (time: string) => Temporal.Instant.from(time).toZonedDateTimeISO(ZONE);

describe('a figure of the scorecard and the rows of its slice', async () => {
  const world = await openWorld();

  /** Rows by link: all hours of a source have the same one. */
  const known = new Map<string, Row[]>();

  const rowsOf = async (link: string): Promise<Row[]> => {
    const rows = known.get(link);
    if (rows) return rows;
    const { status, body } = await world.get(link);
    assert.equal(status, 200, link);
    known.set(link, body.data);
    return body.data;
  };

  /** Compares a group with those rows of its link that belong to it; returns the number of values. */
  const compare = async (
    group: Figures,
    belongs: (row: Row) => boolean = () => true,
  ): Promise<number> => {
    if (group.slice === null) {
      assert.equal(group.scored, 0);
      return 0;
    }
    const rows = (await rowsOf(group.slice)).filter(belongs);
    const expected = figuresOf(rows);
    const { scored, missing, mae, rmse, bias, smape, crps, crpsScored, bands } = group;
    const given = { scored, missing, mae, rmse, bias, smape, crps, crpsScored, bands };
    assertSame(given, expected, group.slice);
    assert.equal(group.fewValues.includes('mae'), scored > 0 && scored < 500);
    return scored;
  };

  const SPRING = [
    'from=2024-03-24&to=2024-04-07',
    'from=2024-03-30T23:00:00Z&to=2024-03-31T21:00:00Z',
  ];
  const AUTUMN = [
    'from=2024-10-20&to=2024-11-03',
    'from=2024-10-26T22:00:00Z&to=2024-10-27T22:00:00Z',
  ];
  const CHOICES = ['', '&issuedBefore=24:00', '&issuedBefore=06:30'];
  const SCORECARDS = (
    [
      [SPRING, [...CHOICES, '&asOf=2024-04-01T03:00:00Z']],
      [AUTUMN, [...CHOICES, '&asOf=2024-10-28T13:30:00Z&issuedBefore=18:00']],
    ] as const
  ).flatMap(([spans, choices]) => spans.flatMap((one) => choices.map((other) => [one, other])));
  // Every seventh has both clock changes and an earlier state among them.
  const each = isLong ? 1 : 7;
  for (const [i, [span, choice]] of SCORECARDS.entries()) {
    if (i % each === 0) {
      it(`the scorecard of ${span}${choice} has the figures of its rows`, async () => {
        const { body } = await world.get(`${ACCURACY}?area=DE&category=hrprice&${span}${choice}`);
        assert.deepEqual(body.sourceNames, SOURCES);
        let values = 0;
        for (const source of body.sources) {
          values += await compare(source.dayAhead);
          for (const group of source.byLeadDay) values += await compare(group);
          for (const group of source.byMonth) await compare(group);
          for (const group of source.byHour)
            await compare(group, ({ time }) => wall(time).hour === group.hour);
          for (const group of source.byLeadHour)
            await compare(
              group,
              ({ leadHours }) => leadHours !== null && Math.floor(leadHours) === group.leadHours,
            );
        }
        assert.ok(values > 100, `only ${values} values were compared`);
      });
    }
  }

  it('a run after the gate is counted only if it is asked for', async () => {
    const ask = async (more: string) => {
      const path = `${ACCURACY}?area=DE&category=hrprice&from=2024-03-24&to=2024-04-07${more}`;
      return (await world.get(path)).body;
    };
    const usual = await ask('');
    assert.deepEqual([usual.issuedBefore, usual.zone], ['12:00', ZONE]);
    assert.deepEqual((await ask('&issuedBefore=12:00')).sources, usual.sources);
    const every = await ask('&issuedBefore=24:00');
    const [first] = every.sources;
    assert.equal(first.runs, first.runsInTime);
    assert.ok(usual.sources[0].runsInTime < usual.sources[0].runs);
    assert.notEqual(usual.sources[0].dayAhead.mae, first.dayAhead.mae);
    const lateRows = (await rowsOf(first.dayAhead.slice)).filter(
      ({ analyzedTime }) => analyzedTime !== null && wall(analyzedTime).hour >= 12,
    );
    assert.ok(lateRows.length > 0);
    for (const { analyzedTime } of await rowsOf(usual.sources[0].dayAhead.slice))
      assert.ok(analyzedTime === null || wall(analyzedTime).hour < 12);
  });
});
