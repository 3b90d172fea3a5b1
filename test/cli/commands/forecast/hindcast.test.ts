// gridtide forecast run --as-published --keep: hindcasts of imported history.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { HINDCAST_SOURCE } from '#core/values/source-order';
import { daysBefore, load, usualValue } from '../../../service/model-runs/model-store.ts';
import { NOW, openTerminal, type Terminal } from '../../terminal.ts';

/** Sixty days of hours that were all imported right now. */
const importHistory = (terminal: Terminal, make = usualValue) =>
  terminal.withStore((store) =>
    load(store, {
      ...{ category: 'hrcons', from: daysBefore(NOW, 60), to: NOW / HOUR_MS, recordedAt: NOW },
      make: (index) => make(index),
    }),
  );

const HINDCAST = ['forecast', 'run', '--as-published', '--keep'];
const SPAN = ['--from', '2026-11-08', '--to', '2026-11-10'];

const hindcastsOf = (terminal: Terminal) =>
  terminal.withStore(async (store) => {
    const { key } = (await store.findSeries('dehrcons'))!;
    return store.readRuns(key, 0, NOW, HINDCAST_SOURCE);
  });

test('hindcasts of a span are kept under a source of their own, and stay when asked for again', async (t) => {
  const terminal = await openTerminal(t);
  await importHistory(terminal);
  const first = await terminal.run([...HINDCAST, ...SPAN], { isTerminal: true });
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /% \d of 3, .*DE hrcons/);
  assert.match(first.stdout, /^DE hrcons +3 +0 +0$/m);
  assert.match(
    first.stdout,
    /^3 hindcasts made from 2026-11-08T06:00:00Z to 2026-11-10T06:00:00Z, source gridtide-hindcast;/m,
  );
  const runs = await hindcastsOf(terminal);
  assert.deepEqual(
    runs.map(({ analyzedAt, updatedAt }) => [new Date(analyzedAt).toISOString(), updatedAt]),
    ['08', '09', '10'].map((day) => [`2026-11-${day}T06:00:00.000Z`, NOW]),
  );
  const again = await terminal.run([...HINDCAST, ...SPAN]);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /^DE hrcons +0 +3 +0$/m);
  await terminal.withStore(async (store) => {
    const { key, newestRunAt } = (await store.findSeries('dehrcons'))!;
    assert.deepEqual([newestRunAt, await store.findNewestRun(key)], [null, undefined]);
    const [run] = runs;
    const detail = (await store.findRunDetail(key, run!.analyzedAt, HINDCAST_SOURCE))!;
    assert.match(detail.notes.join(), /made afterwards: each value was taken as known when/);
    assert.equal((await store.readBands(key, run!.analyzedAt, HINDCAST_SOURCE)).length, 7);
    // Real runs remember real runs only.
    assert.equal(await store.readModelMemory(key, 'gridtide'), undefined);
    assert.ok(await store.readModelMemory(key, HINDCAST_SOURCE));
  });
});

test('hindcasts of two definitions of one series have a source each, and neither is a newest run', async (t) => {
  const terminal = await openTerminal(t);
  await importHistory(terminal);
  const define = ['--target', 'dehrcons', '--no-drivers'];
  await terminal.run(['forecast', 'define', 'plain', ...define]);
  await terminal.run(['forecast', 'define', 'other', ...define, '--kind', 'other']);
  const made = await terminal.run([...HINDCAST, 'plain', 'other', ...SPAN]);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^plain +3 +0 +0\nother +3 +0 +0\n6 hindcasts made /m);
  const sources = ['gridtide-hindcast/plain', 'gridtide-hindcast/other'];
  assert.match(made.stdout, new RegExp(`, source ${sources.join(', ')}; gridtide accuracy`));
  await terminal.withStore(async (store) => {
    const { key, newestRunAt } = (await store.findSeries('dehrcons'))!;
    for (const source of sources) {
      assert.equal((await store.readRuns(key, 0, NOW, source)).length, 3);
      assert.ok(await store.readModelMemory(key, source));
    }
    assert.deepEqual([newestRunAt, await store.findNewestRun(key)], [null, undefined]);
  });
  const scored = await terminal.run(['accuracy', '--series', 'dehrcons', '--json']);
  assert.deepEqual(
    JSON.parse(scored.stdout).sources.map(({ source, kind }: Record<string, string>) => [
      ...[source, kind],
    ]),
    sources.toReversed().map((source) => [source, 'hindcast']),
  );
});

