// A real server on a real store for tests of the operator interface: it can be restarted on the same file,
// and has a key of each kind.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { addKey } from '#accounts/api-keys';
import { rememberGrants } from '#accounts/grant-cache';
import { ensurePlan } from '#accounts/plan-changes';
import { RateLimiter } from '#accounts/rate-limiter';
import { signIn } from '#accounts/sign-in';
import { openSignInService } from '#accounts/sign-in-service';
import { CountedRequests } from '#accounts/use/counted-requests';
import type { Instant } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { AnswerCache } from '#http/answer/answer-cache';
import { buildServer } from '#http/server';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { openNewStore } from '../../../../harness/new-store.ts';
import { addQuickUser } from '../../../../harness/quick-users.ts';
import type { Answer } from '../../../../harness/world/world.ts';

export const NOW = Date.parse('2024-05-17T10:00:00Z');
export const PASSWORD = 'a-long-enough-password';
const ZONE = findZone('Europe/Berlin')!;

interface Lifetime {
  after(close: () => Promise<void>): void;
}

/** A request; it is sent as `operator` by default. */
export interface Sent {
  readonly body?: unknown;
  /** Bytes to send unchanged, with their content type. */
  readonly raw?: { readonly type?: string; readonly bytes: string | Buffer };
  readonly as?: Who;
  /** The Idempotency-Key. */
  readonly once?: string;
  readonly headers?: Record<string, string>;
}

export type Who = 'operator' | 'key' | 'token' | 'unknown' | 'nobody';

/** Starts a server on a store, with the test's clock. */
export async function startServer(store: Store, clock: () => Instant): Promise<FastifyInstance> {
  const parts = {
    store,
    context: { store, zone: ZONE, blocks: DEFAULT_BLOCKS },
    signIn: openSignInService(rememberGrants(store.accounts)),
    limiter: new CountedRequests(new RateLimiter(), store.accounts),
    answers: new AnswerCache(1024 * 1024),
    clock,
    logger: pino({ level: 'silent' }),
    publicLists: true,
    isDemo: false,
    trustProxy: false,
    version: '0.0.0-test',
    explorerFolder: undefined,
  };
  const app = await buildServer(parts);
  await app.ready();
  return app;
}

/** Adds a plan and a user `anna`; resolves to her operator key. */
export async function addOperator(store: Store): Promise<string> {
  const limits = { requestsPerMinute: 1_000_000 };
  await ensurePlan(store.accounts, { name: 'everything', patterns: ['*'], ...limits });
  const anna = { name: 'anna', password: PASSWORD, planName: 'everything' };
  const user = await addQuickUser(store.accounts, anna, NOW);
  return addKey(store.accounts, user, 'desk', NOW, { isOperator: true, actor: 'test' });
}

export class OperatorWorld {
  readonly folder: string;
  store: Store;
  app: FastifyInstance;
  readonly secrets: Readonly<Record<Who, string | undefined>>;
  now: Instant = NOW;

  private constructor(
    folder: string,
    store: Store,
    app: FastifyInstance,
    secrets: OperatorWorld['secrets'],
  ) {
    this.folder = folder;
    this.store = store;
    this.app = app;
    this.secrets = secrets;
  }

  static async open(t: Lifetime): Promise<OperatorWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-operator-'));
    const store = await openNewStore(join(folder, 'world.db'));
    const operator = await addOperator(store);
    const { accounts } = store;
    const user = (await accounts.findUser('anna'))!;
    const key = await addKey(accounts, user, 'reader', NOW, { actor: 'test' });
    const attempt = { userName: 'anna', password: PASSWORD, address: '127.0.0.1' };
    const { token } = await signIn(openSignInService(accounts), attempt, NOW);
    const secrets = { operator, key, token, unknown: 'gto_unknown', nobody: undefined };
    let world: OperatorWorld | undefined;
    const app = await startServer(store, () => world?.now ?? NOW);
    world = new OperatorWorld(folder, store, app, secrets);
    t.after(() => world!.#end());
    return world;
  }

  get storeUrl(): string {
    return `sqlite:${join(this.folder, 'world.db')}`;
  }

  /** Closes server and store and opens them again, as a new process would. */
  async restart(): Promise<void> {
    await this.app.close();
    await this.store.close();
    this.store = await openStore(this.storeUrl);
    this.app = await startServer(this.store, () => this.now);
  }

  async #end(): Promise<void> {
    await this.app.close();
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Sends a request under /api/operator, such as `send('PUT', '/series/dehrprice', { body })`. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { body, raw, as = 'operator', once } = sent;
    const secret = this.secrets[as];
    const payload = raw ? raw.bytes : body === undefined ? undefined : JSON.stringify(body);
    const type = raw ? raw.type : body === undefined ? undefined : 'application/json';
    const answer = await this.app.inject({
      method: method as 'GET',
      url: /^\/(?:api|openapi)/.test(path) ? path : `/api/operator${path}`,
      headers: {
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
        ...sent.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    return readAnswer(answer.statusCode, answer.headers, answer.body);
  }

  /** Sends, expects 200 and resolves to the answer's body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer should hold
  async ask(method: string, path: string, sent: Sent = {}): Promise<any> {
    const answer = await this.send(method, path, sent);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }

  /** Defines an hourly series. */
  async define(code: string, more: object = {}): Promise<void> {
    const body = { description: `Test ${code}`, unit: 'EUR/MWh', resolution: 'hour', ...more };
    await this.ask('PUT', `/series/${code}`, { body });
  }

  /** Resolves to the values of a series by time, as v1 shows them. */
  async values(code: string): Promise<Record<string, number | null>> {
    const { data } = await this.ask('GET', `/api/v1/series/${code}`);
    return Object.fromEntries(
      data.map(({ time, value }: { time: string; value: number | null }) => [time, value]),
    );
  }
}

export function readAnswer(status: number, headers: Answer['headers'], text: string): Answer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status, headers, text, body };
}
