// One file of observed values into a store, all or nothing. Memory is bounded by the point buffer:
// a file that fits is parsed before the transaction begins, which is short then. A larger one is stored
// bufferful by bufferful inside one transaction.

import { formatUtc, type Instant } from '#core/time/instant';
import { ImportFault, type Place } from '#importers/files/import-fault';
import { type PointSource, type RowMeaning, RowPoints } from '#importers/point-source';
import { isSameValue, type OrderedPoints, orderPoints } from '#importers/points/order-points';
import type { PointBuffer } from '#importers/points/point-buffer';
import { type RuleCounts, writeByRule } from '#importers/points/write-by-rule';
import { WrittenIndices } from '#importers/points/written-indices';
import { CsvRows } from '#importers/rows/csv-rows';
import type { RowReader } from '#importers/rows/row-reader';
import type { ImportSeries } from '#importers/rows/series-table';
import type { EntryFacts } from '#store/journal-entry';
import type { SeriesKey } from '#store/series-record';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

/** The most points in the buffer: 20 bytes each, 80 MB. */
const MAX_BUFFERED = 4_000_000;
const DENSE_POINTS_PER_SERIES = 1_000;

export interface PointImportOptions extends RowMeaning {
  readonly now: Instant;
  /** The entry of the journal. */
  readonly entry?: EntryFacts;
  readonly maxBuffered?: number;
}

export interface PointImport extends RuleCounts {
  /** How many rows were read, without the header and blank lines. */
  readonly rows: number;
  /** How many points were left out because an earlier line says the same. */
  readonly repeats: number;
  /** How many rows were left out because the market's clock skips their hour. */
  readonly skipped: number;
  readonly series: number;
}

/**
 * Imports a CSV from its bytes, or another file from its rows or points. Throws an ImportFault and stores
 * nothing if a row is bad. The definitions are made in the same transaction, before the points.
 */
export async function importPoints(
  store: Store,
  file: AsyncIterable<Uint8Array> | RowReader | PointSource,
  options: PointImportOptions,
): Promise<PointImport> {
  const { now, definitions = [], entry, maxBuffered = MAX_BUFFERED } = options;
  const source = sourceOf(store, file, options);
  const storer = new PointStorer(source.series, now, source.place);
  const fill = async (): Promise<boolean> => {
    const isLast = await source.fill(Math.min(source.densePoints, maxBuffered));
    return isLast || isDense(source) ? isLast : source.fill(maxBuffered);
  };
  try {
    let isLast = await fill();
    await store.write(async (writer) => {
      for (const definition of definitions) await writer.defineSeries(definition, now);
      for (;;) {
        await storer.store(source.buffer, writer, isLast);
        if (isLast) return;
        isLast = await fill();
      }
    }, entry);
  } finally {
    await source.close();
  }
  const { counts, repeats } = storer;
  const { rows, skipped, series } = source;
  return { rows, repeats, skipped, series: series.length, ...counts };
}

/** Whether few series share the buffer: more of their points would not be stored faster together. */
const isDense = ({ buffer, series }: PointSource): boolean =>
  buffer.count >= DENSE_POINTS_PER_SERIES * buffer.countSeries(series.length);

function sourceOf(
  store: Store,
  file: AsyncIterable<Uint8Array> | RowReader | PointSource,
  meaning: RowMeaning,
): PointSource {
  if ('fill' in file) return file;
  return new RowPoints('readHeader' in file ? file : new CsvRows(file), store, meaning);
}

// Buffered points into a store's transaction. An instant of a series has one value in a file: a second
// line may repeat it but not contradict it.
//
// The points of one bufferful are sorted and neighbours compared, so a fault names both lines. Points
// of earlier bufferfuls are known by one bit each (written-indices.ts), and their values are read back
// from the transaction. Their lines are not kept, so such a fault names one line.

/** How many neighbouring values are read back at once. */
const READ_BACK = 4_096;

interface EarlierPoints {
  readonly written: WrittenIndices;
  /** The written points that are held instead of stored. */
  readonly held: WrittenIndices;
}

class PointStorer {
  readonly counts = { added: 0, changed: 0, same: 0, held: 0 };
  /** How many lines were left out because an earlier line says the same. */
  repeats = 0;
  readonly #series: readonly ImportSeries[];
  readonly #now: Instant;
  readonly #place: Place;
  readonly #keys = new Map<string, SeriesKey>();
  /** The points of earlier bufferfuls; undefined in the first one. */
  #earlier: EarlierPoints | undefined;

