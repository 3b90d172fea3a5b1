// Which process runs on which core, and which one yields, by Linux's taskset and chrt. Otherwise, with two
// cores for a server and two clients, a p99 is the scheduler's.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Lists of cores as taskset reads them, such as `1,2`. */
export interface Cores {
  readonly server: string;
  readonly clients: string;
  readonly all: string;
}

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** One core for servers and the rest for clients; undefined if that is not possible. */
export function shareCores(): Cores | undefined {
  const [first, ...others] = allowedCores();
  if (first === undefined || others.length === 0) return undefined;
  if (!succeeds('taskset', '--version') || !succeeds('chrt', '--version')) return undefined;
  return { server: String(first), clients: others.join(), all: [first, ...others].join() };
}

/** Moves a process with all its threads. */
export function moveTo(cores: string, pid: number): void {
  if (!succeeds('taskset', '--all-tasks', '--cpu-list', '--pid', cores, String(pid))) {
    throw new Error(`process ${pid} could not be moved to the cores ${cores}`);
  }
}

/** Lets a process run only while its core has nothing else to do. */
export function runWhenIdle(pid: number): void {
  if (!succeeds('chrt', '--all-tasks', '--idle', '--pid', '0', String(pid))) {
    throw new Error(`process ${pid} could not be made to wait for others`);
  }
}

/** The cores that this process may use, from `Cpus_allowed_list: 0-2,5`. */
function allowedCores(): number[] {
  let status: string;
  try {
    status = readFileSync('/proc/self/status', 'utf8');
  } catch {
    return [];
  }
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 || 0 }, (_, i) => first + i);
  });
}
