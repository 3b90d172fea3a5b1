// Everything the HTTP layer is built from. The composition root (app.ts) and tests fill it in.

import type { Logger } from 'pino';
import type { RequestLimits } from '#accounts/rate-limiter';
import type { SignInService } from '#accounts/sign-in';
import type { Clock, Instant } from '#core/time/instant';
import type { AnswerCache } from '#http/answer/answer-cache';
import type { AnswerThreads } from '#http/answer/answer-threads';
import type { TlsPair } from '#http/connection/tls-files';
import type { Peers } from '#http/figures/metrics';
import type { CollectState } from '#service/collecting/collect-state';
import type { ServiceContext } from '#service/context';
import type { Store } from '#store/store';

/** The schedule of the model's own runs. */
export interface ForecastParts {
  /** UTC hours of the day at which runs are due. */
  readonly hours: readonly number[];
  /** Due times of this process that failed. */
  failures(): number;
}

/** What the server collects from others. */
export interface CollectParts {
  state(now: Instant): Promise<CollectState>;
}

export interface ServerParts {
  readonly store: Store;
  readonly context: ServiceContext;
  /** Its accounts are the ones that every request is checked against. */
  readonly desk: SignInService;
  readonly limiter: RequestLimits;
  readonly answers: AnswerCache;
  /** Left out where every answer is made in the server's own thread. */
  readonly threads?: AnswerThreads;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether lists (not values) need no token. */
  readonly publicLists: boolean;
  /** Whether the data is the synthetic demo, so that pages say so. */
  readonly isDemo: boolean;
  /** Whether a proxy in front is believed about the caller's address. */
  readonly trustProxy: boolean;
  /** Left out where the server speaks HTTP in the clear. */
  readonly tls?: TlsPair;
  /** Of this process; 5,000 unless told. */
  readonly maxConnections?: number;
  /** Left out where the server makes no runs of its own. */
  readonly forecasts?: ForecastParts;
  /** Left out where it collects nothing. */
  readonly collect?: CollectParts;
  /** Left out where this process is the whole server. */
  readonly peers?: Peers;
  readonly version: string;
  /** Where the built web explorer is; undefined serves plain pages instead. */
  readonly explorerFolder: string | undefined;
}
