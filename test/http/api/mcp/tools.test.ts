import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { setPlan } from '#accounts/plan-changes';
import { LISTED_TOOLS } from '#http/api/mcp/tools/tool-table';
import { call, give, openMcpWorld, refuse } from './mcp-world.ts';

const world = await openMcpWorld();

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    properties: Record<string, { description?: string }>;
    required: string[];
  };
  readonly outputSchema: object;
  readonly annotations: Record<string, unknown>;
}
const tools = LISTED_TOOLS as readonly Listed[];

/** Calls of every tool that succeed. */
const CALLS: readonly (readonly [name: string, args: object])[] = [
  ['find_series', {}],
  [
    'find_series',
    { query: 'price', area: 'de', category: 'hrprice', resolution: 'hour', limit: 1 },
  ],
  ['describe_series', { seriesId: 'DEhrprice' }],
  ['describe_series', { seriesId: 'dedaywind', asOf: 'yesterday' }],
  ['read_series', { seriesId: 'dehrprice', from: 'today', to: 'tomorrow' }],
  ['read_series', { seriesId: 'dehrprice', from: 'today-30', resolution: 'peak' }],
  ['read_series', { seriesId: 'dehrprice', maxPoints: 10, aggregation: 'max' }],
  ['read_series', { seriesId: 'dehrprice', from: '2030', to: '2031' }],
  ['compare_series', { seriesIds: ['dehrprice', 'frhrprice'], from: 'today-7', to: 'today' }],
  ['compare_series', { seriesIds: ['dehrprice', 'dedaywind'], from: '2024-05', to: '2024-05' }],
  ['read_forecast', { seriesId: 'dehrprice' }],
  ['read_forecast', { seriesId: 'dehrprice', issueTime: 'yesterday', from: 'today', to: 'today' }],
  ['read_forecast', { seriesId: 'dehrprice', resolution: 'day' }],
  ['read_forecast', { seriesId: 'dehrprice', from: '2030', to: '2031' }],
  ['read_forecast', { seriesId: 'dehrprice', daysAhead: 1, actual: true }],
  ['read_forecast', { seriesId: 'dehrprice', hoursAhead: 20, maxPoints: 5 }],
  ['read_forecast', { seriesId: 'dehrprice', delivery: '2024-05-18T01:00', actual: true }],
  ['accuracy', { area: 'DE', category: 'hrprice' }],
  ['what_changed', { since: '2024-05-17T08:00' }],
  ['what_changed', { seriesId: 'dehrprice', limit: 1 }],
  ['resolve_dates', {}],
  ['resolve_dates', { dates: ['today', 'last'], seriesId: 'dehrprice' }],
];

const ajv = new Ajv2020({ strict: false });

describe('the tools', () => {
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    it(`${name} describes itself and its arguments, says that it only reads, and knows asOf`, () => {
      assert.ok(description.length > 40 && description.length < 600, description);
      for (const [argument, schema] of Object.entries(inputSchema.properties))
        assert.ok(schema.description, argument);
      assert.ok('asOf' in inputSchema.properties);
      assert.deepEqual([annotations.readOnlyHint, annotations.destructiveHint], [true, false]);
      for (const schema of [inputSchema, outputSchema]) assert.ok(ajv.validateSchema(schema));
    });

    it(`${name} gives what its schema says, as text and as structure, in few bytes`, async () => {
      const check = ajv.compile(outputSchema);
      const calls = CALLS.filter(([tool]) => tool === name);
      assert.ok(calls.length >= 1);
      const accepts = ajv.compile(inputSchema);
      for (const [, args] of calls) {
        assert.ok(accepts(args) || name === 'find_series', JSON.stringify(accepts.errors));
        const { result } = await call(world, name, args);
        assert.notEqual(result.isError, true, result.content[0]!.text);
        const said = `${JSON.stringify(args)}: ${JSON.stringify(result.structuredContent)}`;
        assert.ok(check(result.structuredContent), `${JSON.stringify(check.errors)} ${said}`);
        assert.deepEqual(JSON.parse(result.content[0]!.text), result.structuredContent);
        assert.ok(result.content[0]!.text.length < 20_000, said);
      }
    });
  }

  it('what a model is told of the tools takes few bytes: every conversation carries it', () => {
    const told = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    assert.ok(JSON.stringify(told).length < 12_000, String(JSON.stringify(told).length));
    assert.ok(JSON.stringify(tools).length < 30_000, String(JSON.stringify(tools).length));
  });
});

