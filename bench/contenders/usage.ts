// What a contender has used so far, its database's own processes included.

import { readdir, readFile } from 'node:fs/promises';

export interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
}

/** Linux counts a process's CPU in hundredths of a second. */
const TICK_MS = 10;
const MB = 1024 * 1024;

export async function ownUsage(): Promise<Usage> {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, rssMb: process.memoryUsage.rss() / MB };
}

/** With the CPU of all descendants; without it where there is no /proc to ask. */
export async function usageWithChildren(): Promise<Usage> {
  const own = await ownUsage();
  const stats = await readStats();
  const family = new Set([process.pid]);
  let childrenMs = 0;
  for (let grew = true; grew; ) {
    grew = false;
    for (const { pid, parent, cpuMs } of stats) {
      if (!family.has(parent) || family.has(pid)) continue;
      family.add(pid);
      childrenMs += cpuMs;
      grew = true;
    }
  }
  return { ...own, cpuMs: own.cpuMs + childrenMs };
}

async function readStats(): Promise<{ pid: number; parent: number; cpuMs: number }[]> {
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((pid) => readStat(Number(pid))),
  );
  return stats.filter((stat) => stat !== undefined);
}

async function readStat(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name, in parentheses, may hold blanks: count fields from behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { pid, parent: Number(fields[1]), cpuMs: ticks * TICK_MS };
}
