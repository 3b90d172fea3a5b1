// Rules and held values on the command line, with real imports.

import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { type Outcome, openTerminal, type Terminal } from '../terminal.ts';

const DEFINITIONS = `code,description,unit,resolution
dehrprice,Price,EUR/MWh,hour
dedaygas,Gas,EUR/MWh,day
`;

interface RuleTerminal extends Terminal {
  /** Imports `time,value` rows into a series. */
  importRows(code: string, rows: readonly string[]): Promise<Outcome>;
  /** The hours of 2026-11-14 from 00:00Z on. */
  prices(count: number): Promise<number[]>;
}

async function openWithSeries(t: TestContext): Promise<RuleTerminal> {
  const terminal = await openTerminal(t);
  const definitions = await terminal.file('series.csv', DEFINITIONS);
  await terminal.run(['import', '--define', definitions]);
  return {
    ...terminal,
    importRows: (code, rows) =>
      terminal.run(['import', '-'], {
        stdin: ['series,time,value', ...rows.map((row) => `${code},${row}`), ''].join('\n'),
      }),
    prices: (count) =>
      terminal.withStore(async (store) => {
        const { key } = (await store.findSeries('dehrprice'))!;
        const start = Date.parse('2026-11-14T00:00Z') / 3_600_000;
        return [...(await store.readValues(key, { start, end: start + count }))];
      }),
  };
}

const THREE_HOURS = ['2026-11-14T00:00Z,50', '2026-11-14T01:00Z,9000', '2026-11-14T02:00Z,60'];

/** Two hours of prices stored, one held; a day of gas held. */
async function openWithHeld(t: TestContext): Promise<RuleTerminal> {
  const terminal = await openWithSeries(t);
  await terminal.run(['rule', 'set', 'dehrprice', '--max', '4000']);
  await terminal.run(['rule', 'set', 'dedaygas', '--min=0', '--step=5']);
  await terminal.importRows('dehrprice', THREE_HOURS);
  await terminal.importRows('dedaygas', ['2026-11-13,-3']);
  return terminal;
}

const journal = (terminal: Terminal) =>
  terminal.withStore(async (store) =>
    (await store.listEntries({ limit: 9 })).map(({ kind, name }) => [kind, name]),
  );

suite('gridtide rule', () => {
  test('rule set prints the rule, rule list shows all, rule remove removes one', async (t) => {
    const { run } = await openWithSeries(t);
    const set = await run([
      'rule',
      'set',
      'DEHRPRICE',
      '--min=-500',
      '--max',
      '4000',
      '--step',
      '1500.5',
    ]);
    assert.deepEqual(
      [set.code, set.stdout],
      [0, 'dehrprice: values from -500 to 4000, steps up to 1500.5\n'],
    );
    await run(['rule', 'set', 'dedaygas', '--step', '5']);
    assert.equal(
      (await run(['rule', 'list'])).stdout,
      [
        'SERIES     LOWEST  HIGHEST  LARGEST STEP',
        'dedaygas                    5',
        'dehrprice  -500    4000     1500.5',
        '',
      ].join('\n'),
    );
    assert.equal(
      (await run(['rule', 'remove', 'dedaygas'])).stdout,
      'dedaygas: no rule any more\n',
    );
    assert.equal(
      (await run(['rule', 'remove', 'dedaygas'])).stdout,
      'dedaygas: there is no rule\n',
    );
    assert.deepEqual(JSON.parse((await run(['rule', 'list', '--json'])).stdout), [
      { code: 'dehrprice', lowest: -500, highest: 4000, largestStep: 1500.5 },
    ]);
  });

  test('rule set replaces the whole rule, and the journal says who did what', async (t) => {
    const terminal = await openWithSeries(t);
    await terminal.run(['rule', 'set', 'dehrprice', '--min', '-500', '--max', '4000']);
    const { stdout } = await terminal.run(['rule', 'set', 'dehrprice', '--min=0']);
    assert.equal(stdout, 'dehrprice: values from 0\n');
    await terminal.run(['rule', 'remove', 'dehrprice']);
    assert.deepEqual((await journal(terminal)).slice(0, 3), [
      ['rule', 'dehrprice: no rule any more'],
      ['rule', 'dehrprice: values from 0'],
      ['rule', 'dehrprice: values from -500 to 4000'],
    ]);
    const [entry] = await terminal.withStore((store) => store.listEntries({ limit: 1 }));
    assert.match(entry!.actor, /^\S.* on command line$/);
  });

  for (const [argv, code, line] of [
    [['set', 'dehrprice'], 2, /a rule needs a lowest value, a highest value or a largest step/],
    [['set', 'dehrprice', '--min=5', '--max=4'], 2, /the lowest value, 5, is above the highest, 4/],
    [['set', 'dehrprice', '--step=0'], 2, /a number above 0, not 0/],
    [['set', 'dehrprice', '--max=high'], 2, /--max is a number, not "high"/],
    [['set', 'dehrprice', '--max='], 2, /--max is a number, not ""/],
    [['set', 'dehrprise', '--max=4'], 1, /no series "dehrprise" \(did you mean dehrprice\?\)/],
    [['remove', 'nothing'], 1, /no series "nothing"/],
    [['set'], 2, /CODE missing/],
  ] as const) {
    test(`rule ${argv.join(' ')} is refused and sets nothing`, async (t) => {
      const { run } = await openWithSeries(t);
      const outcome = await run(['rule', ...argv]);
      assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
      assert.match(outcome.stderr, line);
      assert.equal((await run(['rule', 'list', '--json'])).stdout, '[]\n');
    });
  }
});

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
    assert.equal((await terminal.run(['held', '--series', 'dehrprice'])).stdout, 'nothing is held\n');
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
    assert.match((await accept('--to', '2026-11-01')).stdout, /no value is held in this span/);
    assert.match((await accept('--to', '2026-11-12')).stdout, /1 value accepted/);
    assert.match((await accept('--from', 'yesterday')).stdout, /1 value accepted/);
    assert.match((await accept('--all')).stdout, /no value is held in this span/);
    assert.equal((await journal(terminal)).filter(([kind]) => kind === 'review').length, 3);
  });

  for (const [argv, code, line] of [
    [['accept', 'dehrprice'], 2, /say which: --from DATE and --to DATE, one of them, or --all/],
    [['reject', 'dehrprice', '--all', '--to', 'today'], 2, /say which/],
    [['accept'], 2, /CODE missing/],
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
