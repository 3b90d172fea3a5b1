// What a contender has used so far, its database's own processes included.

import { readdir, readFile } from 'node:fs/promises';
import { peakMemoryMb } from '../import-contender.ts';

export interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
  /** The largest so far. */
  readonly peakMb: number;
}

/** Linux counts a process's CPU in hundredths of a second. */
const TICK_MS = 10;
const MB = 1024 * 1024;

export async function ownUsage(): Promise<Usage> {
  const { user, system } = process.cpuUsage();
  return {
    cpuMs: (user + system) / 1000,
    rssMb: process.memoryUsage.rss() / MB,
    peakMb: await peakMemoryMb(),
  };
}

/** Includes the CPU of all descendants, ended ones too; without /proc the CPU is left out. */
export async function usageWithChildren(): Promise<Usage> {
  const own = await ownUsage();
  const family = await familyOf(process.pid);
  const childrenMs = family.reduce(
    (sum, { pid, cpuMs, endedMs }) => sum + endedMs + (pid === process.pid ? 0 : cpuMs),
    0,
  );
  return { ...own, cpuMs: own.cpuMs + childrenMs };
}

/** The CPU of a process and all its descendants, ended ones too. */
export async function familyUsage(root: number): Promise<{ cpuMs: number; privateMb: number }> {
  const family = await familyOf(root);
  const privates = await Promise.all(family.map(({ pid }) => privateMb(pid)));
  return {
    cpuMs: family.reduce((sum, { cpuMs, endedMs }) => sum + cpuMs + endedMs, 0),
    privateMb: privates.reduce((sum, mb) => sum + mb, 0),
  };
}

interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
  /** The CPU of children that have ended. */
  readonly endedMs: number;
}

async function familyOf(root: number): Promise<ProcessStat[]> {
  const stats = await readStats();
  const family = new Map(stats.filter(({ pid }) => pid === root).map((stat) => [stat.pid, stat]));
  for (let size = -1; size !== family.size; ) {
    size = family.size;
    for (const stat of stats) if (family.has(stat.parent)) family.set(stat.pid, stat);
  }
  return [...family.values()];
}

async function readStats(): Promise<ProcessStat[]> {
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((pid) => readStat(Number(pid))),
  );
  return stats.filter((stat) => stat !== undefined);
}

async function readStat(pid: number): Promise<ProcessStat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name, in parentheses, may hold blanks: count fields from behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (...places: number[]): number =>
    places.reduce((sum, place) => sum + Number(fields[place]) * TICK_MS, 0);
  return { pid, parent: Number(fields[1]), cpuMs: ticks(11, 12), endedMs: ticks(13, 14) };
}

/** Memory that a process shares with no other. */
async function privateMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
}
