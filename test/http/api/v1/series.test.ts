import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sequence, World } from '../../../../harness/world/world.ts';
import { allowedOf, assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });

/** Hours from New Year 2023 to now; every seventh is a gap. */
const START = '2022-12-31T23:00:00Z';
const hours = (Date.parse('2024-05-17T10:00:00Z') - Date.parse(START)) / 3_600_000;
await world.load({
  code: 'dehrprice',
  description: 'Germany day-ahead price, EUR/MWh',
  from: START,
  values: sequence(hours, (i) => (i % 7 === 3 ? null : Math.sin(i) * 100 + i / 3)),
});
await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-17T08:00:00Z', sequence(48));
await world.load({
  code: 'no1dayres',
  resolution: 'day',
  unit: 'GWh',
  from: START,
  values: sequence(500),
});
await world.load({
  code: 'deqhload',
  resolution: 'quarterhour',
  from: '2023-10-28T20:00:00Z',
  values: sequence(400),
});
await world.load({ code: 'deempty' });

const ask = (query: string, as: string | null = 'trader', headers = {}) =>
  world.get(`/api/v1/series/${query}`, as, headers);

interface Row {
  readonly time: string;
  readonly value: number | null;
}

/** Rows of a CSV answer as time → value. */
function readCsv(text: string): Record<string, number | null> {
  assert.ok(text.startsWith('time,value\n') && text.endsWith('\n'));
  const rows = text.trimEnd().split('\n').slice(1);
  return Object.fromEntries(
    rows.map((row) => {
      const [time, value] = row.split(',') as [string, string];
      return [time, value === '' ? null : Number(value)];
    }),
  );
}

describe('GET /api/v1/series/{seriesId}', () => {
  it('a plus that arrives as a blank is a plus', async () => {
    const encoded = await ask('dehrprice?from=today-3&to=today%2B1');
    const plain = await ask('dehrprice?from=today-3&to=today+1');
    assert.equal(encoded.status, 200);
    assert.ok(encoded.body.data.length > 72);
    assert.deepEqual(plain.body, encoded.body);
  });

  it('weeks and dates as people write them are read', async () => {
    const week = await ask('dehrprice?from=week&to=week&resolution=week');
    const named = await ask('dehrprice?from=2024-W20&to=2024-W20&resolution=week');
    assert.deepEqual(named.body, week.body);
    const day = await ask('dehrprice?from=2024-05-14&to=2024-05-14');
    for (const text of ['14 May 2024', 'Tue 14 May 2024', '14.05.2024', '14. Mai 2024']) {
      const query = `from=${encodeURIComponent(text)}&to=${encodeURIComponent(text)}`;
      assert.deepEqual((await ask(`dehrprice?${query}`)).body, day.body, text);
    }
  });

  it('the answer describes what it returns before the values', async () => {
    const { status, headers, body } = await ask('DEHRPRICE?from=today&to=today&resolution=day');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['content-disposition'], undefined);
    const { data, ...head } = body;
    assert.deepEqual(head, {
      seriesId: 'dehrprice',
      description: 'Germany day-ahead price, EUR/MWh',
      unit: 'EUR/MWh',
      resolution: 'Day',
      nativeResolution: 'Hour',
      aggregation: 'Average',
      from: '2024-05-16T22:00:00Z',
      to: '2024-05-17T21:59:59Z',
      lastUpdated: '2024-05-17T10:00:00Z',
      lastObserved: '2024-05-17T09:00:00Z',
    });
    assert.equal(data.length, 1);
    assert.deepEqual(Object.keys(data[0]), ['time', 'value']);
    assert.equal(data[0].time, '2024-05-16T22:00:00Z');
  });

  it('a series names the hours of an extraction', async () => {
    const { body } = await ask('dehrprice?from=yesterday&to=yesterday&resolution=peak');
    assert.deepEqual([body.hours, body.resolution], ['09-20', 'Day']);
  });

  it('the newest run continues the observed values', async () => {
    const { body } = await ask('dehrprice?from=2024-05-17T09:00:00Z&to=2024-05-17T11:00:00Z');
    assert.deepEqual(
      body.data.slice(1).map(({ value }: Row) => value),
      [2, 3],
    );
  });

  const questions = [
    ['dehrprice', '2023-03-25', '2023-03-27', ''],
    ['dehrprice', '2023-10-28', '2023-10-30', ''],
    ['dehrprice', '2023-10-28', '2023-10-30', 'hour'],
    ['dehrprice', '2023-10-28', '2023-10-30', 'day'],
    ['dehrprice', '2023-10-28', '2023-10-30', 'night'],
    ['dehrprice', '2023', '2023', 'month'],
    ['dehrprice', 'boy-1', 'eoy', 'peak'],
    ['dehrprice', 'month-3', 'today+1', 'offpeakweek'],
    ['dehrprice', 'first', 'last', 'year'],
    ['no1dayres', 'year-1', 'today', 'native'],
    ['no1dayres', 'year-1', 'today', 'quarter'],
    ['deqhload', '2023-10-29', '2023-10-29', '*'],
    ['deqhload', '2023-10-29', '2023-10-29', 'hour'],
    ['deempty', 'today', 'today', ''],
  ] as const;
  for (const [id, from, to, resolution] of questions) {
    it(`${id} ${from}…${to} ${resolution || 'as stored'} has the fundamental interface’s numbers`, async () => {
      const query = `${id}?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}&resolution=${resolution}`;
      const { body } = await ask(query);
      const there = await world.values({
        SeriesId: id,
        FromDateTime: from,
        ToDateTime: to,
        Resolution: resolution,
        TimeZone: 'UTC',
      });
      const here = Object.fromEntries(body.data.map(({ time, value }: Row) => [time, value]));
      assert.deepEqual(here, there);
      assert.equal(body.data.length, Object.keys(here).length, 'no time twice');
      assert.deepEqual(readCsv((await ask(`${query}&format=csv`)).text), there);
      const { times, values } = (await ask(`${query}&format=columns`)).body;
      const columns = times.map((second: number, i: number) => [
        new Date(second * 1000).toISOString().replace('.000', ''),
        values[i],
      ]);
      assert.deepEqual(Object.fromEntries(columns), there);
    });
  }

  it('a series merges nothing on the day of 25 hours, and has 23 in spring', async () => {
    const autumn = await ask('dehrprice?from=2023-10-29&to=2023-10-29');
    assert.equal(autumn.body.data.length, 25);
    const spring = await ask('dehrprice?from=2023-03-26&to=2023-03-26');
    assert.equal(spring.body.data.length, 23);
    const quarters = await ask('deqhload?from=2023-10-29&to=2023-10-29');
    assert.equal(quarters.body.data.length, 100);
  });

  it('a series without a span has all values and its newest run', async () => {
    const { body } = await ask('dehrprice');
    assert.equal(body.data[0].time, START);
    assert.equal(body.data.at(-1).time, '2024-05-19T07:00:00Z');
    assert.equal(body.aggregation, 'None');
  });

  it('a series without values has null for everything it does not have', async () => {
    const { body } = await ask('deempty');
    assert.deepEqual(
      [body.from, body.to, body.lastUpdated, body.lastObserved, body.data],
      [null, null, null, null, []],
    );
    assert.equal((await ask('deempty?format=csv')).text, 'time,value\n');
  });

  it('empty parameters count as left out, and the named reduction is used', async () => {
    const plain = await ask('no1dayres');
    const odd = await ask('no1dayres?from=&to=%20&resolution=&aggregation=&format=&x=y');
    assert.equal(odd.text, plain.text);
    const sum = await ask('no1dayres?from=2023-01&to=2023-01&resolution=month&aggregation=sum');
    assert.deepEqual(sum.body.data, [{ time: START, value: (30 * 31) / 2 }]);
    assert.equal(sum.body.aggregation, 'Sum');
  });
});

