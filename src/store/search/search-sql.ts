// What a search asks for, and the SQL texts for it. They differ in which index they leave open: a walk in
// order of code, or what finds the words, put in order afterwards.

import { containsPattern, foldWord } from '#store/search/search-text';
import type { SeriesQuery } from '#store/series-store';
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
  /** Folded, each once. */
  readonly words: readonly string[];
}

/** The task of a query, or undefined where nothing can match it. */
export function searchTaskOf(query: SeriesQuery): SearchTask | undefined {
  const { prefix = '', area, resolution, limit } = query;
  const words = [...new Set(query.words?.map(foldWord))].filter((word) => word !== '');
  if (limit < 1 || words.some((word) => word.length > MAX_WORD_LENGTH)) return undefined;
  // No code has a NUL, which sorts before all else, and no engine takes one as it is.
  if (prefix.includes('\0')) return undefined;
  const after = query.after?.split('\0', 1)[0];
  // One lower bound, so that a later page starts in the index where the page before it ended.
  const isLater = after !== undefined && after >= prefix;
  const start = isLater ? after : prefix;
  const range = { start, isStartIn: !isLater, end: prefix + LAST_CHARACTER, isEndIn: false };
  return { range, area, resolution, words, limit };
}

/** Values of a statement, and the text that stands for each. */
class Places {
  readonly values: SqlValue[] = [];
  readonly add = (value: SqlValue): string => `$${this.values.push(value)}`;
}

/** By what the series are taken together that are walked along, in order of code within. */
function leadingOf({
  area,
  resolution,
  words,
}: SearchTask): ['area' | 'resolution', string] | undefined {
  if (area !== undefined) return ['area', area];
  // Most series have the same resolution: with words it is better looked at on the way.
  return resolution === undefined || words.length > 0 ? undefined : ['resolution', resolution];
}

/**
 * The range as a stretch of one index, and the order it is in. Left with `area = …`, PostgreSQL may walk
 * along all codes for the few of an area, because it plans before it knows which.
 */
function alongIndex(
  task: SearchTask,
  { start, isStartIn, end, isEndIn }: CodeRange,
  place: Places,
): { readonly conditions: string[]; readonly order: string } {
  const [column, value] = leadingOf(task) ?? [];
  const columns = column === undefined ? 'code' : `(${column}, code)`;
  const bound = (code: string): string =>
    value === undefined ? place.add(code) : `(${place.add(value)}, ${place.add(code)})`;
  return {
    conditions: [
      `${columns} ${isStartIn ? '>=' : '>'} ${bound(start)}`,
      `${columns} ${isEndIn ? '<=' : '<'} ${bound(end)}`,
    ],
    order: column === undefined ? 'code' : `${column}, code`,
  };
}

/** The text as something that no index is for: which one is used is not left to the engine. */
const NO_INDEX = `(search_text || '')`;

const wording = ({ words }: SearchTask, text: string, place: Places): string[] =>
  words.map((word) => `${text} LIKE ${place.add(containsPattern(word))} ESCAPE '\\'`);

/** Joined as a shallow tree: SQLite refuses an expression a thousand levels deep. */
function allOf(conditions: readonly string[]): string {
  if (conditions.length <= 8) return conditions.join(' AND ');
  const middle = conditions.length >> 1;
  return `(${allOf(conditions.slice(0, middle))}) AND (${allOf(conditions.slice(middle))})`;
}

/**
 * The series of a part of the task's range, in order of code. `table` may say by which index. Words
 * are put so that no index for them is used, as that would read the whole catalogue for a part of it.
 */
export function walkStatement(
  task: SearchTask,
  range: CodeRange,
  limit: number,
  table = 'series',
): Statement {
  const place = new Places();
  const { conditions, order } = alongIndex(task, range, place);
  const { resolution } = task;
  if (resolution !== undefined && leadingOf(task)?.[0] !== 'resolution') {
    conditions.push(`resolution = ${place.add(resolution)}`);
  }
  const text = table === 'series' ? NO_INDEX : 'search_text';
  conditions.push(...wording(task, text, place));
  const where = `WHERE ${allOf(conditions)} ORDER BY ${order} LIMIT ${place.add(limit)}`;
  return { text: `SELECT ${SERIES_COLUMNS} FROM ${table} ${where}`, values: place.values };
}

/** The code that is so many series on along the walk; no row where there are fewer. */
export function stepStatement(task: SearchTask, range: CodeRange, rows: number): Statement {
  const place = new Places();
  const { conditions, order } = alongIndex(task, range, place);
  const where = `WHERE ${allOf(conditions)} ORDER BY ${order} LIMIT 1 OFFSET ${place.add(rows - 1)}`;
  return { text: `SELECT code FROM series ${where}`, values: place.values };
}

/** A condition that an index answers, with the value that stands in its place. */
export interface IndexCondition {
  readonly condition: (place: string) => string;
  readonly value: SqlValue;
}

/** The first series of the task, found by the given conditions instead of in order of code. */
export function gatherStatement(task: SearchTask, found: readonly IndexCondition[]): Statement {
  const place = new Places();
  const { area, resolution, range } = task;
  const conditions = found.map(({ condition, value }) => condition(place.add(value)));
  if (area !== undefined) conditions.push(`area = ${place.add(area)}`);
  if (resolution !== undefined) conditions.push(`resolution = ${place.add(resolution)}`);
  conditions.push(
    `(code || '') ${range.isStartIn ? '>=' : '>'} ${place.add(range.start)}`,
    `(code || '') < ${place.add(range.end)}`,
    ...wording(task, NO_INDEX, place),
  );
  const where = `WHERE ${allOf(conditions)} ORDER BY code || '' LIMIT ${place.add(task.limit)}`;
  return { text: `SELECT ${SERIES_COLUMNS} FROM series ${where}`, values: place.values };
}
