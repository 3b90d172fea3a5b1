// Reads the settings of settings/settings.ts, and refuses values that make no sense.

import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BackupSettings,
  type LogCopySettings,
  readBackups,
  readFlag,
  readGateClosure,
  readHours,
  readLogCopy,
  readLogLevel,
  readMegabytes,
  readMetricsAccess,
  readMinutes,
  readOnOff,
  readTelemetry,
  readUserNames,
  readWebhookAllow,
  readWhole,
  type TelemetrySettings,
} from '#config-values';
import { readMarketZone, type Zone } from '#core/time/zone';
import { type BlockTable, readBlockHours } from '#core/values/blocks';
import type { MetricsAccess } from '#http/request/metrics-access';
import { type Env, resolveSettings, type SettingFlags } from '#settings/resolve-settings';
import { SETTINGS, type SettingName } from '#settings/settings';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** PEM files; undefined if the server speaks plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** The most connections of callers to each process. */
  readonly maxConnections: number;
  /** The most requests a minute without a token from each address to each process. */
  readonly publicRequestsPerMinute: number;
  /** Who may read /metrics. */
  readonly metricsAccess: MetricsAccess;
  /** Hosts, addresses or subnets that webhooks may reach although they are private. */
  readonly webhookAllow: readonly string[];
  readonly storeUrl: string;
  /** Addresses of replicas to read from; only with PostgreSQL. */
  readonly storeReadUrls: readonly string[];
  /** The most connections of each process to PostgreSQL. */
  readonly storeConnections: number;
  /** How many processes share the port. */
  readonly workers: number;
  readonly marketZone: Zone;
  readonly blocks: BlockTable;
  /** The text of BLOCK_HOURS. */
  readonly blockHours: string;
  /** When the market's gate closes, in minutes after midnight of market time. */
  readonly gateClosure: number;
  readonly tokenLifetimeMinutes: number;
  /** How long the sessions of browsers last. */
  readonly sessions: { readonly idleMinutes: number; readonly maxMinutes: number };
  readonly publicLists: boolean;
  /** Whether a password signs in. */
  readonly passwords: boolean;
  /** The texts of OIDC_… by name. accounts/sso/sso-settings.ts reads them, if one is set, when a server starts. */
  readonly oidc: Readonly<Record<string, string>>;
  /** The memory for caches of all workers together. */
  readonly cacheMegabytes: number;
  /** The threads of all workers together. */
  readonly answerThreads: number;
  /** The folder of tables that were made, and how many megabytes all workers together may keep in it. */
  readonly spool: { readonly folder: string; readonly megabytes: number };
  /** UTC hours at which forecast runs are due; empty if the server makes none. */
  readonly forecastHours: readonly number[];
  /** The file that says what is collected from other services. */
  readonly collectFile: string | undefined;
  /** The backups that the server makes by itself; undefined if it makes none. */
  readonly backups: BackupSettings | undefined;
  /** The copy of the log that the server keeps; undefined if it keeps none. */
  readonly logCopy: LogCopySettings | undefined;
  /** The receiver of spans and figures; undefined if none is sent. */
  readonly telemetry: TelemetrySettings | undefined;
  /** How e-mail is sent; undefined if it is not. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** Keys and addresses of other services, by the settings that have them. */
  readonly sourceKeys: Readonly<Partial<Record<SettingName, string>>>;
  readonly demoPassword: string | undefined;
  readonly logLevel: string | undefined;
  /** A request that takes longer is logged as a warning. */
  readonly slowRequestMs: number;
  /** Whether the log has the user names of failed sign-ins, not hashes of them. */
  readonly plainUserNames: boolean;
  readonly trustProxy: boolean;
}

const LONGEST_LIFETIME_MINUTES = 60 * 24 * 366;
const MOST_WORKERS = 64;
const OIDC_NAMES = SETTINGS.map(({ name }) => name).filter((name) => name.startsWith('OIDC_'));

