// How much of the processors' time other machines of the same host had. Nothing in this one can help it, and
// the slowest requests are those that were due meanwhile.

import { readFile } from 'node:fs/promises';

interface ProcessorTime {
  readonly taken: number;
  readonly all: number;
}

/** What the system counts since its start; zero if it does not count. */
export async function readProcessorTime(): Promise<ProcessorTime> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  return parseProcessorTime(text);
}

/** The line of all processors: user, nice, system, idle, iowait, irq, softirq, steal, and guests, who count as users. */
export function parseProcessorTime(text: string): ProcessorTime {
  const counts = /^cpu +(.*)$/m.exec(text)?.[1]?.split(' ').slice(0, 8).map(Number) ?? [];
  return { taken: counts[7] ?? 0, all: counts.reduce((a, b) => a + b, 0) };
}

/** Returns the taken time as a share of all time between two readings. */
export const takenShare = (from: ProcessorTime, to: ProcessorTime): number =>
  to.all === from.all ? 0 : (to.taken - from.taken) / (to.all - from.all);
