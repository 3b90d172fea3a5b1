// Many streams of changes on one process: how soon they are told, what they take, and what others feel.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addKey } from '#accounts/api-keys';
import { addUser } from '#accounts/users';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { dueTimes } from '../../harness/load/paced.ts';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { fillMarket, PASSWORD } from '../../harness/outage/outage-market.ts';
import { Child } from '../../harness/processes.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { readMemory } from '../memory.ts';
import type { Attempt, Ground, Row } from '../row.ts';
import type { Steady, SteadyAnswers } from '../slow/steady-load-process.ts';
import type { Commits, OpenStreams, StreamsTold } from '../streams/stream-clients-process.ts';

const OTHERS = { method: 'GET', path: '/api/v1/series/dehrprice?from=today-3&to=today' } as const;
const OTHERS_A_SECOND = 100;
const COMMITS_A_SECOND = 20;
const WARM_UP_SECONDS = 2;
const P99_MS = 100;
const P99_TIMES = 2;
const MOST_KB = 60;
/** How many are open and idle besides those that are told often. */
const IDLE_TIMES = 4;
/** A user has at most a thousand streams. */
const USERS = 1 + IDLE_TIMES;
/** Longer than the pause between two signs of life. */
const IDLE_SECONDS = 12;

interface StreamsTally {
  streams: number;
  idle: number;
  kbEach: number;
  p50Ms: number;
  p99Ms: number;
  quietMs: number;
  besideMs: number;
  commits: number;
  faults: string[];
}

class Streams implements Attempt {
  readonly #tally: StreamsTally;
  readonly #server: ProductServer;
  readonly #store: Store;
  readonly #keys: readonly string[];
  readonly #clients = new Child('torture/streams/stream-clients-process.ts');
  readonly #load = new Child('torture/slow/steady-load-process.ts');
  #written = 0;

