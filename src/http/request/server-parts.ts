// What the HTTP layer is built from, in parts: a route takes only the part it needs. The composition
// root (serve/app.ts) and tests fill in all of them.

import type { Logger } from 'pino';
import type { RequestLimits } from '#accounts/rate-limiter';
import type { SignInService } from '#accounts/sign-in-service';
import type { Clock, Instant } from '#core/time/instant';
import type { AnswerCache } from '#http/answer/answer-cache';
import type { AnswerThreads } from '#http/answer/answer-threads';
import type { ThreadSettings } from '#http/answer/thread-messages';
import type { TlsPair } from '#http/connection/tls-files';
import type { Peers } from '#http/figures/metrics';
import type { RequestTelemetry } from '#http/figures/report-request';
import type { MetricsAccess } from '#http/request/metrics-access';
import type { CollectState } from '#service/collecting/collect-state';
import type { ServiceContext } from '#service/context';
import type { Store } from '#store/store';

/** The schedule of the model's own runs. */
export interface ForecastSchedule {
  /** UTC hours of the day at which runs are due. */
  readonly hours: readonly number[];
  /** Returns how many due times failed in this process. */
  failures(): number;
}

/** The collector of other services' data. */
export interface Collector {
  state(now: Instant): Promise<CollectState>;
}

/** The store itself, which can be written to. */
export interface StoreParts {
  readonly store: Store;
}

/** What questions are answered from, and the cache and threads of their answers. */
export interface ReadParts {
  readonly context: ServiceContext;
  readonly answers: AnswerCache;
  /** Left out if the server makes every answer in its own thread. */
  readonly threads?: AnswerThreads;
}

/** The spool of tables in files, and the thread that makes them. */
export interface TableParts {
  /** Left out: a temporary folder that ends with the server. */
  readonly spool?: { readonly folder: string; readonly mostBytes: number };
  /** Left out if the server makes tables in its own thread. */
  readonly tableThread?: { readonly file: URL; readonly settings: ThreadSettings };
}

/** Who may call, and how often. */
export interface AccountParts {
  /** Its accounts are the ones that every request is checked against. */
  readonly signIn: SignInService;
  readonly limiter: RequestLimits;
  /** Whether lists (not values) need no token. */
  readonly publicLists: boolean;
  /** Whether the log has the user names of failed sign-ins. By default it has hashes of them. */
  readonly plainUserNames?: boolean;
}

/** What alerts are read from and written to. */
export interface AlertParts extends StoreParts, Pick<ReadParts, 'context'> {
  /** Whether this server sends e-mail. */
  readonly sendsMail?: boolean;
}

/** What webhooks are made and counted with. */
export interface WebhookParts {
  /** The entries of WEBHOOK_ALLOW; none by default. */
  readonly webhookAllow?: readonly string[];
  /** Returns the tries of this process, by result. Left out if the server delivers nothing. */
  readonly deliveries?: () => Readonly<Record<string, number>>;
}

/** What the operator interface reads and writes. */
export interface OperatorParts
  extends StoreParts,
    AlertParts,
    AccountParts,
    WebhookParts,
    Pick<ReadParts, 'context'>,
    Pick<AboutParts, 'version'>,
    Pick<ScheduleParts, 'forecasts'>,
    Pick<ConnectionParts, 'trustProxy'> {
  /** Left out if the server collects nothing. */
  readonly collect?: Collector;
}

/** How the model's own runs stand. */
export interface ScheduleParts extends StoreParts {
  /** Left out if the server makes no runs of its own. */
  readonly forecasts?: ForecastSchedule;
  /** How many backups failed in this process. Left out if the server makes none by itself. */
  readonly backups?: { failures(): number };
  /** The time until which the copy of the log is complete. Left out if the server copies none. */
  readonly logCopy?: { copiedAt(): Instant };
}

/** What the server says about itself. */
export interface AboutParts
  extends StoreParts,
    Pick<ReadParts, 'context'>,
    Pick<AccountParts, 'signIn'> {
  readonly version: string;
  /** Whether the data is the synthetic demo, so that pages say so. */
  readonly isDemo: boolean;
}

/** What pages are made from. */
export interface PageParts extends AboutParts {
  /** The folder of the built web explorer. Undefined serves plain pages instead. */
  readonly explorerFolder: string | undefined;
}

/** What probes and figures are read from. */
export interface HealthParts extends StoreParts, Pick<ReadParts, 'answers'> {
  /** Left out if this process is the whole server. */
  readonly peers?: Peers;
  /** Who may read /metrics; only this machine by default. */
  readonly metricsAccess?: MetricsAccess;
  /** How long figures are shown before they are collected again; a second by default. */
  readonly figuresKeptMs?: number;
}

/** How connections are accepted, and what is logged about them. */
export interface ConnectionParts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the proxy in front is believed about the caller's address. */
  readonly trustProxy: boolean;
  /** A request that takes this long is logged as a warning; left out: none is. */
  readonly slowRequestMs?: number;
  /** Left out if spans and figures are sent nowhere. */
  readonly telemetry?: RequestTelemetry;
  /** Left out if the server speaks plain HTTP. */
  readonly tls?: TlsPair;
  /** The most connections of this process; 5,000 by default. */
  readonly maxConnections?: number;
  /** The requests a minute of each address without a token; 600 by default. */
  readonly strangerRequestsPerMinute?: number;
}

/** What links for spreadsheets are made and answered with. */
export interface LinkParts extends AccountParts, ReadParts, Pick<ConnectionParts, 'trustProxy'> {}

/** Every part of the server. */
export interface ServerParts
  extends ReadParts,
    AccountParts,
    TableParts,
    OperatorParts,
    ScheduleParts,
    PageParts,
    HealthParts,
    ConnectionParts {}