/** Reads settings from the environment and the files that it names; `flags` given on the command line win. */
export function readConfig(env: Env, flags: SettingFlags = {}): Config {
  const { settings } = resolveSettings(env, flags);
  const text = (name: SettingName): string => settings.get(name)!.value.trim();
  return {
    host: text('HOST'),
    port: readWhole('PORT', text('PORT'), 0, 65_535),
    tls: readTlsFiles(text('TLS_CERT'), text('TLS_KEY')),
    maxConnections: readWhole('MAX_CONNECTIONS', text('MAX_CONNECTIONS'), 1, 1_000_000),
    publicRequestsPerMinute: readWhole(
      'PUBLIC_REQUESTS_PER_MINUTE',
      text('PUBLIC_REQUESTS_PER_MINUTE'),
      1,
      100_000_000,
    ),
    metricsAccess: readMetricsAccess(text('METRICS_ACCESS'), text('METRICS_TOKEN')),
    webhookAllow: readWebhookAllow(text('WEBHOOK_ALLOW')),
    storeUrl: text('STORE'),
    storeReadUrls: readReplicas(text('STORE_READ'), text('STORE')),
    storeConnections: readWhole('STORE_CONNECTIONS', text('STORE_CONNECTIONS'), 3, 1_000),
    workers: readWorkers(text('WORKERS'), text('STORE')),
    marketZone: readMarketZone(text('MARKET_TIME_ZONE')),
    blocks: readBlockHours(text('BLOCK_HOURS')),
    blockHours: text('BLOCK_HOURS'),
    gateClosure: readGateClosure(text('GATE_CLOSURE')),
    tokenLifetimeMinutes: readMinutes(
      'TOKEN_LIFETIME',
      text('TOKEN_LIFETIME'),
      1,
      LONGEST_LIFETIME_MINUTES,
    ),
    sessions: readSessions(text('SESSION_IDLE'), text('SESSION_MAX')),
    cacheMegabytes: readMegabytes('CACHE_MB', text('CACHE_MB'), 0, 1_000_000),
    answerThreads: text('ANSWER_THREADS')
      ? readWhole('ANSWER_THREADS', text('ANSWER_THREADS'), 0, 64)
      : Math.min(availableParallelism(), 4),
    spool: readSpool(text('SPOOL'), text('SPOOL_MB'), text('STORE')),
    publicLists: readFlag('PUBLIC_LISTS', text('PUBLIC_LISTS')),
    passwords: readOnOff('PASSWORDS', text('PASSWORDS')),
    oidc: Object.fromEntries(OIDC_NAMES.map((name) => [name, text(name)])),
    forecastHours: readFlag('FORECASTS', text('FORECASTS'))
      ? readHours('FORECAST_HOURS', text('FORECAST_HOURS'))
      : [],
    collectFile: text('COLLECT') || undefined,
    backups: readBackups(
      text('BACKUP_EVERY'),
      text('BACKUP_FOLDER'),
      text('BACKUP_KEEP'),
      text('STORE'),
    ),
    logCopy: readLogCopy(text('LOG_COPY'), text('LOG_COPY_KEEP'), text('STORE')),
    telemetry: readTelemetry(
      text('OTEL_EXPORTER_OTLP_ENDPOINT'),
      text('OTEL_EXPORTER_OTLP_HEADERS'),
      text('OTEL_SERVICE_NAME'),
      text('OTEL_TRACES_SAMPLER_ARG'),
    ),
    mail: readMail(text('SMTP_URL'), text('MAIL_FROM')),
    sourceKeys: {
      ENTSOE_TOKEN: text('ENTSOE_TOKEN'),
      OPEN_METEO_KEY: text('OPEN_METEO_KEY'),
      OPEN_METEO_URL: text('OPEN_METEO_URL'),
    },
    // Not trimmed: blanks may be part of a password.
    demoPassword: settings.get('DEMO_PASSWORD')!.value || undefined,
    logLevel: readLogLevel(text('LOG_LEVEL')),
    slowRequestMs: readWhole('SLOW_REQUEST_MS', text('SLOW_REQUEST_MS'), 1, 3_600_000),
    plainUserNames: readUserNames(text('LOG_USER_NAMES')),
    trustProxy: readFlag('TRUST_PROXY', text('TRUST_PROXY')),
  };
}

