// The report of a run: who imported which format how fast, in how much memory, and whether that is enough.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { medianOf } from '../../harness/median.ts';
import { formatBytes, formatCount, formatDigits, formatRatio } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { toMarkdown } from '../report/write-tables.ts';
import type { FormatName } from './formats-files.ts';
import { CONTENDERS, type ContenderName, type FormatsMeasured } from './formats-measure.ts';

/** The formats that must be imported at least as fast as DuckDB does. */
const BARRED: readonly FormatName[] = ['csv', 'ndjson', 'parquet'];
const LEAST_RATIO = 1;
const MOST_MB = 512;

export interface FormatsVerdict {
  readonly bar: string;
  readonly measured: string;
  readonly isReached: boolean;
}

const roundsOf = ({ rounds }: FormatsMeasured, format: FormatName, name: ContenderName) =>
  rounds.get(format)!.get(name) ?? [];

/** The median of the rounds' own ratios: both had the same moment. */
function ratioOf(
  measured: FormatsMeasured,
  format: FormatName,
  other: ContenderName,
): number | undefined {
  const others = roundsOf(measured, format, other);
  if (others.length === 0) return undefined;
  const own = roundsOf(measured, format, 'Gridtide');
  return medianOf(own.map(({ ms }, round) => others[round]!.ms / ms));
}

export function judgeFormats(measured: FormatsMeasured): FormatsVerdict[] {
  const speeds = BARRED.map((format) => {
    const ratio = ratioOf(measured, format, 'DuckDB')!;
    return {
      bar: `${format}: rows/s ≥ ${LEAST_RATIO} × DuckDB`,
      measured: formatRatio(ratio),
      isReached: ratio >= LEAST_RATIO,
    };
  });
  const peaks = measured.files.flatMap(({ format }) => roundsOf(measured, format, 'Gridtide'));
  const peakMb = Math.max(...peaks.map((round) => round.peakMb));
  const memory = {
    bar: `resident memory < ${MOST_MB} MB in every format`,
    measured: `${formatCount(peakMb)} MB`,
    isReached: peakMb < MOST_MB,
  };
  return [...speeds, memory];
}

const barTable = (verdicts: readonly FormatsVerdict[]): Table => ({
  title: 'Bars',
  head: ['bar', 'measured', ''],
  rows: verdicts.map(({ bar, measured, isReached }) => [
    bar,
    measured,
    isReached ? 'reached' : 'MISSED',
  ]),
  textColumns: 1,
});

function speedTable(measured: FormatsMeasured): Table {
  const rows = measured.files.flatMap(({ format, rows: count, bytes }) =>
    CONTENDERS.flatMap(({ name }) => {
      const readings = roundsOf(measured, format, name);
      if (readings.length === 0) return [];
      const seconds = medianOf(readings.map(({ ms }) => ms)) / 1000;
      const ratio = name === 'Gridtide' ? undefined : ratioOf(measured, format, name);
      return [
        [
          ...[format, name, formatBytes(bytes), formatDigits(seconds)],
          formatDigits(medianOf(readings.map(({ cpuMs }) => cpuMs)) / 1000),
          formatDigits(count / seconds / 1e6),
          formatCount(Math.max(...readings.map(({ peakMb }) => peakMb))),
          ratio === undefined ? '' : formatRatio(ratio),
        ],
      ];
    }),
  );
  return {
    title: `Import of ${formatCount(measured.files[0]!.rows)} rows`,
    note: 'Medians of the rounds; memory is the largest resident set of any. Gridtide: the import command, from opening an empty store to closing it. DuckDB: into a table, and CHECKPOINT; in Node it reads neither Arrow nor Excel files. SheetJS: into an array of objects, and no store. An Excel file has a million rows at most.',
    head: [
      ...['format', '', 'file', 'seconds', 'CPU seconds', 'million rows/s'],
      ...['peak memory, MB', 'Gridtide ×'],
    ],
    rows,
    textColumns: 2,
  };
}

export const formatsTables = (
  measured: FormatsMeasured,
  verdicts: readonly FormatsVerdict[],
): Table[] => [barTable(verdicts), speedTable(measured)];

/** Writes `DATE-formats.md` and resolves to its path. */
export async function writeFormatsReport(
  folder: string,
  command: string,
  measured: FormatsMeasured,
  verdicts: readonly FormatsVerdict[],
): Promise<string> {
  const date = new Date().toISOString().slice(0, 10);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim();
  const count = roundsOf(measured, 'csv', 'Gridtide').length;
  const run = `Hourly series of ten years, one after the other; half prices, the rest loads and temperatures. ${count} interleaved rounds, each in a new process; rows and sum of what each read were the same. ${cpus().length} cores (${model}), ${gigabytes} GB, Node ${process.version}.`;
  const head = `# Import of every format, ${date}\n\n\`${command}\`\n\n${run}\n`;
  const sections = formatsTables(measured, verdicts).map(toMarkdown);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${date}-formats.md`);
  await writeFile(path, [head, ...sections].join('\n'));
  return path;
}
