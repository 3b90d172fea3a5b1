import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { openTerminal, type Terminal } from '../../terminal.ts';

const DEFINITIONS = [
  'code,description,unit,resolution,area,category',
  'dehrprice,"Germany price, EUR/MWh",EUR/MWh,hour,DE,hrprice',
  'frhrprice,"France price, EUR/MWh",EUR/MWh,hour,FR,hrprice',
  'dehrcons,"Germany load, MWh",MWh,hour,DE,hrcons',
].join('\n');

const clock = (hour: number): string => `2026-11-10T${String(hour).padStart(2, '0')}:00:00Z`;

/** The first four hours of 10 November in Germany's market time, with two sources of forecasts. */
async function openMarket(t: TestContext): Promise<Terminal> {
  const terminal = await openTerminal(t);
  const definitions = await terminal.file('series.csv', DEFINITIONS);
  const hours = ['2026-11-09T23:00:00Z', clock(0), clock(1), clock(2)];
  const rows = (values: readonly number[], row: (time: string, value: number) => string) =>
    values.map((value, i) => row(hours[i]!, value));
  const actual = await terminal.file(
    'actual.csv',
    [
      'series,time,value',
      ...rows([10, 20, 30, 40], (time, value) => `dehrprice,${time},${value}`),
    ].join('\n'),
  );
  const run = (values: readonly number[], analyzed: string, code = 'dehrprice') =>
    ['series,analyzed,time,value']
      .concat(rows(values, (time, value) => `${code},${analyzed},${time},${value}`))
      .join('\n');
  const ours = await terminal.file('ours.csv', run([11, 18, 33, 40], '2026-11-09T06:00:00Z'));
  const theirs = await terminal.file('theirs.csv', run([10, 25, 30], '2026-11-09T07:00:00Z'));
  const waiting = await terminal.file(
    'waiting.csv',
    run([1, 2], '2026-11-09T06:00:00Z', 'frhrprice'),
  );
  for (const argv of [
    ['import', actual, '--define', definitions],
    ['runs', 'import', ours, '--source', 'ours'],
    ['runs', 'import', theirs, '--source', 'theirs'],
    ['runs', 'import', waiting, '--source', 'ours'],
  ]) {
    const { code, stderr } = await terminal.run(argv);
    assert.equal(code, 0, stderr);
  }
  return terminal;
}

const ASKED = ['accuracy', '--area', 'DE', '--category', 'hrprice'];