describe('GET /api/v1/series/{seriesId}?format=csv', () => {
  it('CSV is a file of times and values, with gaps as empty fields', async () => {
    const query = 'from=2023-01-01T00:00&to=2023-01-01T04:00';
    const { headers, text } = await ask(`DEhrPrice?${query}&format=CSV`);
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(headers['content-disposition'], 'attachment; filename="dehrprice.csv"');
    const lines = text.split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(',')[0]),
      [
        'time',
        '2022-12-31T23:00:00Z',
        '2023-01-01T00:00:00Z',
        '2023-01-01T01:00:00Z',
        '2023-01-01T02:00:00Z',
        '2023-01-01T03:00:00Z',
        '',
      ],
    );
    assert.equal(lines[4], '2023-01-01T02:00:00Z,');
    assert.equal(lines[1], '2022-12-31T23:00:00Z,0');
  });

  it('CSV has every hour of a year and a half in the order of time', async () => {
    const { text } = await ask('dehrprice?to=last&format=csv');
    const rows = Object.keys(readCsv(text));
    assert.equal(rows.length, hours);
    assert.deepEqual([...rows].sort(), rows);
  });

  it('CSV leaves a sum past every number empty, as JSON has null', async () => {
    await world.load({ code: 'dehuge', from: START, values: [1.7e308, 1.7e308] });
    const query = 'dehuge?resolution=day&aggregation=sum';
    assert.equal((await ask(`${query}&format=csv`)).text, `time,value\n${START},\n`);
    assert.deepEqual((await ask(query)).body.data, [{ time: START, value: null }]);
  });

  it('a format that does not exist is refused', async () => {
    const problem = assertRefused(await ask('dehrprice?format=xml'), 400, 'field_invalid');
    assert.deepEqual(allowedOf(problem).format?.slice(0, 2), ['json', 'csv']);
    assert.match(
      assertRefused(await ask('dehrprice?format=cvs'), 400, 'field_invalid').detail,
      /did you mean csv\?/,
    );
  });

  it('a refusal of CSV is a problem document, not CSV', async () => {
    assertRefused(await ask('nosuch?format=csv'), 404, 'series_unknown');
  });
});