describe('find_series and describe_series', () => {
  it('series are found by words, area and category, page by page', async () => {
    const found = async (args: object) => {
      const { series, next } = await give(world, 'find_series', args);
      return [series.map(({ seriesId }: { seriesId: string }) => seriesId), next];
    };
    assert.deepEqual(await found({}), [['dedaywind', 'dehrprice', 'frhrprice'], null]);
    assert.deepEqual(await found({ limit: 2 }), [['dedaywind', 'dehrprice'], 'dehrprice']);
    assert.deepEqual(await found({ limit: 2, after: 'dehrprice' }), [['frhrprice'], null]);
    assert.deepEqual(await found({ category: 'hrprice', area: 'FR' }), [['frhrprice'], null]);
    assert.deepEqual(await found({ query: 'day-ahead DE' }), [['dehrprice'], null]);
  });

  it('a series is described with its sources, in market time', async () => {
    const told = await give(world, 'describe_series', { seriesId: 'dehrprice' });
    assert.deepEqual(told.sources, [
      {
        ...{ source: 'gridtide', runs: 2 },
        firstRun: '2024-05-16T08:00:00+02:00',
        newestRun: '2024-05-17T08:00:00+02:00',
      },
    ]);
    assert.equal(told.firstValue, '2024-03-09T00:00:00+01:00');
    assert.equal(told.lastValue, '2024-05-17T23:00:00+02:00');
    assert.equal(told.page, 'http://localhost:80/s/dehrprice');
  });
});

describe('read_series', () => {
  it('a day has its hours with their offset, figures over all, and the addresses of the rest', async () => {
    const told = await give(world, 'read_series', {
      seriesId: 'dehrprice',
      from: 'today',
      to: 'today',
    });
    assert.deepEqual(told.statistics, {
      ...{ count: 24, gaps: 0, mean: 61.5 },
      min: { time: '2024-05-17T01:00+02:00', value: 50 },
      max: { time: '2024-05-17T00:00+02:00', value: 73 },
    });
    assert.equal(told.points.times.length, 24);
    assert.equal(told.lastObserved, '2024-05-17T23:00:00+02:00');
    const csv = new URL(told.csv);
    const file = await world.get(csv.pathname + csv.search);
    assert.equal(file.status, 200);
    assert.equal(file.text.trim().split('\n').length, 25);
  });

  it('a long span is shown at a coarser resolution, and the figures are of all hours', async () => {
    const told = await give(world, 'read_series', { seriesId: 'dehrprice', to: 'today' });
    assert.equal(told.statistics.count, 24 * 70 - 1);
    assert.equal(told.resolution, 'hour');
    assert.equal(told.points.resolution, 'day');
    assert.equal(told.points.values.length, 70);
    assert.match(told.points.times[0], /^2024-03-09$/);
    assert.match(told.note, /1679 points by hour are too many: these are by day/);
    const few = await give(world, 'read_series', {
      seriesId: 'dehrprice',
      to: 'today',
      maxPoints: 5,
    });
    assert.equal(few.points.resolution, 'month');
    // A block of hours has one value a day, and no coarser form.
    const args = { seriesId: 'dehrprice', to: 'today', resolution: 'peak', maxPoints: 10 };
    const peak = await give(world, 'read_series', args);
    assert.equal(peak.points.times.length, 10);
    assert.equal(peak.hours, '09-20');
    assert.match(peak.note, /the last 10 of 70 points/);
  });

  it('values after the last observed one are the newest run’s, and asOf has what was known', async () => {
    const args = { seriesId: 'dehrprice', from: 'tomorrow', to: 'tomorrow' };
    const now = await give(world, 'read_series', args);
    assert.deepEqual([now.points.values[0], now.points.values.length], [60, 24]);
    const then = await give(world, 'read_series', {
      ...args,
      from: 'today+1',
      asOf: '2024-05-16T12:00',
    });
    // As of the 16th, tomorrow is the 17th, and nothing was observed yet.
    assert.equal(then.lastObserved, null);
    assert.equal(then.points.values[0], 60);
  });
});

