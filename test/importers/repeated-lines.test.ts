// Lines that repeat or contradict others, and series that an import defines.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { importText, openMarket, readFrom } from './open-market.ts';

const GAP = Number.NaN;

suite('lines that say the same', () => {
  const line = (hour: number, value: string): string =>
    `dehrprice,2024-05-17T${hour}:00Z,${value}\n`;

  test('repeated lines are stored once', async (t) => {
    const store = await openMarket(t);
    const text = `series,time,value\n${line(10, '1')}${line(11, '')}${line(10, '1.0')}${line(11, 'NaN')}`;
    const result = await importText(store, text);
    assert.deepEqual(result, {
      rows: 4,
      repeats: 2,
      held: 0,
      skipped: 0,
      series: 1,
      added: 1,
      changed: 0,
      same: 1,
    });
  });

  test('lines that repeat an earlier bufferful are stored once', async (t) => {
    const store = await openMarket(t);
    const text = `series,time,value\n${line(10, '1')}${line(12, '')}${line(14, '3')}${line(12, '')}${line(11, '4')}${line(10, '1')}`;
    const result = await importText(store, text, { maxBuffered: 2 });
    assert.deepEqual(result, {
      rows: 6,
      repeats: 2,
      held: 0,
      skipped: 0,
      series: 1,
      added: 3,
      changed: 0,
      same: 1,
    });
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 5), [
      1,
      4,
      GAP,
      GAP,
      3,
    ]);
  });

  test('lines that contradict an earlier bufferful are refused', async (t) => {
    const store = await openMarket(t);
    // Values that were stored before the import are no part of the file and contradict nothing.
    await importText(store, `series,time,value\n${line(13, '9')}`);
    const text = `series,time,value\n${line(10, '1')}${line(12, '2')}${line(13, '3')}${line(14, '4')}`;
    await importText(store, text, { maxBuffered: 2 });
    await assert.rejects(importText(store, `${text}${line(12, '5')}`, { maxBuffered: 2 }), {
      message: 'line 6: dehrprice at 2024-05-17T12:00:00Z has another value on an earlier line',
    });
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T12:00Z', 2), [2, 3]);
  });
});

suite('series that are defined with the import', () => {
  const definitions = [
    {
      code: 'xxhrprice',
      description: 'New',
      unit: 'EUR/MWh',
      resolution: 'hour',
      area: null,
      category: null,
    },
  ] as const;

  test('a series that the import defines takes points of the same file', async (t) => {
    const store = await openMarket(t);
    await importText(store, 'series,time,value\nxxhrprice,2024-05-17T10:00Z,1\n', { definitions });
    assert.deepEqual(await readFrom(store, 'xxhrprice', '2024-05-17T10:00Z', 1), [1]);
  });

  test('a series that the import defines is not made if the file is refused', async (t) => {
    const store = await openMarket(t);
    const text =
      'series,time,value\nxxhrprice,2024-05-17T10:00Z,1\nxxhrprice,2024-05-17T10:00Z,2\n';
    await assert.rejects(importText(store, text, { definitions }), /line 3/);
    assert.equal(await store.findSeries('xxhrprice'), undefined);
  });
});
