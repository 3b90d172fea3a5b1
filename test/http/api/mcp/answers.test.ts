import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bandsOfQuantiles } from '#core/values/run-bands';
import { give, NOW, openMcpWorld } from './mcp-world.ts';

const world = await openMcpWorld();

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

  it('a category that exists elsewhere is no fault', async () => {
    const found = await give(world, 'find_series', { category: 'DayWind', area: 'FR' });
    assert.deepEqual(found.series, []);
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

/** The lines of an address of an answer, without the header. */
async function linesAt(address: string): Promise<string[]> {
  const { pathname, search } = new URL(address);
  const { status, text } = await world.get(pathname + search);
  assert.equal(status, 200, text);
  return text.trim().split('\n').slice(1);
}

describe('compare_series', () => {
  it('each series has the address of all its points', async () => {
    const seriesIds = ['dehrprice', 'dedaywind'];
    const args = { seriesIds, from: '2024-05-01', to: '2024-05-03' };
    for (const [given, counts] of [
      [args, [3, 3]],
      [{ ...args, seriesIds: ['dehrprice', 'frhrprice'], from: 'today-69', to: 'today' }, [1_679]],
      [{ ...args, seriesIds: ['dehrprice', 'frhrprice'], resolution: 'peak' }, [3]],
    ] as const) {
      const { series } = await give(world, 'compare_series', given);
      for (const [i, count] of counts.entries())
        assert.equal((await linesAt(series[i].csv)).length, count);
    }
  });

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
  it('a run that is cut has the address of all its values with their bands', async () => {
    const args = { seriesId: 'dehrprice', maxPoints: 5 };
    const told = await give(world, 'read_forecast', args);
    assert.match(told.note, /^the first 5 of 48 points.* read json$/);
    const readAt = async (address: string) => {
      const { pathname, search } = new URL(address);
      return (await world.get(pathname + search)).body;
    };
    const { data } = await readAt(told.json);
    assert.equal(data.length, 48);
    assert.deepEqual([data[4].value, data[4].bands[0].lower], [told.values[4], 59]);
    const days = await give(world, 'read_forecast', { ...args, resolution: 'day' });
    assert.equal((await readAt(days.json)).data.length, 48);
    const earlier = {
      ...args,
      issueTime: '2024-05-16',
      from: 'today',
      to: 'today',
      quantile: '10',
    };
    const part = await readAt((await give(world, 'read_forecast', earlier)).json);
    assert.equal(part.analyzedTime, '2024-05-16T06:00:00Z');
    assert.equal(part.data.length, 24);
    assert.equal(part.data[0].validTime, '2024-05-16T22:00:00Z');
    assert.equal(part.data[0].quantiles.length, 1);
  });

  it('a slice and a delivery that are cut have the address of all points', async () => {
    const slice = { seriesId: 'dehrprice', daysAhead: 1, from: 'today', to: 'today', maxPoints: 5 };
    const told = await give(world, 'read_forecast', { ...slice, actual: true, level: '80' });
    const lines = await linesAt(told.csv);
    assert.deepEqual([told.times.length, lines.length], [5, 24]);
    assert.match(lines[0]!, /,60,.*,73,/);
    const delivery = { seriesId: 'dehrprice', delivery: '2024-05-18T01:00', maxPoints: 1 };
    const issued = await give(world, 'read_forecast', delivery);
    assert.deepEqual([issued.times.length, (await linesAt(issued.csv)).length], [1, 2]);
  });

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

  it('a run has the levels and quantiles that are asked for, as over HTTP', async () => {
    world.setNow('2024-05-16T07:00:00Z');
    await world.store.write(async (writer) => {
      const { key } = (await writer.findSeries('frhrprice'))!;
      const firstIndex = world.gridOf('hour').indexOf(Date.parse('2024-05-16T22:00:00Z'));
      const values = Float64Array.from({ length: 24 }, (_, i) => 60 + i);
      const run = { analyzedAt: world.now, updatedAt: world.now, firstIndex, values };
      const bands = bandsOfQuantiles(
        [1, 10, 50, 90, 99].map((percent) => ({
          percent,
          values: values.map((value) => value + (percent - 50) / 10),
        })),
      );
      await writer.writeRun(key, { ...run, source: 'whole' }, world.now, undefined, bands);
    });
    world.setNow(NOW);
    const asked = { level: '40,80', quantile: '30,50' };
    const told = await give(world, 'read_forecast', { seriesId: 'frhrprice', ...asked });
    const query = new URLSearchParams(asked);
    const { body } = await world.get(`/api/v1/forecasts/frhrprice/bands?${query}`);
    const [first] = body.data;
    assert.equal(told.values[0], first.value);
    assert.deepEqual(
      told.bands.map(({ level, lower, upper }: Record<string, number[]>) => ({
        ...{ level, lower: lower![0], upper: upper![0] },
      })),
      first.bands,
    );
    assert.deepEqual(
      told.quantiles.map(({ percent, values }: Record<string, number[]>) => ({
        ...{ percent, value: values![0] },
      })),
      first.quantiles,
    );
    assert.deepEqual(first.quantiles, [
      { percent: 30, value: 58 },
      { percent: 50, value: 60 },
    ]);
    const slice = await give(world, 'read_forecast', {
      ...{ seriesId: 'frhrprice', daysAhead: 1, from: 'today', to: 'today', ...asked },
      maxPoints: 5,
    });
    assert.deepEqual([slice.resolution, slice.times.length], ['hour', 5]);
    assert.equal(slice.note, 'the last 5 of 24 points');
    assert.deepEqual([slice.bands[0].lower[4], slice.bands[0].upper[4]], [81, 85]);
    assert.deepEqual(
      slice.quantiles.map(({ values }: { values: number[] }) => values[4]),
      [81, 83],
    );
    const plain = await give(world, 'read_forecast', { seriesId: 'frhrprice' });
    assert.deepEqual([plain.bands.length, plain.quantiles], [1, undefined]);
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

  it('accuracy scores any stored pair of area and category, and leads to the page of its series', async () => {
    await world.load({
      ...{ code: 'northhrwind', area: 'NORTH', category: 'hrwind', unit: 'MWh' },
      ...{ from: '2024-05-15T10:00:00Z', values: [10, 20, 30] },
    });
    const told = await give(world, 'accuracy', { area: 'north', category: 'hrwind' });
    assert.deepEqual([told.seriesId, told.sources], ['northhrwind', []]);
    assert.match(told.page, /\/s\/northhrwind$/);
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

  it('resolve_dates says that an instant has no length, and both readings of a repeated one', async () => {
    const dates = ['2024-05-17T10:00', '2023-10-29T02:30', '2023-10-29T03:30', '2023-10-29'];
    const told = await give(world, 'resolve_dates', { dates });
    assert.deepEqual(
      told.dates.map(({ hours }: { hours: number }) => hours),
      [0, 0, 0, 25],
    );
    assert.equal(told.dates[0].until, told.dates[0].from);
    assert.deepEqual(
      told.dates.map(({ note }: { note?: string }) => note),
      [
        undefined,
        'the clock shows this time twice: as `from` it is 2023-10-29T02:30:00+02:00, as `to` 2023-10-29T02:30:00+01:00',
        undefined,
        undefined,
      ],
    );
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
