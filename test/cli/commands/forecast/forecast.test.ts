import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HOUR_MS } from '#core/time/instant';
import { skipUnlessLong } from '../../../../harness/rounds.ts';
import { daysBefore, load, usualValue } from '../../../service/model-runs/model-store.ts';
import { NOW, openTerminal, type Terminal } from '../../terminal.ts';

const loadHours = (terminal: Terminal, category: string, days: number, recordedAt = NOW) =>
  terminal.withStore((store) =>
    load(store, { category, from: daysBefore(NOW, days), to: NOW / HOUR_MS, recordedAt }),
  );

/** A file of whole days of hours, with a driver that is close to the target. */
function csvOf(days: number, separator = ' '): string {
  const rows = ['Date, Price ,Load forecast'];
  for (let hour = 0; hour < days * 24; hour++) {
    const time = new Date(Date.UTC(2016, 0, 1) + hour * HOUR_MS).toISOString();
    const text = `${time.slice(0, 10)}${separator}${time.slice(11, 19)}`;
    rows.push(`${text},${usualValue(hour).toFixed(2)},${(usualValue(hour) + 3).toFixed(1)}`);
  }
  return `${rows.join('\n')}\n`;
}

test('forecast run prints a table of runs, and says which were not made and why', async (t) => {
  const terminal = await openTerminal(t);
  await loadHours(terminal, 'hrcons', 40);
  await loadHours(terminal, 'hrprice', 3);
  const { code, stdout } = await terminal.run(['forecast', 'run']);
  assert.equal(code, 0);
  const [head, row, refusal, end] = stdout.split('\n');
  assert.match(head!, /^AREA +CATEGORY +HISTORY +MEMBERS +DRIVERS +SECONDS$/);
  assert.match(row!, /^DE +hrcons +naive mean +\S.* - +\d+\.\d\d$/);
  assert.match(refusal!, /^DE hrprice: not made: only 3 days of history; 7 are needed$/);
  assert.equal(end, '1 run made as of 2026-11-15T12:00:00Z');
});

test('forecast run keeps a run of the same time unless --replace is given', async (t) => {
  const terminal = await openTerminal(t);
  await loadHours(terminal, 'hrcons', 40);
  await terminal.run(['forecast', 'run']);
  const again = await terminal.run(['forecast', 'run', '--area', 'de', '--category', 'HRCONS']);
  assert.equal(
    again.stdout,
    'DE hrcons: already stored; --replace replaces it\n0 runs made as of 2026-11-15T12:00:00Z\n',
  );
  const replaced = await terminal.run(['forecast', 'run', '--replace']);
  assert.match(replaced.stdout, /1 run made/);
});

test('forecast run --at sees only what was in the store by then, and says from when on it can run', async (t) => {
  const terminal = await openTerminal(t);
  await loadHours(terminal, 'hrcons', 40, NOW - 1);
  const early = await terminal.run(['forecast', 'run', '--at', '2026-11-15T11:00:00Z']);
  assert.equal(early.code, 1);
  assert.equal(
    early.stdout,
    [
      'DE hrcons: not made: its values were stored after 2026-11-15T11:00:00Z; a run can be made from 2026-11-15T12:00:00Z on',
      '0 runs made as of 2026-11-15T11:00:00Z',
      '--at TIME makes runs as of another time, with what was known then; --as-published --keep makes hindcasts of imported history\n',
    ].join('\n'),
  );
  const named = await terminal.run(['forecast', 'run', '--at', '2026-11-15T12:00:00Z']);
  assert.equal(named.code, 0, named.stdout);
  const future = await terminal.run(['forecast', 'run', '--at', '2026-11-16']);
  assert.equal(future.code, 2);
  assert.match(future.stderr, /--at is in the future: 2026-11-16T00:00:00Z/);
});

