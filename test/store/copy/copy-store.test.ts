// Copies of whole stores: between all engines, repeated, killed, and beside a writer.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { openStore } from '#store/open/open-store';
import { openTables } from '#store/open/open-tables';
import { firstCases, isLong, rounds, skipUnlessLong } from '../../../harness/rounds.ts';
import { compareAll } from '../contract/history/history-compare.ts';
import { historyOf } from '../contract/history/history-steps.ts';
import { Twins } from '../contract/history/history-twins.ts';
import { NOW, write } from '../contract/sample-series.ts';
import { addMany, change, copy, differences, ENGINES, folder, NAMES } from './copy-engines.ts';
import { dumpTables, makeSample } from './copy-sample.ts';

for (const from of NAMES) {
  for (const to of NAMES) {
    // In the gate a copy is from one engine to the other.
    const skip = from === to && skipUnlessLong();
    describe(`a copy from ${from} to ${to}`, () => {
      test(`a copy from ${from} to ${to} has every row of every table, and the source’s checksum`, {
        skip,
      }, async (t) => {
        const [a, b] = [await ENGINES[from](t), await ENGINES[to](t)];
        await makeSample(a);
        await addMany(a, 40);
        const total = await copy(a, b);
        const source = await dumpTables(a);
        assert.deepEqual(await dumpTables(b), source);
        const rows = Object.values(source).reduce((sum, each) => sum + each.length, 0);
        assert.equal(total.rows, rows);
        assert.ok(total.copied > 9);
        assert.deepEqual(await differences(a, b), []);
        const again = await copy(a, b);
        assert.deepEqual(again, { ...total, copied: 0, same: total.copied + total.same });
      });

      test(`a second copy from ${from} to ${to} follows what was written to the source and removed from it`, {
        skip,
      }, async (t) => {
        const [a, b] = [await ENGINES[from](t), await ENGINES[to](t)];
        await makeSample(a);
        await addMany(a, 40);
        await copy(a, b);
        await change(a, async (store) => {
          const { key } = (await store.findSeries('dehrprice'))!;
          await store.write((writer) => writer.removeRuns(key, 'model', NOW + 1));
          await write(store, key, { 475003: 77 }, NOW + 10 ** 8);
          await store.accounts.removeCredential('h1');
          await store.write((writer) => writer.setRule(key, undefined), {
            kind: 'rule',
            actor: 'Anna',
            name: 'x',
            now: NOW,
          });
        });
        const found = await differences(a, b);
        assert.ok(
          found.some((line) => /^series, chunk, .*run.* of series the first to \d+$/.test(line)),
          found.join('\n'),
        );
        assert.ok(found.includes('credential'), found.join('\n'));
        const total = await copy(a, b);
        assert.equal(total.copied, found.length);
        assert.ok(total.same > 0);
        assert.deepEqual(await dumpTables(b), await dumpTables(a));
      });
    });
  }
}

describe('a store that was copied there and back', () => {
  for (const [via, ...numbers] of [
    ['SQLite', 12],
    ['PostgreSQL', 6],
  ] as const) {
    test(`a store that was copied to ${via} and back has the same values as of every moment`, async (t) => {
      await fc.assert(
        fc.asyncProperty(historyOf(6), async (steps) => {
          const [a, b, c] = [
            await ENGINES.SQLite(t),
            await ENGINES[via](t),
            await ENGINES.SQLite(t),
          ];
          const store = await openStore(a);
          const twins = new Twins(store, 'aa');
          let now = NOW;
          for (const step of steps) await twins.take(step, (now += step.byMs));
          await store.close();
          const { checksum } = await copy(a, b);
          assert.equal((await copy(b, c)).checksum, checksum);
          assert.deepEqual(await dumpTables(c), await dumpTables(a));
          for (const url of [b, c]) {
            await change(url, (moved) =>
              compareAll({ model: twins.model, codes: twins.codes, store: moved } as Twins),
            );
          }
        }),
        { numRuns: rounds(numbers[0]) },
      );
    });
  }
});

describe('a copy that is killed', () => {
  for (const to of NAMES) {
    test(`a copy to ${to} that is killed in the middle goes on from its last unit`, async (t) => {
      const [a, b] = [await ENGINES.SQLite(t), await ENGINES[to](t)];
      await makeSample(a);
      await addMany(a, 100);
      const whole = await copy(a, await ENGINES.SQLite(t));
      const script = join(import.meta.dirname, 'copy-process.ts');
      for (const writes of isLong ? [0, 1, 4, 9] : [4]) {
        const child = spawn(process.execPath, ['-C', 'source', script, a, b, String(writes)], {
          stdio: 'inherit',
        });
        assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
      }
      const rest = await copy(a, b);
      assert.ok(rest.copied > 0 && rest.copied < whole.copied, JSON.stringify(rest));
      assert.equal(rest.checksum, whole.checksum);
      assert.deepEqual(await dumpTables(b), await dumpTables(a));
    });
  }
});

describe('a source in use', () => {
  for (const from of firstCases(NAMES)) {
    test(`a source in ${from} that is in use is copied so that each series is of one moment`, async (t) => {
      const [a, b] = [await ENGINES[from](t), await ENGINES.SQLite(t)];
      await addMany(a, 60);
      const store = await openStore(a);
      const keys = (await store.searchSeries({ limit: 99 })).map(({ key }) => key);
      let isOver = false;
      const writing = (async () => {
        for (let round = 1; !isOver; round++) {
          const values = new Float64Array(2_000).fill(round);
          const indices = Int32Array.from(values, (_, i) => i);
          const key = keys[(round * 7) % keys.length]!;
          await store.write((writer) => writer.writePoints(key, indices, values, NOW + round));
          await setTimeout(1); // the copy in this process waits for the lock as well
        }
      })();
      try {
        for (let round = 0; round < rounds(4, 2); round++) {
          await copy(a, b);
          await change(b, async (moved) => {
            for (const key of keys) {
              const values = await moved.readValues(key, { start: 100, end: 1_900 });
              assert.ok(values.every((value) => Object.is(value, values[0])));
            }
          });
        }
      } finally {
        isOver = true;
        await writing;
        await store.close();
      }
      await copy(a, b);
      assert.deepEqual(await dumpTables(b), await dumpTables(a));
    });
  }
});

test('a source that does not exist is refused, and not made', async (t) => {
  const url = `sqlite:${join(folder, 'none.db')}`;
  await assert.rejects(openTables(url, { create: false }), /There is no store at/);
  await assert.rejects(openTables(await ENGINES.PostgreSQL(t), { create: false }), /no store in/);
});
