// A small world for HTTP tests: the real server on a real store, a clock that the test sets, two plans
// and their users, and ways to load series and runs in a line each.

import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { addKey } from '#accounts/api-keys';
import { rememberGrants } from '#accounts/grant-cache';
import { ensurePlan } from '#accounts/plan-changes';
import { RateLimiter } from '#accounts/rate-limiter';
import { openSignInService, type SignInService } from '#accounts/sign-in-service';
import type { SingleSignOn } from '#accounts/sso/single-sign-on';
import { type Grid, gridOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { findZone, type Zone } from '#core/time/zone';
import { DEFAULT_BLOCKS, readBlockHours } from '#core/values/blocks';
import { AnswerCache } from '#http/answer/answer-cache';
import type { MetricsAccess } from '#http/request/metrics-access';
import type { ForecastSchedule } from '#http/request/server-parts';
import { buildServer } from '#http/server';
import type { SeriesDefinition } from '#store/series-record';
import type { Store } from '#store/store';
import { addQuickUser } from '../quick-users.ts';
import { openWorldStore } from './world-store.ts';

export const PASSWORD = 'a-long-enough-password';

export interface WorldSettings {
  /** What the clock shows, such as `2024-05-17T10:00:00Z`. */
  readonly now: string;
  readonly zone?: string;
  readonly blockHours?: string;
  readonly publicLists?: boolean;
  readonly tokenLifetimeMinutes?: number;
  readonly sessionIdleMinutes?: number;
  readonly sessionMaxMinutes?: number;
  /** A built explorer to serve; plain pages without. */
  readonly explorerFolder?: string;
  readonly isDemo?: boolean;
  readonly trustProxy?: boolean;
  readonly metricsAccess?: MetricsAccess;
  /** The most connections; 5,000 by default. */
  readonly maxConnections?: number;
  /** Requests a minute without a token; a million by default. */
  readonly strangerRequestsPerMinute?: number;
  /** How long figures are kept; not at all by default. */
  readonly figuresKeptMs?: number;
  /** The schedule of the model's own runs; none unless told. */
  readonly forecasts?: ForecastSchedule;
  /** Whether the log has the names of failed sign-ins. */
  readonly plainUserNames?: boolean;
  /** Single sign-on; off by default. */
  readonly sso?: SingleSignOn;
  /** Whether passwords sign in; they do by default. */
  readonly acceptsPasswords?: boolean;
  /** A request that takes this long is logged as a warning; none unless told. */
  readonly slowRequestMs?: number;
  /** Silent unless told. */
  readonly logger?: Logger;
  /** Adds to the server before it starts, such as a route that fails. */
  readonly extend?: (app: FastifyInstance) => void;
}

/** Something with an end: a test's context, or a file. */
interface Lifetime {
  after(close: () => Promise<void>): void;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer should hold
  readonly body: any;
}

type Value = number | null;

/** A series to load: values from a first time stamp on, null for a gap. */
export interface SeriesInWorld extends Partial<Omit<SeriesDefinition, 'code' | 'resolution'>> {
  readonly code: string;
  readonly resolution?: ResolutionName;
  /** UTC instant of the first value, such as `2024-05-16T22:00:00Z`. */
  readonly from?: string;
  readonly values?: readonly Value[];
}

export class World {
  readonly app: FastifyInstance;
  readonly signIn: SignInService;
  readonly store: Store;
  readonly zone: Zone;
  readonly #clock: { at: Instant };

  private constructor(
    app: FastifyInstance,
    signIn: SignInService,
    store: Store,
    zone: Zone,
    now: { at: Instant },
  ) {
    this.app = app;
    this.signIn = signIn;
    this.store = store;
    this.zone = zone;
    this.#clock = now;
  }

  /** Opens a world that ends with the test; with `{ after }` of node:test, with the file's last. */
  static async open(t: Lifetime, settings: WorldSettings): Promise<World> {
    const { store, close } = await openWorldStore();
    const zone = findZone(settings.zone ?? 'Europe/Berlin')!;
    const clock = { at: Date.parse(settings.now) };
    const blocks = settings.blockHours ? readBlockHours(settings.blockHours) : DEFAULT_BLOCKS;
    const signIn = openSignInService(rememberGrants(store.accounts), {
      tokenLifetimeMinutes: settings.tokenLifetimeMinutes ?? 60,
      sessionIdleMinutes: settings.sessionIdleMinutes ?? 720,
      sessionMaxMinutes: settings.sessionMaxMinutes ?? 10_080,
      acceptsPasswords: settings.acceptsPasswords ?? true,
      sso: settings.sso,
    });
    const app = await buildServer({
      store,
      context: { store, zone, blocks },
      signIn,
      limiter: new RateLimiter(),
      answers: new AnswerCache(1024 * 1024),
      clock: () => clock.at,
      logger: settings.logger ?? pino({ level: 'silent' }),
      publicLists: settings.publicLists ?? true,
      isDemo: settings.isDemo ?? false,
      trustProxy: settings.trustProxy ?? false,
      plainUserNames: settings.plainUserNames ?? false,
      metricsAccess: settings.metricsAccess ?? { kind: 'loopback' },
      strangerRequestsPerMinute: settings.strangerRequestsPerMinute ?? 1_000_000,
      figuresKeptMs: settings.figuresKeptMs ?? 0,
      maxConnections: settings.maxConnections ?? 5_000,
      ...(settings.slowRequestMs === undefined ? {} : { slowRequestMs: settings.slowRequestMs }),
      ...(settings.forecasts ? { forecasts: settings.forecasts } : {}),
      version: '0.0.0-test',
      explorerFolder: settings.explorerFolder,
    });
    t.after(async () => {
      await app.close();
      await close();
    });
    settings.extend?.(app);
    await app.ready();
    const world = new World(app, signIn, store, zone, clock);
    await ensurePlan(store.accounts, { name: 'everything', patterns: ['*'] });
    await ensurePlan(store.accounts, { name: 'germany', patterns: ['de*'] });
    await world.addUser('trader', 'everything');
    await world.addUser('german', 'germany');
    return world;
  }

  get now(): Instant {
    return this.#clock.at;
  }

  /** Puts the clock somewhere else, back as well as on; what had expired before the clock was set back stays expired. */
  setNow(text: string): void {
    const at = Date.parse(text);
    if (at < this.now) this.#tokens.clear();
    this.#clock.at = at;
  }

  async addUser(name: string, planName: string): Promise<void> {
    await addQuickUser(this.store.accounts, { name, password: PASSWORD, planName }, this.now);
  }

  gridOf(resolution: ResolutionName): Grid {
    return gridOf(resolutionOf(resolution), this.zone);
  }

  /** Defines a series and stores its values. */
  async load(series: SeriesInWorld): Promise<void> {
    const resolution = series.resolution ?? 'hour';
    await this.store.write(async (writer) => {
      const { key } = await writer.defineSeries({
        code: series.code,
        description: series.description ?? `Test series ${series.code}, EUR/MWh`,
        unit: series.unit ?? 'EUR/MWh',
        resolution,
        area: series.area ?? null,
        category: series.category ?? null,
      });
      if (series.from === undefined) return;
      const first = this.gridOf(resolution).indexOf(Date.parse(series.from));
      const values = Float64Array.from(series.values ?? [], (value) => value ?? Number.NaN);
      await writer.writePoints(
        key,
        Int32Array.from(values, (_, i) => first + i),
        values,
        this.now,
      );
    });
  }

  /** Stores a forecast run of an existing series. */
  async loadRun(
    code: string,
    analyzed: string,
    from: string,
    values: readonly Value[],
  ): Promise<void> {
    await this.store.write(async (writer) => {
      const series = (await writer.findSeries(code))!;
      const firstIndex = this.gridOf(series.resolution).indexOf(Date.parse(from));
      const analyzedAt = Date.parse(analyzed);
      const run = {
        analyzedAt,
        updatedAt: analyzedAt + 600_000,
        firstIndex,
        values: Float64Array.from(values, (value) => value ?? Number.NaN),
        source: 'gridtide',
      };
      await writer.writeRun(series.key, run, this.now);
    });
  }

  /** A fresh token of a user. */
  async token(userName = 'trader'): Promise<string> {
    const { body } = await this.post(
      '/api/v1/auth',
      { username: userName, password: PASSWORD },
      null,
    );
    return body as string;
  }

  async key(userName: string, name: string): Promise<string> {
    const user = (await this.store.accounts.findUser(userName))!;
    return addKey(this.store.accounts, user, name, this.now);
  }

  /** Stores a session of a user under an id of 16 digits, such as one that a test ends. */
  async addSession(userName: string, id: string): Promise<void> {
    const { id: userId } = (await this.store.accounts.findUser(userName))!;
    await this.store.accounts.addCredential({
      hash: `${id} of ${userName}`,
      userId,
      kind: 'session',
      name: null,
      createdAt: this.now,
      expiresAt: this.now + 1,
      session: { lastUsedAt: this.now, address: '192.0.2.8', agent: 'Safari on macOS' },
    });
  }

  /** POSTs JSON as a user (`trader` by default, `null` for no user). */
  async post(path: string, body: unknown, as: string | null = 'trader'): Promise<Answer> {
    const headers = { 'content-type': 'application/json', ...(await this.#authorization(as)) };
    return this.#inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) });
  }

  async get(
    path: string,
    as: string | null = 'trader',
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.#inject({
      method: 'GET',
      url: path,
      headers: { ...(await this.#authorization(as)), ...headers },
    });
  }

  /** Any request at all, with nothing added. */
  async raw(request: {
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: string | Buffer;
    /** The client's address; 127.0.0.1 by default. */
    remoteAddress?: string;
  }): Promise<Answer> {
    return this.#inject(request);
  }

  /** POST /api/fundamental/series: the answer's Values, or the refusal's code. */
  async values(body: Record<string, unknown>): Promise<Record<string, number | null> | string> {
    const answer = await this.post('/api/fundamental/series', body);
    return answer.status === 200 ? answer.body.Values : answer.body.code;
  }

  readonly #tokens = new Map<string, { token: string; madeAt: Instant }>();

  async #authorization(as: string | null): Promise<Record<string, string>> {
    if (as === null) return {};
    const held = this.#tokens.get(as);
    if (held && held.madeAt === this.now) return { authorization: `Bearer ${held.token}` };
    const token = await this.token(as);
    this.#tokens.set(as, { token, madeAt: this.now });
    return { authorization: `Bearer ${token}` };
  }

  async #inject(request: {
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: string | Buffer;
    /** The client's address; 127.0.0.1 by default. */
    remoteAddress?: string;
  }): Promise<Answer> {
    const { statusCode, headers, rawPayload } = await this.app.inject(request as never);
    const isPacked = headers['content-encoding'] === 'gzip';
    const body = (isPacked ? gunzipSync(rawPayload) : rawPayload).toString();
    const isJson = /^application\/(?:problem\+)?json/.test(String(headers['content-type'] ?? ''));
    return {
      status: statusCode,
      headers,
      text: body,
      body: isJson && body !== '' ? JSON.parse(body) : undefined,
    };
  }
}

/** Hours (or other steps) of values made by a function of their position. */
export const sequence = (count: number, value: (i: number) => Value = (i) => i): Value[] =>
  Array.from({ length: count }, (_, i) => value(i));