describe('compare_series', () => {
  it('series are compared with the first at one resolution', async () => {
    const args = { seriesIds: ['dehrprice', 'frhrprice'], from: 'today-1', to: 'today' };
    const told = await give(world, 'compare_series', args);
    assert.deepEqual(told.differences, [
      {
        ...{ seriesId: 'frhrprice', count: 48, mean: 10, meanAbsolute: 10, min: 10, max: 10 },
        correlation: 1,
      },
    ]);
    assert.equal(told.series[1].values.length, told.times.length);
    const mixed = await give(world, 'compare_series', {
      ...{ seriesIds: ['dehrprice', 'dedaywind'], from: '2024-05-01', to: '2024-05-03' },
    });
    assert.equal(mixed.resolution, 'day');
    assert.deepEqual(mixed.series[1].values, [1, null, 3]);
    assert.equal(mixed.differences[0].mean, null);
  });

  it('all points together are at most 400', async () => {
    const args = { seriesIds: ['dehrprice', 'frhrprice'], from: 'today-69', to: 'today' };
    const told = await give(world, 'compare_series', args);
    assert.equal(told.pointsResolution, 'day');
    assert.ok(told.times.length * 2 <= 400);
    assert.equal(told.series[0].statistics.count, 24 * 70 - 1);
  });
});

describe('read_forecast', () => {
  it('the newest run comes with its band', async () => {
    const told = await give(world, 'read_forecast', { seriesId: 'dehrprice' });
    assert.deepEqual([told.kind, told.source], ['run', 'gridtide']);
    assert.equal(told.analyzedTime, '2024-05-17T08:00:00+02:00');
    assert.deepEqual([told.values[0], told.times[0]], [60, '2024-05-18T00:00+02:00']);
    assert.deepEqual(
      [told.bands[0].level, told.bands[0].lower[0], told.bands[0].upper[47]],
      [80, 55, 112],
    );
    const earlier = await give(world, 'read_forecast', {
      seriesId: 'dehrprice',
      issueTime: '2024-05-16',
    });
    assert.equal(earlier.analyzedTime, '2024-05-16T08:00:00+02:00');
  });

  it('a slice has what was forecast a day ahead, beside what came', async () => {
    const args = { seriesId: 'dehrprice', daysAhead: 1, from: 'today', to: 'today', actual: true };
    const told = await give(world, 'read_forecast', args);
    assert.equal(told.kind, 'slice');
    assert.deepEqual([told.values[0], told.actual[0]], [60, 73]);
    assert.deepEqual([...new Set(told.sources)], ['gridtide']);
    assert.equal(told.bands[0].lower[0], 55);
  });

  it('a delivery has one value of every run, by its issue time', async () => {
    const args = { seriesId: 'dehrprice', delivery: '2024-05-18T01:00' };
    const told = await give(world, 'read_forecast', args);
    assert.deepEqual(told.times, ['2024-05-16T08:00:00+02:00', '2024-05-17T08:00:00+02:00']);
    assert.deepEqual(told.values, [85, 61]);
  });
});

