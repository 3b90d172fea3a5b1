// What concerns a whole file: its tables, rows without an owner, the catalog, settings and jobs.

import { findZone, hasWholeHours, UTC, type Zone } from '#core/zone';
import type { CheckConnection } from '#store/check-connection';
import { messageOf } from '#store/check-damage';
import type { Migration } from '#store/migrate';

type Say = (what: string) => void;

/** Runs one look; where the file cannot be read for it, says so and lets the others go on. */
export function attempt(say: Say, what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    say(`${what} cannot be read: ${messageOf(error)}`);
  }
}

/** Tables of the migrations that the file has gone through, and migrations that are not known. */
export function checkSchema(
  connection: CheckConnection,
  migrations: readonly Migration[],
  say: Say,
): void {
  for (const { number, name, checksum } of connection.applied()) {
    const known = migrations.find((migration) => migration.number === number);
    if (known?.checksum !== checksum) {
      say(
        `its migration ${number} (${name}) is not known to this Gridtide: it was last used by another`,
      );
      continue;
    }
    for (const [, table = ''] of known.text.matchAll(/^CREATE TABLE (\w+)/gm)) {
      if (!connection.tables.has(table)) say(`its table ${table} is missing`);
    }
  }
}

/** Rows of series that do not exist, in whichever table names series. */
export function checkOrphans(connection: CheckConnection, say: Say): void {
  for (const [table, columns] of connection.tables) {
    if (table === 'series' || !columns.has('series_key')) continue;
    attempt(say, `the table ${table}`, () => {
      const text = `SELECT series_key AS key, COUNT(*) AS count FROM ${table}
        WHERE series_key NOT IN (SELECT series_key FROM series) GROUP BY series_key`;
      for (const { key, count } of connection.rows(text)) {
        say(`${count} rows of the table ${table} belong to series ${key}, which does not exist`);
      }
    });
  }
}

export function checkCatalog(connection: CheckConnection, say: Say): void {
  const text = `SELECT (SELECT COUNT(*) FROM catalog) AS rows,
    (SELECT MAX(version) FROM catalog) AS version, (SELECT MAX(updated_at) FROM catalog) AS updated,
    MAX(version) AS newest, MAX(updated_at) AS changed FROM series`;
  const { rows, version, updated, newest, changed } = connection.first(text)!;
  if (newest === null) return; // no series
  if (rows !== 1) say(`the catalog has ${rows} rows instead of one`);
  else if ((version as number) < (newest as number)) {
    say(`the catalog is at version ${version}, but a series is at version ${newest}`);
  } else if (updated === null && changed !== null) {
    say('the catalog has no time of a last change, but a series has');
  }
}

/** The market's zone, by which days are counted; UTC where the store names none that can be used. */
export function checkSettings(connection: CheckConnection, say: Say): Zone {
  let zone: Zone | undefined;
  attempt(say, 'the settings', () => {
    for (const { name, value } of connection.rows('SELECT name, value FROM setting')) {
      if (typeof name !== 'string' || typeof value !== 'string') say('a setting is not a text');
      if (name !== 'market_time_zone') continue;
      zone = findZone(String(value));
      if (!zone) say(`the market’s time zone "${value}" is not one that exists`);
      else if (!hasWholeHours(zone)) say(`the market’s time zone ${value} has no whole hours`);
    }
  });
  return zone ?? UTC;
}

export function checkJobs(connection: CheckConnection, say: Say): void {
  if (!connection.tables.has('job')) return;
  const text = `SELECT name, due_at AS due, state, ended_at AS ended FROM job
    WHERE state NOT IN ('running', 'done', 'failed') OR (state = 'running') <> (ended_at IS NULL)`;
  for (const { name, due, state } of connection.rows(text)) {
    say(`the job ${name} due at ${due} has the state ${state}, which does not fit its end`);
  }
}

export function checkJournal(connection: CheckConnection, say: Say): void {
  if (!connection.tables.has('journal_series')) return;
  const text = `SELECT entry_id AS entry, COUNT(*) AS count FROM journal_series
    WHERE entry_id NOT IN (SELECT entry_id FROM journal) GROUP BY entry_id`;
  for (const { entry, count } of connection.rows(text)) {
    say(`${count} series are noted for entry ${entry} of the journal, which does not exist`);
  }
}

/** Users, plans and credentials: whether each has what it refers to. */
export function checkAccounts(connection: CheckConnection, say: Say): void {
  for (const { name, patterns } of connection.rows('SELECT name, patterns FROM plan')) {
    if (!isList(String(patterns))) say(`the patterns of plan ${name} are not a list`);
  }
  const users = 'SELECT name FROM app_user WHERE plan_name NOT IN (SELECT name FROM plan)';
  for (const { name } of connection.rows(users)) say(`the plan of user ${name} does not exist`);
  const text = `SELECT user_id AS id, COUNT(*) AS count FROM credential
    WHERE user_id NOT IN (SELECT user_id FROM app_user) GROUP BY user_id`;
  for (const { id, count } of connection.rows(text)) {
    say(`${count} tokens or keys belong to user ${id}, who does not exist`);
  }
}

function isList(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((entry) => typeof entry === 'string');
  } catch {
    return false;
  }
}
