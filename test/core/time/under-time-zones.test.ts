// Core gives the same answers in every time zone of the machine: its suites run again under other zones than
// this one, in processes of their own, with fewer runs of each property.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rounds } from '../../../harness/rounds.ts';

const SUITES = [
  'time/moment',
  'time/grid',
  'time/zone',
  'time/instant',
  'values/wall-clock',
  'values/resample',
  'values/extract',
];
const PROPERTY_RUNS = '10';

const OWN_ZONE = Temporal.Now.timeZoneId();
const ZONES = (
  [
    ['America/Los_Angeles', 480],
    ['UTC', 0],
    ['Asia/Kolkata', -330],
  ] as const
)
  .filter(([timeZone]) => timeZone !== OWN_ZONE)
  .slice(0, rounds(3, 3));

const rootFolder = fileURLToPath(new URL('../../..', import.meta.url));

interface Outcome {
  readonly exitCode: number | null;
  readonly output: string;
}

function runUnder(timeZone: string, args: readonly string[]): Promise<Outcome> {
  // NODE_TEST_CONTEXT would make the child report to this run instead of deciding for itself.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-C', 'source', ...args], {
      cwd: rootFolder,
      env: { ...inherited, TZ: timeZone, PROPERTY_RUNS },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}

suite('core under the machine’s time zone', () => {
  for (const [timeZone, minutesBehindUtc] of ZONES) {
    test(`the suites of core pass under TZ=${timeZone}`, async () => {
      const clock = await runUnder(timeZone, ['-p', 'new Date(0).getTimezoneOffset()']);
      assert.equal(Number(clock.output), minutesBehindUtc, 'the process runs in that zone');
      const files = SUITES.map((name) => `test/core/${name}.test.ts`);
      const flags = ['--test', '--test-isolation=none', '--test-reporter=tap'];
      const { exitCode, output } = await runUnder(timeZone, [...flags, ...files]);
      assert.equal(
        exitCode,
        0,
        output
          .split('\n')
          .filter((line) => !/^\s*ok /.test(line))
          .join('\n'),
      );
      assert.match(output, /^# pass [1-9]\d\d+$/m, 'hundreds of tests ran');
      assert.match(output, /^# fail 0$/m);
    });
  }
});
