// The events of one transaction: collected while it runs, and added to the log at its end.

import type { Instant } from '#core/time/instant';
import { type ForecastRun, horizonOf } from '#core/values/forecast-run';
import type { ChangeEvent, EventType } from '#store/change-event';
import type { SeriesDefinition, SeriesKey } from '#store/series-record';
import { ADD_EVENT } from '#store/sql/event-statements';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';

/** The series that changed. */
export type ChangedSeries = SeriesDefinition & { readonly key: SeriesKey };

/** What changed: the first and the last index, and how many points. */
export type ChangedPoints = {
  readonly [Name in 'firstIndex' | 'lastIndex' | 'points']: number;
};

/** The run that changed, with its points. */
type ChangedRun = ChangedPoints & { readonly analyzedAt: Instant; readonly source: string };

/** What is told of a run that was written. */
export function changedRunOf(run: ForecastRun): ChangedRun {
  const { analyzedAt, source, values } = run;
  const { start, end } = horizonOf(run);
  return { firstIndex: start, lastIndex: end - 1, points: values.length, analyzedAt, source };
}

export type RunOutcome = 'added' | 'replaced' | 'removed';

type Draft = Omit<ChangeEvent, 'id' | 'entryId' | keyof SeriesDefinition | 'key'> & {
  readonly series: ChangedSeries;
};

const NO_POINTS = { firstIndex: null, lastIndex: null, points: null };
const NO_RUN = { analyzedAt: null, source: null };

/** What a run's second change in a transaction makes of the first one; undefined: nothing is left to tell. */
const JOINED: Readonly<Record<`${RunOutcome} ${RunOutcome}`, RunOutcome | undefined>> = {
  'added added': 'added',
  'added replaced': 'added',
  'added removed': undefined,
  'replaced added': 'replaced',
  'replaced replaced': 'replaced',
  'replaced removed': 'removed',
  'removed added': 'replaced',
  'removed replaced': 'replaced',
  'removed removed': 'removed',
};

export class OpenEvents {
  /** The drafts by series, kind and run, in the order of the first change. */
  readonly #drafts = new Map<string, Draft>();

  noteSeries(series: ChangedSeries, change: 'added' | 'changed', at: Instant | null): void {
    const name = `${series.key} series`;
    // A series that was made and changed by one write was made by it.
    if (this.#drafts.has(name)) return;
    this.#put(name, series, `series.${change}`, { ...NO_POINTS, ...NO_RUN, recordedAt: at });
  }

  noteValues(series: ChangedSeries, changed: ChangedPoints, at: Instant): void {
    this.#notePoints('values.changed', series, changed, at);
  }

  noteHeld(
    type: 'held.added' | 'held.released',
    series: ChangedSeries,
    indices: readonly number[],
    at: Instant | null,
  ): void {
    if (indices.length === 0) return;
    const ordered = indices.toSorted((a, b) => a - b);
    const span = { firstIndex: ordered[0]!, lastIndex: ordered.at(-1)! };
    this.#notePoints(type, series, { ...span, points: indices.length }, at);
  }

  /** Changes of one series by one write are one event, whose span covers all of them. */
  #notePoints(
    type: 'values.changed' | 'held.added' | 'held.released',
    series: ChangedSeries,
    points: ChangedPoints,
    at: Instant | null,
  ): void {
    const name = `${series.key} ${type}`;
    const earlier = this.#drafts.get(name);
    const joined = earlier ? joinPoints(earlier as ChangedPoints, points) : points;
    this.#put(name, series, type, { ...joined, ...NO_RUN, recordedAt: at });
  }

  noteRun(outcome: RunOutcome, series: ChangedSeries, run: ChangedRun, at: Instant | null): void {
    const { analyzedAt, source, firstIndex, lastIndex, points } = run;
    const name = `${series.key} run ${analyzedAt} ${source}`;
    const before = this.#drafts.get(name)?.type.slice('run.'.length) as RunOutcome | undefined;
    const joined = before ? JOINED[`${before} ${outcome}`] : outcome;
    if (!joined) this.#drafts.delete(name);
    else {
      const facts = { firstIndex, lastIndex, points, analyzedAt, source, recordedAt: at };
      this.#put(name, series, `run.${joined}`, facts);
    }
  }

  /** Notes that old runs of a source were removed, without naming each. */
  noteRunsRemoved(series: ChangedSeries, source: string, at: Instant | null): void {
    const facts = { ...NO_POINTS, analyzedAt: null, source, recordedAt: at };
    this.#put(`${series.key} runs ${source}`, series, 'run.removed', facts);
  }

  async add(session: SqlSession, entryId: number | undefined): Promise<void> {
    const rows = Array.from(this.#drafts.values(), (draft): SqlValue[] => {
      const { type, series, firstIndex, lastIndex, points, analyzedAt, source, recordedAt } = draft;
      const { key, code, resolution, area, category } = series;
      const named = [type, key, code, resolution, area, category];
      const run = [analyzedAt, source];
      return [...named, firstIndex, lastIndex, points, ...run, recordedAt, entryId ?? null];
    });
    this.#drafts.clear();
    await session.runEach(ADD_EVENT, rows);
  }

  #put(
    name: string,
    series: ChangedSeries,
    type: EventType,
    facts: Omit<Draft, 'series' | 'type'>,
  ): void {
    this.#drafts.set(name, { series, type, ...facts });
  }
}

const joinPoints = (a: ChangedPoints, b: ChangedPoints): ChangedPoints => ({
  firstIndex: Math.min(a.firstIndex, b.firstIndex),
  lastIndex: Math.max(a.lastIndex, b.lastIndex),
  points: a.points + b.points,
});
