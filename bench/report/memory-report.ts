// The report of a memory run: a few numbers and a line.

import { medianOf } from '../../harness/median.ts';
import { formatCount } from '../../harness/numbers.ts';
import type { MemoryResult } from '../phases/measure-memory.ts';
import { lineChart } from './line-chart.ts';
import type { Table } from './tables.ts';
import { describeMachine, writePage } from './write-page.ts';

export function memoryTable({ minutes, seriesCount, requests, samples }: MemoryResult): Table {
  const between = (from: number, to: number): number =>
    medianOf(
      samples
        .filter(({ minute }) => minute >= from * minutes && minute <= to * minutes)
        .map(({ rssMb }) => rssMb),
    );
  const highest = Math.max(...samples.map(({ rssMb }) => rssMb));
  return {
    title: `Memory over ${minutes} minutes`,
    note: `${formatCount(requests)} requests of every kind about ${seriesCount} series of 10 years hourly, 8 clients without a pause, 5 series changed every 10 seconds. Resident memory of the server’s process.`,
    head: ['', 'MB'],
    rows: [
      ['at the start', formatCount(samples[0]!.rssMb)],
      ['median of the second quarter', formatCount(between(0.25, 0.5))],
      ['median of the last quarter', formatCount(between(0.75, 1.01))],
      ['highest', formatCount(highest)],
    ],
    textColumns: 1,
  };
}

/** Writes `DATE-memory.md` and `.svg`; resolves to the Markdown's path. */
export async function writeMemoryReport(
  folder: string,
  command: string,
  result: MemoryResult,
): Promise<string> {
  const points = result.samples.map(({ minute, rssMb }) => [minute, rssMb] as const);
  return writePage({
    folder,
    name: 'memory',
    title: 'Memory',
    command,
    run: `${describeMachine()}.`,
    charts: [
      { title: 'Resident memory', svg: lineChart('Resident memory, MB, by minute', points) },
    ],
    tables: [memoryTable(result)],
  });
}
