// Connects the commands to this process, and runs the one that was typed.

import type { Io } from '#cli/command/command';
import { runProgram } from '#cli/run-program';

// `gridtide user list | head -1` closes the pipe early, which is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  now: Date.now,
};

process.exitCode = await runProgram(process.argv.slice(2), io);
