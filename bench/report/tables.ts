// The run as tables: the same rows for the terminal and for Markdown.

import { formatBytes, formatCount, formatDigits, formatRatio } from '../../harness/numbers.ts';
import { CASE_TITLES } from '../cases.ts';
import { CONTENDERS, type ContenderName, TITLES } from '../contenders/contender.ts';
import { ratioOf } from '../phases/measure-requests.ts';
import type { Verdict } from './judge-bars.ts';
import type { RunResults } from './run-results.ts';

export interface Table {
  readonly title: string;
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Leading columns that hold words. */
  readonly textColumns: number;
}

const rivalsIn = ({ requests }: RunResults): ContenderName[] =>
  CONTENDERS.filter(
    (name) => !['bare', 'warm', 'cold'].includes(name) && requests[0]?.readings.has(name),
  );

export function speedTable(results: RunResults): Table {
  const rivals = rivalsIn(results);
  return {
    title: 'Requests per second',
    note: 'Warm: the answer is kept. Cold: the cache is off. Ratios are Gridtide’s rate over the other’s, warm over the bare route, cold over the databases: the median of the rounds’ own ratios.',
    head: [
      'request',
      'clients',
      'answer',
      'bare route',
      'warm',
      '× bare',
      'cold',
      ...rivals.map((name) => `× ${TITLES[name]}`),
    ],
    rows: results.requests.map((result) => {
      const { name, clients, readings } = result;
      const rate = (who: ContenderName): number => readings.get(who)!.perSecond;
      return [
        CASE_TITLES[name],
        String(clients),
        formatBytes(results.answerBytes.get(name)!),
        formatCount(rate('bare')),
        formatCount(rate('warm')),
        formatRatio(ratioOf(result, 'warm', 'bare')),
        formatCount(rate('cold')),
        ...rivals.map((rival) => formatRatio(ratioOf(result, 'cold', rival))),
      ];
    }),
    textColumns: 1,
  };
}

export function cpuTable(results: RunResults): Table {
  const names = CONTENDERS.filter((name) => results.requests[0]?.readings.has(name));
  return {
    title: 'CPU a request, µs',
    note: 'The server’s process and its database’s.',
    head: [
      'request',
      'clients',
      ...names.map((name) => (name === 'cold' ? 'cache off' : TITLES[name])),
      'warm × bare',
    ],
    rows: results.requests.map(({ name, clients, readings }) => [
      CASE_TITLES[name],
      String(clients),
      ...names.map((who) => formatCount(readings.get(who)!.cpuUs)),
      formatRatio(readings.get('warm')!.cpuUs / readings.get('bare')!.cpuUs),
    ]),
    textColumns: 1,
  };
}

export function compressedTable({ compressed }: RunResults): Table {
  return {
    title: 'Compressed answers (zstd)',
    note: 'Kept: requests per second beside the bare route that sends the same compressed bytes. Made: CPU a request in µs with the cache off, for the answer as it is and compressed. Ratios are the medians of the rounds’ own ratios.',
    head: [
      ...['request', 'clients', 'answer', 'compressed', 'bare route', 'kept', '× bare'],
      ...['made, µs', 'compressed, µs', '×'],
    ],
    rows: compressed.map((result) => [
      CASE_TITLES[result.name],
      String(result.clients),
      formatBytes(result.plainBytes),
      formatBytes(result.packedBytes),
      formatCount(result.barePerSecond),
      formatCount(result.warmPerSecond),
      formatRatio(result.keptRatio),
      formatCount(result.plainCpuUs),
      formatCount(result.packedCpuUs),
      formatRatio(result.cpuRatio),
    ]),
    textColumns: 1,
  };
}

export function tailTable({ tail }: RunResults): Table {
  return {
    title: 'Small requests beside 3 MB answers, p99 in ms',
    note: '300 small requests a second; two clients ask for ten years of hours. The cache holds the large answers, or is off. Medians of the rounds; the ratio is the median of the rounds’ own ratios.',
    head: ['server', 'alone', 'beside', 'ratio', 'large answers/s'],
    rows: tail.map(({ contender, aloneP99Ms, besideP99Ms, ratio, largePerSecond }) => [
      TITLES[contender],
      formatDigits(aloneP99Ms),
      formatDigits(besideP99Ms),
      formatRatio(ratio),
      formatCount(largePerSecond),
    ]),
    textColumns: 1,
  };
}

export function loadTable({ load }: RunResults): Table {
  const product = load.find(({ contender }) => contender === 'cold')!;
  return {
    title: `CSV load and disk, ${formatCount(product.rows)} prices`,
    note: 'Gridtide: the import command. The databases: one statement; PostgreSQL’s COPY gets a file with numbers in place of codes. Processes are started before the clock. Disk: all files, or table and index.',
    head: [
      'store',
      'seconds',
      'million points/s',
      '× Gridtide’s time',
      'bytes/point',
      '× Gridtide’s',
    ],
    rows: load.map(({ contender, rows, seconds, bytesPerPoint }) => [
      contender === 'cold' ? TITLES.warm : TITLES[contender],
      formatDigits(seconds),
      formatDigits(rows / seconds / 1e6),
      formatRatio(seconds / product.seconds),
      formatDigits(bytesPerPoint),
      formatRatio(bytesPerPoint / product.bytesPerPoint),
    ]),
    textColumns: 1,
  };
}

export function startTable({ start }: RunResults): Table {
  return {
    title: `Start with ${formatCount(start.series)} series`,
    head: ['', 'ms'],
    rows: [
      ['from the command to ready', formatCount(start.readyMs)],
      ['first answer after that', formatDigits(start.firstAnswerMs)],
    ],
    textColumns: 1,
  };
}

export function barTable(verdicts: readonly Verdict[]): Table {
  return {
    title: 'Bars',
    head: ['work', 'against', 'bar', 'measured', ''],
    rows: verdicts.map(({ bar, measured, outcome }) => [
      bar.work,
      bar.against,
      `${bar.atLeast === undefined ? '≤' : '≥'} ${bar.atLeast ?? bar.atMost} ${bar.unit}`,
      measured === undefined ? '–' : `${formatDigits(measured)} ${bar.unit}`,
      outcome === 'missed' ? 'MISSED' : outcome,
    ]),
    textColumns: 2,
  };
}
