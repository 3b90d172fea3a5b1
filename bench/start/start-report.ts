// The report of the starts: CPU and time to ready, and whether that is enough.

import { loadavg } from 'node:os';
import { medianOf } from '../../harness/median.ts';
import { formatCount, formatDigits, formatRatio } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { type BarVerdict, describeMachine, verdictTable, writePage } from '../report/write-page.ts';
import { cpuOf, overBare, STARTS, type StartMeasured, type StartName } from './start-measure.ts';

/** What is promised of the built product. */
const MOST_CPU_S = 1;
const MOST_OVER_BARE = 1.5;

export function judgeStarts(measured: StartMeasured): BarVerdict[] {
  const seconds = cpuOf(measured, 'built') / 1000;
  const ratio = overBare(measured, 'built');
  return [
    {
      bar: `the built product is ready after ≤ ${MOST_CPU_S} s of CPU`,
      measured: `${seconds.toFixed(2)} s`,
      isReached: seconds <= MOST_CPU_S,
    },
    {
      bar: `the built product takes ≤ ${MOST_OVER_BARE} × the CPU of a bare Fastify server`,
      measured: formatRatio(ratio),
      isReached: ratio <= MOST_OVER_BARE,
    },
  ];
}

const startTable = (measured: StartMeasured): Table => ({
  title: `From the start of the process to ready, ${formatCount(measured.series)} series`,
  note: 'Medians of the rounds. CPU: of the process and all its threads, as Linux counts it, until /readyz answers 200. Each has compiled code kept between starts.',
  head: ['start', 'CPU ms', 'lowest', 'highest', '× bare', 'ms'],
  rows: (Object.keys(STARTS) as StartName[]).map((name) => {
    const starts = measured.rounds.get(name)!;
    const cpu = starts.map(({ cpuMs }) => cpuMs);
    return [
      STARTS[name],
      formatCount(medianOf(cpu)),
      formatCount(Math.min(...cpu)),
      formatCount(Math.max(...cpu)),
      formatRatio(overBare(measured, name)),
      formatCount(medianOf(starts.map(({ readyMs }) => readyMs))),
    ];
  }),
  textColumns: 1,
});

export const startTables = (measured: StartMeasured, verdicts: readonly BarVerdict[]): Table[] => [
  verdictTable(verdicts),
  startTable(measured),
];

/** Writes `DATE-start.md` and resolves to its path. */
export async function writeStartReport(
  folder: string,
  command: string,
  measured: StartMeasured,
  verdicts: readonly BarVerdict[],
): Promise<string> {
  const rounds = measured.rounds.get('bare')!.length;
  return writePage({
    folder,
    name: 'start',
    title: 'Starts',
    command,
    run: `${rounds} rounds, one start of each in turn. ${describeMachine()}, load ${formatDigits(loadavg()[1]!)}.`,
    tables: startTables(measured, verdicts),
  });
}
