// What is asked of Open-Meteo, and the locations whose weather stands for areas.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AREAS } from '#core/market/areas';
import { DRIVER_CATEGORIES } from '#core/market/drivers';
import { findEicRow } from '#core/market/eic';
import { WEATHER_QUANTITIES } from '#sources/open-meteo/open-meteo-models';
import { openMeteoSource } from '#sources/open-meteo/open-meteo-source';
import { WEATHER_AREAS, weatherPointsOf } from '#sources/open-meteo/weather-points';
import { ask, at, berlin } from './ask-weather.ts';

suite('the requests to Open-Meteo', () => {
  test('past days are asked of the previous runs, and the hours to come of the newest', () => {
    const requests = ask('2024-05-15T22:00Z', '2024-05-18T22:00Z');
    assert.deepEqual(
      requests.map(({ label }) => label),
      ['DK2 icon 2024-05-15 to 2024-05-17', 'DK2 icon from now on'],
    );
    const [previous, newest] = requests.map(({ url }) => new URL(url));
    assert.equal(previous!.origin, 'https://previous-runs-api.open-meteo.com');
    assert.deepEqual(Object.fromEntries(previous!.searchParams), {
      latitude: '55.7,54.8',
      longitude: '12.4,11.5',
      models: 'icon_seamless',
      wind_speed_unit: 'ms',
      timeformat: 'unixtime',
      timezone: 'GMT',
      hourly:
        'temperature_2m_previous_day1,temperature_2m_previous_day2,wind_speed_100m_previous_day1,wind_speed_100m_previous_day2,shortwave_radiation_previous_day1,shortwave_radiation_previous_day2',
      start_date: '2024-05-15',
      end_date: '2024-05-18',
    });
    assert.equal(newest!.origin, 'https://api.open-meteo.com');
    assert.equal(newest!.pathname, '/v1/forecast');
    const { hourly, current, forecast_days } = Object.fromEntries(newest!.searchParams);
    assert.equal(hourly, 'temperature_2m,wind_speed_100m,shortwave_radiation');
    assert.deepEqual([current, forecast_days], ['temperature_2m', '3']);
  });

  test('a long past is cut into slices of 31 days that follow each other', () => {
    const requests = ask('2024-01-01T00:00Z', '2024-03-05T00:00Z');
    assert.deepEqual(
      requests.map(({ label }) => label),
      [
        'DK2 icon 2024-01-01 to 2024-01-31',
        'DK2 icon 2024-02-01 to 2024-03-02',
        'DK2 icon 2024-03-03 to 2024-03-04',
      ],
    );
  });

  test('market days of 23 and 25 hours become the UTC days that they touch', () => {
    const spring = ask('2024-03-30T23:00Z', '2024-03-31T22:00Z');
    const autumn = openMeteoSource.requestsFor(
      {
        datasets: ['gfs'],
        areas: ['de'],
        span: { start: at('2023-10-28T22:00Z'), end: at('2023-10-29T23:00Z') },
      },
      berlin,
    );
    assert.equal(spring[0]!.label, 'DK2 icon 2024-03-30 to 2024-03-31');
    assert.equal(autumn[0]!.label, 'DE gfs 2023-10-28 to 2023-10-29');
  });

  test('the service is never asked for more days than it has', () => {
    const [newest] = ask('2024-05-18T22:00Z', '2024-09-18T22:00Z');
    assert.equal(new URL(newest!.url).searchParams.get('forecast_days'), '16');
  });

  test('an unknown model or area is refused with those that exist', () => {
    const span = ['2024-05-15T22:00Z', '2024-05-18T22:00Z'] as const;
    assert.throws(() => ask(...span, 'DK2', 'icno'), /"icno" is not one of icon, ecmwf, .*icon/);
    assert.throws(() => ask(...span, 'NC'), /"NC" is not one of the areas with weather: DE, AT/);
    assert.throws(() => ask(span[1], span[0]), /the time asked for is empty/);
  });

  test('the key goes to the hosts of customers, and not to a server of the operator', () => {
    const added = (url: string): string => openMeteoSource.addSecret!(new URL(url), 'k&y').href;
    assert.equal(
      added('https://api.open-meteo.com/v1/forecast?a=1'),
      'https://customer-api.open-meteo.com/v1/forecast?a=1&apikey=k%26y',
    );
    assert.match(
      added('https://previous-runs-api.open-meteo.com/v1/forecast'),
      /^https:\/\/customer-previous-runs-api\.open-meteo\.com/,
    );
    const own = 'https://weather.example.com/v1/forecast';
    assert.equal(added(own), own);
    const { hosts, keyHosts } = openMeteoSource.limits;
    for (const host of [...hosts, ...keyHosts!]) assert.match(host, /\.open-meteo\.com$/);
  });
});

suite('the points of areas', () => {
  test('all areas but the sum of the Nordic ones and Russia have points within Europe', () => {
    const missing = AREAS.map(({ code }) => code).filter((code) => !weatherPointsOf(code));
    assert.deepEqual(missing, ['NC', 'RU']);
    for (const area of WEATHER_AREAS) {
      assert.ok(findEicRow(area), area);
      const points = weatherPointsOf(area)!;
      for (const { latitude, longitude } of points) {
        assert.ok(latitude > 34 && latitude < 71 && longitude > -11 && longitude < 32, area);
      }
      for (const weight of ['people', 'wind', 'solar'] as const) {
        assert.ok(
          points.some((point) => point[weight] > 0),
          `${area} ${weight}`,
        );
      }
    }
  });

  test('each quantity becomes a category that the model reads as a driver', () => {
    const names = DRIVER_CATEGORIES.map(({ name }) => name);
    for (const { tail } of WEATHER_QUANTITIES) assert.ok(names.includes(`hr${tail}`), tail);
  });
});