test('forecast run fails if no series can be forecast, and names quarter hours without hours', async (t) => {
  const terminal = await openTerminal(t);
  await terminal.withStore(async (store) => {
    const quarters = { resolution: 'quarterhour', recordedAt: NOW } as const;
    const to = (NOW / HOUR_MS) * 4;
    await load(store, { ...quarters, area: 'NL', category: 'qhprice', from: to - 960, to });
  });
  const nl = await terminal.run(['forecast', 'run', '--area', 'NL', '--category', 'hrprice']);
  assert.equal(nl.code, 1);
  assert.match(
    nl.stderr,
    /nothing to forecast: nlqhprice has no hours beside it; --category qhprice .* or import nlhrprice\n$/,
  );
  for (const more of [[], ['--category', 'QHPRICE']]) {
    const quarters = await terminal.run(['forecast', 'run', '--area', 'NL', '--replace', ...more]);
    assert.equal(quarters.code, 0, quarters.stderr);
    assert.match(quarters.stdout, /^NL +qhprice +naive /m);
  }
  const be = await terminal.run(['forecast', 'run', '--area', 'BE']);
  assert.equal(be.code, 1);
  assert.match(be.stderr, /nothing to forecast: no series such as behrprice has values/);
});

test('forecast run says when a series ended or begins, if that is why nothing is known', async (t) => {
  const terminal = await openTerminal(t);
  await terminal.withStore(async (store) => {
    const old = { from: daysBefore(NOW, 3_000), to: daysBefore(NOW, 2_900), recordedAt: NOW };
    await load(store, { ...old, category: 'hrcons' });
  });
  const ended = await terminal.run(['forecast', 'run']);
  assert.equal(ended.code, 1);
  assert.match(ended.stdout, /DE hrcons: not made: its last value is of 2018-12-06T23:00:00Z\n/);
});

test('a run or a backtest of a time that compact has forgotten is refused, and none is stored', async (t) => {
  const terminal = await openTerminal(t);
  const before = NOW - 10 * 24 * HOUR_MS;
  await loadHours(terminal, 'hrcons', 60, before);
  await loadHours(terminal, 'hrcons', 60);
  const at = ['forecast', 'run', '--at', '2026-11-10T12:00:00Z'];
  assert.equal((await terminal.run([...at, '--replace'])).code, 0);
  await terminal.run(['compact', '--before', '2026-11-15T12:00:00Z']);
  const refused = await terminal.run([...at, '--replace']);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stdout,
    /DE hrcons: not made: what was known at 2026-11-10T12:00:00Z is no longer kept; it is from 2026-11-15T12:00:00Z on\n/,
  );
  const other = await terminal.run(['forecast', 'run', '--at', '2026-11-11T12:00:00Z']);
  assert.equal(other.code, 1);
  const runs = await terminal.withStore(async (store) =>
    store.listRuns((await store.findSeries('dehrcons'))!.key),
  );
  assert.deepEqual(
    runs.map(({ analyzedAt }) => analyzedAt),
    [Date.parse('2026-11-10T12:00:00Z')],
  );
  const days = ['--from', '2026-11-10', '--to', '2026-11-11'];
  const backtest = ['forecast', 'backtest', '--area', 'DE', '--category', 'hrcons', ...days];
  const replay = await terminal.run(backtest);
  assert.equal(replay.code, 1);
  assert.match(replay.stderr, /is no longer kept; it is from 2026-11-15T12:00:00Z on/);
  assert.equal((await terminal.run([...backtest, '--as-published'])).code, 0);
  assert.equal((await terminal.run(['forecast', 'run'])).code, 0);
});

test('forecast run names an unknown area or category', async (t) => {
  const terminal = await openTerminal(t);
  await loadHours(terminal, 'hrcons', 1);
  const area = await terminal.run(['forecast', 'run', '--area', 'NO7']);
  assert.match(area.stderr, /there is no area "NO7"/);
  const category = await terminal.run(['forecast', 'run', '--category', 'hrwind']);
  assert.match(category.stderr, /there is no category "hrwind"; there are hrprice/);
});

