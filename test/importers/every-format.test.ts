// Every scenario in every format: what a file says, not its format, decides what is stored and refused.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Store } from '#store/store';
import { lastFirst } from '../../harness/lifetime.ts';
import { importBytes, MADE_FORMATS } from './made-files.ts';
import { countFilled, openMarket, readFrom } from './open-market.ts';
import { REFUSED } from './refused-scenarios.ts';
import { LONG, STORED } from './stored-scenarios.ts';

for (const format of MADE_FORMATS) {
  suite(`${format.name}: what is stored`, () => {
    for (const { name, names, rows, counts, values } of STORED) {
      test(`${format.name} stores ${name}`, async (t) => {
        const store = await openMarket(t);
        const bytes = await format.make({ names, rows });
        const result = await importBytes(t, store, bytes, format.ending);
        assert.deepEqual(result, counts);
        for (const [code, from, expected] of values) {
          assert.deepEqual(await readFrom(store, code, from, expected.length), expected, code);
        }
        const again = await importBytes(t, store, bytes, format.ending, { maxBuffered: 2 });
        assert.deepEqual([again.added, again.changed], [0, 0]);
      });
    }
  });

  suite(`${format.name}: what is refused, with nothing stored`, () => {
    // One for all, since no file leaves anything behind.
    let store: Store;
    const whole = lastFirst({ after });
    before(async () => {
      store = await openMarket(whole);
    });

    for (const { name, names = LONG, rows, row, reason } of REFUSED) {
      test(`${format.name} refuses ${name}`, async (t) => {
        const bytes = await format.make({ names, rows });
        await assert.rejects(importBytes(t, store, bytes, format.ending), (fault: Error) => {
          assert.equal(fault.name, 'ImportFault');
          assert.ok(fault.message.startsWith(format.where(row)), fault.message);
          const said = fault.message.slice(format.where(row).length);
          if (reason instanceof RegExp) assert.match(said, reason);
          else assert.equal(said, typeof reason === 'string' ? reason : reason(format));
          return true;
        });
        assert.equal(await countFilled(store), 0);
      });
    }

    test(`${format.name} refuses columns that are neither long nor wide`, async (t) => {
      const bytes = await format.make({
        names: ['series', 'value', 'unit'],
        rows: [['a', 1, 'b']],
      });
      await assert.rejects(importBytes(t, store, bytes, format.ending), {
        name: 'ImportFault',
        message: / must be series,time,value or time,CODE,CODE… but is "series,value,unit"$/,
      });
    });

    test(`${format.name} refuses a wide column that is no series`, async (t) => {
      const bytes = await format.make({
        names: ['time', '=evil'],
        rows: [['2024-05-17T10:00Z', 1]],
      });
      await assert.rejects(importBytes(t, store, bytes, format.ending), {
        name: 'ImportFault',
        message: /column "=evil": "=evil" looks like a formula/,
      });
    });
  });
}
