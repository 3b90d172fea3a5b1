// gridtide query and slice: of how many values reduced values are made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTerminal } from '../terminal.ts';

const DEFINE =
  'code,description,unit,resolution,area,category\ndehrwind,German wind,MW,hour,DE,hrwind\n';

/** Thursday 16 May 2024 in Berlin without its last hour, then 10 hours of Friday. */
function values(): string {
  const first = Date.UTC(2024, 4, 15, 22);
  const rows = Array.from({ length: 34 }, (_, hour) => {
    const time = new Date(first + hour * 3_600_000).toISOString();
    return hour === 23 ? '' : `dehrwind,${time},${hour}\n`;
  });
  return `series,time,value\n${rows.join('')}`;
}

async function openFilled(t: Parameters<typeof openTerminal>[0]) {
  const terminal = await openTerminal(t);
  const define = await terminal.file('series.csv', DEFINE);
  const { code, stderr } = await terminal.run([
    ...['import', '--define', define, await terminal.file('values.csv', values())],
  ]);
  assert.equal(code, 0, stderr);
  const query = (...options: string[]) =>
    terminal.run(['query', 'dehrwind', '--from', 'first', '--resolution', 'day', ...options]);
  return { terminal, query };
}

test('query --counts adds count and expected to the CSV', async (t) => {
  const { query } = await openFilled(t);
  assert.equal(
    (await query('--counts', '--csv')).stdout,
    'time,value,count,expected\n2024-05-15T22:00:00Z,11,23,24\n2024-05-16T22:00:00Z,28.5,10,24\n',
  );
});

test('query --counts names the periods that are not complete', async (t) => {
  const { query } = await openFilled(t);
  const { stdout } = await query('--counts');
  assert.match(
    stdout,
    /2 of 2 periods not complete: 2024-05-16T00:00:00 23 of 24, 2024-05-17T00:00:00 10 of 24\n$/,
  );
});

test('query --complete and --threshold leave out what is short', async (t) => {
  const { query } = await openFilled(t);
  const complete = await query('--complete', '--csv');
  assert.equal(complete.stdout, 'time,value\n2024-05-15T22:00:00Z,\n2024-05-16T22:00:00Z,\n');
  const most = await query('--threshold', '0.9', '--csv');
  assert.equal(most.stdout, 'time,value\n2024-05-15T22:00:00Z,11\n2024-05-16T22:00:00Z,\n');
});

test('query --kinds adds whether a value is observed, and its run', async (t) => {
  const { query } = await openFilled(t);
  const { stdout } = await query('--kinds', '--csv');
  assert.match(stdout, /^time,value,kind,run\n2024-05-15T22:00:00Z,11,observed,\n/);
});

test('query refuses --complete with --threshold, and a threshold above 1', async (t) => {
  const { query } = await openFilled(t);
  const both = await query('--complete', '--threshold', '0.9');
  assert.notEqual(both.code, 0);
  assert.match(both.stderr, /--complete and --threshold are both given/);
  const above = await query('--threshold', '2');
  assert.match(above.stderr, /--threshold: not a share of values: "2"/);
});

test('slice --counts says of how many hours of a run each day is made', async (t) => {
  const { terminal } = await openFilled(t);
  const runs = await terminal.file(
    'runs.csv',
    'series,analyzed,time,value,source\ndehrwind,2024-05-15T06:00Z,2024-05-15T22:00Z,10,alpha\ndehrwind,2024-05-15T06:00Z,2024-05-15T23:00Z,12,alpha\n',
  );
  assert.equal((await terminal.run(['runs', 'import', runs])).code, 0);
  const asked = ['slice', 'dehrwind', '--days-ahead', '1', '--resolution', 'day', '--counts'];
  const csv = (await terminal.run([...asked, '--csv'])).stdout;
  assert.match(csv, /^time,value,count,expected,analyzedTime,.*\n2024-05-15T22:00:00Z,11,2,24,/);
  const { stdout } = await terminal.run(asked);
  assert.match(stdout, /1 of 1 period not complete: 2024-05-16T00:00:00 2 of 24\n$/);
});