test('forecast backtest scores members, blend and naives of a CSV, and writes its rows', async (t) => {
  const terminal = await openTerminal(t);
  const file = await terminal.file('market.csv.gz', gzipSync(csvOf(150)));
  const out = join(terminal.folder, 'out.csv');
  const options = ['--target', 'price', '--driver', ' load forecast', '--test-days', '4'];
  const { code, stdout, stderr } = await terminal.run(
    ['forecast', 'backtest', '--csv', file, ...options, '--every', '2', '--out', out],
    { isTerminal: true },
  );
  assert.equal(code, 0, stderr);
  assert.match(stderr, /█.* of 30, \d+:\d\d left, 2016-0[45]-\d\d/);
  assert.match(stdout, /FORECAST +KIND +MAE +RMAE +SMAPE %/);
  assert.match(stdout, /^lear56 +member/m);
  assert.match(stdout, /^blend +blend/m);
  assert.match(stdout, /^weekly-naive +naive +[\d.]+ +1\.000/m);
  assert.match(stdout, /^80 % band: [\d.]+ % of the values inside/m);
  assert.match(stdout, /^CRPS over the deciles: \d+\.\d{3}$/m);
  assert.match(stdout, /^2 days, 48 values scored, 0 missing; [\d.]+ CPU seconds a day$/m);
  const rows = (await readFile(out, 'utf8')).trimEnd().split('\n');
  assert.equal(rows.length, 1 + 48);
  assert.equal(rows[0], 'time,actual,forecast,q10,q20,q30,q40,q50,q60,q70,q80,q90');
  for (const row of rows.slice(1)) {
    const deciles = row.split(',').slice(3).map(Number);
    assert.equal(deciles.length, 9);
    assert.ok(
      deciles.every((value, i) => i === 0 || value >= deciles[i - 1]!),
      row,
    );
  }
  const hour = 146 * 24;
  assert.match(
    rows[1]!,
    new RegExp(`^2016-05-26T00:00:00,${Number(usualValue(hour).toFixed(2))},`),
  );
});

/** A load of whole days of hours that is halved on Austrian holidays; the last day is one. */
function loadOfHolidays(): string {
  const holidays = ['01-01', '01-06', '03-28', '05-01', '05-05', '05-16', '05-26'];
  const rows = csvOf(147).trimEnd().split('\n').slice(1);
  return rows
    .map((row) => row.split(','))
    .map(([time = '', load]) => [
      time,
      Number(load) * (holidays.includes(time.slice(5, 10)) ? 0.5 : 1),
    ])
    .reduce((text, row) => `${text}${row.join(',')}\n`, 'Date,Load\n');
}

test('forecast backtest --csv takes the holidays of --area, and names areas without known ones', {
  skip: skipUnlessLong(),
}, async (t) => {
  const terminal = await openTerminal(t);
  const file = await terminal.file('load.csv', loadOfHolidays());
  const target = ['--target', 'Load', '--kind', 'price'];
  const asked = ['forecast', 'backtest', '--csv', file, ...target, '--test-days', '1'];
  const { code, stdout, stderr } = await terminal.run([...asked, '--area', 'at']);
  assert.equal(code, 0, stderr);
  // The last day is a Thursday: 1 is the error of taking it for a working day.
  const relativeError = Number(/^blend +blend +[\d.]+ +([\d.]+)/m.exec(stdout)?.[1]);
  assert.ok(relativeError < 0.7, stdout);
  const unknown = await terminal.run([...asked, '--area', 'TR']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /--area: no holidays are known for "TR".*; they are for DE, AT, /);
  const both = await terminal.run([...asked, '--area', 'AT', '--category', 'hrprice']);
  assert.equal(both.code, 2);
  assert.match(both.stderr, /give either --csv FILE, .* or --area AREA with --category/);
});

test('forecast backtest reads times with a T, and with --zero-is-missing zeros as gaps', async (t) => {
  const terminal = await openTerminal(t);
  const lines = csvOf(60, 'T').split('\n');
  // Two hours of the last day.
  for (const at of [-2, -9]) lines[lines.length + at] = lines.at(at)!.replace(/,[\d.]+,/, ',0,');
  const file = await terminal.file('load.csv', lines.join('\n'));
  const { stdout } = await terminal.run(
    ['forecast', 'backtest', '--csv', file, '--target', 'Price', '--test-days', '2'].concat([
      '--known-until',
      '9',
      '--zero-is-missing',
    ]),
  );
  assert.match(stdout, /46 values scored, 2 missing/);
});

