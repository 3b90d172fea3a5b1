// Runs commands one after the other in one process, as starting a process for each takes long. It sends back
// what each command writes. Whatever else is written to stdout or stderr can be read there.

import { runProgram } from '#cli/run-program';

export interface CommandAsked {
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface CommandDone {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run({ argv, stdin, env }: CommandAsked): Promise<CommandDone> {
  const written = { stdout: '', stderr: '' };
  const code = await runProgram(argv, {
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
    stdin: (async function* () {
      yield stdin;
    })(),
    env: { ...process.env, ...env },
    now: Date.now,
  });
  return { code, ...written };
}

let last: Promise<unknown> = Promise.resolve();
process.on('message', ({ number, asked }: { number: number; asked: CommandAsked }) => {
  last = last.then(async () => process.send!({ number, done: await run(asked) }));
});
