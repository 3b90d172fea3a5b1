// Rows of `time` and `value` of one series in any format: read, put on the grid and ordered before anything is
// written.

import { quoteGiven } from '#core/nearest';
import type { Grid } from '#core/time/grid';
import { formatUtc, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { TIME_FORMS, TimeReader } from '#importers/bytes/parse-time';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import { orderPoints } from '#importers/points/order-points';
import type { PointBuffer } from '#importers/points/point-buffer';
import { indexOfTime, MarketClock, type RepeatedTimes } from '#importers/rows/market-clock';
import type { RowLayout } from '#importers/rows/row-layout';
import { PointFiller } from '#importers/rows/row-layout';
import type { RowReader } from '#importers/rows/row-reader';

/** 57 years of quarter-hours. */
export const MOST_POINTS = 2_000_000;

const COLUMNS = ['time', 'value'];

/** Points of one series, ready to write. */
export interface SeriesPoints {
  /** Strictly ascending. */
  readonly indices: Int32Array;
  readonly values: Float64Array;
  /** The number of rows that repeat an earlier one and are left out. */
  readonly repeats: number;
}

/** Reads all rows; throws an ImportFault if one is bad. */
export async function readRows(
  rows: RowReader,
  code: string,
  grid: Grid,
  zone: Zone,
): Promise<SeriesPoints> {
  const source = new PointFiller(rows, async (header, buffer) =>
    openLayout(header, rows, buffer, grid, new MarketClock(zone)),
  );
  try {
    const isAll = await source.fill(MOST_POINTS + 1);
    if (!isAll) throw new ImportFault(`there are more than ${MOST_POINTS} values`);
  } finally {
    await source.close();
  }
  const [group] = source.buffer.groups(1);
  if (!group) throw new ImportFault('there is no value to write');
  const points = orderPoints(group);
  if (!('earlierLine' in points)) return points;
  const { noun } = rows.place;
  const at = formatUtc(grid.startOf(points.index));
  throw new ImportFault(
    `${code} at ${at} has another value on ${noun} ${points.earlierLine}`,
    points.line,
    'value',
    rows.place,
  );
}

function openLayout(
  header: readonly string[],
  rows: RowReader,
  buffer: PointBuffer,
  grid: Grid,
  clock: MarketClock,
): RowLayout {
  const names = header.map((name) => name.toLowerCase());
  const isKnown = names.length === COLUMNS.length && COLUMNS.every((name) => names.includes(name));
  if (!isKnown) {
    const given = quoteGiven(names.join(','));
    const reason = `the ${rows.headWord} must be time,value but is ${given}`;
    throw new ImportFault(reason, rows.line, undefined, rows.place);
  }
  return new ValueRows(names.indexOf('time'), rows, buffer, grid, clock);
}

class ValueRows implements RowLayout {
  readonly #timeField: number;
  readonly #rows: RowReader;
  readonly #buffer: PointBuffer;
  readonly #grid: Grid;
  readonly #clock: MarketClock;
  readonly #time = new TimeReader();
  readonly #repeated: RepeatedTimes = new Map();

  constructor(
    timeField: number,
    rows: RowReader,
    buffer: PointBuffer,
    grid: Grid,
    clock: MarketClock,
  ) {
    this.#timeField = timeField;
    this.#rows = rows;
    this.#buffer = buffer;
    this.#grid = grid;
    this.#clock = clock;
  }

  take(): undefined {
    const rows = this.#rows;
    rows.checkCount(COLUMNS.length);
    let column = 'time';
    try {
      rows.readTime(this.#timeField, this.#time);
      const instant = this.#clock.instantOf(this.#time, this.#repeated);
      const index = indexOfTime(this.#time, instant, this.#grid, this.#clock.zone);
      column = 'value';
      this.#buffer.add(0, index, rows.readValue(1 - this.#timeField), rows.line!);
    } catch (fault) {
      throw locateFault(fault, rows.line, column, rows.place);
    }
    return undefined;
  }
}

/** A time as text; throws an ImportFault if it is none. */
export class WrittenTime {
  readonly instant: Instant;
  readonly #time = new TimeReader();
  readonly #zone: Zone;

  constructor(given: string, zone: Zone) {
    this.#zone = zone;
    const text = given.trim();
    // The reader reads several bytes at once, so that it needs room after the last.
    const bytes = new Uint8Array(text.length + 16);
    const isPlain = /^[\x21-\x7e ]{4,64}$/.test(text);
    if (isPlain) bytes.set(Buffer.from(text, 'latin1'));
    const view = new DataView(bytes.buffer);
    if (!isPlain || !this.#time.read({ bytes, view }, 0, text.length)) {
      throw new ImportFault(`${quoteGiven(given)} is not a time (allowed: ${TIME_FORMS})`);
    }
    this.instant = new MarketClock(zone).instantOf(this.#time);
  }

  /** The interval of a grid that begins at this time. */
  indexOn(grid: Grid): number {
    return indexOfTime(this.#time, this.instant, grid, this.#zone);
  }
}
