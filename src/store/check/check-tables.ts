// Checks what concerns a whole store: its tables, rows without an owner, the catalog, settings and jobs.

import { findZone, hasWholeHours, UTC, type Zone } from '#core/time/zone';
import type { Role } from '#store/account-store';
import { messageOf, type Say } from '#store/check/check-damage';
import type { CheckSource } from '#store/check/check-source';
import { isTextOf, type Migration } from '#store/sql/migrate';

const ROLES: ReadonlySet<string> = new Set<Role>(['reader', 'writer', 'auditor', 'operator']);

/** Runs one check. If the store cannot be read for it, says so and lets the other checks go on. */
export async function attempt(
  say: Say,
  what: string,
  work: () => void | Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(`${what} cannot be read: ${messageOf(error)}`);
  }
}

/** Checks that the tables of all applied migrations exist, and that the migrations are known. */
export async function checkSchema(
  source: CheckSource,
  migrations: readonly Migration[],
  say: Say,
): Promise<void> {
  for (const { number, name, checksum } of await source.applied()) {
    const known = migrations.find((migration) => migration.number === number);
    if (known === undefined || !isTextOf(known, checksum)) {
      say(
        `its migration ${number} (${name}) is not known to this Gridtide: it was last used by another`,
      );
      continue;
    }
    for (const [, table = ''] of known.text.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)) {
      if (!source.tables.has(table)) say(`its table ${table} is missing`);
    }
  }
}

/** Finds rows of series that do not exist, in every table that names series. */
export async function checkOrphans(source: CheckSource, say: Say): Promise<void> {
  for (const [table, columns] of source.tables) {
    if (table === 'series' || !columns.has('series_key')) continue;
    await attempt(say, `the table ${table}`, async () => {
      const text = `SELECT series_key AS key, COUNT(*) AS count FROM ${table}
        WHERE series_key NOT IN (SELECT series_key FROM series) GROUP BY series_key`;
      for await (const { key, count } of source.rows(text)) {
        say(`${count} rows of the table ${table} belong to series ${key}, which does not exist`);
      }
    });
  }
}

export async function checkCatalog(source: CheckSource, say: Say): Promise<void> {
  const text = `SELECT (SELECT COUNT(*) FROM catalog) AS rows,
    (SELECT MAX(version) FROM catalog) AS version, (SELECT MAX(updated_at) FROM catalog) AS updated,
    MAX(version) AS newest, MAX(updated_at) AS changed FROM series`;
  const { rows, version, updated, newest, changed } = (await source.first(text))!;
  if (newest === null) return; // no series
  if (rows !== 1) say(`the catalog has ${rows} rows instead of one`);
  else if ((version as number) < (newest as number)) {
    say(`the catalog is at version ${version}, but a series is at version ${newest}`);
  } else if (updated === null && changed !== null) {
    say('the catalog has no time of a last change, but a series has');
  }
}

/** Checks the settings, and returns the market's zone, or UTC if the store names none that can be used. */
export async function checkSettings(source: CheckSource, say: Say): Promise<Zone> {
  let zone: Zone | undefined;
  await attempt(say, 'the settings', async () => {
    for await (const { name, value } of source.rows('SELECT name, value FROM setting')) {
      if (typeof name !== 'string' || typeof value !== 'string') say('a setting is not a text');
      if (name !== 'market_time_zone') continue;
      zone = findZone(String(value));
      if (!zone) say(`the market’s time zone "${value}" is not one that exists`);
      else if (!hasWholeHours(zone)) say(`the market’s time zone ${value} has no whole hours`);
    }
  });
  return zone ?? UTC;
}

export async function checkJobs(source: CheckSource, say: Say): Promise<void> {
  if (!source.tables.has('job')) return;
  const text = `SELECT name, due_at AS due, state FROM job
    WHERE state NOT IN ('running', 'done', 'failed') OR (state = 'running') <> (ended_at IS NULL)`;
  for await (const { name, due, state } of source.rows(text)) {
    say(`the job ${name} due at ${due} has the state ${state}, which does not fit its end`);
  }
}

export async function checkJournal(source: CheckSource, say: Say): Promise<void> {
  if (!source.tables.has('journal_series')) return;
  const text = `SELECT entry_id AS entry, COUNT(*) AS count FROM journal_series
    WHERE entry_id NOT IN (SELECT entry_id FROM journal) GROUP BY entry_id`;
  for await (const { entry, count } of source.rows(text)) {
    say(`${count} series are noted for entry ${entry} of the journal, which does not exist`);
  }
}

/** Checks that users, plans and credentials have what they refer to. */
export async function checkAccounts(source: CheckSource, say: Say): Promise<void> {
  for await (const { name, patterns } of source.rows('SELECT name, patterns FROM plan')) {
    if (!isListOfTexts(String(patterns))) say(`the patterns of plan ${name} are not a list`);
  }
  const users = 'SELECT name FROM app_user WHERE plan_name NOT IN (SELECT name FROM plan)';
  for await (const { name } of source.rows(users)) say(`the plan of user ${name} does not exist`);
  await checkRoles(source, say);
  const text = `SELECT user_id AS id, COUNT(*) AS count FROM credential
    WHERE user_id NOT IN (SELECT user_id FROM app_user) GROUP BY user_id`;
  for await (const { id, count } of source.rows(text)) {
    say(`${count} tokens or keys belong to user ${id}, who does not exist`);
  }
  if (!source.tables.has('user_identity')) return;
  const identities = `SELECT user_id AS id, COUNT(*) AS count FROM user_identity
    WHERE user_id NOT IN (SELECT user_id FROM app_user) GROUP BY user_id`;
  for await (const { id, count } of source.rows(identities)) {
    say(`${count} identities belong to user ${id}, who does not exist`);
  }
}

