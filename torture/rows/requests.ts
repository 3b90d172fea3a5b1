// Odd requests to every route of a real server, most of them HTTP that is wrong in what it says, the rest
// bytes that are hardly HTTP.

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { type OddRequest, oddRequestTo } from '../../harness/http/odd-requests.ts';
import type { DocumentedOperation } from '../../harness/http/openapi-document.ts';
import { RawConnection, sendAlone } from '../../harness/http/raw-connection.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Random } from '../../harness/random.ts';
import { AUDIENCE, ForgingProvider } from '../../harness/sso/forging-provider.ts';
import type { Answer } from '../../harness/world/world.ts';
import { COLLECTABLE, collectGarbage } from '../collect-garbage.ts';
import { growthOf, type MemoryReading, readMemory } from '../memory.ts';
import { faultOf } from '../requests/judge-answer.ts';
import { oddBytes } from '../requests/odd-bytes.ts';
import { type Callers, letIn, linkReader, makeRequestsStore } from '../requests/requests-store.ts';
import { listOperations } from '../requests/surface.ts';
import type { Attempt, Ground, Row } from '../row.ts';

const TURN = 500;
const CLIENTS = 8;
/** One request in this many is bytes on a connection of its own. */
const RAW_EVERY = 5;
const MOST_FAULTS = 50;
/** Memory is looked at so often, over the whole run. */
const LOOKS = 20;
/** The first part of the run fills caches to their bounds, and has the allocator find its size. */
const WARM_SHARE = 0.5;
const FLAT_SHARE = 0.05;
/** The reader at the provider of single sign-on. */
const SUBJECT = 'trader';
/** Longer than a run takes. */
const TOKEN_SECONDS = 7 * 24 * 3_600;

interface RequestsTally {
  statuses: Record<string, number>;
  /** How often each route was asked. */
  routes: Record<string, number>;
  raw: number;
  closed: number;
  crashes: number;
  /** Memory readings of the server that runs now, each after all garbage was collected. */
  memory: MemoryReading[];
  faults: string[];
}

class Requests implements Attempt {
  readonly #ground: Ground;
  readonly #tally: RequestsTally;
  readonly #operations: readonly DocumentedOperation[];
  readonly #provider: ForgingProvider;
  /** A token of the provider for the reader. */
  #providerToken = '';
  #callers: Callers = { key: '', operatorKey: '', writerKey: '' };
  #server!: ProductServer;
  #letIns = 0;

  constructor(
    ground: Ground,
    tally: RequestsTally,
    provider: ForgingProvider,
    operations: readonly DocumentedOperation[],
  ) {
    this.#ground = ground;
    this.#provider = provider;
    this.#tally = tally;
    this.#operations = operations;
    for (const { method, path } of operations) tally.routes[`${method} ${path}`] ??= 0;
  }

