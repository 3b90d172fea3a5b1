// Whether a cluster can send a statement to the one machine that has its series. Each part of the statement
// must ask every table that is distributed by series for one series only.

import { DISTRIBUTED_TABLES } from '#store/engines/postgres/citus';

const KEYWORD = '(?:WHERE|SET|ON|ORDER|JOIN|LEFT|USING|VALUES|SELECT|UNION|LIMIT|GROUP)\\b';
const TABLE = new RegExp(
  `\\b(FROM|JOIN|INTO|UPDATE)\\s+([a-z_]+)(?:\\s+(?:AS\\s+)?(?!${KEYWORD})([a-z_]+))?`,
  'gi',
);
const INSERTED = /^INSERT INTO ([a-z_]+)(?: AS [a-z]+)? \(([^)]*)\) (VALUES|SELECT) (.*)$/i;

interface Named {
  readonly table: string;
  /** The name that qualifies its columns. */
  readonly alias: string;
}

const isDistributed = (table: string): boolean =>
  (DISTRIBUTED_TABLES as readonly string[]).includes(table);

/** The distributed tables that a statement names. */
export const distributedIn = (text: string): string[] =>
  [...new Set(tablesIn(text).map(({ table }) => table))].filter(isDistributed);

/** The reasons why a statement would not go to one machine; empty if it does. */
export function shardFaults(text: string): string[] {
  const plain = text
    .replace(/'[^']*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim();
  return blocksOf(plain)
    .flatMap((block) => block.split(/\bUNION(?: ALL)?\b/i))
    .flatMap((part) => faultsOf(part.trim()));
}

/** The statement without its subqueries, and each subquery. */
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

/** Inserted rows must name their series, or come from another distributed table, for one series. */
function insertFaults([, table, columns, way, rest]: RegExpExecArray): string[] {
  const at = columns!.split(',').findIndex((column) => column.trim() === 'series_key');
  if (at < 0) return [`${table} gets rows of no series`];
  if (way!.toUpperCase() === 'VALUES') {
    const value = /^\(([^)]*)\)/.exec(rest!)![1]!.split(',')[at]!.trim();
    return /^\$\d+$/.test(value) ? [] : [`${table} gets rows of a series that is not given`];
  }
  const [source] = tablesIn(rest!);
  if (!source || !isDistributed(source.table))
    return [`${table} is filled from a table of another kind`];
  const taken = rest!.split(',')[at]!.trim();
  if (taken !== 'series_key') return [`${table} gets rows under another series`];
  return faultsOf(`SELECT ${rest!.replace(/ ON CONFLICT .*$/i, '')}`);
}

function tablesIn(part: string): Named[] {
  return [...part.matchAll(TABLE)]
    .filter(([whole]) => !/^UPDATE SET/i.test(whole))
    .map(([, , table, alias]) => ({ table: table!, alias: alias ?? table! }));
}

/** The conditions that each row must meet; none of those in brackets, and none if there is an OR. */
function conditionsOf(part: string): string[] {
  let text = /\bWHERE (.*)$/i.exec(part)?.[1] ?? '';
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, '[]');
  }
  text = text.replace(/\b(?:ORDER BY|LIMIT|RETURNING|ON CONFLICT)\b.*$/i, '');
  return /\bOR\b/i.test(text) ? [] : text.split(/\bAND\b/i).map((each) => each.trim());
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
