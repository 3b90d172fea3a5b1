// Currencies of the forecast interface, their rate series and price units.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isSeriesId } from '#core/market/categories';
import {
  CURRENCIES,
  currencyOfUnit,
  findCurrency,
  rateSeriesId,
  unitIn,
} from '#core/market/currency';

suite('currencies', () => {
  test('the currencies are the contract’s eleven, EUR first', () => {
    assert.equal(CURRENCIES.join(', '), 'EUR, NOK, SEK, DKK, GBP, CHF, PLN, CZK, HUF, RON, USD');
  });

  test('findCurrency ignores case, and finds nothing else', () => {
    assert.equal(findCurrency('nok'), 'NOK');
    assert.equal(findCurrency(' Eur '), 'EUR');
    for (const text of ['', 'EURO', 'JPY', 'E', '€', 'length']) {
      assert.equal(findCurrency(text), undefined, text);
    }
  });

  test('a rate is the daily series fxeur and the lower-case currency', () => {
    assert.equal(rateSeriesId('NOK'), 'fxeurnok');
    assert.ok(CURRENCIES.every((currency) => isSeriesId(rateSeriesId(currency))));
  });

  test('a price unit shows its currency and changes with it', () => {
    assert.equal(currencyOfUnit('EUR/MWh'), 'EUR');
    assert.equal(currencyOfUnit('GBP/therm'), 'GBP');
    for (const unit of ['MWh', 'GWh', '', '°C', 'MWh/EUR']) {
      assert.equal(currencyOfUnit(unit), undefined, unit);
    }
    assert.equal(unitIn('EUR/MWh', 'NOK'), 'NOK/MWh');
    assert.equal(unitIn('EUR/MWh', 'EUR'), 'EUR/MWh');
    assert.equal(unitIn('EUR/MWh/h', 'SEK'), 'SEK/MWh/h');
  });
});
