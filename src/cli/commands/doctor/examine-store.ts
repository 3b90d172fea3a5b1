// The store: whether it opens, whether its migrations are those of this version, its zone, and the clock beside the
// times of its data.

import { existsSync, statSync } from 'node:fs';
import { withoutSecrets } from '#cli/command/shown-setting';
import { type Finding, fault, ok, warning } from '#cli/commands/doctor/finding';
import { countOf, formatCount } from '#cli/terminal/table';
import { type Config, isInMemory } from '#config';
import { formatUtc, type Instant, MINUTE_MS } from '#core/time/instant';
import { readMarketZone } from '#service/kept-settings';
import { CheckConnection } from '#store/check/check-connection';
import { filesOf, type StoreFiles } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import { loadMigrations } from '#store/sql/migrate';
import type { Store } from '#store/store';
import { isPostgresUrl } from '#store/store-address';

/** Clocks of two machines may differ by this much. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS;

/** The files of a store in SQLite; undefined if it has none. Throws if the address cannot be read. */
export const storeFiles = ({ storeUrl }: Config): StoreFiles | undefined =>
  isPostgresUrl(storeUrl) || isInMemory(storeUrl) ? undefined : filesOf(storeUrl);

/** A store of an earlier version is not opened, because that would change it. */
export async function examineStore(config: Config, now: Instant): Promise<Finding[]> {
  const shown = withoutSecrets(config.storeUrl);
  if (isInMemory(config.storeUrl)) return [ok('store', 'in memory: it ends with the server')];
  try {
    const files = storeFiles(config);
    const early = files && (await examineFiles(files, now));
    if (early) return early;
    const store = await openStore(config.storeUrl, { create: false, connections: 3 });
    try {
      const series = `${formatCount(await store.countSeries())} series`;
      return [
        ok('store', `${shown} opens: ${series}`),
        await examineZone(store, config),
        await examineClock(store, files, now),
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    const remedy = 'see STORE; gridtide check names what is damaged';
    return [fault('store', `${shown}: ${(error as Error).message}`, remedy)];
  }
}

/** What keeps the files from being opened; undefined if nothing does. */
async function examineFiles(files: StoreFiles, now: Instant): Promise<Finding[] | undefined> {
  const missing = [files.series, files.accounts].filter((path) => !existsSync(path));
  if (missing.length === 2) {
    const remedy = 'gridtide serve makes it; if you have one, set STORE or --store to it';
    return [warning('store', `there is no store at ${files.series} yet`, remedy), clockAlone(now)];
  }
  if (missing.length === 1) {
    const remedy = 'put it back from a backup: gridtide restore';
    return [fault('store', `${missing[0]} is missing`, remedy), clockAlone(now)];
  }
  const due = (await dueMigrations(files.series)) + (await dueMigrations(files.accounts));
  if (due === 0) return undefined;
  const message = `${files.series} is of an earlier version: ${countOf(due, 'migration')} due`;
  const remedy = 'make a backup; the next start of the server brings it up to date';
  return [warning('store', message, remedy), clockAlone(now)];
}

/** How many migrations a file lacks. Throws if it has one that this version does not know. */
async function dueMigrations(path: string): Promise<number> {
  const migrations = await loadMigrations();
  const connection = new CheckConnection(path);
  try {
    const applied = await connection.applied();
    const newer = applied.find(({ number }) => migrations.every((each) => each.number !== number));
    if (newer) {
      throw new Error(
        `it was last used by a newer Gridtide: its migration ${newer.number} is not known here`,
      );
    }
    const groups = new Set(
      applied.map(({ number }) => migrations.find((each) => each.number === number)!.group),
    );
    const wanted = migrations.filter(({ group }) => groups.has(group));
    return wanted.length - applied.length;
  } finally {
    connection.close();
  }
}

async function examineZone(store: Store, { marketZone }: Config): Promise<Finding> {
  const kept = await readMarketZone(store);
  if (kept === undefined || kept === marketZone.name) return ok('zone', marketZone.name);
  const message = `MARKET_TIME_ZONE is ${marketZone.name}, but the store was made for ${kept}`;
  return fault('zone', message, `set MARKET_TIME_ZONE=${kept}, or use another store`);
}

/** The clock must not be behind what was written by it. */
async function examineClock(
  store: Store,
  files: StoreFiles | undefined,
  now: Instant,
): Promise<Finding> {
  const [newest] = await store.listEntries({ limit: 1, before: Number.MAX_SAFE_INTEGER });
  const written = files
    ? Math.max(...Object.values(files).map((path) => statSync(path).mtimeMs))
    : 0;
  const last = Math.max(newest?.recordedAt ?? 0, written);
  if (last <= now + CLOCK_SLACK_MS) return clockAlone(now);
  const ahead = formatCount(Math.round((last - now) / MINUTE_MS));
  const message = `the clock says ${formatUtc(now)}, but the store was written ${ahead} minutes later`;
  return fault('clock', message, 'set the clock, and keep it right with NTP');
}

/** Long before the first version. */
const EARLIEST = Date.parse('2025-01-01T00:00:00Z');

const clockAlone = (now: Instant): Finding =>
  now >= EARLIEST
    ? ok('clock', formatUtc(now))
    : fault('clock', `the clock says ${formatUtc(now)}`, 'set it, and keep it right with NTP');