describe('the other tools', () => {
  it('accuracy scores the sources', async () => {
    const told = await give(world, 'accuracy', {
      area: 'de',
      category: 'hrprice',
      from: '2024-05-01',
    });
    const [source] = told.sources;
    assert.equal(source.source, 'gridtide');
    assert.equal(source.dayAhead.scored, 24);
    assert.ok(source.dayAhead.mae > 0);
    assert.equal(source.byLeadDay[0].leadDays, 1);
  });

  it('what_changed compares areas, or lists the times of a series', async () => {
    const told = await give(world, 'what_changed', { since: '2024-05-17T05:00:00Z' });
    const germany = told.areas.find(({ area }: { area: string }) => area === 'DE');
    assert.equal(germany.runThen, '2024-05-16T08:00:00+02:00');
    assert.equal(germany.newestRun, '2024-05-17T08:00:00+02:00');
    const times = await give(world, 'what_changed', { seriesId: 'dehrprice', limit: 1 });
    assert.deepEqual([times.times.length, times.more], [1, true]);
    const before = await give(world, 'what_changed', {
      seriesId: 'dehrprice',
      asOf: '2024-05-16T12:00',
    });
    assert.ok(before.times.every((time: string) => time < '2024-05-16T10:00:00.001Z'));
  });

  it('resolve_dates knows today, changes of the clock, and what today was', async () => {
    const dates = ['today', '2024-03-31', '2024-10-27', 'month-1', 'last'];
    const told = await give(world, 'resolve_dates', { dates, seriesId: 'dehrprice' });
    assert.equal(told.now, '2024-05-17T12:00:00+02:00');
    assert.deepEqual(
      told.dates.map(({ hours }: { hours: number }) => hours),
      [24, 23, 25, 720, 1],
    );
    assert.equal(told.dates[0].from, '2024-05-17T00:00:00+02:00');
    const then = await give(world, 'resolve_dates', { dates: ['today'], asOf: '2024-01-01' });
    assert.equal(then.dates[0].from, '2024-01-01T00:00:00+01:00');
  });
});

describe('every tool as of an earlier time', () => {
  const asOf = '2024-05-16T12:00';
  const dehrprice = { seriesId: 'dehrprice', asOf };

  it('no tool tells what was recorded later', async () => {
    const { series } = await give(world, 'find_series', { asOf });
    assert.deepEqual(
      series.map(({ seriesId, lastValue }: Record<string, unknown>) => [seriesId, lastValue]),
      [
        ['dedaywind', null],
        ['dehrprice', '2024-05-18T23:00:00+02:00'],
        ['frhrprice', null],
      ],
    );
    const described = await give(world, 'describe_series', dehrprice);
    assert.equal(described.sources[0].runs, 1);
    const seriesIds = ['dehrprice', 'frhrprice'];
    const compared = await give(world, 'compare_series', {
      seriesIds,
      from: 'today',
      to: 'today',
      asOf,
    });
    assert.deepEqual(
      compared.series.map((one: { statistics: { count: number } }) => one.statistics.count),
      [0, 0],
    );
    const run = await give(world, 'read_forecast', dehrprice);
    assert.equal(run.analyzedTime, '2024-05-16T08:00:00+02:00');
    const slice = await give(world, 'read_forecast', { ...dehrprice, daysAhead: 1, actual: true });
    assert.ok(slice.actual.every((value: number | null) => value === null));
    const card = await give(world, 'accuracy', { area: 'DE', category: 'hrprice', asOf });
    assert.equal(card.sources[0]?.dayAhead.scored ?? 0, 0);
    const changed = await give(world, 'what_changed', { since: '2024-05-16T01:00', asOf });
    const germany = changed.areas.find(({ area }: { area: string }) => area === 'DE');
    assert.deepEqual([germany.runThen, germany.newestRun], [null, '2024-05-16T08:00:00+02:00']);
  });

  it('a time before the kept history, or a keyword of a series, is refused', async () => {
    const error = await refuse(world, 'read_series', { seriesId: 'dehrprice', asOf: 'last' });
    assert.deepEqual([error.code, error.errors[0]!.field], ['date_unknown', 'asOf']);
  });
});

