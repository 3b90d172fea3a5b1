// The writer of one transaction, through SQL: the same for each engine.

import type { ForecastRun } from '#core/forecast-run';
import type { Instant } from '#core/instant';
import { defineSeries } from '#store/define-series';
import { removeRuns } from '#store/remove-runs';
import { columnsOf } from '#store/run-detail';
import { SqlSeriesReader } from '#store/sql-series-reader';
import * as sql from '#store/statements';
import type {
  RunBand,
  RunDetail,
  SeriesDefinition,
  SeriesKey,
  SeriesRecord,
  SeriesWriter,
  WriteCounts,
} from '#store/store';
import { writePoints } from '#store/write-points';
import { assertRun, writeRun } from '#store/write-run';

export class SqlSeriesWriter extends SqlSeriesReader implements SeriesWriter {
  /** Each method reads before it writes, so they take turns, also where they are not awaited. */
  #turn: Promise<unknown> = Promise.resolve();

  defineSeries(definition: SeriesDefinition): Promise<SeriesRecord> {
    return this.#inTurn(async () => {
      const held = await this.findSeries(definition.code);
      return this.#record(await defineSeries(this.session, held, definition));
    });
  }

  writePoints(
    key: SeriesKey,
    indices: Int32Array,
    values: Float64Array,
    now: Instant,
  ): Promise<WriteCounts> {
    return this.#inTurn(async () => {
      const series = await this.#record(key);
      return writePoints(this.session, series, indices, values, now);
    });
  }

  writeRun(
    key: SeriesKey,
    run: ForecastRun,
    now: Instant,
    detail?: RunDetail,
    bands: readonly RunBand[] = [],
  ): Promise<'added' | 'changed' | 'same'> {
    return this.#inTurn(async () => {
      const series = await this.#record(key);
      // Before anything is written: a refusal leaves nothing behind.
      assertRun(run);
      const columns = columnsOf(detail, bands, run.values.length);
      const [held] = await this.readRuns(key, run.analyzedAt, run.analyzedAt);
      return writeRun(this.session, series, held, run, now, columns);
    });
  }

  removeRuns(key: SeriesKey, source: string, before: Instant): Promise<number> {
    return this.#inTurn(async () => {
      return removeRuns(this.session, await this.#record(key), source, before);
    });
  }

  writeModelMemory(key: SeriesKey, source: string, text: string, now: Instant): Promise<void> {
    return this.#inTurn(async () => {
      await this.#record(key);
      await this.session.run(sql.PUT_MODEL_MEMORY, key, source, text, now);
    });
  }

  /** Resolves when no call is under way any more, whatever became of it. */
  async settle(): Promise<void> {
    let awaited: Promise<unknown> | undefined;
    while (awaited !== this.#turn) {
      awaited = this.#turn;
      await awaited;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  async #record(key: SeriesKey): Promise<SeriesRecord> {
    const [row] = await this.session.all<SeriesRecord>(sql.FIND_SERIES_BY_KEY, key);
    if (!row) throw new Error(`there is no series with key ${key}`);
    return { ...row };
  }
}
