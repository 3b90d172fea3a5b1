// gridtide forecast define, list, remove and run NAME.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { daysBefore, load } from '../../../service/model-runs/model-store.ts';
import { NOW, openTerminal, type Terminal } from '../../terminal.ts';
import { journal } from '../rule-terminal.ts';

const DAY_END = daysBefore(NOW, -2);

const loadHours = (terminal: Terminal, area: string, category: string, to = NOW / HOUR_MS) =>
  terminal.withStore((store) =>
    load(store, { area, category, from: daysBefore(NOW, 40), to, recordedAt: NOW - 1 }),
  );

suite('gridtide forecast define', () => {
  test('a definition is printed with its drivers, listed, run and removed', async (t) => {
    const terminal = await openTerminal(t);
    await loadHours(terminal, 'NORTH', 'hrwind');
    await loadHours(terminal, 'DE', 'hrwindforecast', DAY_END);
    await loadHours(terminal, 'DE', 'hrtempforecast');
    const { run } = terminal;
    const define = ['forecast', 'define', 'North', '--target', 'NORTHHRWIND', '--area', 'de'];
    const defined = await run([...define, '--hours', '17,5']);
    assert.equal(defined.code, 0, defined.stderr);
    assert.equal(
      defined.stdout,
      [
        'north: northhrwind as wind, area DE, at 05:00Z, 17:00Z',
        'DRIVER               USED  REASON',
        'dehrwindforecast     yes',
        'dehrtempforecast     no    nothing known of it reaches the day forecast',
        'northhrwindforecast  no    it is not stored',
        'northhrtempforecast  no    it is not stored',
        'northhrtemp          no    it is not stored',
        'dehrtemp             no    it is not stored',
        'northhrwindspeed     no    it is not stored',
        'dehrwindspeed        no    it is not stored',
        '',
      ].join('\n'),
    );
    assert.deepEqual((await journal(terminal))[0], ['rule', 'forecast north: of northhrwind']);
    assert.equal(
      (await run(['forecast', 'list'])).stdout,
      [
        'NAME   SERIES       KIND  AREA  DRIVERS  HOURS          NEWEST RUN',
        'north  northhrwind  wind  DE    by code  05:00Z 17:00Z  -',
        '',
      ].join('\n'),
    );
    const made = await run(['forecast', 'run', 'NORTH']);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /^NAME +SERIES +HISTORY +MEMBERS +DRIVERS +SECONDS\n/);
    assert.match(made.stdout, /^north +northhrwind +naive mean .* dehrwindforecast /m);
    const again = await run(['forecast', 'run', 'north']);
    assert.match(again.stdout, /^north: already stored; --replace replaces it\n/);
    assert.deepEqual(JSON.parse((await run(['forecast', 'list', '--json'])).stdout), [
      {
        ...{ name: 'north', target: 'northhrwind', drivers: null, hours: [5, 17], kind: null },
        ...{ area: 'DE', since: '2026-11-15T12:00:00Z', kindUsed: 'wind', areaUsed: 'DE' },
        ...{ formula: null, unit: null },
        newestRun: '2026-11-15T12:00:00Z',
      },
    ]);
    const score = await run(['accuracy', '--series', 'northhrwind', '--issued-before', '24:00']);
    assert.equal(score.code, 0, score.stderr);
    assert.match(score.stdout, /^northhrwind {2}hrwind of NORTH, MWh, hourly\n/);
    const removed = await run(['forecast', 'remove', 'north']);
    assert.equal(removed.stdout, 'forecast north: removed; its runs stay\n');
    assert.deepEqual((await journal(terminal))[0], ['rule', 'forecast north: removed']);
    assert.equal(
      (await run(['forecast', 'list'])).stdout,
      'no series is defined as a forecast target\n',
    );
  });

  test('a definition replaces the one of its name; named drivers and none are shown', async (t) => {
    const terminal = await openTerminal(t);
    await loadHours(terminal, 'DE', 'hrprice');
    await loadHours(terminal, 'FR', 'hrconsforecast', DAY_END);
    const { run } = terminal;
    const define = ['forecast', 'define', 'mine', '--target', 'dehrprice'];
    const named = await run([...define, '--driver', 'frhrconsforecast', '--driver', 'x1']);
    assert.match(named.stdout, /^mine: dehrprice as price, area DE, at FORECAST_HOURS\n/);
    assert.match(named.stdout, /\nfrhrconsforecast +yes\nx1 +no +there is no such series\n$/);
    const none = await run([...define, '--no-drivers']);
    assert.match(none.stdout, /\nno driver is used\n$/);
    const [row, ...others] = JSON.parse((await run(['forecast', 'list', '--json'])).stdout);
    assert.deepEqual([row.drivers, others], [[], []]);
  });

  test('a formula is defined, listed, run, scored and replayed like a series', async (t) => {
    const terminal = await openTerminal(t);
    for (const category of ['hrcons', 'hrwind']) await loadHours(terminal, 'DE', category);
    for (const category of ['hrconsforecast', 'hrwindforecast'])
      await loadHours(terminal, 'DE', category, DAY_END);
    const { run } = terminal;
    const formula = '2 * dehrcons - dehrwind';
    const defined = await run(['forecast', 'define', 'Residual', '--formula', formula]);
    assert.equal(defined.code, 0, defined.stderr);
    assert.deepEqual(defined.stdout.split('\n').slice(0, 5), [
      'residual: 2 * dehrcons - dehrwind as load, area DE, at FORECAST_HOURS',
      'DRIVER                               USED  REASON',
      '2*dehrconsforecast−dehrwindforecast  yes',
      'dehrconsforecast                     yes',
      'dehrwindforecast                     yes',
    ]);
    assert.deepEqual((await journal(terminal))[0], ['rule', `forecast residual: of ${formula}`]);
    const listed = (await run(['forecast', 'list'])).stdout;
    assert.match(listed, /^residual +2 \* dehrcons - dehrwind +load +DE +by code/m);
    const made = await run(['forecast', 'run', 'residual']);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /^residual +residual .* 2\*dehrconsforecast−dehrwindforecast /m);
    const score = await run(['accuracy', '--series', 'residual', '--issued-before', '24:00']);
    assert.match(
      score.stdout,
      /^residual {2}MWh, hourly\n(?:.*\n)+residual: 1 run, nothing scored yet/,
    );
    const asked = ['--from', '2026-11-09', '--to', '2026-11-09', '--as-published'];
    const replayed = await run(['forecast', 'backtest', 'residual', ...asked]);
    assert.equal(replayed.code, 0, replayed.stderr);
    assert.match(replayed.stdout, /^1 day, 24 values scored, 0 missing/m);
    const [row] = JSON.parse((await run(['forecast', 'list', '--json'])).stdout);
    assert.deepEqual([row.target, row.formula, row.unit], ['residual', formula, null]);
  });

  test('forecast backtest NAME replays the runs of a definition at its last hour', async (t) => {
    const terminal = await openTerminal(t);
    // All values were stored between the two hours.
    const recordedAt = Date.parse('2026-11-08T15:00:00Z');
    await terminal.withStore((store) =>
      load(store, {
        ...{ area: 'NORTH', category: 'hrwind', recordedAt },
        ...{ from: daysBefore(NOW, 40), to: NOW / HOUR_MS },
      }),
    );
    const { run } = terminal;
    await run(['forecast', 'define', 'north', '--target', 'northhrwind', '--hours', '5,17']);
    const asked = ['forecast', 'backtest', 'North', '--from', '2026-11-09', '--to', '2026-11-09'];
    const replayed = await run(asked);
    assert.equal(replayed.code, 0, replayed.stderr);
    assert.match(replayed.stdout, /^blend +blend/m);
    assert.match(replayed.stdout, /^1 day, 24 values scored, 0 missing/m);
    const early = await run([...asked, '--hour', '12']);
    assert.equal(early.code, 1);
    assert.match(early.stderr, /no record that these values were known at the time/);
    assert.equal((await run([...asked, '--hour', '5', '--as-published'])).code, 0);
  });

  test('what makes no sense is refused with what is allowed', async (t) => {
    const terminal = await openTerminal(t);
    await loadHours(terminal, 'DE', 'hrprice');
    const { run } = terminal;
    await run(['forecast', 'define', 'mine', '--target', 'dehrprice']);
    for (const [argv, message] of [
      [['define', 'a'], /--target: the identifier of a series is needed/],
      [['define', '--target', 'dehrprice'], /NAME missing/],
      [['define', 'gridtide', '--target', 'dehrprice'], /choose another name/],
      [['define', 'a', '--target', 'nothing'], /forecast define: no series "nothing"/],
      [
        ['define', 'a', '--target', 'dehrpirce'],
        /forecast define: no series "dehrpirce" \(did you mean dehrprice\?\)/,
      ],
      [['define', 'a', '--target', 'dehrprice*2'], /--target: .* give it as a formula/],
      [['define', 'a1', '--formula', 'dehrprice -'], /--formula: after "-" something is missing/],
      [
        ['define', 'a1', '--formula', 'dehrprice - dehrpirce'],
        /no series "dehrpirce" \(did you mean dehrprice\?\)/,
      ],
      [['define', 'a1', '--formula', 'a1 + dehrprice'], /--formula: a1 names itself/],
      [['define', 'a', '--formula', 'dehrprice'], /"a" cannot be the series of a formula/],
      [
        ['define', 'a1', '--target', 'dehrprice', '--unit', 'MW'],
        /--unit: a stored series has its/,
      ],
      [['define', 'a', '--target', 'dehrprice', '--hours', '6,'], /--hours: "" is not a UTC hour/],
      [['define', 'a', '--target', 'dehrprice', '--kind', 'loda'], /--kind: .*did you mean load\?/],
      [
        ['define', 'a', '--target', 'dehrprice', '--driver', 'x1', '--no-drivers'],
        /either --driver SERIES or --no-drivers/,
      ],
      [['run', 'mien'], /there is no forecast "mien" \(did you mean mine\?\); there are mine/],
      [['run', 'mine', '--area', 'DE'], /either names of definitions, or --area/],
      [['backtest', 'mien', '--from', '2026-11-09', '--to', '2026-11-09'], /did you mean mine\?/],
      [['backtest', 'mine', '--to', '2026-11-09'], /--from missing/],
      [['backtest', 'mine', 'other', '--to', '2026-11-09'], /one NAME .* at a time/],
      [['backtest', 'mine', '--area', 'DE'], /either NAME, or --csv FILE, or --area/],
      [['backtest', 'mine', '--csv', 'x.csv'], /either NAME, or --csv FILE, or --area/],
      [['backtest', 'x.csv', '--target', 'price'], /--target needs --csv FILE/],
      [['backtest', '--area', 'DE', '--test-days', '7'], /--test-days needs --csv FILE/],
      [['backtest'], /either --csv FILE, or NAME with --from and --to, or --area AREA/],
      [['remove', 'other'], /there is no forecast "other"; there are mine/],
    ] as const) {
      const { code, stderr } = await run(['forecast', ...argv]);
      assert.notEqual(code, 0, argv.join(' '));
      assert.match(stderr, message);
    }
  });
});
