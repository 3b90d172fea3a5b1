// What a search asks for, and the SQL texts for it. They differ in the index that they use: one walks in
// order of code, the other finds the words and sorts afterwards.

import { containsPattern, foldWord } from '#store/search/search-text';
import type { SeriesQuery } from '#store/series-record';
import type { SqlValue } from '#store/sql/sql-session';
import { SERIES_COLUMNS } from '#store/sql/statements';

/** Sorts after every text that continues a prefix. */
const LAST_CHARACTER = '\u{10FFFF}';
/** No description is this long, and SQLite refuses patterns beyond 50,000 bytes. */
const MAX_WORD_LENGTH = 10_000;

export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Codes from one to another. */
export interface CodeRange {
  readonly start: string;
  readonly isStartIn: boolean;
  readonly end: string;
  readonly isEndIn: boolean;
}

export interface SearchTask extends Pick<SeriesQuery, 'area' | 'resolution' | 'limit'> {
  readonly range: CodeRange;
  /** The words, folded, each once. */
  readonly words: readonly string[];
}

/** The task of a query, or undefined if nothing can match it. */
export function searchTaskOf(query: SeriesQuery): SearchTask | undefined {
  const { prefix = '', area, resolution, limit } = query;
  const words = [...new Set(query.words?.map(foldWord))].filter((word) => word !== '');
  if (limit < 1 || words.some((word) => word.length > MAX_WORD_LENGTH)) return undefined;
  // No code has a NUL, which sorts before everything else. No engine takes a NUL as it is.
  if (prefix.includes('\0')) return undefined;
  const after = query.after?.split('\0', 1)[0];
  // One lower bound, so that a later page starts in the index at the end of the page before it.
  const isLater = after !== undefined && after >= prefix;
  const start = isLater ? after : prefix;
  const range = { start, isStartIn: !isLater, end: prefix + LAST_CHARACTER, isEndIn: false };
  return { range, area, resolution, words, limit };
}

/** The values of a statement. `add` returns the placeholder of a value. */
class Placeholders {
  readonly values: SqlValue[] = [];
  readonly add = (value: SqlValue): string => `$${this.values.push(value)}`;
}

/** The column that comes before the code in the index of a walk, and its value. */
function leadingOf({
  area,
  resolution,
  words,
}: SearchTask): ['area' | 'resolution', string] | undefined {
  if (area !== undefined) return ['area', area];
  // Most series have the same resolution: with words it is better checked on the way.
  return resolution === undefined || words.length > 0 ? undefined : ['resolution', resolution];
}

/**
 * The range as a stretch of one index, and the order of that index. With `area = …`, PostgreSQL may walk
 * along all codes for the few of an area, because it chooses an index before it knows the area.
 */
function alongIndex(
  task: SearchTask,
  { start, isStartIn, end, isEndIn }: CodeRange,
  placeholders: Placeholders,
): { readonly conditions: string[]; readonly order: string } {
  const [column, value] = leadingOf(task) ?? [];
  const columns = column === undefined ? 'code' : `(${column}, code)`;
  const bound = (code: string): string =>
    value === undefined
      ? placeholders.add(code)
      : `(${placeholders.add(value)}, ${placeholders.add(code)})`;
  return {
    conditions: [
      `${columns} ${isStartIn ? '>=' : '>'} ${bound(start)}`,
      `${columns} ${isEndIn ? '<=' : '<'} ${bound(end)}`,
    ],
    order: column === undefined ? 'code' : `${column}, code`,
  };
}

/** The text as an expression without an index, so that the engine cannot choose the index for words. */
const NO_INDEX = `(search_text || '')`;

const wording = ({ words }: SearchTask, text: string, placeholders: Placeholders): string[] =>
  words.map((word) => `${text} LIKE ${placeholders.add(containsPattern(word))} ESCAPE '\\'`);

/** Joins conditions as a shallow tree: SQLite refuses an expression a thousand levels deep. */
function allOf(conditions: readonly string[]): string {
  if (conditions.length <= 8) return conditions.join(' AND ');
  const middle = conditions.length >> 1;
  return `(${allOf(conditions.slice(0, middle))}) AND (${allOf(conditions.slice(middle))})`;
}

/**
 * The series of a part of the task's range, in order of code. `table` may name the index. Words are
 * written so that no index for them is used, as that would read the whole catalogue for a part of it.
 */
export function walkStatement(
  task: SearchTask,
  range: CodeRange,
  limit: number,
  table = 'series',
): Statement {
  const placeholders = new Placeholders();
  const { conditions, order } = alongIndex(task, range, placeholders);
  const { resolution } = task;
  if (resolution !== undefined && leadingOf(task)?.[0] !== 'resolution') {
    conditions.push(`resolution = ${placeholders.add(resolution)}`);
  }
  const text = table === 'series' ? NO_INDEX : 'search_text';
  conditions.push(...wording(task, text, placeholders));
  const where = `WHERE ${allOf(conditions)} ORDER BY ${order} LIMIT ${placeholders.add(limit)}`;
  return { text: `SELECT ${SERIES_COLUMNS} FROM ${table} ${where}`, values: placeholders.values };
}

/** The code of the `rows`th series of a walk. Returns no row if the range has fewer series. */
export function stepStatement(task: SearchTask, range: CodeRange, rows: number): Statement {
  const placeholders = new Placeholders();
  const { conditions, order } = alongIndex(task, range, placeholders);
  const where = `WHERE ${allOf(conditions)} ORDER BY ${order} LIMIT 1 OFFSET ${placeholders.add(rows - 1)}`;
  return { text: `SELECT code FROM series ${where}`, values: placeholders.values };
}

/** A condition that an index answers, with its value. */
export interface IndexCondition {
  readonly condition: (placeholder: string) => string;
  readonly value: SqlValue;
}

/** The first series of the task, found by the given conditions instead of in order of code. */
export function gatherStatement(task: SearchTask, found: readonly IndexCondition[]): Statement {
  const placeholders = new Placeholders();
  const { area, resolution, range } = task;
  const conditions = found.map(({ condition, value }) => condition(placeholders.add(value)));
  if (area !== undefined) conditions.push(`area = ${placeholders.add(area)}`);
  if (resolution !== undefined) conditions.push(`resolution = ${placeholders.add(resolution)}`);
  conditions.push(
    `(code || '') ${range.isStartIn ? '>=' : '>'} ${placeholders.add(range.start)}`,
    `(code || '') < ${placeholders.add(range.end)}`,
    ...wording(task, NO_INDEX, placeholders),
  );
  const where = `WHERE ${allOf(conditions)} ORDER BY code || '' LIMIT ${placeholders.add(task.limit)}`;
  return { text: `SELECT ${SERIES_COLUMNS} FROM series ${where}`, values: placeholders.values };
}
