// Signals to a process and all its descendants.

import { execFileSync } from 'node:child_process';

/** Stops the parents first, so that they start no more children; continues the children first. */
export function signalFamily(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  if (signal === 'SIGSTOP') send(pid, signal);
  for (const child of childrenOf(pid)) signalFamily(child, signal);
  if (signal === 'SIGCONT') send(pid, signal);
}

export function childrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child!);
}

/** Ignores a child that has ended in the meantime. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
