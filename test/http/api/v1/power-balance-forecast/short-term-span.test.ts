import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../../request/assert-refused.ts';
import { hoursFrom, openForecastWorld, SHORT_TERM, timesOf } from './forecast-world.ts';

const world = await openForecastWorld(after);

const ask = (query: string) => world.get(`${SHORT_TERM}?${query}`);

const PRICE = 'area=DE&balanceCategory=hrprice';

describe('GET …/short-term: span', () => {
  const week = hoursFrom('2024-05-16T00:00:00Z', 168);
  const at = (time: string) => week.indexOf(time);

  /** All of them 2024-05-18T03:00:00Z. */
  const spellings = [
    '2024-05-18T03:00:00Z',
    '2024-05-18t03:00:00z',
    '2024-05-18T03:00Z',
    '2024-05-18T03:00:00.000Z',
    '2024-05-18T03:00:00',
    '2024-05-18%2003:00:00',
    '2024-05-18+03:00:00',
    '2024/05/18T03:00:00Z',
    '2024.05.18T03.00.00Z',
    '2024-05-18T03.00.00Z',
    '2024-05-18T05:00:00%2B02:00',
    '2024-05-18T05:00:00+02:00',
    '2024-05-18T05:00:00+0200',
    '2024-05-17T22:30:00-04:30',
    '2024-05-18T03%3A00%3A00Z',
    '2024-05-18T03%253A00%253A00Z',
    '2024%252F05%252F18T03%253A00%253A00Z',
  ];
  for (const spelling of spellings) {
    it(`…/short-term reads ${spelling}`, async () => {
      const start = await ask(`${PRICE}&startDate=${spelling}`);
      assert.deepEqual(timesOf(start), week.slice(at('2024-05-18T03:00:00Z')));
      const end = await ask(`${PRICE}&endDate=${spelling}`);
      assert.deepEqual(timesOf(end), week.slice(0, at('2024-05-18T03:00:00Z') + 1));
    });
  }

  for (const spelling of [
    '2024-05-18',
    '2024/05/18',
    '2024%2F05%2F18',
    '2024%252F05%252F18',
    '2024.05.18',
    '2024-05-18T00:00:00Z',
  ]) {
    it(`…/short-term reads the date ${spelling} as its 00:00Z, at either end`, async () => {
      const answer = await ask(`${PRICE}&startDate=${spelling}&endDate=${spelling}`);
      assert.deepEqual(timesOf(answer), ['2024-05-18T00:00:00Z']);
    });
  }

  const spans: [query: string, first: string, count: number][] = [
    ['startDate=2024-05-18T03:00:00Z&endDate=2024-05-18T05:00:00Z', '2024-05-18T03:00:00Z', 3],
    ['startDate=2024-05-18T03:30:00Z&endDate=2024-05-18T05:30:00Z', '2024-05-18T04:00:00Z', 2],
    ['startDate=2024-05-18T03:00:01Z&endDate=2024-05-18T04:59:59Z', '2024-05-18T04:00:00Z', 1],
    ['startDate=2024-05-01&endDate=2024-05-16T01:00:00Z', '2024-05-16T00:00:00Z', 2],
    ['startDate=2024-05-22T22:00:00Z&endDate=2030-01-01', '2024-05-22T22:00:00Z', 2],
    ['startDate=0001-01-01&endDate=9999-12-31', '2024-05-16T00:00:00Z', 168],
    ['startDate=2024-05-01', '2024-05-16T00:00:00Z', 168],
    ['endDate=9999-12-31', '2024-05-16T00:00:00Z', 168],
  ];
  for (const [query, first, count] of spans) {
    it(`${query} gives ${count} hours from ${first}`, async () => {
      assert.deepEqual(timesOf(await ask(`${PRICE}&${query}`)), hoursFrom(first, count));
    });
  }

  for (const query of [
    'startDate=2024-06-01&endDate=2024-06-02',
    'startDate=2024-05-01&endDate=2024-05-02',
    'startDate=2024-05-18T03:10:00Z&endDate=2024-05-18T03:50:00Z',
    'startDate=2024-05-23',
    'endDate=2024-05-15T23:59:59Z',
  ]) {
    it(`${query} lies outside the run: the answer has the run and no data`, async () => {
      const { status, body } = await ask(`${PRICE}&${query}`);
      assert.equal(status, 200);
      assert.deepEqual(body, { analyzedTime: '2024-05-16T06:00:00Z', data: [] });
    });
  }

  it('…/short-term refuses a start after the end, and accepts one at the end', async () => {
    const reversed = 'startDate=2024-05-18T03:00:01Z&endDate=2024-05-18T03:00:00Z';
    const { errors } = assertRefused(await ask(`${PRICE}&${reversed}`), 400, 'span_reversed');
    assert.equal(errors[0]?.field, 'startDate');
    const same = 'startDate=2024-05-18T03:00:00Z&endDate=2024-05-18T03:00:00Z';
    assert.equal((await ask(`${PRICE}&${same}`)).body.data.length, 1);
  });

  for (const text of [
    'today',
    '2024-02-30',
    '2024-13-01',
    '2024-5-1',
    '24-05-18',
    '2024-05',
    '20240518',
    '2024-05-18T24:00:00Z',
    '2024-05-18T03:60:00Z',
    '2024-05-18T03:00:00%2B15:00',
    '2024-05-18T',
    '0000-01-01',
    '18.05.2024',
    '1716001200',
    '%00',
    '%25',
  ]) {
    it(`…/short-term refuses ${text} as a date, and says how to write one`, async () => {
      for (const field of ['startDate', 'endDate', 'issueTime']) {
        const { errors } = assertRefused(
          await ask(`${PRICE}&${field}=${text}`),
          400,
          'date_unknown',
        );
        assert.deepEqual(
          errors.map((fault) => fault.field),
          [field],
        );
        assert.deepEqual(errors[0]?.allowed, ['yyyy-MM-ddTHH:mm:ssZ', 'yyyy-MM-dd', 'yyyy/MM/dd']);
      }
    });
  }
});
