// Whether a store may be made a copy of another. A store has an identity, a random text among its
// settings that is copied with it. A copy also remembers its source and how far the copying had come.

import { randomUUID } from 'node:crypto';
import { CopyFault } from '#store/copy/copy-fingerprint';
import { deleteRows } from '#store/copy/copy-rows';
import { FAMILIES } from '#store/copy/copy-tables';
import type { MigrationGroup } from '#store/engine';
import { COPY_NONCE, COPY_STATE, STORE_ID } from '#store/sql/setting-names';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import type { TableStore } from '#store/sql/table-store';

const GROUPS: readonly MigrationGroup[] = ['series', 'accounts'];

/** How far a store's own writes have come; 0 before the first one. */
interface Marks {
  readonly catalog: number;
  readonly entry: number;
  readonly accountEntry: number;
}

interface CopyState extends Marks {
  /** The identity of the source. */
  readonly source: string;
  readonly isWhole: boolean;
}

const getSetting = async (session: SqlSession, name: string): Promise<string | undefined> =>
  (await session.all<{ value: string }>(sql.GET_SETTING, name))[0]?.value;

const maximum = async (session: SqlSession, table: string, column: string): Promise<number> => {
  const text = `SELECT MAX(${column}) AS "most" FROM ${table}`;
  return (await session.all<{ most: number | null }>(text))[0]?.most ?? 0;
};

async function readMarks(store: TableStore): Promise<Marks> {
  const [catalog, entry] = await store.read('series', async (session) => [
    await maximum(session, 'catalog', 'version'),
    await maximum(session, 'journal', 'entry_id'),
  ]);
  const accountEntry = await store.read('accounts', (session) =>
    maximum(session, 'account_journal', 'entry_id'),
  );
  return { catalog: catalog!, entry: entry!, accountEntry };
}

/** Returns the identity of a store, and makes it `made` if the store has none. */
export async function identifyStore(
  store: TableStore,
  made: string = randomUUID(),
): Promise<string> {
  const known = await store.read('series', (session) => getSetting(session, STORE_ID));
  if (known !== undefined) return known;
  return store.transact('series', async (session) => {
    const id = (await getSetting(session, STORE_ID)) ?? made;
    await session.run(sql.PUT_SETTING, STORE_ID, id);
    return id;
  });
}

/** Whether a store is empty. Settings do not count: any command that opened the store may have made one. */
export async function isEmptyStore(store: TableStore): Promise<boolean> {
  for (const { group, tables } of FAMILIES) {
    const isEmpty = await store.read(group, async (session) => {
      for (const { name } of tables) {
        if (name === 'setting') continue;
        if ((await session.table(`SELECT 1 FROM ${name} LIMIT 1`)).length > 0) return false;
      }
      return true;
    });
    if (!isEmpty) return false;
  }
  return true;
}

async function readState(store: TableStore): Promise<CopyState | undefined> {
  const text = await store.read('series', (session) => getSetting(session, COPY_STATE));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as CopyState);
  } catch {
    return undefined;
  }
}

/** Whether a copy to the store was begun and not completed. */
export async function isUnfinishedCopy(store: TableStore): Promise<boolean> {
  const state = await readState(store);
  return state !== undefined && !state.isWhole;
}

export const putState = async (session: SqlSession, state: CopyState): Promise<void> => {
  await session.run(sql.PUT_SETTING, COPY_STATE, JSON.stringify(state));
};

/**
 * Claims the target for a copy of the source, or refuses it. Resolves to the identity that both then have.
 * With `force` a target with other data is emptied first.
 */
export async function claimTarget(
  source: TableStore,
  target: TableStore,
  force: boolean,
): Promise<string> {
  await refuseItself(source, target);
  const id = await identifyStore(source);
  const state = await readState(target);
  const marks = await readMarks(target);
  const isOurs = state?.source === id;
  if (!(await isEmptyStore(target))) {
    if (!force) refuseOwnData(isOurs ? state : undefined, marks);
    if (!isOurs) await emptyStore(target);
  }
  const { catalog } = isOurs ? marks : { catalog: 0 };
  const begun = { source: id, isWhole: false, catalog, entry: 0, accountEntry: 0 };
  await target.transact('series', (session) => putState(session, begun));
  return id;
}

/** The state of a target that is a complete copy. It is stored in the last transaction. */
export async function stateAtEnd(source: string, target: TableStore): Promise<CopyState> {
  const { entry, accountEntry } = await readMarks(target);
  return { source, isWhole: true, catalog: 0, entry, accountEntry };
}

function refuseOwnData(state: CopyState | undefined, marks: Marks): void {
  const ways = 'Name a new store, or replace everything in it with --force.';
  if (!state)
    throw new CopyFault(`The target holds data that is not a copy of the source. ${ways}`);
  const isWritten =
    marks.catalog !== state.catalog ||
    (state.isWhole && (marks.entry !== state.entry || marks.accountEntry !== state.accountEntry));
  if (isWritten) {
    throw new CopyFault(
      `The target is a copy of the source that was written to since: copying again would take that away. ${ways}`,
    );
  }
}

/** Refuses two addresses of one store: what is written to the one is then seen in the other. */
async function refuseItself(source: TableStore, target: TableStore): Promise<void> {
  const nonce = randomUUID();
  await target.transact('series', (session) => session.run(sql.PUT_SETTING, COPY_NONCE, nonce));
  const seen = await source.read('series', (session) => getSetting(session, COPY_NONCE));
  await target.transact('series', (session) =>
    session.run('DELETE FROM setting WHERE name = $1', COPY_NONCE),
  );
  if (seen === nonce) throw new CopyFault('Both addresses mean the same store.');
}

async function emptyStore(store: TableStore): Promise<void> {
  for (const group of GROUPS) {
    await store.transact(group, async (session) => {
      const tables = FAMILIES.filter((family) => family.group === group).flatMap((f) => f.tables);
      for (const table of tables.toReversed()) await deleteRows(session, table, undefined);
    });
  }
}
