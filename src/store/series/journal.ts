// The journal: who wrote what. An entry is open while its transaction runs, and is added at the end.

import type { Instant } from '#core/time/instant';
import type { EntryFacts, EntryQuery, JournalEntry, WriteCounts } from '#store/journal-entry';
import type { SeriesRow } from '#store/series/define-series';
import type { SeriesKey } from '#store/series-record';
import * as history from '#store/sql/history-statements';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';

interface EntryRow
  extends Omit<JournalEntry, 'points' | 'runs'>,
    Record<`points${'Added' | 'Changed' | 'Same' | 'Held'}`, number>,
    Record<`runs${'Added' | 'Changed' | 'Same'}`, number> {}

function entryOf(row: EntryRow): JournalEntry {
  const { id, recordedAt, kind, actor, name, undoes, undoneBy, seriesCount } = row;
  return {
    ...{ id, recordedAt, kind, actor, name, undoes, undoneBy, seriesCount },
    points: {
      added: row.pointsAdded,
      changed: row.pointsChanged,
      same: row.pointsSame,
      held: row.pointsHeld,
    },
    runs: { added: row.runsAdded, changed: row.runsChanged, same: row.runsSame },
  };
}

export async function listEntries(
  session: SqlSession,
  { limit, before = Number.MAX_SAFE_INTEGER, kind }: EntryQuery,
): Promise<JournalEntry[]> {
  const rows =
    kind === undefined
      ? await session.all<EntryRow>(sql.LIST_ENTRIES, before, limit)
      : await session.all<EntryRow>(sql.LIST_ENTRIES_OF_KIND, before, limit, kind);
  return rows.map(entryOf);
}

export async function findEntry(
  session: SqlSession,
  id: number,
): Promise<JournalEntry | undefined> {
  const [row] = await session.all<EntryRow>(sql.FIND_ENTRY, id);
  return row && entryOf(row);
}

/** The entry of the current transaction. */
export class OpenEntry {
  readonly id: number;
  readonly facts: EntryFacts;
  readonly #instants = new Map<SeriesKey, Instant>();
  readonly #points = { added: 0, changed: 0, same: 0 };
  readonly #runs = { added: 0, changed: 0, same: 0 };
  #held = 0;

  private constructor(id: number, facts: EntryFacts) {
    this.id = id;
    this.facts = facts;
  }

  static async open(session: SqlSession, facts: EntryFacts): Promise<OpenEntry> {
    const [next] = await session.all<{ id: number }>(sql.NEXT_ENTRY);
    return new OpenEntry(next!.id, facts);
  }

  /** The one instant of all this entry's changes of a series: after every earlier change. */
  instantOf({ key, recordedAt }: SeriesRow, now: Instant): Instant {
    const earlier = this.#instants.get(key);
    return earlier ?? (recordedAt === null ? now : Math.max(now, recordedAt + 1));
  }

  /** Notes that a series changed. */
  touch(key: SeriesKey, at: Instant): void {
    this.#instants.set(key, at);
  }

  countPoints({ added, changed, same }: WriteCounts): void {
    this.#points.added += added;
    this.#points.changed += changed;
    this.#points.same += same;
  }

  countRun(outcome: 'added' | 'changed' | 'same'): void {
    this.#runs[outcome]++;
  }

  countHeld(count: number): void {
    this.#held += count;
  }

  async close(session: SqlSession): Promise<void> {
    const { now, kind, actor, name, undoes } = this.facts;
    const { added, changed, same } = this.#points;
    const points = [added, changed, same, this.#held];
    const runs = [this.#runs.added, this.#runs.changed, this.#runs.same];
    const series = [...this.#instants].map(([key, at]) => [this.id, key, at]);
    const head = [this.id, now, kind, actor, name, undoes ?? null, series.length];
    await session.put(sql.ADD_ENTRY, ...head, ...points, ...runs);
    await session.runEach(sql.ADD_ENTRY_SERIES, series);
    // Otherwise a write without an entry at the same instant would be taken back with this one.
    await session.runEach(
      history.CLOSE_INSTANT,
      series.map(([, key, at]) => [key!, at!]),
    );
  }
}

// When values were last imported. The journal has no index by kind, so only entries that were not looked at
// before are read.

/** The newest entries that the first look reads: 30 ms in SQLite. */
const FIRST_LOOK = 100_000;

export class LastImport {
  #seenId: number | undefined;
  #at: Instant | null = null;

  /** Null if no import is among the entries. */
  async read(session: SqlSession): Promise<Instant | null> {
    const [{ newest } = { newest: null }] = await session.all<{ newest: number | null }>(
      sql.NEWEST_ENTRY,
    );
    if (newest === null) return this.#at;
    const from = this.#seenId ?? newest - FIRST_LOOK;
    if (newest <= from) return this.#at;
    const [found] = await session.all<{ at: Instant | null }>(sql.LAST_IMPORT, from, newest);
    this.#at = found?.at ?? this.#at;
    this.#seenId = newest;
    return this.#at;
  }
}