suite('gridtide accuracy', () => {
  test('accuracy shows the sources best first, and again on the hours that all of them have', async (t) => {
    const { run } = await openMarket(t);
    const { code, stdout, stderr } = await run(ASKED);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(
      stdout,
      `dehrprice  hrprice of DE, EUR/MWh, hourly
from 2026-08-18T00:00:00Z to 2026-11-15T23:59:59Z, runs before 12:00 (Europe/Berlin)

Day-ahead
SOURCE  SCORED  MISSING   MAE  RMSE  BIAS  sMAPE %  rMAE WEEK  rMAE STD  NOTE                   MAE
ours         4        0  1.50  1.87  0.50     7.39          –         –  fewer than 500 values  ██████████████▍
theirs       3        1  1.67  2.89  1.67     7.41          –         –  fewer than 500 values  ████████████████

Day-ahead on the 3 values that every source has a forecast for
SOURCE  SCORED  MISSING   MAE  RMSE  BIAS  sMAPE %  rMAE WEEK  rMAE STD  NOTE                   MAE
ours         3        0  2.00  2.16  0.67     9.86          –         –  fewer than 500 values  ████████████████
theirs       3        0  1.67  2.89  1.67     7.41          –         –  fewer than 500 values  █████████████▍

Rows of ours: gridtide slice dehrprice --days-ahead 1 --issued-before 12:00 --source ours --from 2026-11-09T23:00:00Z --to 2026-11-10T02:00:00Z --bands --actual --csv
Rows of theirs: gridtide slice dehrprice --days-ahead 1 --issued-before 12:00 --source theirs --from 2026-11-09T23:00:00Z --to 2026-11-10T02:00:00Z --bands --actual --csv
`,
    );
  });

  test('accuracy --by lead shows one source with the hours of the next day as a line', async (t) => {
    const { run } = await openMarket(t);
    const { stdout } = await run([...ASKED, '--by', 'lead', '--source', 'ours']);
    assert.equal(
      stdout.split('\n\n').slice(1).join('\n\n'),
      `SOURCE  DAYS AHEAD  SCORED  MISSING   MAE  RMSE  BIAS  sMAPE %  rMAE WEEK  rMAE STD  NOTE
ours    1                4        0  1.50  1.87  0.50     7.39          –         –  fewer than 500 values

ours: MAE of the next day, 17 to 20 hours ahead
▃▆█▁
`,
    );
  });

  for (const [by, lines] of [
    ['block', [/^ours +night 00-06 +4 +0 +1\.50/m, /^theirs +offpeakweek Mon-Fri 00-08,20-24/m]],
    ['month', [/^SOURCE +MONTH /m, /^ours +2026-11 +4 /m]],
    ['day-type', [/^SOURCE +DAY TYPE /m, /^theirs +working day +3 +1 /m]],
  ] as const) {
    test(`accuracy --by ${by} shows the sources by it`, async (t) => {
      const { run } = await openMarket(t);
      const { code, stdout } = await run([...ASKED, '--by', by]);
      assert.equal(code, 0);
      for (const line of lines) assert.match(stdout, line);
    });
  }

  test('accuracy shows how often the actual value lay in a band', async (t) => {
    const terminal = await openMarket(t);
    await terminal.withStore((store) =>
      store.write(async (writer) => {
        const series = (await writer.findSeries('dehrprice'))!;
        const [stored] = await writer.readRuns(
          series.key,
          Date.parse('2026-11-09T06:00:00Z'),
          Date.parse('2026-11-09T06:00:00Z'),
        );
        const band = {
          level: 80,
          lower: Float64Array.of(9, 19, 29, 41),
          upper: Float64Array.of(13, 21, 37, 43),
        };
        await writer.writeRun(series.key, stored!, 0, undefined, [band]);
      }),
    );
    const { stdout } = await terminal.run([...ASKED, '--source', 'ours']);
    assert.match(stdout, / {2}rMAE STD {2}CRPS {2}IN 80 % {2}WIDTH {2}NOTE\n/);
    assert.match(stdout, /^ours .* 0\.89 {4}75\.00 {3}4\.00 {2}fewer than 500 values$/m);
  });

  test('accuracy --json prints the answer of the interface', async (t) => {
    const { run } = await openMarket(t);
    const { stdout } = await run([
      ...ASKED,
      '--json',
      '--from',
      '2026-11-09',
      '--to',
      '2026-11-11',
    ]);
    const answer = JSON.parse(stdout);
    assert.deepEqual(
      [answer.seriesId, answer.from, answer.to, answer.sameHours],
      ['dehrprice', '2026-11-09T00:00:00Z', '2026-11-11T00:00:00Z', 3],
    );
    assert.deepEqual(answer.sourceNames, ['ours', 'theirs']);
    assert.equal(answer.sources[0].dayAhead.mae, 1.5);
  });

  for (const [argv, line] of [
    [
      ['--area', 'FR', '--category', 'hrprice'],
      /^ours: 1 run, nothing scored yet: there is no actual value\.$/m,
    ],
    [
      ['--area', 'DE', '--category', 'hrprice', '--from', '2026-11-11', '--to', '2026-11-12'],
      /^Nothing to score: no forecast of dehrprice reaches into this span\.$/m,
    ],
    [
      ['--area', 'DE', '--category', 'hrcons'],
      /^Nothing to score: no forecast of dehrcons reaches into this span\.$/m,
    ],
    [
      ['--area', 'DE', '--category', 'hrprice', '--source', 'our'],
      /^No forecast of source "our" \(did you mean ours\?\); there are ours, theirs\.$/m,
    ],
  ] as const) {
    test(`accuracy ${argv.join(' ')} says plainly that nothing is scored`, async (t) => {
      const { run } = await openMarket(t);
      const { code, stdout, stderr } = await run(['accuracy', ...argv]);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, line);
    });
  }

  test('accuracy counts runs before the gate closes, unless another time is given', async (t) => {
    const terminal = await openMarket(t);
    const scored = async (more: string[], env = {}) =>
      (await terminal.run([...ASKED, ...more], { env })).stdout;
    assert.match(
      await scored(['--issued-before', '07:30']),
      /^theirs: 1 run, none issued before 07:30; --issued-before 24:00 counts every run\.$/m,
    );
    assert.match(await scored(['--issued-before', '07:30']), /^ours +4 +0 /m);
    assert.match(await scored([], { GATE_CLOSURE: '07:30' }), /, runs before 07:30 \(/);
    assert.match(await scored(['--issued-before', '24:00']), /, runs of any time of day$/m);
  });

  test('accuracy --as-of scores what was known then', async (t) => {
    const { run } = await openMarket(t);
    const { code, stderr } = await run([...ASKED, '--as-of', '2026-11-01']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^gridtide accuracy: no series "dehrprice" at the time that is asked for: it was defined later\n/,
    );
  });

  test('the command that accuracy prints shows the rows of its figures', async (t) => {
    const { run } = await openMarket(t);
    const { stdout } = await run(ASKED);
    const words = /^Rows of theirs: gridtide (.*)$/m.exec(stdout)![1]!.split(' ');
    const rows = (await run(words)).stdout.trimEnd().split('\n').slice(1);
    assert.deepEqual(
      rows.map((row) => row.split(',').at(-1)),
      ['0', '5', '0', ''],
    );
  });

  for (const [argv, code, line] of [
    [['--category', 'hrprice'], 2, /^gridtide accuracy: --area missing; see/],
    [['--area', 'DE'], 2, /^gridtide accuracy: --category missing; see/],
    [
      ['--area', 'DE', '--category', 'hrprice', '--by', 'mont'],
      2,
      /^gridtide accuracy: --by "mont" \(did you mean month\?\): there are lead, hour, block, month, day-type; see/,
    ],
    [['--area', 'DE', '--category', 'x', 'y'], 2, /"y" is one argument too many/],
    [
      ['--area', 'DE', '--category', 'hrprise'],
      1,
      /^gridtide accuracy: --category: unknown balance category "hrprise" \(did you mean hrprice\?\)/,
    ],
    [
      ['--area', 'DE', '--category', 'hrprice', '--issued-before', 'noon'],
      1,
      /^gridtide accuracy: --issued-before: not a time of day: "noon"/,
    ],
    [
      ['--area', 'DE', '--category', 'hrprice', '--as-of', 'then'],
      1,
      /^gridtide accuracy: --as-of: unknown date or keyword "then"/,
    ],
    [['--area', 'AT', '--category', 'hrprice'], 1, /^gridtide accuracy: no series "athrprice"/],
    [
      ['--area', 'DE', '--category', 'hrprice', '--from', '2020-01-01'],
      1,
      /^gridtide accuracy: --from: "2020-01-01" is more than the 400 days that are scored at once/,
    ],
  ] as const) {
    test(`accuracy ${argv.join(' ')} is refused`, async (t) => {
      const { run } = await openMarket(t);
      const outcome = await run(['accuracy', ...argv]);
      assert.equal(outcome.code, code);
      assert.match(outcome.stderr, line);
    });
  }
});
