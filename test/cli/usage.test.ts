// One word for one thing in what commands say of their arguments: a series is SERIES everywhere.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMMANDS } from '#cli/command-table';

/** Other words that a series was called by. */
const OTHERS = /\b(?:CODES?|SERIES_?ID|IDENTIFIERS?|TARGETS?)\b/;
/** A currency has a code, and nothing else does. */
const CURRENCY = /\[?--currency CODE\]?/g;

suite('the usage of commands', () => {
  test('a series is called SERIES in every usage, and CODE is the code of a currency', async () => {
    const usages: string[] = [];
    for (const { load } of COMMANDS) {
      const loaded = await load();
      for (const { name, usage, options } of 'commands' in loaded ? loaded.commands : [loaded]) {
        usages.push(usage);
        assert.doesNotMatch(usage.replaceAll(CURRENCY, ''), OTHERS, name);
        for (const [option, { value = '' }] of Object.entries(options))
          if (option !== 'currency') assert.doesNotMatch(value, OTHERS, `${name} --${option}`);
      }
    }
    assert.ok(usages.filter((usage) => /\bSERIES\b/.test(usage)).length >= 8, usages.join('\n'));
  });
});
