// Every refusal is small and cheap: hostile bodies made from the schema of every route, as large as it takes.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { type HostileBody, hostileBodies } from '../../../harness/http/hostile-bodies.ts';
import {
  type OpenApiDocument,
  operationsOf,
  type Schema,
} from '../../../harness/http/openapi-document.ts';
import { rounds } from '../../../harness/rounds.ts';
import { type Answer, World } from '../../../harness/world/world.ts';

const MOST_BYTES = 64 * 1024;
/** What a refusal may take. */
const MOST_CPU_MS = 5;
/** Operators have shown their key, and may send long lists. */
const MOST_CPU_MS_OF_OPERATORS = 20;
/** Some kernels count the CPU of a thread in steps of 4 ms: a refusal that seems slow is measured in a few calls. */
const BATCH = 3;
/** A refusal that seems slow is tried again, after longer and longer. */
const TRIES = 12;
const PAUSE_MS = 20;
/** A known work, which tells how much slower the processor is because other programs share it. */
const KNOWN_WORK = Buffer.alloc(1024 * 1024, '9');

const LIMITS: Readonly<Record<string, number>> = { '/api/fundamental/series/multi': 1024 * 1024 };
const BODY_LIMIT = 64 * 1024;

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await ensurePlan(world.store.accounts, {
  name: 'patient',
  patterns: ['*'],
  requestsPerMinute: 1_000_000,
});
await world.addUser('patient', 'patient');
await world.load({ code: 'dehrprice', from: '2024-05-17T00:00:00Z', values: [1, 2] });

const routes = operationsOf((await world.app.readOpenApi()) as OpenApiDocument).flatMap(
  ({ path, method, operation }) => {
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    return schema ? [{ path, method, schema }] : [];
  },
);

async function callersOf(path: string): Promise<Record<string, string>> {
  if (!path.startsWith('/api/operator/')) return { none: '', user: await world.token('patient') };
  return { none: '', user: await world.token('patient'), operator: await operatorKey() };
}

let key: string | undefined;

async function operatorKey(): Promise<string> {
  const user = (await world.store.accounts.findUser('patient'))!;
  key ??= await addKey(world.store.accounts, user, 'desk', world.now, { isOperator: true });
  return key;
}

function send(method: string, path: string, token: string, payload: string): Promise<Answer> {
  const url = path.replace(/\{\w+\}/g, 'dehrprice');
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return world.raw({ method: method as 'POST', url, headers, payload });
}

/** The CPU of a call, of the server's own thread: passwords are hashed in others. */
async function cpuMsOf(work: () => unknown, calls = 1): Promise<number> {
  const before = process.threadCpuUsage();
  for (let i = 0; i < calls; i++) await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / calls;
}

let leastKnownMs = Number.POSITIVE_INFINITY;

/** The CPU of a call if the processor were not shared. */
async function ownCpuMsOf(work: () => unknown): Promise<number> {
  const ms = await cpuMsOf(work, BATCH);
  const knownMs = await cpuMsOf(() => JSON.parse(KNOWN_WORK.toString()), BATCH);
  leastKnownMs = Math.min(leastKnownMs, knownMs);
  return leastKnownMs > 0 ? (ms * leastKnownMs) / knownMs : ms;
}

/** The least CPU of repeated tries, which end with the first that is not above `most`. */
async function leastCpuMs(work: () => Promise<unknown>, most: number): Promise<number> {
  let least = await cpuMsOf(work);
  if (least <= most / 2) return least;
  least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && least > most; i++) {
    if (i > 0) await sleep(PAUSE_MS * i);
    least = Math.min(least, await ownCpuMsOf(work));
  }
  return least;
}

async function assertCheap(
  { method, path }: { method: string; path: string },
  caller: readonly [name: string, token: string],
  { kind, text }: HostileBody,
): Promise<void> {
  const what = `${method} ${path}, ${caller[0]}, ${kind} (${text.length} bytes)`;
  let answer: Answer | undefined;
  const most = caller[0] === 'operator' ? MOST_CPU_MS_OF_OPERATORS : MOST_CPU_MS;
  const ms = await leastCpuMs(async () => {
    answer = await send(method, path, caller[1], text);
  }, most);
  const { status, text: said } = answer!;
  assert.ok(status < 500, `${what}: ${status} ${said.slice(0, 200)}`);
  assert.ok(said.length < MOST_BYTES, `${what}: an answer of ${said.length} bytes`);
  assert.notEqual(status === 400 && answer!.body.detail, '', what);
  assert.ok(ms <= most, `${what}: ${ms} ms of CPU`);
}

/** In the gate one body in 24, beginning elsewhere for each route and caller. */
const EACH = 24 / rounds(24, 24);
let first = 0;

describe('a hostile body', () => {
  it('the routes that take a body are many', () => {
    assert.ok(routes.length >= 12, String(routes.length));
  });

  for (const route of routes) {
    it(`a hostile body to ${route.method} ${route.path} gets a small and cheap answer`, async () => {
      const bodies = hostileBodies(route.schema as Schema, LIMITS[route.path] ?? BODY_LIMIT);
      for (const caller of Object.entries(await callersOf(route.path))) {
        for (let i = first++ % EACH; i < bodies.length; i += EACH)
          await assertCheap(route, caller, bodies[i]!);
      }
    });
  }
});
