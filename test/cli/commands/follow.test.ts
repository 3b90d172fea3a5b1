// gridtide follow: changes of the store at the terminal.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openWithSeries, THREE_HOURS } from './rule-terminal.ts';

suite('gridtide follow', () => {
  test('the log from the beginning is shown line by line, and ends after --limit', async (t) => {
    const terminal = await openWithSeries(t);
    await terminal.importRows('dehrprice', THREE_HOURS);
    const { code, stdout } = await terminal.run([
      ...['follow', 'dehr*', '--after', '0', '--limit', '2'],
    ]);
    assert.equal(code, 0);
    const [made, changed] = stdout.trimEnd().split('\n');
    assert.match(made!, /^\d+ {2}\S+Z {2}series\.added {4}dehrprice$/);
    assert.match(
      changed!,
      /^\d+ {2}\S+Z {2}values\.changed {2}dehrprice {2}2026-11-14T00:00:00Z … 2026-11-14T02:00:00Z \(3\)$/,
    );
  });

  test('a change that is committed while it waits is shown, as JSON if asked for', async (t) => {
    const terminal = await openWithSeries(t);
    const following = terminal.run(['follow', '--kind', 'values', '--limit', '1', '--json']);
    let isShown = false;
    void following.then(() => {
      isShown = true;
    });
    for (let value = 1; !isShown; value++) {
      // The command may have begun after the first write, so another one follows.
      await terminal.importRows('dehrprice', [`2026-11-14T00:00Z,${value}`]);
      // An import here leaves the thread to no other work until it ends.
      await setTimeout(30);
    }
    const event = JSON.parse((await following).stdout);
    assert.equal(event.type, 'values.changed');
    assert.equal(event.series, 'dehrprice');
    assert.equal(event.points, 1);
  });

  test('an unknown kind and a cursor of another store are refused in words', async (t) => {
    const terminal = await openWithSeries(t);
    const odd = await terminal.run(['follow', '--kind', 'value']);
    assert.match(odd.stderr, /unknown kind "value" \(did you mean values\?\)/);
    assert.notEqual(odd.code, 0);
    const gone = await terminal.run(['follow', '--after', '999']);
    assert.match(gone.stderr, /the newest event is \d+: cursor 999 is of another store/);
    assert.notEqual(gone.code, 0);
  });
});
