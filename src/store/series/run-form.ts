// Forms of runs out of one row that has them all. Most of those that a slice looks at are not taken, so
// values and bands are decoded only if they are asked for.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import { type IndexSpan, lengthOf } from '#core/time/span';
import type { RunBand, RunForm } from '#store/run-store';
import { pastBandsOf } from '#store/series/past-runs';
import { type BandColumns, bandOf } from '#store/series/run-detail';
import { type RunName, runValues } from '#store/series/run-row';

/** The columns of forms, in the order of their statement: JSON arrays, and all bytes. Null: no form. */
export type JoinedForms = readonly [
  analyzedAt: string | null,
  source: string | null,
  firstIndex: string | null,
  lastIndex: string | null,
  updatedAt: string | null,
  recordedAt: string | null,
  replacedAt: string | null,
  checksum: string | null,
  length: string | null,
  /** JSON in JSON, of past runs only. */
  bands: string | null,
  bytes: Uint8Array | null,
];

/** The same of bands. */
export type JoinedBands = readonly [
  analyzedAt: string | null,
  source: string | null,
  level: string | null,
  lowerLength: string | null,
  upperLength: string | null,
  lowerChecksum: string | null,
  upperChecksum: string | null,
  lower: Uint8Array | null,
  upper: Uint8Array | null,
];

/** How forms read what their row does not have. */
export interface FormReading {
  /** The bands of all present runs between two issue times. */
  readBands(from: Instant, to: Instant): Promise<JoinedBands>;
  /** Runs `decode`. If it meets damage, the error that is thrown names the series. */
  naming<T>(decode: () => T | Promise<T>): Promise<T>;
}

/** What the forms of one row share. */
interface FormRow {
  readonly bytes: Uint8Array;
  /** The end of each form's bytes. */
  readonly ends: readonly number[];
  readonly checksums: readonly (number | null)[];
  /** The bands of past forms, as JSON. */
  readonly pastBands: string | null;
  readonly reading: FormReading;
  /** The bands of a present form. Those of all are read when the first are asked for. */
  bandsOf(form: RunName): Promise<BandColumns[]>;
}

const listOf = <T>(column: string | null): T[] =>
  column === null ? [] : (JSON.parse(column) as T[]);

/** Takes a row of forms apart. */
export function formsOf(row: JoinedForms, reading: FormReading): StoredForm[] {
  const times = listOf<number>(row[0]);
  const sources = listOf<string>(row[1]);
  const firsts = listOf<number>(row[2]);
  const lasts = listOf<number>(row[3]);
  const updates = listOf<number>(row[4]);
  const records = listOf<number | null>(row[5]);
  const replacements = listOf<number | null>(row[6]);
  let end = 0;
  const shared: FormRow = {
    bytes: row[10] ?? new Uint8Array(0),
    ends: listOf<number>(row[8]).map((length) => (end += length)),
    checksums: listOf(row[7]),
    pastBands: row[9],
    reading,
    bandsOf: bandsOnce(times, reading),
  };
  return times.map(
    (analyzedAt, i) =>
      new StoredForm(shared, i, replacements[i] === null, {
        analyzedAt,
        source: sources[i]!,
        updatedAt: updates[i]!,
        horizon: { start: firsts[i]!, end: lasts[i]! + 1 },
        recordedAt: records[i]!,
        replacedAt: replacements[i]!,
      }),
  );
}

type FormHeader = Omit<RunForm, 'values' | 'bands'>;

export class StoredForm implements RunForm {
  readonly analyzedAt: Instant;
  readonly source: string;
  readonly updatedAt: Instant;
  readonly horizon: IndexSpan;
  readonly recordedAt: Instant | null;
  readonly replacedAt: Instant | null;
  readonly #row: FormRow;
  readonly #place: number;
  readonly #isPresent: boolean;

  /** `isPresent`: the store still has the run in this form. */
  constructor(row: FormRow, place: number, isPresent: boolean, header: FormHeader) {
    this.analyzedAt = header.analyzedAt;
    this.source = header.source;
    this.updatedAt = header.updatedAt;
    this.horizon = header.horizon;
    this.recordedAt = header.recordedAt;
    this.replacedAt = header.replacedAt;
    this.#row = row;
    this.#place = place;
    this.#isPresent = isPresent;
  }

  /** The form as it was at an instant: one that was replaced later still stood. */
  asOf(instant: Instant): StoredForm {
    if (this.replacedAt === null || this.replacedAt <= instant) return this;
    return new StoredForm(this.#row, this.#place, this.#isPresent, { ...this, replacedAt: null });
  }

  values(into?: Float64Array): MaybePromise<Float64Array> {
    const { bytes, ends, checksums, reading } = this.#row;
    const place = this.#place;
    const own = bytes.subarray(ends[place - 1] ?? 0, ends[place]);
    const decode = () => runValues(this, { bytes: own, checksum: checksums[place]! }, into);
    return withoutPromise(decode, reading);
  }

  async bands(): Promise<RunBand[]> {
    const { pastBands, reading, bandsOf } = this.#row;
    const present = this.#isPresent ? await bandsOf(this) : undefined;
    const length = lengthOf(this.horizon);
    const past = () => pastBandsOf(listOf<string | null>(pastBands)[this.#place]!);
    const decode = () => (present ?? past()).map((band) => bandOf({ ...band, length }));
    return withoutPromise(decode, reading);
  }
}

/** Decodes at once. Only damage takes a promise, of its error. */
function withoutPromise<T>(decode: () => T, { naming }: FormReading): MaybePromise<T> {
  try {
    return decode();
  } catch {
    return naming(decode);
  }
}

/** Reads the bands of all runs between the given times once, and finds those of one run. */
function bandsOnce(times: readonly Instant[], reading: FormReading): FormRow['bandsOf'] {
  let found: Promise<ReadonlyMap<string, BandColumns[]>> | undefined;
  return async ({ analyzedAt, source }) => {
    found ??= reading
      .readBands(
        times.reduce((a, b) => Math.min(a, b)),
        times.reduce((a, b) => Math.max(a, b)),
      )
      .then(bandsByRun);
    return (await found).get(`${analyzedAt} ${source}`) ?? [];
  };
}

function bandsByRun(row: JoinedBands): ReadonlyMap<string, BandColumns[]> {
  const sources = listOf<string>(row[1]);
  const [levels, lowers, uppers] = [row[2], row[3], row[4]].map(listOf<number>);
  const [lowerSums, upperSums] = [row[5], row[6]].map(listOf<number | null>);
  const byRun = new Map<string, BandColumns[]>();
  let [lowerEnd, upperEnd] = [0, 0];
  for (const [i, analyzedAt] of listOf<number>(row[0]).entries()) {
    const name = `${analyzedAt} ${sources[i]}`;
    const bands = byRun.get(name) ?? [];
    byRun.set(name, bands);
    bands.push({
      level: levels![i]!,
      lower: row[7]!.subarray(lowerEnd, (lowerEnd += lowers![i]!)),
      upper: row[8]!.subarray(upperEnd, (upperEnd += uppers![i]!)),
      lowerChecksum: lowerSums![i]!,
      upperChecksum: upperSums![i]!,
    });
  }
  return byRun;
}
