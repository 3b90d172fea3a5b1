// The series that operators want forecast.

import assert from 'node:assert/strict';
import type { StoredTarget } from '#store/forecast-target';
import { NOW } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const target = (name: string, more: Partial<StoredTarget> = {}): StoredTarget => ({
  ...{ name, series: 'parkhrwind', drivers: null, hours: null, kind: null, area: null },
  ...{ formula: null, unit: null },
  createdAt: NOW,
  ...more,
});

export function forecastTargetsContract(storeTest: StoreTest): void {
  storeTest('forecast targets are listed by name with all their fields', async (store) => {
    assert.deepEqual(await store.listForecastTargets(), []);
    const full = target('park', {
      drivers: ['dehrwindforecast', 'parkhrtemp'],
      hours: [5, 17],
      kind: 'wind',
      area: 'DE',
      formula: '0.3 * "a-b" − max(parkhrwind, 0) ÷ 2',
      unit: 'MW·€',
    });
    await store.write(async (writer) => {
      await writer.putForecastTarget(full);
      await writer.putForecastTarget(target('alone', { drivers: [], hours: [] }));
      assert.equal((await writer.listForecastTargets()).length, 2);
    });
    assert.deepEqual(await store.listForecastTargets(), [
      target('alone', { drivers: [], hours: [] }),
      full,
    ]);
  });

  storeTest(
    'a forecast target replaces the one of its name, and is removed once',
    async (store) => {
      await store.write((writer) => writer.putForecastTarget(target('park', { hours: [5] })));
      const changed = target('park', {
        ...{ series: 'dehrprice', kind: 'price', createdAt: NOW + 5 },
        ...{ formula: 'dehrprice * 2', unit: '' },
      });
      await store.write((writer) => writer.putForecastTarget(changed));
      assert.deepEqual(await store.listForecastTargets(), [changed]);
      const remove = () => store.write((writer) => writer.removeForecastTarget('park'));
      assert.equal(await remove(), true);
      assert.equal(await remove(), false);
      assert.deepEqual(await store.listForecastTargets(), []);
    },
  );
}
