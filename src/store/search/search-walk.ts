// Walks through series in order of code, one bounded stretch at a time: SQLite answers in the server's own
// thread, and a million series would block it for a quarter of a second.

import { recordOf, type SearchRow } from '#store/search/search-row';
import { type SearchTask, stepStatement, walkStatement } from '#store/search/search-sql';
import type { SeriesRecord } from '#store/series-record';
import type { SqlSession } from '#store/sql/sql-session';
import { YieldTurns } from '#store/sql/yield-turns';

/** The most series of one stretch: some 1 ms if an index has the texts, 8 ms if the rows are read. */
const STRETCH = 2_000;

/** The table with the index that SQLite shall use. Left alone, it takes one that makes it read every row. */
const sourceOf = ({ engine }: SqlSession, { area }: SearchTask): string => {
  if (engine !== 'sqlite') return 'series';
  return `series INDEXED BY ${area === undefined ? 'series_by_text' : 'series_by_area'}`;
};

/** A walk that can stop and go on. */
export class SearchWalk {
  readonly found: SeriesRecord[] = [];
  /** How many series the walk has passed. */
  walked = 0;
  isDone = false;
  readonly #session: SqlSession;
  readonly #task: SearchTask;
  readonly #turns = new YieldTurns(STRETCH);
  #after: string | undefined;

  constructor(session: SqlSession, task: SearchTask) {
    this.#session = session;
    this.#task = task;
  }

  /** Passes at most `rows` more series. */
  async walk(rows: number): Promise<void> {
    for (let left = rows; left > 0 && !this.isDone; left -= STRETCH) {
      const stretch = Math.ceil(Math.min(left, STRETCH));
      await this.#turns.before(stretch);
      await this.#walkStretch(stretch);
    }
  }

  async #walkStretch(rows: number): Promise<void> {
    const { range: whole, limit } = this.#task;
    const after = this.#after;
    const rest = after === undefined ? whole : { ...whole, start: after, isStartIn: false };
    const step = stepStatement(this.#task, rest, rows);
    const [last] = await this.#session.table<[string]>(step.text, ...step.values);
    const stretch = last ? { ...rest, end: last[0], isEndIn: true } : rest;
    const wanted = limit - this.found.length;
    const source = sourceOf(this.#session, this.#task);
    const search = walkStatement(this.#task, stretch, wanted, source);
    const found = await this.#session.table<SearchRow>(search.text, ...search.values);
    for (const row of found) this.found.push(recordOf(row));
    this.walked += rows;
    this.#after = last?.[0];
    this.isDone = last === undefined || this.found.length === limit;
  }
}
