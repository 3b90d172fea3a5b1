// Exported files are imported again: the same content in every format and shape.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import type { Store } from '#store/store';
import { firstCases } from '../../../../harness/rounds.ts';
import { NOW, openTerminal } from '../../terminal.ts';
import { openFilled, run } from './export-terminal.ts';

/** All observed values, and the definition of each series. */
async function contentOf(store: Store) {
  const all = await store.searchSeries({ limit: 100 });
  return Promise.all(
    all.map(async (series) => {
      const { code, description, unit, resolution, area, category, firstIndex, lastIndex } = series;
      const span = { start: firstIndex ?? 0, end: (lastIndex ?? -1) + 1 };
      const values = [...(await store.readValues(series.key, span))];
      return { code, description, unit, resolution, area, category, firstIndex, values };
    }),
  );
}

suite('gridtide export: import reads the files again', () => {
  for (const { name, extensions } of EXPORT_FORMATS) {
    for (const shape of ['long', 'wide']) {
      test(`an exported ${name}, ${shape}, gives another store the same content`, async (t) => {
        const [source, target] = [await openFilled(t), await openTerminal(t)];
        const file = join(source.folder, `all.${extensions[0]}`);
        const definitions = join(source.folder, 'series.csv');
        const argv = ['export', '--out', file, '--shape', shape, '--definitions', definitions];
        const exported = await run(source, argv);
        assert.deepEqual([exported.code, exported.stderr], [0, '']);
        assert.match(String(exported.stdout), / rows of 9 series, /);
        const imported = await target.run(['import', '--define', definitions, file]);
        assert.deepEqual([imported.code, imported.stderr], [0, '']);
        assert.deepEqual(await target.withStore(contentOf), await source.withStore(contentOf));
        const again = await source.run(['import', file]);
        assert.match(again.stdout, /\(0 new, 0 changed, \d+ same\)/);
      });
    }
  }
});

suite('gridtide export: more rows than are read at a time', () => {
  const count = 70_000;
  for (const { name, extensions } of firstCases(EXPORT_FORMATS, 2)) {
    test(`import reads all rows of a large exported ${name}`, async (t) => {
      const [source, target] = [await openFilled(t), await openTerminal(t)];
      await source.withStore((store) =>
        store.write(async (writer) => {
          const { key } = (await writer.findSeries('denone'))!;
          const values = Float64Array.from({ length: count }, (_, i) =>
            i % 1_000 === 7 ? Number.NaN : Math.sin(i) * 1_000,
          );
          await writer.writePoints(
            key,
            Int32Array.from(values, (_, i) => 400_000 + i),
            values,
            NOW,
          );
        }),
      );
      const file = join(source.folder, `long.${extensions[0]}`);
      const definitions = join(source.folder, 'series.csv');
      const argv = ['export', 'denone', 'deyear', '--out', file, '--definitions', definitions];
      const exported = await run(source, argv);
      assert.match(String(exported.stdout), /: 69,933 rows of 2 series, /);
      const imported = await target.run(['import', '--define', definitions, file]);
      assert.deepEqual([imported.code, imported.stderr], [0, '']);
      const all = await source.withStore(contentOf);
      assert.deepEqual(
        await target.withStore(contentOf),
        all.filter(({ code }) => code === 'denone' || code === 'deyear'),
      );
    });
  }
});
