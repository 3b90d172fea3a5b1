// gridtide alert: rules of the operators at the terminal.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { journal, openWithSeries } from '../rule-terminal.ts';

const CONDITION = 'dehrprice < 0 for 2h';

suite('gridtide alert', () => {
  test('alerts are added, listed, silenced, shown and removed, and the journal says so', async (t) => {
    const terminal = await openWithSeries(t);
    const { run } = terminal;
    const added = await run([
      'alert',
      'add',
      'low',
      CONDITION,
      '--wait',
      '15min',
      '--email',
      'a@b.c',
    ]);
    assert.match(added.stdout, /^low: dehrprice < 0 for 2h \([0-9a-f]{16}\)\n$/);
    const listed = await run(['alert', 'list']);
    assert.match(listed.stdout, /low +ok +0 +dehrprice < 0 for 2h/);
    const silenced = await run(['alert', 'silence', 'LOW', '2h']);
    assert.match(silenced.stdout, /^low: silenced until \d{4}-/);
    const shown = JSON.parse((await run(['alert', 'show', 'low'])).stdout);
    assert.equal(shown.wait, '15 min');
    assert.equal(shown.silences.length, 1);
    assert.match((await run(['alert', 'silence', 'low', '--end'])).stdout, /no longer silenced/);
    assert.equal((await run(['alert', 'history', 'low'])).stdout, '');
    assert.equal((await run(['alert', 'remove', 'low'])).stdout, 'low: removed\n');
    const names = (await journal(terminal))
      .filter(([kind]) => kind === 'alert')
      .map(([, name]) => name);
    assert.deepEqual(names, [
      ...['low: removed', 'low: no longer silenced', 'low: silenced', 'low: added'],
    ]);
  });

  test('a refusal names the place, and a name that does not exist', async (t) => {
    const { run } = await openWithSeries(t);
    const wrong = await run(['alert', 'add', 'low', 'dehrprice < 0 witin today']);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /"witin" at character 15 \(did you mean within\?\)/);
    assert.match((await run(['alert', 'show', 'none'])).stderr, /no alert/);
  });

  test('alert try says how often it would have fired, and when', async (t) => {
    const { run, importRows } = await openWithSeries(t);
    const rows = Array.from({ length: 48 }, (_, i) => {
      const time = new Date(Date.UTC(2026, 10, 12, i)).toISOString();
      return `${time},${i % 24 < 3 ? -5 : 20}`;
    });
    await importRows('dehrprice', rows);
    const span = ['--from', '2026-11-12', '--to', '2026-11-14'];
    const { stdout } = await run(['alert', 'try', CONDITION, ...span]);
    assert.match(stdout, /^would have fired 2 times from /);
    assert.match(stdout, /dehrprice {2}2026-11-12T02:00:00Z … 2026-11-12T04:00:00Z/);
    const { fired } = JSON.parse(
      (await run(['alert', 'try', CONDITION, ...span, '--json'])).stdout,
    );
    assert.equal(fired, 2);
  });
});
