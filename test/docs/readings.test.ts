// docs/evidence/readings.md: every reading is complete, numbered, and pinned by a test that exists.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const ROOT = new URL('../../', import.meta.url);

describe('docs/evidence/readings.md', async () => {
  const text = await readFile(new URL('docs/evidence/readings.md', ROOT), 'utf8');
  const readings = text.split(/^### /m).slice(1);

  it('readings are numbered from 1 on', () => {
    const numbers = readings.map((reading) => Number(/^(\d+)\. /.exec(reading)?.[1]));
    assert.deepEqual(
      numbers,
      readings.map((_, i) => i + 1),
    );
    assert.ok(readings.length > 50);
  });

  it('each reading says what is open, how it is read, why, and which test pins it', () => {
    const wanted = ['Open', 'Reads', 'Why', 'Test'];
    for (const reading of readings) {
      const parts = [...reading.matchAll(/^- \*\*(\w+):\*\* \S/gm)].map(([, part]) => part);
      assert.deepEqual(parts, wanted, reading.split('\n')[0]!);
    }
  });

  it('readings name tests that exist', () => {
    const missing = readings.flatMap((reading) => {
      const [, tests = ''] = /^- \*\*Test:\*\* (.*)$/m.exec(reading) ?? [];
      const paths = [...tests.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path!);
      assert.ok(paths.length > 0, reading.split('\n')[0]!);
      return paths.filter((path) => !existsSync(new URL(path, ROOT)));
    });
    assert.deepEqual(missing, []);
  });
});
