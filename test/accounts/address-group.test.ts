import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addressGroupOf } from '#accounts/address-group';

describe('the group of an address', () => {
  const rows = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['', 'other'],
    ['/run/gridtide.sock', 'other'],
    ['300.1.1.1', 'other'],
  ] as const;
  for (const [address, group] of rows) {
    it(`the group of ${address || 'no address'} is ${group}`, () =>
      assert.equal(addressGroupOf(address), group));
  }

  it('all addresses of an IPv6 customer’s network have one group, and another network has another', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const group = addressGroupOf(address);
        const isIpv4 = group.includes('.');
        if (isIpv4) return;
        const network = group.replace('::/64', '');
        assert.equal(network.split(':').length, 4);
        assert.equal(addressGroupOf(`${network}:1:2:3:4`), group);
      }),
    );
    assert.notEqual(addressGroupOf('2001:db8:1:2::1'), addressGroupOf('2001:db8:1:3::1'));
  });
});
