// The report of a run: how long the clients took, and whether that is quick enough.

import { medianOf } from '../../harness/median.ts';
import { formatBytes, formatCount, formatDigits, formatRatio } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { describeMachine, writePage } from '../report/write-page.ts';
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
  return `Ten years of hours, \`format=columns\`, from a server in a process of its own that has kept the answers. ${rounds} interleaved rounds; medians of them, ratios medians of the rounds' own ratios. All ways gave the same numbers first. ${describeMachine()}.`;
}

/** Writes `DATE-client.md` and resolves to its path. */
export async function writeClientReport(
  folder: string,
  command: string,
  measured: ClientsMeasured,
  verdicts: readonly ClientVerdict[],
): Promise<string> {
  return writePage({
    folder,
    name: 'client',
    title: 'Clients',
    command,
    run: describeRun(measured),
    tables: clientTables(measured, verdicts),
  });
}
