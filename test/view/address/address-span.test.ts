// The span of an address: what it names, what it leaves out, and what a series then shows.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RESOLUTIONS, resolutionOf } from '#core/time/resolution';
import { readAddress, writeAddress } from '#view/address/address';
import type { ExploreView } from '#view/address/explore-address';
import { usualSpan, withUsualSpan } from '#view/address/usual-span';

const read = (address: string): ExploreView => readAddress(address) as ExploreView;
const shown = (address: string, native: 'hour' | 'week' | 'month' | 'quarterhour'): string => {
  const { from, to } = withUsualSpan(read(address), resolutionOf(native));
  return `${from} ${to}`;
};

suite('the span of an address', () => {
  test('an address without a span shows one by the series’ resolution', () => {
    assert.equal(shown('/s/x', 'quarterhour'), 'today-3 today+1');
    assert.equal(shown('/s/x', 'hour'), 'today-14 today+7');
    assert.equal(shown('/s/x', 'week'), 'week-104 week+1');
    assert.equal(shown('/s/x?tab=table', 'month'), 'month-60 month');
    for (const resolution of RESOLUTIONS) assert.ok(usualSpan(resolution).from, resolution.name);
  });

  test('an address that names one end keeps its meaning, whatever the resolution', () => {
    assert.equal(shown('/s/x?from=today-365', 'week'), 'today-365 today+7');
    assert.equal(shown('/s/x?to=today', 'month'), 'today-14 today');
    assert.equal(shown('/s/x?from=first&to=', 'month'), 'first ');
  });

  test('a span that is the usual one is not written, any other is', () => {
    const written = (native: 'hour' | 'week', from: string, to: string) =>
      writeAddress({ ...withUsualSpan(read('/s/x'), resolutionOf(native)), from, to });
    assert.equal(written('hour', 'today-14', 'today+7'), '/s/x');
    assert.equal(written('week', 'week-104', 'week+1'), '/s/x');
    assert.equal(written('week', 'today-14', 'today+7'), '/s/x?from=today-14');
    assert.equal(written('week', 'today-14', 'week+1'), '/s/x?to=week%2B1');
    assert.equal(written('hour', 'today-7', 'today+7'), '/s/x?from=today-7');
    assert.equal(written('hour', 'today-14', 'today'), '/s/x?to=today');
  });

  test('every span that is written is read back', () => {
    const texts = ['today-14', 'today+7', 'week-104', 'week+1', '', '9 Nov 2026'];
    for (const native of ['hour', 'week'] as const) {
      const view = withUsualSpan(read('/s/x'), resolutionOf(native));
      for (const from of texts) {
        for (const to of texts) {
          const address = writeAddress({ ...view, from, to });
          assert.equal(shown(address, native), `${from} ${to}`, address);
        }
      }
    }
  });

  test('another series has its own usual span', () => {
    const weekly = withUsualSpan(read('/s/x'), resolutionOf('week'));
    assert.equal(writeAddress({ ...weekly, seriesId: 'y' }), '/s/y');
    const hourly = withUsualSpan(read('/s/x'), resolutionOf('hour'));
    assert.equal(writeAddress({ ...hourly, seriesId: 'y' }), '/s/y');
  });

  test('the plus of a typed keyword, read as a blank, is a plus again', () => {
    const { from, to } = read('/s/x?from=today - 7&to=today+7');
    assert.deepEqual([from, to], ['today-7', 'today+7']);
    assert.equal(read('/s/x?from=9+Nov+2026').from, '9 Nov 2026');
  });
});
