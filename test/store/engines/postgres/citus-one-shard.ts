// Whether a cluster can send a statement as it is to the one machine that has its series: every table that is
// distributed by series is asked for one series, in each part of the statement.

import { DISTRIBUTED_TABLES } from '#store/engines/postgres/citus';

const KEYWORD = '(?:WHERE|SET|ON|ORDER|JOIN|LEFT|USING|VALUES|SELECT|UNION|LIMIT|GROUP)\\b';
const TABLE = new RegExp(
  `\\b(FROM|JOIN|INTO|UPDATE)\\s+([a-z_]+)(?:\\s+(?:AS\\s+)?(?!${KEYWORD})([a-z_]+))?`,
  'gi',
);
const INSERTED = /^INSERT INTO ([a-z_]+)(?: AS [a-z]+)? \(([^)]*)\) (VALUES|SELECT) (.*)$/i;

interface Named {
  readonly table: string;
  /** What its columns are qualified by. */
  readonly alias: string;
}

const isDistributed = (table: string): boolean =>
  (DISTRIBUTED_TABLES as readonly string[]).includes(table);

/** The distributed tables that a statement names. */
export const distributedIn = (text: string): string[] =>
  [...new Set(tablesIn(text).map(({ table }) => table))].filter(isDistributed);

/** Why a statement would not go to one machine, in words; none: it does. */
export function shardFaults(text: string): string[] {
  const plain = text
    .replace(/'[^']*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim();
  return blocksOf(plain)
    .flatMap((block) => block.split(/\bUNION(?: ALL)?\b/i))
    .flatMap((part) => faultsOf(part.trim()));
}

/** The statement without its subqueries, and each of those. */
function blocksOf(text: string): string[] {
  const inner = /\( ?(SELECT\b(?:[^()]|\((?! ?SELECT\b)(?:[^()]|\([^()]*\))*\))*)\)/i.exec(text);
  if (!inner) return [text];
  const rest = `${text.slice(0, inner.index)}(found)${text.slice(inner.index + inner[0].length)}`;
  return [inner[1]!, ...blocksOf(rest)];
}

function faultsOf(part: string): string[] {
  const insert = INSERTED.exec(part);
  if (insert && isDistributed(insert[1]!)) return insertFaults(insert);
  const tables = tablesIn(part).filter(({ table }) => isDistributed(table));
  const conditions = conditionsOf(part);
  const isAlone = tablesIn(part).length === 1;
  const isPinned = ({ alias }: Named): boolean =>
    conditions.some((condition) => isFor(condition, alias, isAlone));
  const pinned = tables.filter(isPinned).map(({ alias }) => alias);
  return tables
    .filter(({ alias }) => !pinned.includes(alias) && !isJoined(part, alias, pinned))
    .map(({ table }) => `${table} is not asked for one series`);
}

/** Rows are given with their series, or come from a table beside this one, for one series. */
function insertFaults([, table, columns, way, rest]: RegExpExecArray): string[] {
  const place = columns!.split(',').findIndex((column) => column.trim() === 'series_key');
  if (place < 0) return [`${table} gets rows of no series`];
  if (way!.toUpperCase() === 'VALUES') {
    const value = /^\(([^)]*)\)/.exec(rest!)![1]!.split(',')[place]!.trim();
    return /^\$\d+$/.test(value) ? [] : [`${table} gets rows of a series that is not given`];
  }
  const [source] = tablesIn(rest!);
  if (!source || !isDistributed(source.table)) return [`${table} is filled from another place`];
  const taken = rest!.split(',')[place]!.trim();
  if (taken !== 'series_key') return [`${table} gets rows under another series`];
  return faultsOf(`SELECT ${rest!.replace(/ ON CONFLICT .*$/i, '')}`);
}

function tablesIn(part: string): Named[] {
  return [...part.matchAll(TABLE)]
    .filter(([whole]) => !/^UPDATE SET/i.test(whole))
    .map(([, , table, alias]) => ({ table: table!, alias: alias ?? table! }));
}

/** What all must hold; within brackets, and where there is a choice, nothing must. */
function conditionsOf(part: string): string[] {
  let where = /\bWHERE (.*)$/i.exec(part)?.[1] ?? '';
  for (let before = ''; before !== where; ) {
    before = where;
    where = where.replace(/\([^()]*\)/g, '[]');
  }
  where = where.replace(/\b(?:ORDER BY|LIMIT|RETURNING|ON CONFLICT)\b.*$/i, '');
  return /\bOR\b/i.test(where) ? [] : where.split(/\bAND\b/i).map((each) => each.trim());
}

const isFor = (condition: string, alias: string, isAlone: boolean): boolean =>
  new RegExp(`^${alias}\\.series_key = \\$\\d+$`).test(condition) ||
  (isAlone && /^series_key = \$\d+$/.test(condition));

const isJoined = (part: string, alias: string, pinned: readonly string[]): boolean =>
  pinned.some((other) =>
    [
      [alias, other],
      [other, alias],
    ].some(([a, b]) => part.includes(`ON ${a}.series_key = ${b}.series_key`)),
  );
