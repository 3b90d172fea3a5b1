// The writer of one transaction, through SQL: the same for each engine.

import type { Instant } from '#core/time/instant';
import type { ForecastRun } from '#core/values/forecast-run';
import type { AlertWriter } from '#store/alert-store';
import { type ChangedSeries, changedRunOf, OpenEvents } from '#store/events/open-events';
import type { HeldValue, ValueRule } from '#store/held-value';
import type { UndoCounts, WriteCounts } from '#store/journal-entry';
import type { RunBand, RunDetail } from '#store/run-store';
import {
  addSeries,
  CatalogChange,
  changeSeries,
  changeTexts,
  readSeriesRow,
  type SeriesRow,
} from '#store/series/define-series';
import { ExpectationWriter } from '#store/series/expectations';
import { holdValues, putRule, releaseHeld } from '#store/series/held-values';
import type { OpenEntry } from '#store/series/journal';
import { removeRuns, takeBackRun } from '#store/series/remove-runs';
import { columnsOf } from '#store/series/run-detail';
import type { RunRow } from '#store/series/run-row';
import { undoEntry } from '#store/series/undo-entry';
import { writePoints } from '#store/series/write-points';
import { assertRun, writeRun } from '#store/series/write-run';
import type { CatalogState, SeriesDefinition, SeriesKey, SeriesRecord } from '#store/series-record';
import type { KeptAnswer, SeriesWriter } from '#store/series-store';
import { keepAnswer } from '#store/sql/idempotent-answers';
import { CallsInOrder } from '#store/sql/in-order';
import * as runSql from '#store/sql/run-statements';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

export class SqlSeriesWriter extends ExpectationWriter implements SeriesWriter {
  readonly #entry: OpenEntry | undefined;
  /** Each method reads before it writes, so no call may begin before the one before has ended. */
  readonly #calls = new CallsInOrder();
  readonly #catalog = new CatalogChange();
  readonly #events = new OpenEvents();

  constructor(session: SqlSession, entry?: OpenEntry) {
    super(session);
    this.#entry = entry;
  }

  get entryId(): number | undefined {
    return this.#entry?.id;
  }

