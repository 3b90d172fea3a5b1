// A store to copy, with rows in every table, and a dump of all rows of a store.

import { HOUR_MS } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import { FAMILIES } from '#store/copy/copy-tables';
import type { EntryFacts } from '#store/journal-entry';
import { openStore } from '#store/open/open-store';
import { openTables } from '#store/open/open-tables';
import type { TableStore } from '#store/sql/table-store';
import type { Store } from '#store/store';
import { addSeries, definitionOf, NOW, runOf, write } from '../contract/sample-series.ts';

const facts = (now: number, kind: EntryFacts['kind'] = 'import'): EntryFacts => ({
  kind,
  actor: 'Anna',
  name: 'prices.csv',
  now,
});

const detail = { tier: 'full', historyDays: 7, members: [], drivers: ['x'], notes: ['ä'] };
const side = Float64Array.of(1, Number.NaN, 3);
const bands = [{ level: 80, lower: side, upper: side }];

/** Fills every table that is copied. `mark` is a value by which stores differ. */
export async function fillStore(store: Store, mark = 1): Promise<void> {
  await store.putSetting('market_time_zone', 'Europe/Berlin');
  const key = await addSeries(store, 'dehrprice', { area: 'DE', category: 'hrprice' });
  const indices = Int32Array.from({ length: 1_100 }, (_, i) => 475_000 + i);
  const values = Float64Array.from(indices, (index) => ((index * 37) % 1_000) / 7);
  await store.write((w) => w.writePoints(key, indices, values, NOW), facts(NOW));
  const now = NOW + HOUR_MS;
  const entry = await store.write(async (writer) => {
    await write(writer, key, { 475003: mark, 475900: Number.NaN }, now);
    await writer.putExpectation({ pattern: 'de*', source: '', expect: 'none', since: 7 });
    await writer.putForecastTarget({
      ...{ name: 'park', series: 'parkhrwind', drivers: ['dehrwindforecast'], hours: null },
      ...{ kind: 'wind', area: null, createdAt: 7, formula: 'a1 − b1', unit: 'MW' },
    });
    await writer.setRule(key, { lowest: -500, highest: null, largestStep: 0.1 });
    await writer.holdValues(key, [{ index: 475_005, value: 1e6 / 3, reason: 'Zu groß.' }], now);
    return writer.entryId!;
  }, facts(now));
  // Two sources have a run of one time, and each replaced it once.
  for (const source of ['model', 'vendor']) {
    for (const last of [3, 4]) {
      const run = runOf(NOW, 476_100, [1, Number.NaN, last], source);
      await store.write((w) => w.writeRun(key, run, now + last, detail, bands), facts(now, 'runs'));
    }
  }
  await store.write((w) => w.setSourceOrder(key, ['vendor', 'model'], now + 5));
  await store.write((w) => w.undoEntry(entry, now + 9), { ...facts(now, 'undo'), undoes: entry });
  await store.write(async (writer) => {
    await writer.defineSeries(definitionOf('dehrprice', { description: 'Größe €, 🌊' }), now + 20);
    await writer.writeModelMemory(key, 'model', '{"a":1}', NOW);
    await writer.keepAnswer('hash', { digest: 'd', answer: Uint8Array.of(0, 255, 0) }, NOW);
  });
  await addSeries(store, 'empty', { resolution: 'month' });
  await write(store, await addSeries(store, 'fxeurnok', { resolution: 'day' }), { 19860: 11.7 });
  await store.claimJob('forecast', NOW, NOW);
  await store.endJob('forecast', NOW, NOW, 'done', 'three runs');
  await fillAlerts(store);
  await fillAccounts(store, mark);
}

async function fillAlerts(store: Store): Promise<void> {
  const series = (await store.findSeries('dehrprice'))!;
  const rule = {
    ...{ id: 'r1', owner: 'Änna', name: 'Tief €', condition: 'dehrprice < 0', waitMs: 2 ** 33 },
    ...{ emails: ['desk@example.com'], createdAt: NOW },
  };
  const standing = { state: 'firing', since: NOW, told: 'firing' } as const;
  const step = { standing, change: 'firing', message: 'firing' } as const;
  const finding = { firstIndex: 475_003, lastIndex: 475_004, points: 2, detail: '2 values < 0.' };
  await store.write(async (writer) => {
    const alerts = await writer.openAlerts();
    await alerts.addRule(rule);
    await alerts.writeStep({ rule, series, before: undefined, step, at: NOW, finding });
    await alerts.noteMail(1, { mailAt: NOW + 1, mailTries: 1, mailNote: 'später' });
    await alerts.putSilence({ ruleId: 'r1', code: 'dehrprice', until: NOW + 2, actor: 'Änna' });
  });
}

