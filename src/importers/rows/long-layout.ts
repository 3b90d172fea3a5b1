// The long layout: `series,time,value`, with columns in any order.

import { TimeReader } from '#importers/bytes/parse-time';
import { locateFault } from '#importers/files/import-fault';
import { indexOfTime } from '#importers/rows/market-clock';
import { type LayoutParts, loadSeriesAt, type RowLayout } from '#importers/rows/row-layout';
import type { TakenRow } from '#importers/rows/row-reader';

const COLUMNS = ['series', 'time', 'value'] as const;

/** Whether names in lower case are the header of a long file. */
export const isLongHeader = (header: readonly string[]): boolean =>
  header.length === COLUMNS.length && COLUMNS.every((column) => header.includes(column));

export class LongLayout implements RowLayout {
  readonly #parts: LayoutParts;
  readonly #series: number;
  readonly #time: number;
  readonly #value: number;
  readonly #timeReader = new TimeReader();
  readonly #taken: { -readonly [Field in keyof TakenRow]: TakenRow[Field] };

  /** The names of the header are in lower case. */
  constructor(header: readonly string[], parts: LayoutParts) {
    this.#parts = parts;
    this.#series = header.indexOf('series');
    this.#time = header.indexOf('time');
    this.#value = header.indexOf('value');
    this.#taken = {
      ...{ series: 0, index: 0, time: this.#timeReader, stepMs: undefined, clock: parts.clock },
      ...{ seriesField: this.#series, timeField: this.#time, valueField: this.#value },
    };
  }

  take(): Promise<unknown> | undefined {
    const { rows, table, clock, buffer } = this.#parts;
    rows.checkCount(COLUMNS.length);
    let column = 'series';
    try {
      const series = rows.findSeries(this.#series, table);
      if (!series) return loadSeriesAt(this.#series, this.#parts);
      column = 'time';
      const time = this.#timeReader;
      rows.readTime(this.#time, time);
      const instant = clock.instantOf(time, series.repeated);
      if (Number.isNaN(instant)) return undefined;
      const index = indexOfTime(time, instant, series.grid, clock.zone);
      column = 'value';
      const value = rows.readValue(this.#value);
      buffer.add(series.number, index, value, rows.line!);
      this.#taken.series = series.number;
      this.#taken.index = index;
      this.#taken.stepMs = series.grid.resolution.stepMs;
    } catch (fault) {
      throw locateFault(fault, rows.line, column, rows.place);
    }
    return undefined;
  }

  takeSimilarRows(most: number): number {
    const { rows, buffer } = this.#parts;
    return rows.takeRepeated?.(this.#taken, buffer, most) ?? 0;
  }
}