test('forecast backtest takes a few zeros of a load for gaps, unless --keep-zeros is given', async (t) => {
  const terminal = await openTerminal(t);
  const lines = csvOf(60).replace('Price', 'Load').split('\n');
  for (const at of [-2, -9]) lines[lines.length + at] = lines.at(at)!.replace(/,[\d.]+,/, ',0,');
  const file = await terminal.file('load.csv', lines.join('\n'));
  const asked = ['forecast', 'backtest', '--csv', file, '--target', 'load', '--test-days', '2'];
  const { stdout, stderr } = await terminal.run(asked);
  assert.match(stderr, /load: 2 zeros taken for gaps/);
  assert.match(stdout, /46 values scored, 2 missing/);
  const kept = await terminal.run([...asked, '--keep-zeros']);
  assert.match(kept.stdout, /48 values scored, 0 missing/);
  const price = await terminal.run([...asked, '--kind', 'price']);
  assert.match(price.stdout, /48 values scored, 0 missing/);
});

for (const [what, spoil, message] of [
  [
    'an hour that is missing',
    (rows: string[]) => rows.toSpliced(5, 1),
    /line 6: 2016-01-01 04:00 should follow, not 2016-01-01 05:00: every day needs its 24 hours/,
  ],
  [
    'an hour that comes twice',
    (rows: string[]) => rows.toSpliced(5, 0, rows[5]!),
    /line 7: 2016-01-01 05:00 should follow, not 2016-01-01 04:00/,
  ],
  [
    'a last day that is cut off',
    (rows: string[]) => rows.slice(0, -1),
    /the last day, 2016-02-29, has 23 hours and not 24/,
  ],
  [
    'a time that is none',
    (rows: string[]) => rows.with(3, 'noon,1,2'),
    /line 4: "noon" is not a local time/,
  ],
] as const) {
  test(`forecast backtest refuses ${what}`, async (t) => {
    const terminal = await openTerminal(t);
    const rows = csvOf(60).trimEnd().split('\n');
    const file = await terminal.file('bad.csv', `${spoil(rows).join('\n')}\n`);
    const { code, stderr } = await terminal.run([
      'forecast',
      'backtest',
      '--csv',
      file,
      '--target',
      'Price',
      '--test-days',
      '2',
    ]);
    assert.equal(code, 1);
    assert.match(stderr, message);
  });
}

test('forecast backtest on a store replays what was known, or takes values as published', async (t) => {
  const terminal = await openTerminal(t);
  await loadHours(terminal, 'hrprice', 60);
  const asked = ['forecast', 'backtest', '--area', 'DE', '--category', 'hrprice'];
  const span = ['--from', '2026-11-10', '--to', '2026-11-11'];
  const replayed = await terminal.run([...asked, ...span]);
  assert.equal(replayed.code, 1);
  assert.match(
    replayed.stderr,
    /no record that these values were known at the time.*--as-published/,
  );
  const published = await terminal.run([...asked, ...span, '--as-published']);
  assert.equal(published.code, 0, published.stderr);
  assert.match(published.stdout, /^blend +blend/m);
  assert.match(published.stdout, /^2 days, 48 values scored, 0 missing/m);
  // A driver of quarter hours stands in for hours, which do not exist.
  await terminal.withStore(async (store) => {
    const [from, to] = [daysBefore(NOW, 60) * 4, daysBefore(NOW, -2) * 4];
    const quarters = { resolution: 'quarterhour', recordedAt: NOW } as const;
    await load(store, { ...quarters, category: 'qhconsforecast', from, to });
  });
  const driven = await terminal.run([...asked, ...span, '--as-published']);
  assert.equal(driven.code, 0, driven.stderr);
});