test('a hindcast knows nothing of what was published after its time', async (t) => {
  const [plain, other] = [await openTerminal(t), await openTerminal(t)];
  const at = Date.parse('2026-11-08T06:00:00Z') / HOUR_MS;
  await importHistory(plain);
  await importHistory(other, (index) => (index < at ? usualValue(index) : 9_999));
  const one = [...HINDCAST, '--at', '2026-11-08T06:00:00Z'];
  for (const terminal of [plain, other]) assert.equal((await terminal.run(one)).code, 0);
  const [expected, found] = [await hindcastsOf(plain), await hindcastsOf(other)];
  assert.deepEqual(found[0]!.values, expected[0]!.values);
});

test('hindcasts are scored apart from real runs', async (t) => {
  const terminal = await openTerminal(t);
  await importHistory(terminal);
  await terminal.run([...HINDCAST, ...SPAN]);
  const asked = ['accuracy', '--area', 'DE', '--category', 'hrcons', '--json'];
  const { sources } = JSON.parse((await terminal.run(asked)).stdout);
  assert.deepEqual(
    sources.map(({ source, kind, dayAhead }: (typeof sources)[0]) => [
      ...[source, kind, dayAhead.scored, dayAhead.crpsScored],
    ]),
    [[HINDCAST_SOURCE, 'hindcast', 72, 72]],
  );
  const { stdout } = await terminal.run(asked.slice(0, -1));
  assert.match(
    stdout,
    /\n\nHindcasts, made afterwards\nSOURCE +SCORED .* CRPS .*\ngridtide-hindcast +72 /,
  );
  assert.doesNotMatch(stdout, /Day-ahead/);
});

test('hindcasts need no record of what was known, which compact may have forgotten', async (t) => {
  const terminal = await openTerminal(t);
  await importHistory(terminal);
  await terminal.run(['compact', '--before', '2026-11-15T12:00:00Z']);
  const at = ['--at', '2026-11-08T06:00:00Z'];
  assert.equal((await terminal.run(['forecast', 'run', ...at])).code, 1);
  assert.equal((await terminal.run([...HINDCAST, ...at])).code, 0);
});

test('a hindcast without history is not made, and the exit code says so', async (t) => {
  const terminal = await openTerminal(t);
  await importHistory(terminal);
  const { code, stdout } = await terminal.run([...HINDCAST, '--at', '2026-09-20']);
  assert.equal(code, 1);
  assert.match(stdout, /^DE hrcons: 1 run not made: only \d+ days of history; 7 are needed$/m);
  assert.match(stdout, /^0 hindcasts made/m);
});

for (const [options, message] of [
  [['--as-published', ...SPAN], /--as-published needs --keep; gridtide forecast backtest/],
  [['--keep', ...SPAN], /--keep needs --as-published/],
  [SPAN, /--from needs --as-published --keep; --at names the time/],
  [['--as-published', '--keep'], /--from missing/],
  [['--as-published', '--keep', '--from', '2026-11-08', '--to', '2026-11-07'], /--to is before/],
  [['--as-published', '--keep', '--from', '2026-11-08', '--to', '2026-12-07'], /in the future/],
  [['--as-published', '--keep', '--at', '2026-11-08', '--hour', '6'], /either --at or --hour/],
  [['--as-published', '--keep', ...SPAN, '--hour', '24'], /--hour is a whole number from 0 to 23/],
  [['--as-published', '--keep', ...SPAN, '--source', 'mine'], /--source cannot be given/],
  [['--source', HINDCAST_SOURCE], /--source gridtide-hindcast is for hindcasts/],
  [['--source', `${HINDCAST_SOURCE}/mine`], /--source gridtide-hindcast\/mine is for hindcasts/],
] as const) {
  test(`forecast run ${options.join(' ')} is refused`, async (t) => {
    const terminal = await openTerminal(t);
    const { code, stderr } = await terminal.run(['forecast', 'run', ...options]);
    assert.equal(code, 2);
    assert.match(stderr, message);
  });
}

test('a backtest as published reads drivers of parts of hours too', async (t) => {
  const terminal = await openTerminal(t);
  await importHistory(terminal);
  await terminal.withStore((store) =>
    load(store, {
      ...{ category: 'qhwindforecast', resolution: 'quarterhour', recordedAt: NOW },
      ...{ from: daysBefore(NOW, 60) * 4, to: (NOW / HOUR_MS) * 4 },
    }),
  );
  const days = ['--from', '2026-11-10', '--to', '2026-11-10', '--as-published'];
  const asked = ['forecast', 'backtest', '--area', 'DE', '--category', 'hrcons', ...days];
  const { code, stderr } = await terminal.run(asked);
  assert.equal(code, 0, stderr);
});
