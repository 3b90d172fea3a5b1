// What a search asks for, and the SQL texts for it. They differ in which index they leave open: a walk in
// order of code, or whatever has the words, put in order afterwards.

import { containsPattern, foldWord } from '#store/search-text';
import type { SqlValue } from '#store/sql-session';
import { SERIES_COLUMNS } from '#store/statements';
import type { SeriesQuery } from '#store/store';

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

export interface SearchQuestion extends Pick<SeriesQuery, 'area' | 'resolution' | 'limit'> {
  readonly range: CodeRange;
  /** Folded, each once. */
  readonly words: readonly string[];
}

/** The question of a query, or undefined where nothing can match it. */
export function questionOf(query: SeriesQuery): SearchQuestion | undefined {
  const { prefix = '', after, area, resolution, limit } = query;
  const words = [...new Set(query.words?.map(foldWord))].filter((word) => word !== '');
  if (limit < 1 || words.some((word) => word.length > MAX_WORD_LENGTH)) return undefined;
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

function withinRange(column: string, range: CodeRange, place: Places): string[] {
  const { start, isStartIn, end, isEndIn } = range;
  return [
    `${column} ${isStartIn ? '>=' : '>'} ${place.add(start)}`,
    `${column} ${isEndIn ? '<=' : '<'} ${place.add(end)}`,
  ];
}

function narrowing({ area, resolution }: SearchQuestion, place: Places): string[] {
  const conditions: string[] = [];
  if (area !== undefined) conditions.push(`area = ${place.add(area)}`);
  if (resolution !== undefined) conditions.push(`resolution = ${place.add(resolution)}`);
  return conditions;
}

/** `text` is a column or what keeps an index from being used. */
const wording = ({ words }: SearchQuestion, text: string, place: Places): string[] =>
  words.map((word) => `${text} LIKE ${place.add(containsPattern(word))} ESCAPE '\\'`);

/** Joined as a shallow tree: SQLite refuses an expression a thousand levels deep. */
function allOf(conditions: readonly string[]): string {
  if (conditions.length <= 8) return conditions.join(' AND ');
  const middle = conditions.length >> 1;
  return `(${allOf(conditions.slice(0, middle))}) AND (${allOf(conditions.slice(middle))})`;
}

/**
 * The series of a part of the question's range, in order of code. `table` may say by which index. Words
 * are put so that no index for them is used, as that would read the whole catalogue for a part of it.
 */
export function walkStatement(
  question: SearchQuestion,
  range: CodeRange,
  limit: number,
  table = 'series',
): Statement {
  const place = new Places();
  const text = table === 'series' ? `(search_text || '')` : 'search_text';
  const conditions = [
    ...withinRange('code', range, place),
    ...narrowing(question, place),
    ...wording(question, text, place),
  ];
  const order = `ORDER BY code LIMIT ${place.add(limit)}`;
  return {
    text: `SELECT ${SERIES_COLUMNS} FROM ${table} WHERE ${allOf(conditions)} ${order}`,
    values: place.values,
  };
}

/** The code that is so many series on, within the area if there is one; no row where there are fewer. */
export function stepStatement(question: SearchQuestion, range: CodeRange, rows: number): Statement {
  const place = new Places();
  const conditions = withinRange('code', range, place);
  if (question.area !== undefined) conditions.push(`area = ${place.add(question.area)}`);
  const order = `ORDER BY code LIMIT 1 OFFSET ${place.add(rows - 1)}`;
  return {
    text: `SELECT code FROM series WHERE ${allOf(conditions)} ${order}`,
    values: place.values,
  };
}

/**
 * The first series of the question, found by anything but the order of codes: by `source`, if given, which
 * takes one value, else by what the engine has for words.
 */
export function gatherStatement(
  question: SearchQuestion,
  source?: { readonly condition: (place: string) => string; readonly value: SqlValue },
): Statement {
  const place = new Places();
  const conditions = [
    ...(source ? [source.condition(place.add(source.value))] : []),
    ...wording(question, 'search_text', place),
    ...narrowing(question, place),
    ...withinRange(`(code || '')`, question.range, place),
  ];
  const order = `ORDER BY code || '' LIMIT ${place.add(question.limit)}`;
  return {
    text: `SELECT ${SERIES_COLUMNS} FROM series WHERE ${allOf(conditions)} ${order}`,
    values: place.values,
  };
}
