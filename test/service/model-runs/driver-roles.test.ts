// Which forecasts count as demand and which as supply, by their names: the net load is made of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleOfWords } from '#service/model-runs/guess-target';

const NAMES = {
  supply: ['PV+Wind Forecast', 'wind_offshore_forecast', 'dehrsolarforecast', 'Sol_DA', 'Woff_DA'],
  demand: ['Grid load forecast', 'Load_DA', 'dehrconsforecast, Consumption forecast', 'Demand, MW'],
  unknown: ['Gen_SC', 'gas price', 'won and lost', 'solstice'],
} as const;

for (const [role, names] of Object.entries(NAMES)) {
  for (const name of names) {
    test(`a driver named ${name} is ${role}`, () => {
      assert.equal(roleOfWords(name) ?? 'unknown', role);
    });
  }
}
