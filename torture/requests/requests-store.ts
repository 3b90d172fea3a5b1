// The store that odd requests are sent to, and callers that stay able to call: some of the requests
// disable users, move them to other plans or take their keys.

import { addKey } from '#accounts/api-keys';
import { setPlan } from '#accounts/plan-changes';
import { addUser, changePlan, enableUser, setRole } from '#accounts/users';
import { gridOf } from '#core/time/grid';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { claimMarketZone } from '#service/kept-settings';
import type { Identity } from '#store/identity-store';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';

const PLAN = { name: 'everything', patterns: ['*'], requestsPerMinute: 1_000_000 };
const ZONE = findZone('Europe/Berlin')!;
/** The names that odd requests know (harness/http/odd-requests.ts). */
const READER = 'trader';
const OPERATOR = 'operations';
const WRITER = 'writer';
const WRITES = { role: 'writer', writePatterns: ['de*'] } as const;
/** More than an hour's values would make every answer long, and the run with them. */
const POINTS = 150;

export interface Callers {
  readonly key: string;
  readonly operatorKey: string;
  /** A key that writes series of Germany, of a service account. */
  readonly writerKey: string;
}

async function load(store: Store, code: string, resolution: ResolutionName): Promise<void> {
  const now = Date.now();
  const isPrice = code.endsWith('hrprice');
  const last = gridOf(resolutionOf(resolution), ZONE).indexOf(now);
  await store.write(async (writer) => {
    const { key } = await writer.defineSeries({
      code,
      resolution,
      description: `${code}, made`,
      unit: 'EUR/MWh',
      area: isPrice ? code.slice(0, 2).toUpperCase() : null,
      category: isPrice ? 'hrprice' : null,
    });
    const indices = Int32Array.from({ length: POINTS }, (_, i) => last - POINTS + 1 + i);
    const values = Float64Array.from(indices, (_, i) => i + 1);
    await writer.writePoints(key, indices, values, now);
    if (!isPrice) return;
    const run = {
      analyzedAt: now - 7_200_000,
      updatedAt: now,
      firstIndex: last + 1,
      values,
      source: '',
    };
    await writer.writeRun(key, run, now);
  });
}

export async function makeRequestsStore(url: string): Promise<Callers> {
  const store = await openStore(url);
  try {
    await claimMarketZone(store, ZONE);
    await load(store, 'dehrprice', 'hour');
    await load(store, 'frhrprice', 'hour');
    await load(store, 'dedayprice', 'day');
    await load(store, 'fxeurnok', 'day');
    await setPlan(store.accounts, PLAN);
    for (const name of [READER, OPERATOR]) {
      const password = name === READER ? 'a-long-enough-password' : null;
      await addUser(store.accounts, { name, password, planName: PLAN.name }, Date.now());
    }
    const service = { name: WRITER, password: null, planName: PLAN.name, isService: true };
    await addUser(store.accounts, { ...service, ...WRITES }, Date.now());
    return await addKeys(store, 'first');
  } finally {
    await store.close();
  }
}

/** Lets the provider's tokens of a subject read as the reader does. */
export async function linkReader(url: string, identity: Identity): Promise<void> {
  const store = await openStore(url);
  try {
    const { id } = (await store.accounts.findUser(READER))!;
    const identities = await store.accounts.identities();
    await identities.add({ ...identity, userId: id, linkedAt: Date.now() });
  } finally {
    await store.close();
  }
}

/** New keys, for users who may do again what they may. */
export async function letIn(url: string, name: string): Promise<Callers> {
  const store = await openStore(url);
  try {
    await setPlan(store.accounts, PLAN);
    await setRole(store.accounts, WRITER, WRITES);
    for (const user of [READER, OPERATOR, WRITER]) {
      await enableUser(store.accounts, user);
      await changePlan(store.accounts, user, PLAN.name);
    }
    return await addKeys(store, name);
  } finally {
    await store.close();
  }
}

async function addKeys({ accounts }: Store, name: string): Promise<Callers> {
  const now = Date.now();
  const [reader, operator] = [await accounts.findUser(READER), await accounts.findUser(OPERATOR)];
  const writer = await accounts.findUser(WRITER);
  const scope = { role: 'writer', patterns: ['*price'] } as const;
  return {
    key: await addKey(accounts, reader!, name, now),
    operatorKey: await addKey(accounts, operator!, name, now, { isOperator: true }),
    writerKey: await addKey(accounts, writer!, name, now, scope),
  };
}
