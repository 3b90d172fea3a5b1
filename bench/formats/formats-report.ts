// The report of a run: who imported which format how fast, in how much memory, and whether that is enough.

import { medianOf } from '../../harness/median.ts';
import { formatBytes, formatCount, formatDigits, formatRatio } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { type BarVerdict, describeMachine, verdictTable, writePage } from '../report/write-page.ts';
import { FORMATS, type FormatName } from './formats-files.ts';
import { CONTENDERS, type ContenderName, type FormatsMeasured } from './formats-measure.ts';

/** The formats that must be imported at least as fast as DuckDB does. */
const BARRED: readonly FormatName[] = ['csv', 'ndjson', 'parquet'];
const LEAST_RATIO = 1;
const MOST_MB = 512;

const NO_FIGURES = ['', '', '', ''];

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

export function judgeFormats(measured: FormatsMeasured): BarVerdict[] {
  const barred = BARRED.filter((format) => measured.files.some((file) => file.format === format));
  const speeds = barred.map((format) => {
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

function speedTable(measured: FormatsMeasured): Table {
  const rows = measured.files.flatMap(({ format, rows: count, bytes }) =>
    CONTENDERS.flatMap(({ name }) => {
      const readings = roundsOf(measured, format, name);
      if (readings.length === 0)
        return name === 'SheetJS' && format === 'xlsx'
          ? [[format, name, formatBytes(bytes), 'not measured: it is not installed', ...NO_FIGURES]]
          : [];
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
    title: `Import of ${formatCount(Math.max(...measured.files.map(({ rows }) => rows)))} rows`,
    note: 'Medians of the rounds; memory is the largest resident set of any. Gridtide: the import command of the checkout, with compiled code kept. DuckDB: into a table, and CHECKPOINT; in Node it reads neither Arrow nor Excel files. Both from opening an empty store to closing it, durably. DuckDB’s table has no key, so it would take two values for one time; with a key of series and time it refuses them, as Gridtide does. SheetJS: into an array of objects, and no store. An Excel file has a million rows at most.',
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
  verdicts: readonly BarVerdict[],
): Table[] => [verdictTable(verdicts), speedTable(measured)];

/** Writes `DATE-formats.md`, or `DATE-formats-xlsx.md` if only that was measured, and resolves to its path. */
export async function writeFormatsReport(
  folder: string,
  command: string,
  measured: FormatsMeasured,
  verdicts: readonly BarVerdict[],
): Promise<string> {
  const names = measured.files.map(({ format }) => format);
  const count = roundsOf(measured, names[0]!, 'Gridtide').length;
  const isWhole = names.length === FORMATS.length;
  return writePage({
    folder,
    name: isWhole ? 'formats' : `formats-${names.join('-')}`,
    title: isWhole ? 'Import of every format' : `Import of ${names.join(', ')}`,
    command,
    run: `Hourly series of ten years, one after the other; half prices, the rest loads and temperatures. ${count} interleaved rounds, each in a new process; rows and sum of what each read were the same. ${describeMachine()}.`,
    tables: formatsTables(measured, verdicts),
  });
}
