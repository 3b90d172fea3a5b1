// What becomes of answers of Open-Meteo: runs of an area.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ParsedBatch, RunBatch } from '#sources/source';
import { ask, at, HOUR_MS, parse } from './ask-weather.ts';
import { locationMean, type WeatherRule } from './weather-answers.ts';

const runsOf = (batch: ParsedBatch): readonly RunBatch[] => {
  assert.ok(batch.kind === 'data');
  assert.deepEqual(batch.points, []);
  return batch.runs;
};

const describeRun = ({ definition, analyzedAt, firstIndex, values, source }: RunBatch) => [
  definition.code,
  new Date(analyzedAt).toISOString().slice(0, 16),
  new Date(firstIndex * HOUR_MS).toISOString().slice(0, 16),
  values.length,
  source,
];

suite('the newest run of a weather model', () => {
  const [, newest] = ask('2024-05-16T22:00Z', '2024-05-18T22:00Z');

  test('a run begins with the hour after the answer and is the mean of the points by weight', async () => {
    const runs = runsOf(await parse(newest!));
    assert.deepEqual(runs.map(describeRun), [
      ['dk2hrtemp', '2024-05-17T09:15', '2024-05-17T10:00', 62, 'open-meteo-icon'],
      ['dk2hrwindspeed', '2024-05-17T09:15', '2024-05-17T10:00', 62, 'open-meteo-icon'],
      // The radiation at 11:00 is the mean of the hour from 10:00 on.
      ['dk2hrradiation', '2024-05-17T09:15', '2024-05-17T10:00', 61, 'open-meteo-icon'],
    ]);
    const round = (value: number): number => Math.round(value * 100) / 100;
    assert.equal(runs[0]!.values[0], round(10 + locationMean('DK2', 'people')));
    assert.equal(runs[1]!.values[0], round(10 + locationMean('DK2', 'wind')));
    assert.equal(runs[2]!.values[0], round(11 + locationMean('DK2', 'solar')));
    assert.deepEqual(
      runs.map(({ definition }) => [definition.unit, definition.resolution, definition.area]),
      [
        ['°C', 'hour', 'DK2'],
        ['m/s', 'hour', 'DK2'],
        ['W/m²', 'hour', 'DK2'],
      ],
    );
  });

  test('the weight of a missing point goes to the others, and a note says so', async () => {
    const batch = await parse(newest!, undefined, (name, location, hour) =>
      name === 'wind_speed_100m' && location === 0 ? null : hour % 24,
    );
    const [, wind] = runsOf(batch);
    assert.equal(wind!.values[0], 10);
    assert.ok(batch.kind === 'data');
    assert.deepEqual(batch.notes, [
      'wind speed at 100 m: 72 hours lack points; the others count for them',
    ]);
  });

  test('an hour that most points lack is a gap, not the mean of the few', async () => {
    const batch = await parse(newest!, undefined, (name, location, hour) =>
      name === 'temperature_2m' && location === 0 && hour % 24 === 12 ? null : hour % 24,
    );
    const [temperature] = runsOf(batch);
    assert.deepEqual([...temperature!.values.slice(0, 4)], [10, 11, Number.NaN, 13]);
    assert.ok(batch.kind === 'data');
    assert.match(batch.notes.join(), /temperature at 2 m: 3 hours are left out, as most points/);
  });

  test('a variable that the model does not have leaves no run, and a note says so', async () => {
    const batch = await parse(newest!, (locations) => {
      for (const { hourly, hourly_units } of locations) {
        hourly.wind_speed_100m = hourly.wind_speed_100m!.map(() => null);
        hourly_units.wind_speed_100m = 'undefined';
      }
    });
    assert.deepEqual(
      runsOf(batch).map(({ definition }) => definition.code),
      ['dk2hrtemp', 'dk2hrradiation'],
    );
    assert.ok(batch.kind === 'data');
    assert.deepEqual(batch.notes, ['icon has no wind speed at 100 m of the hours to come']);
  });

  test('an answer without any value is no data', async () => {
    const batch = await parse(newest!, undefined, () => null);
    assert.equal(batch.kind, 'none');
  });
});

suite('previous runs', () => {
  const [previous] = ask('2024-03-30T23:00Z', '2024-03-31T22:00Z');

  test('each past UTC day gets the runs of 06:00 and 12:00 of the day before', async () => {
    const runs = runsOf(await parse(previous!)).filter(
      ({ definition }) => definition.code === 'dk2hrtemp',
    );
    assert.deepEqual(runs.map(describeRun), [
      ['dk2hrtemp', '2024-03-29T06:00', '2024-03-30T00:00', 24, 'open-meteo-icon'],
      ['dk2hrtemp', '2024-03-29T12:00', '2024-03-30T00:00', 24, 'open-meteo-icon'],
      ['dk2hrtemp', '2024-03-30T06:00', '2024-03-31T00:00', 24, 'open-meteo-icon'],
      ['dk2hrtemp', '2024-03-30T12:00', '2024-03-31T00:00', 24, 'open-meteo-icon'],
    ]);
  });

  test('no value of a run was made later than six hours before the run', async () => {
    const exact: WeatherRule = (name, _location, hour) => {
      // The value tells the hour at which it was made, as hours after 2024-03-27.
      const [, lead = '0'] = /_previous_day(\d)$/.exec(name) ?? [];
      return hour - Number(lead) * 24 - at('2024-03-27T00:00Z') / HOUR_MS;
    };
    const small: WeatherRule = (name, location, hour) => exact(name, location, hour)! / 2;
    const runs = runsOf(await parse(previous!, undefined, small));
    assert.equal(runs.length, 12);
    for (const { analyzedAt, values } of runs) {
      const madeHour = (analyzedAt - at('2024-03-27T00:00Z')) / HOUR_MS;
      for (const value of values) assert.ok(value * 2 <= madeHour - 6, `${value * 2} ${madeHour}`);
      // Nor is a value much older than it has to be.
      for (const value of values) assert.ok(value * 2 > madeHour - 6 - 24);
    }
  });

  test('a missing lead of one day is taken from the run before, and never the other way round', async () => {
    const without = (lead: number) => (name: string, _location: number, hour: number) =>
      name.endsWith(`day${lead}`) ? null : hour % 24;
    const first = runsOf(await parse(previous!, undefined, without(1)));
    assert.equal(first.length, 12);
    assert.ok(first.every(({ values }) => values.length === 24));
    // Six hours of the run at 12:00 are less than half a day.
    assert.equal((await parse(previous!, undefined, without(2))).kind, 'none');
  });

  test('asking again gives the same runs', async () => {
    assert.deepEqual(await parse(previous!), await parse(previous!));
  });
});