  get #storeUrl(): string {
    return `sqlite:${join(this.#ground.folder, 'store.db')}`;
  }

  async start(): Promise<void> {
    const kept = join(this.#ground.folder, 'callers.json');
    const text = await readFile(kept, 'utf8').catch(() => undefined);
    if (text === undefined) {
      await rm(join(this.#ground.folder, 'store.db'), { force: true });
      this.#callers = await makeRequestsStore(this.#storeUrl);
      await writeFile(`${kept}.new`, JSON.stringify(this.#callers));
      await rename(`${kept}.new`, kept);
    } else this.#callers = JSON.parse(text);
    await this.#signProviderToken();
    await this.#startServer();
  }

  async #signProviderToken(): Promise<void> {
    const { issuer } = this.#provider;
    await linkReader(this.#storeUrl, { issuer, subject: SUBJECT });
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuer, aud: AUDIENCE, sub: SUBJECT, iat, exp: iat + TOKEN_SECONDS };
    this.#providerToken = await this.#provider.sign(claims);
  }

  async #startServer(): Promise<void> {
    // Every request comes from an address of its own, so that no limit answers for the routes.
    const settings = { TRUST_PROXY: 'true', ...this.#provider.settings, ...COLLECTABLE };
    this.#server = await ProductServer.start(this.#ground, {
      env: { ...settings, STORE: this.#storeUrl },
    });
    this.#tally.memory = [];
  }

  async next(done: number, most: number): Promise<number> {
    await this.#keepCallersIn();
    const count = Math.min(TURN, most);
    const asked = this.#sample(this.#ground.random(done), count);
    const port = this.#server.port;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const connection = new RawConnection(port);
        for (let i = client; i < count; i += CLIENTS) {
          if (this.#server.hasEnded) break;
          const random = this.#ground.random(done + i);
          if (i % RAW_EVERY === 0) await this.#sendBytes(port, random);
          else await this.#send(connection, asked[i]!, random);
        }
        connection.close();
      }),
    );
    if (this.#server.hasEnded) await this.#noteCrash();
    await this.#lookAtMemory(done, count);
    return count;
  }

  /** Whether the last `count` took the run into its next part. */
  async #lookAtMemory(done: number, count: number): Promise<void> {
    const partAt = (some: number): number => Math.floor((some * LOOKS) / this.#ground.count);
    if (partAt(done + count) === partAt(done)) return;
    await collectGarbage(this.#server);
    this.#tally.memory.push(await readMemory(this.#server.url));
  }

  async finish(): Promise<void> {
    if ((await this.#server.stop()) !== 0) this.#fault('the server did not end cleanly');
  }

  /** Draws as many requests as asked for, also those that bytes will replace. */
  #sample(random: Random, count: number): OddRequest[] {
    const operators = this.#operations.filter(({ path }) => path.startsWith('/api/operator/'));
    const request = fc.oneof(
      { arbitrary: oddRequestTo(this.#operations, this.#callers.key), weight: 3 },
      { arbitrary: oddRequestTo(operators, this.#callers.operatorKey), weight: 1 },
      { arbitrary: oddRequestTo(operators, this.#callers.writerKey), weight: 1 },
      { arbitrary: oddRequestTo(this.#operations, this.#providerToken), weight: 1 },
    );
    return fc.sample(request, { numRuns: count, seed: random.below(2 ** 31) });
  }

  async #send(connection: RawConnection, request: OddRequest, random: Random): Promise<void> {
    const { method, url, headers, payload, operation } = request;
    const lines = Object.entries({
      host: 'localhost',
      'x-forwarded-for': addressOf(random),
      ...headers,
      ...(payload ? { 'content-length': String(payload.length) } : {}),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
    const bytes = payload ? Buffer.concat([head, payload]) : head;
    const isHead = method === 'HEAD';
    const name = `${operation.method} ${operation.path}`;
    this.#tally.routes[name] = (this.#tally.routes[name] ?? 0) + 1;
    const answer = await this.#answerTo(bytes, () => connection.ask(bytes, isHead));
    if (answer === undefined) this.#fault(`no answer to ${shown(bytes)}`);
    else if (answer !== 'fault') this.#judge(bytes, answer, isHead);
  }

  async #sendBytes(port: number, random: Random): Promise<void> {
    const paths = this.#operations.map(({ path }) => path);
    const bytes = oddBytes(random, paths, this.#callers.key);
    this.#tally.raw++;
    const answer = await this.#answerTo(bytes, () => sendAlone(port, bytes));
    // A request that ends in the middle needs no answer.
    if (answer === undefined) this.#tally.closed++;
    else if (answer !== 'fault')
      this.#judge(bytes, answer, bytes.subarray(0, 5).toString('latin1') === 'HEAD ');
  }

  async #answerTo(
    bytes: Buffer,
    ask: () => Promise<Answer | undefined>,
  ): Promise<Answer | undefined | 'fault'> {
    try {
      return await ask();
    } catch (error) {
      if (!this.#server.hasEnded) this.#fault(`${(error as Error).message}: ${shown(bytes)}`);
      return 'fault';
    }
  }

  #judge(bytes: Buffer, answer: Answer, isHead: boolean): void {
    this.#tally.statuses[answer.status] = (this.#tally.statuses[answer.status] ?? 0) + 1;
    // The second word of the first line, if the bytes have one.
    const [, path = ''] = bytes.toString('latin1', 0, 300).split(' ', 2);
    const fault = faultOf(path, answer, isHead);
    if (fault !== undefined) this.#fault(`${fault} to ${shown(bytes)}`);
  }

  #fault(text: string): void {
    if (this.#tally.faults.length < MOST_FAULTS) this.#tally.faults.push(text);
  }

  async #noteCrash(): Promise<void> {
    this.#tally.crashes++;
    this.#fault(`the server ended by itself: ${this.#server.stderr.slice(-500)}`);
    await this.#startServer();
  }

  /** The keys must work, or what is measured is only how they are refused. */
  async #keepCallersIn(): Promise<void> {
    const probes = [
      ['/api/v1/account', this.#callers.key],
      ['/api/operator/plans', this.#callers.operatorKey],
      ['/api/v1/account', this.#callers.writerKey],
      ['/api/v1/account', this.#providerToken],
    ] as const;
    for (const [path, secret] of probes) {
      const answer = await fetch(this.#server.url + path, {
        headers: { authorization: `Bearer ${secret}` },
      });
      await answer.arrayBuffer();
      if (answer.status === 200) continue;
      this.#callers = await letIn(this.#storeUrl, `again-${Date.now()}-${this.#letIns++}`);
      return;
    }
  }
}

const addressOf = (random: Random): string =>
  `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;

/** The seed gives the whole of it again. Keys do not belong on a page, even those of a store that is gone. */
const shown = (bytes: Buffer): string =>
  JSON.stringify(
    bytes.toString('latin1', 0, 300).replaceAll(/\bgt[a-z]_\w+|\beyJ[\w.-]+/g, 'gtk_…'),
  );

const percentOf = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const requestsRow: Row<RequestsTally> = {
  name: 'requests',
  summary: 'odd bodies, encodings, methods, headers, paths and raw bytes to every route',
  count: 250_000,
  unit: 'requests',
  mustHold: '0 × 5xx, 0 crashes, every 4xx a problem document, memory flat',
  newTally: () => ({
    statuses: {},
    routes: {},
    raw: 0,
    closed: 0,
    crashes: 0,
    memory: [],
    faults: [],
  }),
  async open(ground, tally) {
    const provider = await ForgingProvider.open(ground);
    const operations = await listOperations({ sso: provider.sso() });
    const requests = new Requests(ground, tally, provider, operations);
    await requests.start();
    return requests;
  },
  judge({ statuses, routes, raw, closed, crashes, memory: readings, faults }) {
    const counts = Object.values(routes);
    const warm = readings.slice(Math.floor(readings.length * WARM_SHARE));
    const course = (name: keyof MemoryReading) => growthOf(warm.map((reading) => reading[name]));
    const [{ fromMb, toMb }, heap] = [course('residentMb'), course('heapMb')];
    const grown = toMb / fromMb - 1;
    const memory =
      warm.length < 2
        ? 'memory not measured'
        : `in the second half, garbage collected, resident from ${fromMb.toFixed(0)} to ${toMb.toFixed(0)} MB (${percentOf(grown)}), JavaScript heap from ${heap.fromMb.toFixed(0)} to ${heap.toMb.toFixed(0)} MB`;
    const misses = grown > FLAT_SHARE ? [`memory grew by ${percentOf(grown)}`] : [];
    const seen = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    return {
      faults,
      misses,
      figures: `${counts.length} routes, each at least ${Math.min(...counts)} times; ${raw} as raw bytes, of which ${closed} ended without an answer; ${crashes} crashes; ${memory}; ${seen.join(', ')}`,
    };
  },
};
