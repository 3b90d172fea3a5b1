// What each importing process says of itself.

import { readFile } from 'node:fs/promises';

export interface Loaded {
  readonly ms: number;
  /** The CPU of all threads during the import. */
  readonly cpuMs: number;
  /** The largest resident set so far. */
  readonly peakMb: number;
  /** What the store holds afterwards, read back. */
  readonly rows: number;
  readonly sum: number;
}

const KIB_PER_MB = 1024;

/** This process's peak memory in MB of 2^20 bytes: VmHWM on Linux, elsewhere what the system reports. */
export async function peakMemoryMb(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kib ?? process.resourceUsage().maxRSS) / KIB_PER_MB;
}

/** Runs `work` by the clock on the wall and by that of the processor. */
export async function timed(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}
