// The categories of drivers that the model looks for.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findCategory } from '#core/market/categories';
import { DRIVER_CATEGORIES, forecasterOf } from '#core/market/drivers';

suite('drivers', () => {
  test('forecasts by others come before measured series', () => {
    assert.deepEqual(
      DRIVER_CATEGORIES.map(({ name, kind, description }) => [name, kind, description]),
      [
        ['hrconsforecast', 'load', 'Day-ahead forecast of consumption'],
        ['hrproductionforecast', 'production', 'Day-ahead forecast of production'],
        ['hrwindforecast', 'wind', 'Day-ahead forecast of wind power'],
        ['hrsolarforecast', 'solar', 'Day-ahead forecast of solar power'],
        ['hrtempforecast', 'temperature', 'Forecast of temperature'],
        ['hrwind', 'wind', 'Wind power'],
        ['hrsolar', 'solar', 'Solar power'],
        ['hrtemp', 'temperature', 'Temperature'],
        ['hrwindspeed', 'windspeed', 'Wind speed at 100 m'],
        ['hrradiation', 'radiation', 'Solar radiation'],
      ],
    );
  });

  test('consumption and production have a forecaster, the price has none', () => {
    assert.equal(forecasterOf('hrcons')?.name, 'hrconsforecast');
    assert.equal(forecasterOf('hrproduction')?.name, 'hrproductionforecast');
    for (const category of ['hrprice', 'hrwind', '']) {
      assert.equal(forecasterOf(category), undefined, category);
    }
  });

  test('every driver that forecasts something forecasts a balance category', () => {
    for (const { forecasts } of DRIVER_CATEGORIES) {
      if (forecasts !== undefined) assert.ok(findCategory(forecasts), forecasts);
    }
  });
});
