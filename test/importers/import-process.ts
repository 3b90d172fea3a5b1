// The import command in a process of its own, to be killed: `node import-process.ts FILE STORE`. It says
// when everything is loaded, begins when told, and says its exit code at the end. Its clock stands
// still, so that two imports differ only in what they wrote.

import '#cli/commands/import';
import { runProgram } from '#cli/run-program';

export const CLOCK = Date.parse('2026-11-15T12:00:00Z');

const [, script, file, store] = process.argv;
if (script === import.meta.filename) {
  const io = {
    stdout: { write: () => true },
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    now: () => CLOCK,
  };
  process.stdin.once('data', async () => {
    const code = await runProgram(['import', file!, '--store', store!], io);
    process.stdout.write(`exit ${code}\n`, () => process.exit(code));
  });
  process.stdout.write('ready\n');
}
