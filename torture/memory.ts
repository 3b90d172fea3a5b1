// How much memory a process has, and whether that grows.

import { readFile } from 'node:fs/promises';

/** Resident megabytes; undefined where the system has no /proc. */
export async function residentMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kib === undefined ? undefined : Math.round(Number(kib) / 102.4) / 10;
}

export interface Growth {
  /** Of the fitted line, at its two ends. */
  readonly fromMb: number;
  readonly toMb: number;
}

/** The straight line through readings that are evenly spaced, by least squares. */
export function growthOf(readings: readonly number[]): Growth {
  const n = readings.length;
  const meanAt = (n - 1) / 2;
  const mean = readings.reduce((a, b) => a + b, 0) / n;
  let [above, below] = [0, 0];
  for (const [at, mb] of readings.entries()) {
    above += (at - meanAt) * (mb - mean);
    below += (at - meanAt) ** 2;
  }
  const slope = below === 0 ? 0 : above / below;
  return { fromMb: mean - slope * meanAt, toMb: mean + slope * meanAt };
}
