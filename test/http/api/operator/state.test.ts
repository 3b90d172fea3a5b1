// How the server and its store stand, and which series are late.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { LAST_BACKUP } from '#store/store';
import { assertRefused } from '../../request/assert-refused.ts';
import { NOW, OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });

/** Defines a series with one value. */
async function load(code: string, time: string, more: object = {}): Promise<void> {
  await world.define(code, more);
  const body = { values: [{ time, value: 1 }] };
  await world.ask('POST', `/series/${code}/values`, { body });
}

describe('the state of the server', () => {
  it('the state has the store’s figures, and times once something has happened', async () => {
    const before = await world.ask('GET', '/state');
    assert.deepEqual(
      [before.version, before.now, before.marketTimeZone],
      ['0.0.0-test', '2024-05-17T10:00:00Z', 'Europe/Berlin'],
    );
    const { bytes, ...figures } = before.store;
    assert.ok(bytes > 4096, `${bytes} bytes`);
    const none = { lastImport: null, lastBackup: null, historyFrom: null };
    assert.deepEqual(figures, { series: 0, held: 0, ...none });
    await world.store.putSetting(LAST_BACKUP, String(NOW - 3_600_000));
    await world.define('one');
    const { store } = await world.ask('GET', '/state');
    assert.deepEqual([store.series, store.lastBackup], [1, '2024-05-17T09:00:00Z']);
  });
});

describe('the freshness of series', () => {
  it('a series is late by what is expected of it, and never if nothing is', async () => {
    const price = { category: 'hrprice', area: 'DE' };
    await load('dehrprice', '2024-05-17T21:00Z', price);
    await load('frhrprice', '2024-05-18T21:00Z', { ...price, area: 'FR' });
    await load('late.hour', '2024-05-17T07:00Z');
    await load('good.hour', '2024-05-17T08:00Z');
    await load('late.day', '2024-05-13', { resolution: 'day' });
    await load('old', '2023-01-01T00:00Z');
    await world.define('empty');
    for (const [series, expect] of [
      ['*hrprice', 'by 11:45'],
      ['*.hour', 'within PT2H'],
      ['late.day', 'within P3D'],
      ['empty', 'within PT1M'],
    ])
      await world.ask('PUT', '/expectations', { body: { series, expect } });
    const { lateSeries, ...counts } = await world.ask('GET', '/freshness');
    assert.deepEqual(counts, { series: 8, fresh: 3, late: 3, ended: 0, notExpected: 2 });
    assert.deepEqual(
      lateSeries.map(({ seriesId, knownUntil, expectedBy, expect }: Record<string, string>) => [
        ...[seriesId, knownUntil, expectedBy, expect],
      ]),
      [
        ['late.hour', '2024-05-17T08:00:00Z', '2024-05-17T10:00:00Z', 'within PT2H'],
        // 11:45 in Berlin
        [
          ...['dehrprice', '2024-05-17T22:00:00Z', '2024-05-17T09:45:00Z'],
          'by 11:45 through tomorrow',
        ],
        // The market's day ends at 22:00Z.
        ['late.day', '2024-05-13T22:00:00Z', '2024-05-16T22:00:00Z', 'within P3D'],
      ],
    );
  });

  it('at most the asked number of late series is listed, those that became late last', async () => {
    const { late, lateSeries } = await world.ask('GET', '/freshness?limit=1');
    assert.deepEqual([late, lateSeries.length], [3, 1]);
    assert.equal(lateSeries[0].expectedBy, '2024-05-17T10:00:00Z');
    for (const limit of ['0', '1001', 'x']) {
      const answer = await world.send('GET', `/freshness?limit=${limit}`);
      assert.equal(assertRefused(answer, 400, 'field_invalid').errors![0]!.field, 'limit');
    }
  });
});
