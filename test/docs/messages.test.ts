// Messages that pages quote are those of the product: each fragment stands in its page and in the source.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const ROOT = new URL('../../', import.meta.url);

/** The parts of messages that do not vary, by the page that quotes them. */
const QUOTED: Readonly<Record<string, readonly string[]>> = {
  'docs/how-to/run/troubleshoot.md': [
    'is in use; choose another with --port',
    'the store was made for market time',
    'or use another store',
    'has offsets that are not whole hours',
    'There is no store at',
    'The store’s server is not running, or not at this address.',
    'The store’s address cannot be read',
    'This store was last used by a newer Gridtide',
    'must be a whole number from',
    'Another process is writing to the store.',
    'The store is in use: another process has',
    'a run can be made from',
    'define new series with --define FILE',
    'is not a time',
    'is not a finite number',
    'does not exist in',
  ],
  'docs/how-to/import.md': [
    'Another process is writing to the store.',
    'is not the start of',
    'the nearest is',
    'define new series with --define FILE',
    'the clock jumps to',
    'has another value on',
  ],
  'docs/how-to/forecast.md': [
    'already stored; --replace',
    '--replace replaces it',
    'a run can be made from',
  ],
  'docs/how-to/run/back-up.md': [
    'its bytes are not those that were written (the checksum differs)',
    'no damage',
    'restored to',
  ],
  'docs/how-to/users-plans-keys.md': [
    'It is shown only now:',
    'added with plan',
    'points an answer',
  ],
  'docs/explanation/quality.md': ['held for review'],
  'docs/reference/formats.md': [
    'cannot name',
    'write the time in full',
    'a decimal comma needs ";" between the fields',
    'is no possible value: values lie between',
    'looks like a formula, and formulas are not read: write the value',
    'holds a formula: paste its value instead',
    'is not UTF-8 text: save the file as UTF-8',
    'as milliseconds since 1970 it would be',
    'times their size',
    'is damaged or not to be trusted',
    'but the header has',
    'exists with the resolution',
    'which cannot become',
  ],
};

const source = globSync('src/**/*.ts', { cwd: ROOT })
  .map((path) => readFileSync(new URL(path, ROOT), 'utf8'))
  .join('\n');

describe('quoted messages', () => {
  for (const [page, fragments] of Object.entries(QUOTED)) {
    it(`${page} quotes messages as the product writes them`, () => {
      const text = readFileSync(new URL(page, ROOT), 'utf8');
      const missing = fragments.flatMap((fragment) => [
        ...(text.includes(fragment) ? [] : [`the page lacks "${fragment}"`]),
        ...(source.includes(fragment) ? [] : [`the source lacks "${fragment}"`]),
      ]);
      assert.deepEqual(missing, []);
    });
  }
});
