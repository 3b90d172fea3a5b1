// The axis does not depend on the browser's time zone: its suites run again under three zones, in
// processes of their own.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SUITES = ['time-splits', 'time-text'];
const rootFolder = fileURLToPath(new URL('../../..', import.meta.url));

async function runUnder(timeZone: string, args: readonly string[]): Promise<string> {
  // With NODE_TEST_CONTEXT the child would report to this run and not print its own result.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['-C', 'source', ...args], {
    cwd: rootFolder,
    env: { ...inherited, TZ: timeZone },
  });
  return stdout;
}

suite('the time axis under the browser’s time zone', () => {
  for (const [timeZone, minutesBehindUtc] of [
    ['UTC', 0],
    ['America/Los_Angeles', 480],
    ['Asia/Kolkata', -330],
  ] as const) {
    test(`the axis has the same splits and labels in a process of ${timeZone}`, async () => {
      const clock = await runUnder(timeZone, ['-p', 'new Date(0).getTimezoneOffset()']);
      assert.equal(Number(clock), minutesBehindUtc, 'the process runs in that zone');
      const files = SUITES.map((name) => `test/view/axes/${name}.test.ts`);
      const flags = ['--test', '--test-isolation=none', '--test-reporter=tap'];
      const output = await runUnder(timeZone, [...flags, ...files]);
      assert.match(output, /^# pass [1-9]\d$/m);
      assert.match(output, /^# fail 0$/m);
    });
  }
});