  constructor(
    tally: StreamsTally,
    server: ProductServer,
    store: Store,
    keys: readonly string[],
    ground: Ground,
  ) {
    this.#tally = tally;
    this.#server = server;
    this.#store = store;
    this.#keys = keys;
    ground.after(() => this.#clients.stop());
    ground.after(() => this.#load.stop());
  }

  async next(_done: number, most: number): Promise<number> {
    const tally = this.#tally;
    const seconds = most >= 1_000 ? 15 : 3;
    await this.#askOthers(WARM_UP_SECONDS);
    // Without streams, but with the same commits: those others feel too.
    const [quiet] = await Promise.all([this.#askOthers(seconds), this.#commit(seconds)]);
    const before = await readMemory(this.#server.url);
    await this.#open(this.#keys[0]!, most);
    const [beside, commits] = await Promise.all([this.#askOthers(seconds), this.#commit(seconds)]);
    const after = await readMemory(this.#server.url);
    const told = await this.#judge(commits);
    tally.streams = most;
    tally.commits = commits.length;
    tally.kbEach = ((after.residentMb - before.residentMb) * 1_024) / most;
    [tally.p50Ms, tally.p99Ms] = [told.p50Ms, told.p99Ms];
    [tally.quietMs, tally.besideMs] = [quiet.p99Ms, beside.p99Ms];
    for (const key of this.#keys.slice(1)) await this.#open(key, most);
    await sleep(IDLE_SECONDS * 1_000);
    // A last change tells which of all streams still live; it is judged for those opened first.
    tally.idle = (await this.#judge(await this.#commit(1))).open;
    return most;
  }

  async finish(): Promise<void> {
    if (this.#server.hasEnded) this.#tally.faults.push('the server ended by itself');
    else if ((await this.#server.stop()) !== 0)
      this.#tally.faults.push('the server did not end cleanly');
  }

  #open(key: string, count: number): Promise<void> {
    return this.#clients.call('open', {
      port: this.#server.port,
      key,
      count,
    } satisfies OpenStreams);
  }

  async #judge(commits: Commits): Promise<StreamsTold> {
    // The last commit is told soon, or it is lost.
    await sleep(2_000);
    const told = await this.#clients.call<StreamsTold>('judge', commits);
    const { lost, disordered } = told;
    if (lost > 0) this.#tally.faults.push(`${lost} events were not told`);
    if (disordered > 0) this.#tally.faults.push(`${disordered} streams were told out of order`);
    return told;
  }

  /** Commits from another process than the server, as an import does. */
  async #commit(seconds: number): Promise<Commits> {
    const { key } = (await this.#store.findSeries('written'))!;
    const commits: [number, number][] = [];
    for await (const _ of dueTimes({ perSecond: COMMITS_A_SECOND, seconds })) {
      const [indices, values] = [
        Int32Array.of(this.#written),
        Float64Array.of(commits.length + 0.5),
      ];
      this.#written++;
      await this.#store.write((writer) => writer.writePoints(key, indices, values, Date.now()));
      const at = performance.timeOrigin + performance.now();
      commits.push([(await this.#store.eventRange()).newest, at]);
    }
    return commits;
  }

  async #askOthers(seconds: number): Promise<SteadyAnswers> {
    const answers = await this.#load.call<SteadyAnswers>('askSteadily', {
      port: this.#server.port,
      request: requestBytes(OTHERS, this.#keys[0]!),
      perSecond: OTHERS_A_SECOND,
      seconds,
    } satisfies Steady);
    const { failures } = answers;
    if (failures.length > 0)
      this.#tally.faults.push(`${failures.length} others were not served: ${failures[0]}`);
    return answers;
  }
}

async function prepare(ground: Ground, tally: StreamsTally): Promise<Streams> {
  const storeUrl = `sqlite:${join(ground.folder, `store-${Date.now()}.db`)}`;
  const { key } = await fillMarket(storeUrl);
  const store = await openStore(storeUrl);
  ground.after(() => store.close());
  const keys = [key];
  for (let i = 1; i < USERS; i++) {
    const name = `follower${i}`;
    await addUser(store.accounts, { name, password: PASSWORD, planName: 'all' }, Date.now());
    const user = (await store.accounts.findUser(name))!;
    keys.push(await addKey(store.accounts, user, 'streams', Date.now()));
  }
  // One address has at most half of all connections.
  const MAX_CONNECTIONS = String(4 * USERS * ground.count);
  const server = await ProductServer.start(ground, { env: { STORE: storeUrl, MAX_CONNECTIONS } });
  return new Streams(tally, server, store, keys, ground);
}

export const streamsRow: Row<StreamsTally> = {
  name: 'streams',
  summary: 'streams of changes while another process commits, and four times as many idle ones',
  count: 1_000,
  unit: 'streams',
  isOneLife: true,
  mustHold: `told in order within ${P99_MS} ms (p99), at most ${MOST_KB} kB each, p99 of others at most ${P99_TIMES} ×`,
  newTally: () => ({
    ...{ streams: 0, idle: 0, kbEach: 0, p50Ms: 0, p99Ms: 0, quietMs: 0, besideMs: 0, commits: 0 },
    faults: [],
  }),
  open: prepare,
  judge(tally) {
    const { streams, idle, kbEach, p50Ms, p99Ms, quietMs, besideMs, commits } = tally;
    const misses: string[] = [];
    const times = besideMs / quietMs;
    if (p99Ms > P99_MS) misses.push(`an event was told after ${p99Ms.toFixed(0)} ms (p99)`);
    if (kbEach > MOST_KB) misses.push(`a stream took ${kbEach.toFixed(0)} kB`);
    if (times > P99_TIMES) misses.push(`the p99 of others was ${times.toFixed(1)} times its usual`);
    const wanted = streams * USERS;
    const faults = [...tally.faults];
    if (idle !== wanted) faults.push(`${wanted - idle} of ${wanted} idle streams were cut`);
    return {
      faults,
      misses,
      figures: `${commits} commits told to each stream after ${p50Ms.toFixed(0)} ms (p50) and ${p99Ms.toFixed(0)} ms (p99), ${kbEach.toFixed(0)} kB a stream, ${idle} open and idle; p99 of others ${quietMs.toFixed(1)} ms before, ${besideMs.toFixed(1)} ms beside (${times.toFixed(2)} ×)`,
    };
  },
};
