import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { call, give, openMcpWorld, refuse } from './mcp-world.ts';

const world = await openMcpWorld();

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
    ...['50,99', 'wide', '50;90'].map(
      (level) =>
        [
          'read_forecast',
          { seriesId: 'dehrprice', level },
          ...['field_invalid', 'level'],
          /is not a percent from 1 to 98: .* its widest band is 98 %/,
        ] as const,
    ),
    [
      'read_forecast',
      { seriesId: 'dehrprice', quantile: '0,50', daysAhead: 1 },
      'field_invalid',
      'quantile',
      /"0" is not a percent from 1 to 99/,
    ],
    ['read_forecast', { seriesId: 'dehrprice', level: 50 }, 'type_invalid', 'level', /string/],
    ...[{}, { daysAhead: 1 }].map(
      (lead) =>
        [
          'read_forecast',
          { seriesId: 'dehrprice', resolution: 'day', level: '50', ...lead },
          ...['bands_not_averaged', 'resolution'],
          /cannot be averaged/,
        ] as const,
    ),
    ['accuracy', { area: 'XX', category: 'hrprice' }, 'field_invalid', 'area', /unknown area "XX"/],
    ['find_series', { area: 'Germany' }, 'field_invalid', 'area', /unknown area/],
    ['find_series', { category: 'hrprise' }, 'field_invalid', 'category', /mean hrprice\?/],
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
    const bounds = { seriesId: 'dehrprice', quantile: '10,90', maxPoints: 10 };
    const banded = await refuse(world, 'read_forecast', bounds, 'tiny');
    assert.match(banded.message, /would hold 50 values and bounds; the plan allows 30/);
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
