// Backtests on a store: what a definition names counts as in its runs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { replayDays } from '#service/model-runs/backtest-store';
import { modelTargetOf, readTarget, type TargetDraft } from '#service/model-runs/forecast-targets';
import type { ModelTarget } from '#service/model-runs/settle-target';
import { at, berlin, daysBefore, load, openModelStore } from './model-store.ts';

const RUN_AT = at('2024-05-16T06:00:00Z');

test('a backtest of a definition has its drivers and those of its kind', async (t) => {
  const { store } = await openModelStore(t);
  const history = { from: daysBefore(RUN_AT, 20), recordedAt: RUN_AT };
  const series = await load(store, { ...history, to: RUN_AT / HOUR_MS, category: 'northpark' });
  for (const category of ['hrwindforecast', 'hrconsforecast'])
    await load(store, { ...history, to: daysBefore(RUN_AT, -2), category });
  const driversOf = async (target: ModelTarget) => {
    const from = RUN_AT / DAY_MS + 1 - 6 / 24;
    const asked = { series, target, zone: berlin, from, to: from + 1, every: 1, hour: 6 };
    const whyUnknown = async () => undefined;
    for await (const { isWarmUp, outcome } of replayDays(store, { ...asked, whyUnknown })) {
      if (isWarmUp) continue;
      assert.ok('drivers' in outcome, JSON.stringify(outcome));
      return outcome.drivers;
    }
    throw new Error('no day was replayed');
  };
  const defined = (draft: TargetDraft) =>
    modelTargetOf(readTarget({ name: 'north', target: series.code, ...draft }, RUN_AT), series);
  const area = { area: 'DE', category: 'northpark' };
  assert.deepEqual(await driversOf(area), ['dehrconsforecast', 'dehrwindforecast']);
  assert.deepEqual(await driversOf(defined({ kind: 'wind' })), ['dehrwindforecast']);
  const named = { kind: 'wind', drivers: ['dehrconsforecast'] };
  assert.deepEqual(await driversOf(defined(named)), ['dehrconsforecast']);
  assert.deepEqual(await driversOf(defined({ drivers: [] })), []);
});