  defineSeries(definition: SeriesDefinition, now = this.#entry?.facts.now): Promise<SeriesRecord> {
    return this.#calls.run(async () => {
      const found = await this.findSeries(definition.code);
      if (!found) {
        const key = await addSeries(this.session, definition, now);
        this.#catalog.note(null);
        if (now !== undefined) this.#entry?.touch(key, now);
        this.#events.noteSeries({ ...definition, key }, 'added', now ?? null);
        return this.#record(key);
      }
      const series = await readSeriesRow(this.session, found.key);
      const at = now === undefined ? undefined : this.#instantOf(series, now);
      if (await changeSeries(this.session, series, definition, at)) {
        this.#noteTexts({ ...definition, key: series.key }, at ?? series.recordedAt);
      }
      return this.#record(series.key);
    });
  }

  writePoints(
    key: SeriesKey,
    indices: Int32Array,
    values: Float64Array,
    now: Instant,
  ): Promise<WriteCounts> {
    return this.#calls.run(() => this.#putPoints(key, indices, values, now));
  }

  writeRun(
    key: SeriesKey,
    run: ForecastRun,
    now: Instant,
    detail?: RunDetail,
    bands: readonly RunBand[] = [],
  ): Promise<'added' | 'changed' | 'same'> {
    return this.#calls.run(() => this.#putRun(key, run, now, detail, bands));
  }

  setSourceOrder(key: SeriesKey, order: readonly string[], now: Instant): Promise<void> {
    return this.#calls.run(async () => {
      const series = await readSeriesRow(this.session, key);
      const at = this.#instantOf(series, now);
      const sourceOrder = order.length === 0 ? null : JSON.stringify(order);
      if (await changeTexts(this.session, series, { ...series, sourceOrder }, at)) {
        this.#noteTexts(series, at);
      }
    });
  }

  removeRuns(key: SeriesKey, source: string, before: Instant): Promise<number> {
    return this.#calls.run(async () => {
      const series = await readSeriesRow(this.session, key);
      const removed = await removeRuns(this.session, series, source, before);
      if (removed.rows > 0) this.#events.noteRunsRemoved(series, source, series.recordedAt);
      return removed.runs;
    });
  }

  writeModelMemory(key: SeriesKey, source: string, text: string, now: Instant): Promise<void> {
    return this.#calls.run(async () => {
      await this.#record(key);
      await this.session.run(sql.PUT_MODEL_MEMORY, key, source, text, now);
    });
  }

  undoEntry(id: number, now: Instant): Promise<UndoCounts> {
    return this.#calls.run(() =>
      undoEntry(this.session, id, {
        writePoints: (key, indices, values) => this.#putPoints(key, indices, values, now),
        writeRun: (key, run) => this.#putRun(key, run, now, undefined, []),
        takeBackRun: async (key, run) => {
          const series = await readSeriesRow(this.session, key);
          const at = this.#instantOf(series, now);
          const taken = await takeBackRun(this.session, series, run, now, at);
          this.#entry?.touch(key, at);
          this.#events.noteRun('removed', series, { ...run, ...taken }, at);
        },
        changeTexts: async (key, texts) => {
          const series = await readSeriesRow(this.session, key);
          const at = this.#instantOf(series, now);
          await changeTexts(this.session, series, texts, at);
          this.#noteTexts({ ...series, ...texts }, at);
        },
      }),
    );
  }

  setRule(key: SeriesKey, rule: ValueRule | undefined): Promise<void> {
    return this.#calls.run(async () => {
      await this.#record(key);
      await putRule(this.session, key, rule);
    });
  }

  holdValues(
    key: SeriesKey,
    held: readonly Pick<HeldValue, 'index' | 'value' | 'reason'>[],
    now: Instant,
  ): Promise<void> {
    return this.#calls.run(async () => {
      const series = await this.#record(key);
      const added = await holdValues(this.session, key, held, now, this.entryId);
      this.#entry?.countHeld(held.length);
      this.#events.noteHeld('held.added', series, added, now);
    });
  }

  releaseHeld(key: SeriesKey, indices: readonly number[]): Promise<HeldValue[]> {
    return this.#calls.run(async () => {
      const released = await releaseHeld(this.session, key, indices);
      const at = this.#entry?.facts.now ?? null;
      const ended = released.map(({ index }) => index);
      if (ended.length > 0)
        this.#events.noteHeld('held.released', await this.#record(key), ended, at);
      return released;
    });
  }

  async openAlerts(): Promise<AlertWriter> {
    const { SqlAlertWriter } = await import('#store/alerts/sql-alert-store');
    return new SqlAlertWriter(this.session);
  }

  keepAnswer(keyHash: string, kept: KeptAnswer, now: Instant): Promise<void> {
    return this.#calls.run(() => keepAnswer(this.session, sql.SERIES_ANSWERS, keyHash, kept, now));
  }

  async #putPoints(
    key: SeriesKey,
    indices: Int32Array,
    values: Float64Array,
    now: Instant,
  ): Promise<WriteCounts> {
    const series = await readSeriesRow(this.session, key);
    const at = this.#instantOf(series, now);
    const written = await writePoints(this.session, series, indices, values, now, at);
    const { counts, changed } = written;
    this.#entry?.countPoints(counts);
    if (!changed) return counts;
    this.#catalog.note(now);
    this.#entry?.touch(key, at);
    this.#events.noteValues(series, changed, at);
    return counts;
  }

  async #putRun(
    key: SeriesKey,
    run: ForecastRun,
    now: Instant,
    detail: RunDetail | undefined,
    bands: readonly RunBand[],
  ): Promise<'added' | 'changed' | 'same'> {
    const series = await readSeriesRow(this.session, key);
    // All checks come before the first write: a refusal leaves nothing behind.
    assertRun(run);
    const columns = columnsOf(detail, bands, run.values.length);
    const found = [key, run.analyzedAt, run.source];
    const rows = await this.session.all<RunRow>(runSql.FIND_RUN, ...found);
    const [stored] = await this.runsOf(key, rows);
    const at = this.#instantOf(series, now);
    const outcome = await writeRun(this.session, series, stored, run, now, at, columns);
    this.#entry?.countRun(outcome);
    if (outcome === 'same') return outcome;
    this.#catalog.note(now);
    this.#entry?.touch(key, at);
    const name = outcome === 'added' ? 'added' : 'replaced';
    this.#events.noteRun(name, series, changedRunOf(run), at);
    return outcome;
  }

  override async readCatalogState(): Promise<CatalogState> {
    await this.#catalog.write(this.session);
    return super.readCatalogState();
  }

  /** Ends the transaction's work: the catalogue, the log of changes and the journal follow. */
  async finish(): Promise<void> {
    await this.#catalog.write(this.session);
    await this.#events.add(this.session, this.entryId);
    await this.#entry?.close(this.session);
  }

  #noteTexts(series: ChangedSeries, at: Instant | null): void {
    this.#catalog.note(null);
    if (at !== null) this.#entry?.touch(series.key, at);
    this.#events.noteSeries(series, 'changed', at);
  }

  /** The instant of a change: never before an earlier one, whatever the clock shows. */
  #instantOf(series: SeriesRow, now: Instant): Instant {
    return this.#entry?.instantOf(series, now) ?? Math.max(now, series.recordedAt ?? now);
  }

  /** Resolves when no call is running any more, whether it succeeded or failed. */
  settle(): Promise<void> {
    return this.#calls.settle();
  }

  async #record(key: SeriesKey): Promise<SeriesRecord> {
    const [row] = await this.session.all<SeriesRecord>(sql.FIND_SERIES_BY_KEY, key);
    if (!row) throw new Error(`there is no series with key ${key}`);
    return { ...row };
  }
}