  constructor(series: readonly ImportSeries[], now: Instant, place: Place) {
    this.#series = series;
    this.#now = now;
    this.#place = place;
  }

  /** Stores the buffer's points and empties it; `isLast` says that nothing follows. */
  async store(buffer: PointBuffer, writer: SeriesWriter, isLast: boolean): Promise<void> {
    for (const group of buffer.groups(this.#series.length)) {
      const series = this.#series[group.series]!;
      const ordered = orderPoints(group);
      if ('earlierLine' in ordered) {
        const earlier = `${this.#place.noun} ${ordered.earlierLine}`;
        throw this.#contradiction(series, ordered.index, ordered.line, earlier);
      }
      const key = await this.#keyOf(series, writer);
      const points = this.#earlier
        ? await this.#leaveOutWritten(this.#earlier, series, key, ordered, writer)
        : ordered;
      this.repeats += points.repeats;
      if (points.indices.length === 0) continue;
      const { indices, values } = points;
      const held: number[] = [];
      const onHeld = (index: number) => held.push(index);
      const counts = await writeByRule(writer, { key, indices, values }, this.#now, onHeld);
      this.counts.added += counts.added;
      this.counts.changed += counts.changed;
      this.counts.same += counts.same;
      this.counts.held += counts.held;
      if (isLast) continue;
      this.#earlier ??= { written: new WrittenIndices(), held: new WrittenIndices() };
      this.#earlier.written.add(series.number, indices);
      this.#earlier.held.add(series.number, Int32Array.from(held));
    }
    buffer.keepOnly();
  }

  async #keyOf(series: ImportSeries, writer: SeriesWriter): Promise<SeriesKey> {
    const known = this.#keys.get(series.code);
    if (known !== undefined) return known;
    const record = await writer.findSeries(series.code);
    if (!record) throw new ImportFault(`the series ${series.code} is gone`);
    this.#keys.set(series.code, record.key);
    return record.key;
  }

  async #leaveOutWritten(
    earlierPoints: EarlierPoints,
    series: ImportSeries,
    key: SeriesKey,
    points: OrderedPoints,
    writer: SeriesWriter,
  ): Promise<OrderedPoints> {
    const { indices, values, lines } = points;
    const { written, held: heldPoints } = earlierPoints;
    const isWritten = (index: number): boolean => written.has(series.number, index);
    if (!written.mayHave(series.number, indices[0]!)) return points;
    if (!indices.some(isWritten)) return points;
    let readFrom = 0;
    let read: Float64Array = new Float64Array(0);
    const kept: number[] = [];
    let held: Map<number, number> | undefined;
    for (const [at, index] of indices.entries()) {
      if (!isWritten(index)) {
        kept.push(at);
        continue;
      }
      if (index >= readFrom + read.length || read.length === 0) {
        readFrom = index;
        read = await writer.readValues(key, { start: index, end: index + READ_BACK });
      }
      let earlier = read[index - readFrom]!;
      if (heldPoints.has(series.number, index)) {
        held ??= await heldValues(key, writer);
        earlier = held.get(index)!;
      }
      if (!isSameValue(earlier, values[at]!)) {
        throw this.#contradiction(series, index, lines[at]!, `an earlier ${this.#place.noun}`);
      }
    }
    return {
      indices: Int32Array.from(kept, (at) => indices[at]!),
      values: Float64Array.from(kept, (at) => values[at]!),
      lines: Uint32Array.from(kept, (at) => lines[at]!),
      repeats: points.repeats + indices.length - kept.length,
    };
  }

  #contradiction(
    { code, grid }: ImportSeries,
    index: number,
    line: number,
    earlier: string,
  ): ImportFault {
    const reason = `${code} at ${formatUtc(grid.startOf(index))} has another value on ${earlier}`;
    return new ImportFault(reason, line, undefined, this.#place);
  }
}

/** The held values of a series by index. Rare: a file larger than the buffer repeats a held line. */
async function heldValues(key: SeriesKey, writer: SeriesWriter): Promise<Map<number, number>> {
  const held = await writer.listHeld({ key, limit: Number.MAX_SAFE_INTEGER });
  return new Map(held.map(({ index, value }) => [index, value]));
}
