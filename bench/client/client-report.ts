// The report of a run: how long the clients took, and whether that is quick enough.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { medianOf } from '../../harness/median.ts';
import { formatBytes, formatCount, formatDigits, formatRatio } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { toMarkdown } from '../report/write-tables.ts';
import { type ClientsMeasured, type KindMeasured, WORK, type WorkName } from './client-measure.ts';

/** What is promised: the speed over that of JSON.parse, and over that of pandas.read_json. */
const LEAST_OVER_PARSE = 0.7;
const LEAST_OVER_PANDAS = 1;

export interface ClientVerdict {
  readonly bar: string;
  readonly measured: string;
  readonly outcome: 'reached' | 'MISSED' | 'not measured';
}

/** The median of the rounds' own ratios: how many times as fast the first is. */
export const speedOver = (
  times: ReadonlyMap<string, readonly number[]>,
  ours: string,
  theirs: string,
): number => medianOf(times.get(theirs)!.map((ms, round) => ms / times.get(ours)![round]!));

const judge = (bar: string, ratio: number, least: number): ClientVerdict => ({
  bar: `${bar} ≥ ${least} ×`,
  measured: formatRatio(ratio),
  outcome: ratio >= least ? 'reached' : 'MISSED',
});

export function judgeClients({ kinds, python }: ClientsMeasured): ClientVerdict[] {
  const ofKinds = kinds.map(({ kind, times }) =>
    judge(
      `${kind}: bytes to typed arrays, over JSON.parse alone`,
      speedOver(times, 'read', 'parse'),
      LEAST_OVER_PARSE,
    ),
  );
  const over = (theirs: string, what: string): ClientVerdict => {
    const bar = `Python: the answer’s bytes to a pandas Series, over pandas.read_json ${what}`;
    return typeof python === 'string'
      ? { bar, measured: python, outcome: 'not measured' }
      : judge(bar, speedOver(python.times, 'read', theirs), LEAST_OVER_PANDAS);
  };
  return [
    ...ofKinds,
    over('pandas', 'of the same bytes'),
    over('arrays', 'of its two arrays alone'),
  ];
}

const kindTable = ({ kind, bytes, points, times }: KindMeasured): Table => ({
  title: `${kind}: ${formatCount(points)} hours in ${formatBytes(bytes)}`,
  head: ['work', 'ms', 'MB/s'],
  rows: Object.entries(WORK).map(([name, title]) => {
    const ms = medianOf(times.get(name as WorkName)!);
    return [title, formatDigits(ms), formatCount(bytes / 1_000 / ms)];
  }),
  textColumns: 1,
});

function pythonTables({ python }: ClientsMeasured): Table[] {
  if (typeof python === 'string') return [];
  const table: Table = {
    title: `Python ${python.versions}`,
    head: ['work', 'ms'],
    rows: [...python.times].map(([name, times]) => [
      python.titles[name] ?? name,
      formatDigits(medianOf(times)),
    ]),
    textColumns: 1,
  };
  return [table];
}

export const clientTables = (
  measured: ClientsMeasured,
  verdicts: readonly ClientVerdict[],
): Table[] => [
  {
    title: 'Bars',
    note: 'The whole call, which waits for the server too, has no bar; it is in the tables.',
    head: ['bar', 'measured', ''],
    rows: verdicts.map(({ bar, measured, outcome }) => [bar, measured, outcome]),
    textColumns: 1,
  },
  ...measured.kinds.map(kindTable),
  ...pythonTables(measured),
];

function describeRun({ rounds }: ClientsMeasured): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim();
  return `Ten years of hours, \`format=columns\`, from a server in a process of its own that has kept the answers. ${rounds} interleaved rounds; medians of them, ratios medians of the rounds' own ratios. All ways gave the same numbers first. ${cpus().length} cores (${model}), ${gigabytes} GB, Node ${process.version}.`;
}

/** Writes `DATE-client.md` and resolves to its path. */
export async function writeClientReport(
  folder: string,
  command: string,
  measured: ClientsMeasured,
  verdicts: readonly ClientVerdict[],
): Promise<string> {
  const date = new Date().toISOString().slice(0, 10);
  const head = `# Clients, ${date}\n\n\`${command}\`\n\n${describeRun(measured)}\n`;
  const sections = clientTables(measured, verdicts).map(toMarkdown);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${date}-client.md`);
  await writeFile(path, [head, ...sections].join('\n'));
  return path;
}