/** Checks the roles of users, and the patterns of users and keys. A store from before roles has none. */
async function checkRoles(source: CheckSource, say: Say): Promise<void> {
  if (!source.tables.get('app_user')?.has('role')) return;
  const users = 'SELECT name, role, write_patterns AS patterns FROM app_user';
  for await (const { name, role, patterns } of source.rows(users)) {
    if (!ROLES.has(String(role))) say(`the role of user ${name} is ${role}, which does not exist`);
    if (!isListOfTexts(String(patterns))) say(`the patterns of user ${name} are not a list`);
  }
  const keys = 'SELECT user_id AS id, patterns FROM credential WHERE patterns IS NOT NULL';
  for await (const { id, patterns } of source.rows(keys)) {
    if (!isListOfTexts(String(patterns))) {
      say(`the patterns of a key of user ${id} are not a list`);
    }
  }
}

/** Checks that boards and links have what they refer to, and that panels can be read. */
export async function checkBoards(source: CheckSource, say: Say): Promise<void> {
  if (!source.tables.has('board')) return;
  const owners = `SELECT board_id AS id, user_id AS owner FROM board
    WHERE user_id NOT IN (SELECT user_id FROM app_user)`;
  for await (const { id, owner } of source.rows(owners)) {
    say(`the board ${id} belongs to user ${owner}, who does not exist`);
  }
  const boards = 'SELECT board_id AS id, panels, panel_count AS count FROM board';
  for await (const { id, panels, count } of source.rows(boards)) {
    const list = listOf(String(panels));
    if (!list) say(`the panels of board ${id} are not a list`);
    else if (list.length !== count) {
      say(`the board ${id} has ${list.length} panels, but its row says ${count}`);
    }
  }
  const links = `SELECT board_id AS board, COUNT(*) AS count FROM board_link
    WHERE board_id NOT IN (SELECT board_id FROM board) GROUP BY board_id`;
  for await (const { board, count } of source.rows(links)) {
    say(`${count} links belong to board ${board}, which does not exist`);
  }
}

/** Checks that webhooks and deliveries have what they refer to, and that their lists can be read. */
export async function checkWebhooks(source: CheckSource, say: Say): Promise<void> {
  if (!source.tables.has('webhook')) return;
  const owners = `SELECT webhook_id AS id, user_id AS owner FROM webhook
    WHERE user_id IS NOT NULL AND user_id NOT IN (SELECT user_id FROM app_user)`;
  for await (const { id, owner } of source.rows(owners)) {
    say(`the webhook ${id} belongs to user ${owner}, who does not exist`);
  }
  const webhooks = 'SELECT webhook_id AS id, patterns, kinds FROM webhook';
  for await (const { id, patterns, kinds } of source.rows(webhooks)) {
    if (!isListOfTexts(String(patterns))) say(`the patterns of webhook ${id} are not a list`);
    if (!isListOfTexts(String(kinds))) say(`the kinds of webhook ${id} are not a list`);
  }
  const tries = `SELECT webhook_id AS webhook, COUNT(*) AS count FROM webhook_delivery
    WHERE webhook_id NOT IN (SELECT webhook_id FROM webhook) GROUP BY webhook_id`;
  for await (const { webhook, count } of source.rows(tries)) {
    say(`${count} deliveries belong to webhook ${webhook}, which does not exist`);
  }
}

/** Checks that links have their owner, and that their questions can be read. */
export async function checkLinks(source: CheckSource, say: Say): Promise<void> {
  if (!source.tables.has('question_link')) return;
  const owners = `SELECT user_id AS owner, COUNT(*) AS count FROM question_link
    WHERE user_id NOT IN (SELECT user_id FROM app_user) GROUP BY user_id`;
  for await (const { owner, count } of source.rows(owners)) {
    say(`${count} links belong to user ${owner}, who does not exist`);
  }
  const links = 'SELECT user_id AS owner, path, query FROM question_link';
  for await (const { owner, path, query } of source.rows(links)) {
    if (!isQuery(String(query))) say(`the query of a link of user ${owner} to ${path} is not one`);
  }
}

/** Whether a text is a JSON object of texts. */
function isQuery(text: string): boolean {
  try {
    const query: unknown = JSON.parse(text);
    if (typeof query !== 'object' || query === null || Array.isArray(query)) return false;
    return Object.values(query).every((value) => typeof value === 'string');
  } catch {
    return false;
  }
}

/** The list that a text stands for; undefined if it is none. */
function listOf(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

const isListOfTexts = (text: string): boolean =>
  listOf(text)?.every((entry) => typeof entry === 'string') ?? false;
