// gridtide held, with real imports.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { journal, openWithHeld, openWithSeries, THREE_HOURS } from './rule-terminal.ts';

suite('gridtide held', () => {
  test('an import stores what its rules allow and says how much it held', async (t) => {
    const terminal = await openWithSeries(t);
    await terminal.run(['rule', 'set', 'dehrprice', '--max', '4000']);
    const { code, stdout } = await terminal.importRows('dehrprice', THREE_HOURS);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^stdin: 3 points \(2 new, 0 changed, 0 same, 1 held for review\) in 1 series/,
    );
    assert.deepEqual(await terminal.prices(3), [50, Number.NaN, 60]);
  });

  test('held without a word lists the held values, with times in UTC and reasons', async (t) => {
    const { run } = await openWithHeld(t);
    const listed = await run(['held']);
    assert.equal(listed.code, 0);
    const [head, ...lines] = listed.stdout.trimEnd().split('\n');
    assert.match(head!, /^SERIES +TIME +HELD SINCE +IMPORT +REASON$/);
    assert.deepEqual(
      lines.map((line) => {
        const cells = line.split(/ {2,}/);
        return [...cells.slice(0, 3), cells.at(-1)];
      }),
      [
        [
          'dehrprice',
          '2026-11-14T01:00:00Z',
          '2026-11-15T12:00:00Z',
          '9000 is above 4000, the highest allowed.',
        ],
        [
          'dedaygas',
          '2026-11-12T23:00:00Z',
          '2026-11-15T12:00:00Z',
          '-3 is below 0, the lowest allowed.',
        ],
      ],
    );
    assert.equal((await run(['held', 'list'])).stdout, listed.stdout);
  });

  test('held list shows one series, at most --limit lines, or JSON', async (t) => {
    const { run } = await openWithHeld(t);
    const [gas, ...none] = JSON.parse(
      (await run(['held', '--series', 'DEDAYGAS', '--json'])).stdout,
    );
    assert.deepEqual(none, []);
    assert.deepEqual([gas.series, gas.time, gas.value], ['dedaygas', '2026-11-12T23:00:00Z', -3]);
    const first = await run(['held', 'list', '--limit', '1']);
    assert.equal(first.stdout.trimEnd().split('\n').length, 2);
    assert.match(first.stderr, /the first 1; there are more/);
  });

  test('held accept writes the values whatever the rule says, and the journal has it', async (t) => {
    const terminal = await openWithHeld(t);
    const { code, stdout } = await terminal.run(['held', 'accept', 'dehrprice', '--all']);
    assert.deepEqual(
      [code, stdout],
      [0, 'dehrprice: 1 value accepted (1 new, 0 changed, 0 same)\n'],
    );
    assert.deepEqual(await terminal.prices(3), [50, 9000, 60]);
    const [entry] = await terminal.withStore((store) => store.listEntries({ limit: 1 }));
    assert.deepEqual(
      [entry!.kind, entry!.name, entry!.points.added],
      ['review', 'dehrprice: 1 value accepted', 1],
    );
    const again = await terminal.importRows('dehrprice', THREE_HOURS);
    assert.match(again.stdout, /3 points \(0 new, 0 changed, 3 same\)/);
    assert.equal(
      (await terminal.run(['held', '--series', 'dehrprice'])).stdout,
      'nothing is held\n',
    );
  });

  test('held reject forgets the values, and the journal has it', async (t) => {
    const terminal = await openWithHeld(t);
    const { stdout } = await terminal.run(['held', 'reject', 'dehrprice', '--all']);
    assert.equal(stdout, 'dehrprice: 1 value rejected\n');
    assert.deepEqual(await terminal.prices(3), [50, Number.NaN, 60]);
    assert.deepEqual((await journal(terminal))[0], ['review', 'dehrprice: 1 value rejected']);
    assert.doesNotMatch((await terminal.run(['held'])).stdout, /dehrprice/);
  });

  test('held accept takes the days of its span, both ends included, and leaves the rest', async (t) => {
    const terminal = await openWithHeld(t);
    await terminal.importRows('dehrprice', [
      '2026-11-12T22:00Z,8000',
      '2026-11-12T23:00Z,8001',
      '2026-11-13T22:00Z,8002',
    ]);
    const accept = (...span: string[]) => terminal.run(['held', 'accept', 'dehrprice', ...span]);
    // The market's 13 November is 12 November 23:00Z to 13 November 22:00Z.
    const day = await accept('--from', '2026-11-13', '--to', '2026-11-13');
    assert.match(day.stdout, /2 values accepted/);
    const none = await accept('--to', '2026-11-01');
    assert.match(none.stdout, /no value is held in this span/);
    assert.equal(none.code, 1);
    assert.match((await accept('--to', '2026-11-12')).stdout, /1 value accepted/);
    assert.match((await accept('--from', 'yesterday')).stdout, /1 value accepted/);
    assert.match((await accept('--all')).stdout, /no value is held in this span/);
    assert.equal((await journal(terminal)).filter(([kind]) => kind === 'review').length, 3);
  });

  for (const [argv, code, line] of [
    [['accept', 'dehrprice'], 2, /say which: --from DATE and --to DATE, one of them, or --all/],
    [['reject', 'dehrprice', '--all', '--to', 'today'], 2, /say which/],
    [['accept'], 2, /SERIES missing/],
    [['acept', 'dehrprice', '--all'], 2, /unknown action "acept" \(did you mean accept\?\)/],
    [['list', '--all'], 2, /--all makes no sense with "list"/],
    [['accept', 'dehrprice', '--all', '--json'], 2, /--json makes no sense with "accept"/],
    [['list', '--limit', '0'], 2, /--limit is a whole number from 1, not "0"/],
    [['list', 'dehrprice'], 2, /dehrprice is one argument too many/],
    [['accept', 'dehrprise', '--all'], 1, /no series "dehrprise" \(did you mean dehrprice\?\)/],
    [['--series', 'nothing'], 1, /no series "nothing"/],
    [['accept', 'dehrprice', '--from', 'tody'], 1, /did you mean today/],
    [['accept', 'dehrprice', '--from', 'today', '--to', 'yesterday'], 1, /--from is after --to/],
  ] as const) {
    test(`held ${argv.join(' ')} is refused and changes nothing`, async (t) => {
      const terminal = await openWithHeld(t);
      const outcome = await terminal.run(['held', ...argv]);
      assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
      assert.match(outcome.stderr, line);
      const held = await terminal.withStore((store) => store.listHeld({ limit: 9 }));
      assert.equal(held.length, 2);
    });
  }
});
