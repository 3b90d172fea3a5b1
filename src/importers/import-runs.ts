// One file of forecast runs into a store, all or nothing. A run is stored whole, so its rows are
// buffered until it is complete. A file that fits the buffer may have rows in any order; a larger one
// must have each run's rows together.

import { formatUtc, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { ForecastRun } from '#core/values/forecast-run';
import { ImportFault, type Place } from '#importers/files/import-fault';
import { type OrderedPoints, orderPoints } from '#importers/points/order-points';
import type { PointBuffer, PointGroup } from '#importers/points/point-buffer';
import { CsvRows } from '#importers/rows/csv-rows';
import { MarketClock } from '#importers/rows/market-clock';
import { type ColumnNames, PointFiller, renameColumns } from '#importers/rows/row-layout';
import type { RowReader } from '#importers/rows/row-reader';
import { findRunColumns, type ImportRun, RunLayout } from '#importers/rows/run-layout';
import { SeriesTable } from '#importers/rows/series-table';
import type { EntryFacts, WriteCounts } from '#store/journal-entry';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

/** The most points in the buffer: 20 bytes each, 80 MB. */
const MAX_BUFFERED = 4_000_000;
/** The most intervals from a run's first time to its last: 16 MB of values, 57 years of quarter hours. */
const MAX_HORIZON = 2_000_000;

export interface RunImportOptions {
  readonly zone: Zone;
  readonly now: Instant;
  /** The name of the runs' source, if the file has no column for it. */
  readonly source: string;
  /** What the columns mean: `series`, `analyzed`, `time`, `value`, `source`, or '' to leave one out. */
  readonly columns?: ColumnNames | undefined;
  /** Whether rows of an hour that the market's clock skips are left out instead of refused. */
  readonly skipsMissingHours?: boolean;
  /** The entry of the journal. */
  readonly entry?: EntryFacts;
  readonly maxBuffered?: number;
}

/** Counts are of runs. */
export interface RunImport extends WriteCounts {
  readonly rows: number;
  /** How many rows were left out because an earlier line says the same. */
  readonly repeats: number;
  /** How many rows were left out because the market's clock skips their hour. */
  readonly skipped: number;
  readonly series: number;
}

/**
 * Imports the runs of a CSV from its bytes, or of another file from its rows. Throws an ImportFault and
 * stores nothing if a row is bad.
 */
export async function importRuns(
  store: Store,
  file: AsyncIterable<Uint8Array> | RowReader,
  options: RunImportOptions,
): Promise<RunImport> {
  const { zone, now, source: sourceName, entry, maxBuffered = MAX_BUFFERED } = options;
  const clock = new MarketClock(zone, options.skipsMissingHours);
  const table = new SeriesTable(store, zone);
  let layout: RunLayout | undefined;
  const reader = 'readHeader' in file ? file : new CsvRows(file);
  const filler = new PointFiller(reader, async (header, buffer) => {
    const columns = findRunColumns(renameColumns(header, reader, options.columns), reader);
    layout = new RunLayout(columns, header.length, { rows: reader, table, clock, buffer });
    return layout;
  });
  const storer = new RunStorer(sourceName, now, reader.place);
  try {
    let isLast = await filler.fill(maxBuffered);
    await store.write(async (writer) => {
      for (;;) {
        await storer.storeAll(layout!, filler.buffer, writer, isLast);
        if (isLast) return;
        isLast = await filler.fill(filler.buffer.count + maxBuffered);
      }
    }, entry);
  } finally {
    await filler.close();
  }
  const { counts, repeats } = storer;
  const { skipped } = clock;
  return { rows: filler.rows, repeats, skipped, series: table.all.length, ...counts };
}

class RunStorer {
  readonly counts = { added: 0, changed: 0, same: 0 };
  repeats = 0;
  readonly #source: string;
  readonly #now: Instant;
  readonly #place: Place;

  constructor(source: string, now: Instant, place: Place) {
    this.#source = source;
    this.#now = now;
    this.#place = place;
  }

  /** Stores the buffer's runs. The run that may go on is kept, unless this is the last time. */
  async storeAll(
    { runs, open }: RunLayout,
    buffer: PointBuffer,
    writer: SeriesWriter,
    isLast: boolean,
  ): Promise<void> {
    let kept: PointGroup | undefined;
    for (const group of buffer.groups(runs.length)) {
      const run = runs[group.series]!;
      if (isLast || run !== open) await this.#store(run, group, writer);
      else kept = group;
    }
    if (kept && kept.indices.length > MAX_HORIZON) {
      throw this.#fault(`${nameOf(open!)} has more than ${MAX_HORIZON} rows`, kept.lines.at(-1));
    }
    buffer.keepOnly(kept);
  }

  async #store(run: ImportRun, group: PointGroup, writer: SeriesWriter): Promise<void> {
    const { series } = run;
    const points = orderPoints(group);
    if ('earlierLine' in points) {
      throw this.#fault(
        `${nameOf(run)} has another value for ${formatUtc(series.grid.startOf(points.index))} on ${this.#place.noun} ${points.earlierLine}`,
        points.line,
      );
    }
    const record = await writer.findSeries(series.code);
    if (!record) throw new ImportFault(`the series ${series.code} is gone`);
    const outcome = await writer.writeRun(record.key, this.#runOf(run, points), this.#now);
    this.counts[outcome]++;
    this.repeats += points.repeats;
    run.isStored = true;
  }

  /** Holes become gaps; gaps at the ends are left out. */
  #runOf(run: ImportRun, { indices, values, lines }: OrderedPoints): ForecastRun {
    const first = values.findIndex((value) => !Number.isNaN(value));
    const last = values.findLastIndex((value) => !Number.isNaN(value));
    if (first < 0) throw this.#fault(`${nameOf(run)} has no value`, lines[0]);
    const firstIndex = indices[first]!;
    const length = indices[last]! - firstIndex + 1;
    if (length > MAX_HORIZON) {
      throw this.#fault(
        `${nameOf(run)} spans ${length} intervals; the most is ${MAX_HORIZON}`,
        lines[last],
      );
    }
    const horizon = new Float64Array(length).fill(Number.NaN);
    for (let i = first; i <= last; i++) horizon[indices[i]! - firstIndex] = values[i]!;
    return {
      analyzedAt: run.analyzedAt,
      updatedAt: this.#now,
      firstIndex,
      values: horizon,
      source: run.source ?? this.#source,
    };
  }

  #fault(reason: string, line: number | undefined): ImportFault {
    return new ImportFault(reason, line, undefined, this.#place);
  }
}

const nameOf = ({ series, analyzedAt }: ImportRun): string =>
  `the run ${formatUtc(analyzedAt)} of ${series.code}`;