/** Reads SPOOL and SPOOL_MB. By default the folder is beside an SQLite file, else it is one of the user's own. */
function readSpool(folder: string, megabytes: string, storeUrl: string): Config['spool'] {
  const file = isPostgres(storeUrl) ? '' : storeUrl.replace(/^sqlite:/, '');
  const own = join(tmpdir(), `gridtide-spool-${process.getuid?.() ?? 'user'}`);
  return {
    folder: folder || (file ? `${file}-spool` : own),
    megabytes: readMegabytes('SPOOL_MB', megabytes, 10, 1_000_000),
  };
}

/** Reads SMTP_URL and MAIL_FROM. No message repeats the address, as it may hold a password. */
function readMail(smtpUrl: string, from: string): Config['mail'] {
  if (smtpUrl === '') return undefined;
  if (!/^smtps?:\/\//i.test(smtpUrl) || !URL.canParse(smtpUrl)) {
    throw new Error('SMTP_URL is the address of a mail server: smtp://host:587 or smtps://host');
  }
  if (/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(from)) return { smtpUrl, from };
  throw new Error('MAIL_FROM is an e-mail address, and is needed with SMTP_URL');
}

export const isPostgres = (storeUrl: string): boolean => /^postgres(ql)?:\/\//i.test(storeUrl);

/** Whether a store is in memory: it ends with its process, and no other process or thread can open it. */
export const isInMemory = (storeUrl: string): boolean => storeUrl.endsWith(':memory:');

/** Reads STORE_READ. No message repeats an address, as it may hold a password. */
function readReplicas(text: string, storeUrl: string): string[] {
  if (text === '') return [];
  const urls = text.split(',').map((part) => part.trim());
  const odd = urls.findIndex((url) => !isPostgres(url) || !URL.canParse(url));
  if (odd >= 0) {
    const rule = 'must be postgres:// addresses with commas between';
    throw new Error(`STORE_READ ${rule}; number ${odd + 1} of ${urls.length} is none`);
  }
  if (isPostgres(storeUrl)) return urls;
  throw new Error('STORE_READ names replicas of a PostgreSQL server, but STORE is none');
}

function readTlsFiles(certFile: string, keyFile: string): Config['tls'] {
  if (certFile === '' && keyFile === '') return undefined;
  if (certFile !== '' && keyFile !== '') return { certFile, keyFile };
  const [given, missing] = keyFile === '' ? ['TLS_CERT', 'TLS_KEY'] : ['TLS_KEY', 'TLS_CERT'];
  throw new Error(`${given} is set, but ${missing} is not: HTTPS needs both`);
}

function readWorkers(text: string, storeUrl: string): number {
  const workers = readWhole('WORKERS', text, 1, MOST_WORKERS);
  if (workers === 1 || !isInMemory(storeUrl)) return workers;
  throw new Error('WORKERS must be 1 with a store in memory, which processes cannot share');
}

function readSessions(idleText: string, maxText: string): Config['sessions'] {
  const idleMinutes = readMinutes('SESSION_IDLE', idleText, 1, LONGEST_LIFETIME_MINUTES);
  const maxMinutes = readMinutes('SESSION_MAX', maxText, 1, LONGEST_LIFETIME_MINUTES);
  if (idleMinutes <= maxMinutes) return { idleMinutes, maxMinutes };
  throw new Error(
    `SESSION_IDLE must be at most SESSION_MAX, which is ${maxMinutes}, not ${idleMinutes}`,
  );
}
