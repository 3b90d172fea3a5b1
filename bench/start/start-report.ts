// The report of the starts: CPU and time to ready, and whether that is enough.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { medianOf } from '../../harness/median.ts';
import { formatCount, formatDigits, formatRatio } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { toMarkdown } from '../report/write-tables.ts';
import { cpuOf, overBare, STARTS, type StartMeasured, type StartName } from './start-measure.ts';

/** What is promised of the built product. */
const MOST_CPU_S = 1;
const MOST_OVER_BARE = 1.5;

export interface StartVerdict {
  readonly bar: string;
  readonly measured: string;
  readonly isReached: boolean;
}

export function judgeStarts(measured: StartMeasured): StartVerdict[] {
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

const barTable = (verdicts: readonly StartVerdict[]): Table => ({
  title: 'Bars',
  head: ['bar', 'measured', ''],
  rows: verdicts.map(({ bar, measured, isReached }) => [
    bar,
    measured,
    isReached ? 'reached' : 'MISSED',
  ]),
  textColumns: 1,
});

export const startTables = (
  measured: StartMeasured,
  verdicts: readonly StartVerdict[],
): Table[] => [barTable(verdicts), startTable(measured)];

/** Writes `DATE-start.md` and resolves to its path. */
export async function writeStartReport(
  folder: string,
  command: string,
  measured: StartMeasured,
  verdicts: readonly StartVerdict[],
): Promise<string> {
  const date = new Date().toISOString().slice(0, 10);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GB, Node ${process.version}, load ${formatDigits(loadavg()[1]!)}`;
  const rounds = measured.rounds.get('bare')!.length;
  const head = `# Starts, ${date}\n\n\`${command}\`\n\n${rounds} rounds, one start of each in turn. ${machine}.\n`;
  const sections = startTables(measured, verdicts).map(toMarkdown);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${date}-start.md`);
  await writeFile(path, [head, ...sections].join('\n'));
  return path;
}
