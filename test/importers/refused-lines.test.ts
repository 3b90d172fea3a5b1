// Lines of files that are refused, each with its line and reason.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatUtc, HOUR_MS } from '#core/time/instant';
import { countFilled, importText, openMarket } from './open-market.ts';

suite('refused lines', () => {
  const good = 'series,time,value\ndehrprice,2024-05-17T10:00Z,1\n';
  for (const [name, text, fault] of [
    ['an empty file', '', /^the file is empty$/],
    ['a file of blank lines', '\n\n', /^the file is empty$/],
    [
      'a file without header',
      'dehrprice,2024-05-17T10:00Z,1\n',
      /^line 1: the header must be series,time,value or time,CODE,CODE… but is "dehrprice/,
    ],
    ['a strange column', 'series,time,value,unit\n', /^line 1: the header must be/],
    [
      'a line of too few fields',
      `${good}dehrprice,2024-05-17T11:00Z\n`,
      /^line 3: 2 fields, but the header has 3$/,
    ],
    [
      'a line of too many fields',
      `${good}dehrprice,2024-05-17T11:00Z,1,2\n`,
      /^line 3: 4 fields, but the header has 3$/,
    ],
    [
      'a missing series',
      `${good},2024-05-17T11:00Z,1\n`,
      /^line 3: column "series": "" is not a series code/,
    ],
    [
      'an impossible code',
      `${good}de price,2024-05-17T11:00Z,1\n`,
      /^line 3: column "series": "de price" is not a series code/,
    ],
    [
      'an unknown series',
      `${good}dehrpirce,2024-05-17T11:00Z,1\n`,
      /^line 3: column "series": there is no series dehrpirce \(did you mean dehrprice\?\)/,
    ],
    ['a missing time', `${good}dehrprice,,1\n`, /^line 3: column "time": the time is missing$/],
    [
      'a text that is no time',
      `${good}dehrprice,17.05.2024,1\n`,
      /^line 3: column "time": "17.05.2024" is not a time/,
    ],
    [
      'a date for an hour',
      `${good}dehrprice,2024-05-17,1\n`,
      /^line 3: column "time": a date alone cannot name an hour: write the time in full$/,
    ],
    [
      'a month for a day',
      `${good}dedaygas,2024-05,1\n`,
      /^line 3: column "time": a month alone cannot name a day/,
    ],
    [
      'a year for a quarter',
      `${good}dequarter,2024,1\n`,
      /^line 3: column "time": a year alone cannot name a quarter/,
    ],
    [
      'a month inside a quarter',
      `${good}dequarter,2024-05,1\n`,
      /^line 3: column "time": 2024-05-01T00:00:00 is not the start of a quarter; the nearest is 2024-04-01T00:00:00$/,
    ],
    [
      'a time between hours',
      `${good}dehrprice,2024-05-17T11:40Z,1\n`,
      /^line 3: column "time": 2024-05-17T11:40:00Z is not the start of an hour; the nearest is 2024-05-17T12:00:00Z$/,
    ],
    [
      'a time between quarter-hours',
      `${good}de15wind,2024-05-17T11:07,1\n`,
      /not the start of a quarter of an hour; the nearest is 2024-05-17T11:00:00$/,
    ],
    [
      'a UTC midnight for a day',
      `${good}dedaygas,2024-05-17T00:00Z,1\n`,
      /is not the start of a day; the nearest is 2024-05-16T22:00:00Z$/,
    ],
    [
      'a Tuesday for a week',
      `${good}noweekres,2024-05-14,1\n`,
      /is not the start of a week; the nearest is 2024-05-13T00:00:00$/,
    ],
    [
      'a time before the year 1',
      `${good}dehrprice,0001-01-01T00:00+14:00,1\n`,
      /^line 3: column "time": 0001-01-01T00:00:00 lies outside the years 1 to 9999$/,
    ],
    [
      'a value that is no number',
      `${good}dehrprice,2024-05-17T11:00Z,n/a\n`,
      /^line 3: column "value": "n\/a" is not a finite number$/,
    ],
    [
      'an infinite value',
      `${good}dehrprice,2024-05-17T11:00Z,Infinity\n`,
      /^line 3: column "value": "Infinity" is not a finite number$/,
    ],
    [
      'a decimal comma between commas',
      `${good}dehrprice,2024-05-17T11:00Z,"1,5"\n`,
      /is not a finite number \(a decimal comma needs ";" between the fields\)$/,
    ],
    [
      'a line after a quoted line break',
      `${good}"dehrprice",2024-05-17T11:00Z,"\n"\n`,
      /^line 3: column "value"/,
    ],
    [
      'an open quote',
      `${good}"dehrprice,2024-05-17T11:00Z,1\n`,
      /^line 3: a quote is opened and never closed$/,
    ],
    [
      'two values for one instant',
      `${good}\nfrhrprice,2024-05-17T10:00Z,2\ndehrprice,2024-05-17T12:00+02:00,2\n`,
      /^line 5: dehrprice at 2024-05-17T10:00:00Z has another value on line 2$/,
    ],
    [
      'a value and a gap for one instant',
      `${good}dehrprice,2024-05-17T10:00Z,\n`,
      /^line 3: dehrprice at 2024-05-17T10:00:00Z has another value on line 2$/,
    ],
  ] as const) {
    test(`${name} is refused with its line, and nothing of the file is stored`, async (t) => {
      const store = await openMarket(t);
      await assert.rejects(importText(store, text), { name: 'ImportFault', message: fault });
      assert.equal(await countFilled(store), 0);
    });
  }

  test('a bad line after earlier bufferfuls takes all of them back', async (t) => {
    const store = await openMarket(t);
    const start = Date.parse('2024-01-01T00:00Z');
    const rows = Array.from(
      { length: 500 },
      (_, hour) => `dehrprice,${formatUtc(start + hour * HOUR_MS)},${hour}\n`,
    );
    const text = `series,time,value\n${rows.join('')}dehrprice,2024-13-01T00:00Z,1\n`;
    await assert.rejects(
      importText(store, text, { maxBuffered: 100 }),
      /^ImportFault: line 502: column "time"/,
    );
    assert.equal(await countFilled(store), 0);
    assert.equal((await importText(store, `series,time,value\n${rows.join('')}`)).added, 500);
  });
});
