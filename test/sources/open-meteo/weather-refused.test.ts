// Answers of Open-Meteo that are not as they should be.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openMeteoSource } from '#sources/open-meteo/open-meteo-source';
import { ask, berlin, NOW, parse, textOf } from './ask-weather.ts';
import { type AnswerLocation, answerTo } from './weather-answers.ts';

suite('answers of Open-Meteo that are refused', () => {
  const [, newest] = ask('2024-05-16T22:00Z', '2024-05-18T22:00Z');
  const cases: [string, (locations: AnswerLocation[]) => unknown, RegExp][] = [
    ['an error', () => ({ error: true, reason: 'Latitude must be' }), /refused: Latitude must be/],
    ['an error of a location', (all) => [all[0], { error: true }], /refused: no reason given/],
    ['fewer locations', (all) => [all[0]], /the answer has 1 locations; asked was for 2/],
    ['a number', () => 7, /the answer has 1 locations/],
    ['a location that is no object', (all) => [all[0], null], /location 2 is not an object/],
    ['no hours', (all) => [{ ...all[0], hourly: undefined }, all[1]], /location 1: hourly is not/],
    [
      'another unit',
      (all) => {
        all[1]!.hourly_units.wind_speed_100m = 'km/h';
      },
      /location 2: wind_speed_100m is in "km\/h", not in m\/s/,
    ],
    [
      'times as text',
      (all) => {
        all[0]!.hourly_units.time = 'iso8601';
      },
      /location 1: times are in "iso8601", not in "unixtime"/,
    ],
    [
      'a time that is missing',
      (all) => {
        all[0]!.hourly.time.splice(5, 1);
      },
      /location 1: hourly.time is not one whole hour after another/,
    ],
    [
      'a list that is cut',
      (all) => {
        all[0]!.hourly.temperature_2m!.pop();
      },
      /location 1: temperature_2m has 71 values for 72 hours/,
    ],
    [
      'a value that cannot be',
      (all) => {
        all[0]!.hourly.shortwave_radiation![3] = -5;
      },
      /shortwave_radiation has "-5"; allowed is 0 to 1500 W\/m², or null/,
    ],
    [
      'a text as a value',
      (all) => {
        all[0]!.hourly.temperature_2m![3] = '5';
      },
      /temperature_2m has/,
    ],
    [
      'no time of the answer',
      (all) => {
        delete all[0]!.current;
      },
      /current.time is missing/,
    ],
    [
      'locations of different hours',
      (all) => [all[0], answerTo(new URL(newest!.url), '2024-05-19T00:00Z')[1]],
      /the locations of the answer have different hours/,
    ],
  ];
  for (const [what, spoil, message] of cases) {
    test(`an answer with ${what} is refused`, async () => {
      await assert.rejects(parse(newest!, spoil), message);
    });
  }

  test('an answer alone, without what was asked, is refused', async () => {
    const alone = textOf(answerTo(new URL(newest!.url), NOW));
    await assert.rejects(openMeteoSource.parse(alone, undefined, berlin), /--save keeps both/);
    const other = textOf({ area: 'DE', url: newest!.url, answer: [] });
    await assert.rejects(openMeteoSource.parse(other, undefined, berlin), /not of the points/);
  });
});
