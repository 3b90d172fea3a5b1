// The delivery hours to choose from, also on the days of clock changes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayOfCivil } from '#core/time/civil';
import { findZone, UTC } from '#core/time/zone';
import {
  deliveryDays,
  extremeHours,
  hoursOfDay,
  sameHourOn,
} from '#explorer/pages/forecasts/hours/delivery-hours.ts';

const berlin = findZone('Europe/Berlin')!;
const seconds = (text: string): number => Date.parse(text) / 1000;

describe('the hours of a delivery day', () => {
  it('the hours of a delivery day are 24, named by their start', () => {
    const hours = hoursOfDay(dayOfCivil(2026, 11, 17), berlin);
    assert.equal(hours.length, 24);
    assert.deepEqual(hours[18], { time: seconds('2026-11-17T17:00:00Z'), label: '18:00' });
  });

  it('the hours of the autumn day name the hour that the clock shows twice', () => {
    const labels = hoursOfDay(dayOfCivil(2026, 10, 25), berlin).map(({ label }) => label);
    assert.equal(labels.length, 25);
    assert.deepEqual(labels.slice(1, 5), ['01:00', '02:00 (first)', '02:00 (second)', '03:00']);
  });

  it('the hours of the spring day leave out the hour that the clock skips', () => {
    const labels = hoursOfDay(dayOfCivil(2026, 3, 29), berlin).map(({ label }) => label);
    assert.equal(labels.length, 23);
    assert.deepEqual(labels.slice(1, 4), ['01:00', '03:00', '04:00']);
  });

  it('the hours of a day are always 24 in UTC', () => {
    assert.equal(hoursOfDay(dayOfCivil(2026, 10, 25), UTC).length, 24);
  });
});

describe('the days to choose from', () => {
  const start = seconds('2026-11-16T00:00:00+01:00');
  const end = seconds('2026-11-18T00:00:00+01:00');

  it('the days to choose from are those that the span touches', () => {
    const first = dayOfCivil(2026, 11, 16);
    assert.deepEqual(deliveryDays(start, end, undefined, berlin), [first, first + 1]);
    assert.deepEqual(deliveryDays(start, end + 1, undefined, berlin), [
      first,
      first + 1,
      first + 2,
    ]);
  });

  it('the days to choose from include the day of the hour in the address', () => {
    const days = deliveryDays(start, end, seconds('2026-11-01T12:00:00Z'), berlin);
    assert.deepEqual(
      days,
      [1, 16, 17].map((day) => dayOfCivil(2026, 11, day)),
    );
  });
});

describe('the same hour of another day', () => {
  it('the same hour of another day has the same clock time', () => {
    const hour = seconds('2026-10-24T18:00:00+02:00');
    assert.equal(
      sameHourOn(dayOfCivil(2026, 10, 26), hour, berlin),
      seconds('2026-10-26T18:00:00+01:00'),
    );
  });

  it('an hour that the clock skips on another day becomes the next one', () => {
    const hour = seconds('2026-03-28T02:00:00+01:00');
    assert.equal(
      sameHourOn(dayOfCivil(2026, 3, 29), hour, berlin),
      seconds('2026-03-29T03:00:00+02:00'),
    );
  });
});

describe('the highest and lowest hour of a run', () => {
  const run = {
    issueTime: '2026-11-15T06:00:00Z',
    unit: 'EUR/MWh',
    times: [0, 3600, 7200, 10800],
    values: [5, null, -3, 9],
  };

  it('the highest and lowest hour are found within the span, without gaps', () => {
    assert.deepEqual(extremeHours(run, 0, 10801), { highest: 10800, lowest: 7200 });
    assert.deepEqual(extremeHours(run, 0, 7200), { highest: 0, lowest: 0 });
  });

  it('a span without values has no highest and lowest hour', () => {
    assert.equal(extremeHours(run, 3600, 7200), undefined);
  });
});