async function fillAccounts({ accounts }: Store, mark: number): Promise<void> {
  const plan = { patterns: ['de*', '*hrprice'], requestsPerMinute: 600, pointsPerAnswer: 2 ** 40 };
  await accounts.putPlan({ name: 'all', ...plan });
  const made = { passwordHash: null, planName: 'all', isDisabled: false, createdAt: NOW + mark };
  const user = await accounts.addUser({ name: 'Änna', ...made });
  const named = { kind: 'key', name: 'laptop', createdAt: NOW, expiresAt: null } as const;
  await accounts.addCredential({ ...named, hash: 'h1', userId: user!.id });
  const token = { kind: 'token', name: null, createdAt: NOW, expiresAt: NOW + 1 } as const;
  await accounts.addCredential({ ...token, hash: 'h2', userId: user!.id });
  const requests = { userId: user!.id, day: 20_000, requests: 2 ** 33, lastAt: NOW };
  await accounts.addRequestCounts([requests]);
  const panel = { view: '/s/dehrprice', title: 'Preis €', part: 'view', width: 'half' } as const;
  const board = { id: 'b1', ownerId: user!.id, name: 'Änna', isShared: true, changedAt: NOW };
  await accounts.boards.addBoard({ ...board, panels: [panel] });
  const times = { createdAt: NOW, expiresAt: NOW + 2, lastUsedAt: null };
  await accounts.boards.addLink({ hash: 'h3', boardId: 'b1', ...times });
  await (await accounts.identities()).add({
    ...{ issuer: 'https://id.example.com', subject: 'Ä|1', userId: 1, linkedAt: 2 ** 41 },
  });
  await (await accounts.links()).addLink({
    ...{ hash: 'h4', userId: user!.id, name: 'Preis €', path: '/api/v1/series/dehrprice' },
    ...{ query: { from: 'today-7', source: 'ä' }, ...times },
  });
  await fillWebhooks(accounts, user!.id);
  const entry = { recordedAt: NOW, actor: 'Anna', kind: 'user-added' };
  await accounts.addEntry({ ...entry, name: 'Änna', detail: 'Added.' });
  await accounts.keepAnswer('hash', { digest: 'd', answer: Uint8Array.of(1) }, NOW);
}

async function fillWebhooks(accounts: AccountStore, ownerId: number): Promise<void> {
  const webhooks = await accounts.webhooks();
  const content = { url: 'https://example.com/ä?b=1', patterns: ['de*'], kinds: ['run'] };
  const facts = { id: 'w1', ownerId, secret: 'whsec_new', createdAt: NOW, cursor: 2 ** 40 };
  await webhooks.addWebhook({ ...content, ...facts });
  await webhooks.putSecrets('w1', {
    secret: 'whsec_new',
    old: { secret: 'whsec_old', endsAt: NOW + 5 },
  });
  const span = { after: 2 ** 40, last: 2 ** 40 + 3, events: 2 };
  const delivery = { messageId: 'm1', triedAt: NOW, tookMs: 9, ...span, status: 500, fault: 'ü' };
  await webhooks.recordTry('w1', delivery, { failedTries: 1, tryAt: NOW + 7 }, 200);
}

export async function makeSample(url: string, mark = 1): Promise<void> {
  const store = await openStore(url);
  try {
    await fillStore(store, mark);
  } finally {
    await store.close();
  }
}

export async function withTables<T>(
  url: string,
  work: (store: TableStore) => Promise<T>,
): Promise<T> {
  const store = await openTables(url, { create: true });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Reads every row of every table that is copied, in the order of keys. */
export const dumpTables = (url: string): Promise<Record<string, unknown[]>> =>
  withTables(url, async (store) => {
    const dump: Record<string, unknown[]> = {};
    for (const { group, tables } of FAMILIES) {
      for (const { name, columns, key, where = '1 = 1' } of tables) {
        const names = columns.map(([column]) => column);
        const text = `SELECT ${names} FROM ${name} WHERE ${where} ORDER BY ${key}`;
        const rows = await store.read(group, (session) => session.table(text));
        dump[name] = rows.map((row) =>
          row.map((value) => (value instanceof Uint8Array ? [...value] : value)),
        );
      }
    }
    return dump;
  });
