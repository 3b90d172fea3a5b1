// The product's import command in a new process, so that nothing is warm that a user would find cold.
// Like a database that already runs, the process starts before the clock: its modules are
// loaded, as those of the databases are. From the checkout that strips their types, 0.3 s, which an
// installed product does not do.

import '#cli/commands/import';
import { runProgram } from '#cli/run-program';
import { answerCalls } from '../../harness/processes.ts';

const ignore = { write: () => true };

answerCalls({
  /** Resolves to the milliseconds from opening the store to closing it. */
  async importFile(file: string, definitions: string, store: string) {
    let said = '';
    const stderr = { write: (text: string) => (said += text) };
    const io = { stdout: ignore, stderr, stdin: process.stdin, env: process.env, now: Date.now };
    const startedAt = performance.now();
    const code = await runProgram(['import', file, '--define', definitions, '--store', store], io);
    const ms = performance.now() - startedAt;
    if (code !== 0) throw new Error(said);
    return ms;
  },
});
