// Signals to a process and all that it started.

import { execFileSync } from 'node:child_process';

/** Stopped from the top, so that nobody starts another child meanwhile, and continued from below. */
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

/** A child that ended meanwhile is no matter. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
