// Forms of runs out of rows. Most of those that a slice looks at are not taken, so values and bands are decoded
// only if they are asked for.

import { pastBandsOf } from '#store/series/past-runs';
import { bandOf } from '#store/series/run-detail';
import { runOf } from '#store/series/run-row';
import type { RunBand, RunForm } from '#store/series-store';

/** The columns of a form, in the order of their statement. `bands` is JSON, of past runs only. */
export type RunFormRow = readonly [
  analyzedAt: number,
  source: string,
  firstIndex: number,
  lastIndex: number,
  updatedAt: number,
  recordedAt: number | null,
  replacedAt: number | null,
  checksum: number | null,
  bytes: Uint8Array,
  bands: string | null,
];

/** How a form reads what its row does not have. */
export interface FormReading {
  readPresentBands(analyzedAt: number, source: string): Promise<RunBand[]>;
  /** Runs `decode`. If it meets damage, the error that is thrown names the series. */
  naming<T>(decode: () => T | Promise<T>): Promise<T>;
}

export function formOf(row: RunFormRow, reading: FormReading): RunForm {
  const [analyzedAt, source, firstIndex, lastIndex, updatedAt, recordedAt, replacedAt] = row;
  const length = lastIndex - firstIndex + 1;
  const pastBands = () => pastBandsOf(row[9]).map((band) => bandOf({ ...band, length }));
  const header = { analyzedAt, source, updatedAt, firstIndex, lastIndex, recordedAt };
  return {
    analyzedAt,
    updatedAt,
    horizon: { start: firstIndex, end: lastIndex + 1 },
    source,
    recordedAt,
    replacedAt,
    values: () =>
      reading.naming(() => runOf({ ...header, checksum: row[7], bytes: row[8] }).values),
    bands: () =>
      replacedAt === null
        ? reading.readPresentBands(analyzedAt, source)
        : reading.naming(pastBands),
  };
}
