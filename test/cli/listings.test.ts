// Every listing prints JSON with --json: one table of commands, and no command with a table is missing in it.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { COMMANDS } from '#cli/command-table';
import { openWithPlan } from './terminal.ts';

const SERIES_CSV = 'code,description,unit,resolution\ndehrprice,Price,EUR/MWh,hour\n';
const PRICES_CSV = 'time,dehrprice\n2026-11-14T00:00Z,1\n2026-11-14T01:00Z,2\n';

/** What is typed for each command that lists. */
const LISTINGS: Readonly<Record<string, readonly string[]>> = {
  settings: ['settings'],
  doctor: ['doctor'],
  'series list': ['series', 'list'],
  'series show': ['series', 'show', 'dehrprice'],
  journal: ['journal'],
  'forecast list': ['forecast', 'list'],
  'collect status': ['collect', 'status'],
  'webhook list': ['webhook', 'list'],
  'rule list': ['rule', 'list'],
  'expect list': ['expect', 'list'],
  status: ['status'],
  held: ['held', 'list'],
  'alert list': ['alert', 'list'],
  'user list': ['user', 'list'],
  'user identity': ['user', 'identity', 'anna'],
  'plan list': ['plan', 'list'],
  'key list': ['key', 'list'],
  'link list': ['link', 'list'],
  audit: ['audit'],
};

/** These print JSON too, and have tests of their own that read it. */
const ELSEWHERE = ['slice', 'follow', 'accuracy', 'alert try', 'alert history'];

/** Reports of what a command has just made or calculated. */
const REPORTS = ['forecast/backtest-report.ts', 'forecast/forecast.ts'];

suite('listings', () => {
  test('every listing prints one JSON value with --json, and nothing else', async (t) => {
    const terminal = await openWithPlan(t);
    const define = await terminal.file('series.csv', SERIES_CSV);
    const prices = await terminal.file('prices.csv', PRICES_CSV);
    const filled = await terminal.run(['import', prices, '--define', define]);
    assert.equal(filled.code, 0, filled.stderr);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    const sources = [{ source: 'ecb', every: '1h' }];
    const COLLECT = await terminal.file('collect.json', JSON.stringify({ sources }));
    for (const [name, argv] of Object.entries(LISTINGS)) {
      const { code, stdout, stderr } = await terminal.run([...argv, '--json'], {
        env: { COLLECT, GRIDTIDE_PORT: '0' },
      });
      // The doctor meets the fixed clock of this terminal, which is behind the files.
      if (name !== 'doctor' && name !== 'collect status')
        assert.equal(code, 0, `${name}: ${stderr}`);
      assert.notEqual(stdout, '', `${name}: ${stderr}`);
      const value = JSON.parse(stdout) as unknown;
      assert.ok(Array.isArray(value) || name === 'series show', name);
    }
  });

  test('every command with --json is in this table, and every list command has it', async () => {
    const found: string[] = [];
    for (const { load } of COMMANDS) {
      const loaded = await load();
      for (const { name, options } of 'commands' in loaded ? loaded.commands : [loaded]) {
        if (options.json !== undefined) found.push(name);
        else assert.doesNotMatch(name, / (?:list|status|history)$/);
      }
    }
    assert.deepEqual(found.sort(), [...Object.keys(LISTINGS), ...ELSEWHERE].sort());
  });

  test('no command prints a table without an option for JSON', () => {
    const root = new URL('../../src/cli/commands/', import.meta.url);
    const files = globSync('**/*.ts', { cwd: root }).filter((file) =>
      readFileSync(new URL(file, root), 'utf8').includes('printTable('),
    );
    assert.ok(files.length > 12);
    for (const file of files.filter((each) => !REPORTS.includes(each))) {
      const folder = file.includes('/') ? `${file.split('/')[0]}/*.ts` : file;
      const texts = globSync(folder, { cwd: root }).map((each) =>
        readFileSync(new URL(each, root), 'utf8'),
      );
      assert.ok(
        texts.some((text) => text.includes('JSON_OPTION')),
        file,
      );
    }
  });
});
