// A filled store of one size: made anew, or the one that an earlier run has kept.

import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { findZone } from '#core/time/zone';
import { claimMarketZone } from '#service/kept-settings';
import { openStore } from '#store/open/open-store';
import { loadMigrations } from '#store/sql/migrate';
import { ZONE } from '../../harness/data/calendar.ts';
import { addReader } from '../../harness/data/fill-product.ts';
import { clearStep, showStage, showStep } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { ENGINE_TITLES, type Engine } from './engine.ts';
import { fillStore } from './fill-store.ts';
import { WRITTEN_AT } from './scale-year.ts';
import type { StoreContent } from './series-rows.ts';

/** The version of the filling. Raise it when the same content fills a store differently. */
const FILLING = 1;

/** What is known of a filled store; kept beside it. */
interface Filled {
  readonly fingerprint: string;
  /** An API key of this store's. */
  readonly token: string;
  readonly metadataBytes: number;
  readonly bytes: number;
  readonly fillSeconds: number;
}

export interface ScaleStore extends Omit<Filled, 'fingerprint'> {
  readonly name: string;
  readonly address: string;
  readonly content: StoreContent;
}

export async function prepareStore(
  workspace: Workspace,
  engine: Engine,
  name: string,
  content: StoreContent,
): Promise<ScaleStore> {
  const stamp = workspace.path(`${engine.name}-${name}.json`);
  const fingerprint = await fingerprintOf(engine, content);
  const stamped = await readStamp(stamp);
  if (stamped?.fingerprint === fingerprint) {
    const { fingerprint: _, ...facts } = stamped;
    return { name, address: engine.addressOf(name), content, ...facts };
  }
  await rm(stamp, { force: true });
  const store = await makeFilledStore(engine, name, content);
  const { token, metadataBytes, bytes, fillSeconds } = store;
  const filled: Filled = { fingerprint, token, metadataBytes, bytes, fillSeconds };
  await writeFile(stamp, JSON.stringify(filled), { mode: 0o600 });
  return store;
}

/** Makes a filled store, which replaces the one of the same name. */
export async function makeFilledStore(
  engine: Engine,
  name: string,
  content: StoreContent,
): Promise<ScaleStore> {
  showStage(`${ENGINE_TITLES[engine.name]}: ${content.size} series of ${content.hours} hours`);
  const startedAt = performance.now();
  await engine.clear(name);
  const address = engine.addressOf(name);
  const token = await makeStore(address);
  const metadataBytes = await fill(engine, name, content);
  // Counted by a connection that knows nothing of what filling needed.
  const target = await engine.openTarget(name);
  await target.settle();
  const bytes = await target.countBytes();
  await target.close();
  const fillSeconds = (performance.now() - startedAt) / 1000;
  return { name, address, content, token, metadataBytes, bytes, fillSeconds };
}

/** An empty store with a caller who may ask without end; resolves to the caller's key. */
async function makeStore(address: string): Promise<string> {
  const store = await openStore(address);
  try {
    await claimMarketZone(store, findZone(ZONE)!);
    return await addReader(store, WRITTEN_AT);
  } finally {
    await store.close();
  }
}

async function fill(engine: Engine, name: string, content: StoreContent): Promise<number> {
  const target = await engine.openTarget(name);
  const showShare = (done: number): void =>
    showStep(`${Math.round((100 * done) / content.size)} %`);
  try {
    return await fillStore(target, content, showShare);
  } finally {
    await target.close();
    clearStep();
  }
}

async function readStamp(path: string): Promise<Filled | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Filled);
}

/** Another schema, another content or another way to fill makes another store. */
async function fingerprintOf(engine: Engine, content: StoreContent): Promise<string> {
  const migrations = await loadMigrations(engine.name);
  const facts = [FILLING, content, migrations.map(({ checksum }) => checksum)];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