describe('a call that a model can mend', () => {
  const WRONG: readonly (readonly [
    name: string,
    args: object,
    code: string,
    field: string,
    words: RegExp,
  ])[] = [
    ['read_series', {}, 'field_missing', 'seriesId', /is needed/],
    [
      'read_series',
      { seriesId: 'dehrpice' },
      'series_unknown',
      'seriesId',
      /did you mean dehrprice\?/,
    ],
    ['read_series', { seriesId: 7 }, 'type_invalid', 'seriesId', /a string is needed; given: "7"/],
    [
      'read_series',
      { seriesId: 'dehrprice', form: 'today' },
      'field_unknown',
      '"form"',
      /did you mean from\?/,
    ],
    [
      'read_series',
      { seriesId: 'dehrprice', from: 'todya' },
      'date_unknown',
      'from',
      /did you mean today\?/,
    ],
    [
      'read_series',
      { seriesId: 'dehrprice', from: 'today', to: 'today-1' },
      'span_reversed',
      'from',
      /after/,
    ],
    [
      'read_series',
      { seriesId: 'dehrprice', resolution: 'dayy' },
      'resolution_unknown',
      'resolution',
      /did you mean day/,
    ],
    [
      'read_series',
      { seriesId: 'dehrprice', maxPoints: 401 },
      'field_invalid',
      'maxPoints',
      /out of range; given: "401"/,
    ],
    [
      'read_series',
      { seriesId: 'dehrprice', aggregation: 'median' },
      'field_invalid',
      'aggregation',
      /given: "median"/,
    ],
    [
      'compare_series',
      { seriesIds: ['dehrprice'], from: 'today', to: 'today' },
      'field_invalid',
      'seriesIds',
      /2 to 8/,
    ],
    [
      'compare_series',
      { seriesIds: ['dehrprice', 5], from: 'today', to: 'today' },
      'type_invalid',
      'seriesIds[1]',
      /string/,
    ],
    ['read_forecast', { seriesId: 'frhrprice' }, 'run_unknown', 'seriesId', /no forecast run/],
    [
      'read_forecast',
      { seriesId: 'dehrprice', daysAhead: 15 },
      'field_invalid',
      'daysAhead',
      /out of range/,
    ],
    [
      'read_forecast',
      { seriesId: 'dehrprice', daysAhead: 1, hoursAhead: 2 },
      'field_invalid',
      'daysAhead',
      /exactly one/,
    ],
    ['accuracy', { area: 'XX', category: 'hrprice' }, 'field_invalid', 'area', /given: "XX"/],
    ['find_series', { area: 'Germany' }, 'field_invalid', 'area', /unknown area/],
    ['what_changed', { since: 'tomorrow' }, 'field_invalid', 'since', /is not before/],
    ['resolve_dates', { dates: ['todya', 'now-ish'] }, 'date_unknown', 'dates[0]', /dates\[1\]/],
    ['resolve_dates', { dates: ['last'] }, 'field_missing', 'seriesId', /identifier is needed/],
  ];
  for (const [name, args, code, field, words] of WRONG) {
    it(`${name} with ${JSON.stringify(args)} says what is wrong and what is allowed`, async () => {
      const error = await refuse(world, name, args);
      assert.equal(error.code, code, error.message);
      assert.equal(error.errors[0]!.field, field);
      assert.match(error.message, words);
    });
  }

  it('a series outside the plan is refused, with what the plan includes', async () => {
    const error = await refuse(world, 'read_series', { seriesId: 'frhrprice' }, 'german');
    assert.equal(error.code, 'subscription_required');
    assert.deepEqual(error.errors[0]!.allowed, ['de*']);
  });

  it('more points than the plan allows are refused with what helps, all series together', async () => {
    await setPlan(world.store.accounts, { name: 'tiny', patterns: ['*'], pointsPerAnswer: 30 });
    await world.addUser('tiny', 'tiny');
    const days = { from: 'today', to: 'today' };
    const one = await refuse(
      world,
      'read_series',
      { seriesId: 'dehrprice', from: 'today-2' },
      'tiny',
    );
    assert.match(one.message, /the plan allows 30; resolution day would fit/);
    const seriesIds = ['dehrprice', 'frhrprice'];
    const two = await refuse(world, 'compare_series', { seriesIds, ...days }, 'tiny');
    assert.match(two.message, /the plan allows 30; ask for fewer series/);
  });

  it('allowed values come with the error', async () => {
    const area = await refuse(world, 'accuracy', { area: 'XX', category: 'hrprice' });
    assert.ok(area.errors[0]!.allowed!.includes('DE'));
    const unknown = await refuse(world, 'read_series', { seriesId: 'dehrprice', colour: 'red' });
    assert.ok(unknown.errors[0]!.allowed!.includes('resolution'));
  });

  it('arguments that are no object are refused', async () => {
    for (const args of [[], 'x', null]) {
      const { result } = await call(world, 'find_series', args as never);
      if (args === null) continue;
      assert.equal(result.isError, true);
    }
  });
});
