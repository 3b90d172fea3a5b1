// What Compare shows, as the address writes it and reads it back.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readAddress, writeAddress } from '#view/address/address';

const again = (address: string): string => writeAddress(readAddress(address));

suite('the address of a comparison', () => {
  test('formulas, tab, hours and axes stay in the address', () => {
    const address =
      '/compare?s=dehrprice&s=frhrprice%7E-7&f=dehrprice+-+frhrprice%7E-7&f=2*dehrprice&tab=scatter&hours=all&x=dehrprice&y=2*dehrprice&of=frhrprice%7E-7';
    assert.equal(again(address), address);
    const view = readAddress(address);
    assert.ok(view.page === 'compare');
    assert.deepEqual(view.formulas, ['dehrprice - frhrprice~-7', '2*dehrprice']);
    assert.equal(view.allHours, true);
  });

  test('what is at its default is not written', () => {
    assert.equal(
      again('/compare?s=dehrprice&tab=chart&hours=common&x=&f='),
      '/compare?s=dehrprice',
    );
    assert.equal(again('/compare?s=dehrprice&tab=nonsense'), '/compare?s=dehrprice');
  });

  test('a sixth series stays in the address', () => {
    const address = `/compare?${['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((code) => `s=${code}`).join('&')}`;
    assert.equal(again(address), address);
  });
});
