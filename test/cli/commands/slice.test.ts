// gridtide slice: what was forecast a day ahead, in the terminal.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTerminal } from '../terminal.ts';

const DEFINE =
  'code,description,unit,resolution,area,category\ndehrprice,German price,EUR/MWh,hour,DE,hrprice\n';
const RUNS = `series,analyzed,time,value,source
dehrprice,2024-05-15T06:00Z,2024-05-15T22:00Z,10,alpha
dehrprice,2024-05-15T06:00Z,2024-05-15T23:00Z,11,alpha
dehrprice,2024-05-15T12:00Z,2024-05-15T22:00Z,20,beta
dehrprice,2024-05-15T12:00Z,2024-05-15T23:00Z,21,beta
`;
const VALUES =
  'series,time,value\ndehrprice,2024-05-15T22:00Z,12\ndehrprice,2024-05-15T23:00Z,15\n';

async function openFilled(t: Parameters<typeof openTerminal>[0]) {
  const terminal = await openTerminal(t);
  const define = await terminal.file('series.csv', DEFINE);
  const values = await terminal.file('values.csv', VALUES);
  for (const words of [
    ['import', '--define', define, values],
    ['runs', 'import', await terminal.file('runs.csv', RUNS)],
  ]) {
    const { code, stderr } = await terminal.run(words);
    assert.equal(code, 0, stderr);
  }
  return terminal;
}

test('slice prints each value with its run as CSV', async (t) => {
  const terminal = await openFilled(t);
  const asked = ['slice', 'dehrprice', '--days-ahead', '1', '--actual', '--csv'];
  const latest = (await terminal.run(asked)).stdout.split('\n');
  assert.equal(latest[0], 'time,value,analyzedTime,recordedAt,source,leadHours,actual,error');
  assert.match(latest[1]!, /^2024-05-15T22:00:00Z,20,2024-05-15T12:00:00Z,[^,]*,beta,10,12,8$/);
  const { stdout } = await terminal.run([...asked, '--issued-before', '12:00']);
  assert.match(stdout, /\n2024-05-15T22:00:00Z,10,2024-05-15T06:00:00Z,[^,]*,alpha,16,12,-2\n/);
});

test('slice prints rows as JSON, and null if no run fits', async (t) => {
  const terminal = await openFilled(t);
  const { stdout } = await terminal.run(['slice', 'dehrprice', '--hours-ahead', '17', '--json']);
  const rows = JSON.parse(stdout) as { value: number | null; source: string | null }[];
  assert.deepEqual(
    rows.map(({ value, source }) => [value, source]),
    [
      [null, null],
      [11, 'alpha'],
    ],
  );
});

test('slice draws a plot with figures, and the error beside actual values', async (t) => {
  const terminal = await openFilled(t);
  const asked = ['slice', 'dehrprice', '--days-ahead', '1', '--actual'];
  const { stdout } = await terminal.run(asked);
  assert.match(stdout, /^dehrprice {2}German price\n/);
  assert.match(stdout, /runs of beta\n2 values; min 20, mean 20.5, max 21, last 21\n/);
  assert.match(
    stdout,
    /mean absolute error 7.00, bias 7.00 over 2 values \(fewer than 500 values\)\n$/,
  );
});

test('slice lists one delivery in every run', async (t) => {
  const terminal = await openFilled(t);
  const asked = ['slice', 'dehrprice', '--delivery', '2024-05-16T00:00', '--csv'];
  const rows = (await terminal.run(asked)).stdout.trimEnd().split('\n').slice(1);
  assert.deepEqual(
    rows.map((row) => row.split(',').filter((_, i) => i === 1 || i === 4)),
    [
      ['10', 'alpha'],
      ['20', 'beta'],
    ],
  );
});

test('slice refuses without a lead, with two, and for a span without runs, and names the option', async (t) => {
  const terminal = await openFilled(t);
  for (const [words, refusal] of [
    [[], /exactly one of --days-ahead, --hours-ahead, --delivery is needed; none is given/],
    [['--days-ahead', '1', '--hours-ahead', '2'], /--days-ahead and --hours-ahead are given/],
    [['--days-ahead', '15'], /--days-ahead: not a whole number: "15"/],
    [
      ['--days-ahead', '1', '--issued-before', 'noon'],
      /--issued-before: not a time of day: "noon"/,
    ],
    [['--days-ahead', '1', '--issued-after', '9:00'], /--issued-after: not a time of day: "9:00"/],
    [['--days-ahead', '1', '--known-by', '24:00'], /--known-by: not a time of day/],
    [['--days-ahead', '1', '--zone', 'Berlin'], /--zone: unknown time zone "Berlin"/],
    [
      ['--days-ahead', '1', '--pick', 'lates'],
      /--pick: unknown pick "lates" \(did you mean latest\?\)/,
    ],
    [['--days-ahead', '1', '--currency', 'DEM'], /--currency: unknown currency "DEM"/],
    [
      ['--days-ahead', '1', '--issued-at', '12:00', '--issued-before', '12:00'],
      /no time of day is at --issued-at, before --issued-before and at or after --issued-after/,
    ],
    [
      ['--delivery', '2024-05-16T00:00', '--resolution', 'day'],
      /--resolution: --delivery is one interval of the series/,
    ],
    [['--days-ahead', '1', '--from', '2020', '--to', '2020'], /nothing to show: no run/],
  ] as const) {
    const { code, stderr } = await terminal.run(['slice', 'dehrprice', ...words]);
    assert.notEqual(code, 0);
    assert.match(stderr, refusal);
  }
});
