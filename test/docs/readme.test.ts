// README.md is short, names every command, and begins with the two commands that a newcomer needs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { COMMANDS } from '#cli/command-table';

const MOST_LINES = 150;

describe('README.md', async () => {
  const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8');

  it(`README.md has at most ${MOST_LINES} lines`, () => {
    assert.ok(text.split('\n').length <= MOST_LINES);
  });

  it('README.md starts the demo and runs the tests with one line each', () => {
    const first = text.split('\n').slice(0, 15);
    assert.ok(first.includes('npm ci && npm start'));
    assert.ok(first.includes('npm ci && npm test'));
  });

  it('README.md names every command, and none that does not exist', () => {
    const table = text.split('\n## Commands\n')[1]!.split('\n## ')[0]!;
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const names = rows.flatMap((row) =>
      [...row.split('|')[1]!.matchAll(/`([a-z]+)`/g)].map(([, name]) => name!),
    );
    assert.deepEqual(names.toSorted(), COMMANDS.map(({ name }) => name).toSorted());
  });
});
