// The address of forecasts: source, sources beside it, a fixed run; and a slice over a series.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddress, writeAddress } from '#view/address/address';

/** Reads an address that must be written the same again. */
function viewOf(address: string) {
  const view = readAddress(address);
  assert.equal(writeAddress(view), address);
  return view;
}

describe('the address of forecasts', () => {
  it('an address without a source names none', () => {
    const view = viewOf('/f/DE');
    assert.ok(view.page === 'forecasts');
    assert.deepEqual([view.source, view.beside, view.run], ['', [], '']);
  });

  it('a source, the sources beside it and a run are read and written', () => {
    const view = viewOf(
      '/f/NO1?source=met+office&beside=gridtide&beside=a%26b&run=2026-11-13T06%3A00%3A00Z',
    );
    assert.ok(view.page === 'forecasts');
    assert.equal(view.source, 'met office');
    assert.deepEqual(view.beside, ['gridtide', 'a&b']);
    assert.equal(view.run, '2026-11-13T06:00:00Z');
  });
});

describe('the address of a series with a slice', () => {
  it('an address without a lead has no slice, whatever else it names', () => {
    const view = readAddress('/s/dehrprice?before=12:00&source=vendor');
    assert.ok(view.page === 'explore');
    assert.equal(view.slice, undefined);
    assert.equal(writeAddress(view), '/s/dehrprice');
  });

  it('the lead, the time and the source of a slice are read and written', () => {
    const view = viewOf('/s/dehrprice?tab=table&ahead=1d&before=12%3A00&source=vendor');
    assert.ok(view.page === 'explore');
    assert.deepEqual(view.slice, { ahead: '1d', before: '12:00', source: 'vendor' });
    const bare = viewOf('/s/dehrprice?ahead=24h');
    assert.ok(bare.page === 'explore');
    assert.deepEqual(bare.slice, { ahead: '24h', before: '', source: '' });
  });
});

describe('the address of complete periods', () => {
  it('an address names complete periods only if they are asked for', () => {
    const view = viewOf('/s/dehrwind?resolution=week&complete=true');
    assert.ok(view.page === 'explore');
    assert.equal(view.complete, true);
    const plain = readAddress('/s/dehrwind?resolution=week&complete=no');
    assert.equal(writeAddress(plain), '/s/dehrwind?resolution=week');
    viewOf('/compare?resolution=day&complete=true&s=dehrwind&s=frhrwind');
  });

  it('an address names the aggregation, the currency and the time whose knowledge is shown', () => {
    const address = '/s/dehrprice?aggregation=sum&currency=NOK&asOf=yesterday-1';
    viewOf(address);
    const written = (text: string): string => writeAddress(readAddress(text));
    assert.equal(written(address.replace('sum', 'SUM').replace('NOK', 'nok')), address);
    assert.equal(written('/s/dehrprice?aggregation=average&asOf='), '/s/dehrprice');
    // A typed plus arrives as a blank.
    assert.equal(written('/s/dehrprice?asOf=today+1'), '/s/dehrprice?asOf=today%2B1');
  });
});

describe('the address of an operator’s page', () => {
  it('the first page has no part, and only the page of series names one', () => {
    for (const address of ['/operator', '/operator/held', '/operator/series?series=dehrprice']) {
      assert.equal(writeAddress(readAddress(address)), address);
    }
    assert.deepEqual(readAddress('/operator?series=dehrprice'), {
      page: 'operator',
      part: 'state',
    });
    assert.deepEqual(readAddress('/operator/nothing'), { page: 'not-found' });
  });
});
