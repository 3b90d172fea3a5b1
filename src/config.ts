// Reads the settings of settings.ts, and refuses values that make no sense.

import { isIP } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTimeBefore } from '#core/time/time-of-day';
import { findZone, hasWholeHours, type Zone } from '#core/time/zone';
import { type BlockTable, readBlockHours } from '#core/values/blocks';
import type { MetricsAccess } from '#http/request/metrics-access';
import { SETTINGS, type SettingName } from '#settings';

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
  /** How e-mail is sent; undefined if it is not. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  readonly demoPassword: string | undefined;
  readonly logLevel: string | undefined;
  /** Whether the log has the user names of failed sign-ins, not hashes of them. */
  readonly plainUserNames: boolean;
  readonly trustProxy: boolean;
}

const LONGEST_LIFETIME_MINUTES = 60 * 24 * 366;
const MOST_WORKERS = 64;
const OIDC_NAMES = SETTINGS.map(({ name }) => name).filter((name) => name.startsWith('OIDC_'));
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/** Reads settings from the environment; `flags` given on the command line win. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  flags: Partial<Record<SettingName, string | undefined>> = {},
): Config {
  const text = (name: SettingName): string =>
    (flags[name] ?? env[name] ?? '').trim() ||
    SETTINGS.find((setting) => setting.name === name)!.fallback;
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
    tokenLifetimeMinutes: readWhole(
      'TOKEN_LIFETIME',
      text('TOKEN_LIFETIME'),
      1,
      LONGEST_LIFETIME_MINUTES,
    ),
    sessions: readSessions(text('SESSION_IDLE'), text('SESSION_MAX')),
    cacheMegabytes: readWhole('CACHE_MB', text('CACHE_MB'), 0, 1_000_000),
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
    mail: readMail(text('SMTP_URL'), text('MAIL_FROM')),
    // Not trimmed: blanks may be part of a password.
    demoPassword: env.DEMO_PASSWORD || undefined,
    logLevel: readLogLevel(text('LOG_LEVEL')),
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
    megabytes: readWhole('SPOOL_MB', megabytes, 10, 1_000_000),
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

/** Reads METRICS_ACCESS. No message repeats the token. */
function readMetricsAccess(text: string, token: string): MetricsAccess {
  if (text === 'token') {
    if (/^\S{16,}$/.test(token)) return { kind: 'token', token };
    throw new Error(
      'METRICS_ACCESS=token needs METRICS_TOKEN, at least 16 characters without blanks',
    );
  }
  if (token !== '')
    throw new Error(`METRICS_TOKEN is set, but METRICS_ACCESS is ${text}, not token`);
  if (text === 'loopback' || text === 'public') return { kind: text };
  throw new Error(`METRICS_ACCESS must be loopback, token or public, not "${text}"`);
}

/** Reads WEBHOOK_ALLOW: names of hosts, addresses, and subnets, which are an address with a prefix. */
function readWebhookAllow(text: string): string[] {
  const entries = text === '' ? [] : text.split(',').map((part) => part.trim().toLowerCase());
  const odd = entries.find((entry) => !isHost(entry) && !isSubnet(entry));
  if (odd === undefined) return entries;
  const rule = 'must be hosts, addresses or subnets with commas between';
  throw new Error(`WEBHOOK_ALLOW ${rule}, not "${odd}"`);
}

/** A name whose last part has a letter, so that no mistyped address is one. */
const isHost = (text: string): boolean =>
  /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(text) && /[a-z][a-z0-9-]*$/.test(text);

function isSubnet(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most);
  return most > 0 && isPrefix && more.length === 0;
}

function readWorkers(text: string, storeUrl: string): number {
  const workers = readWhole('WORKERS', text, 1, MOST_WORKERS);
  if (workers === 1 || !isInMemory(storeUrl)) return workers;
  throw new Error('WORKERS must be 1 with a store in memory, which processes cannot share');
}

function readWhole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
}

function readSessions(idleText: string, maxText: string): Config['sessions'] {
  const idleMinutes = readWhole('SESSION_IDLE', idleText, 1, LONGEST_LIFETIME_MINUTES);
  const maxMinutes = readWhole('SESSION_MAX', maxText, 1, LONGEST_LIFETIME_MINUTES);
  if (idleMinutes <= maxMinutes) return { idleMinutes, maxMinutes };
  throw new Error(
    `SESSION_IDLE must be at most SESSION_MAX, which is ${maxMinutes}, not ${idleMinutes}`,
  );
}

/** The hours in ascending order, each once. */
function readHours(name: string, text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  const hours = parts.map((part) => readWhole(name, part, 0, 23));
  return [...new Set(hours)].sort((a, b) => a - b);
}

function readFlag(name: string, text: string): boolean {
  const folded = text.toLowerCase();
  if (folded === 'true' || folded === 'false') return folded === 'true';
  throw new Error(`${name} must be true or false, not "${text}"`);
}

function readOnOff(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new Error(`${name} must be on or off, not "${text}"`);
}

function readLogLevel(text: string): string | undefined {
  if (text === '' || LOG_LEVELS.includes(text)) return text || undefined;
  throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
}

function readUserNames(text: string): boolean {
  if (text === 'hashed' || text === 'plain') return text === 'plain';
  throw new Error(`LOG_USER_NAMES must be hashed or plain, not "${text}"`);
}

/** Reads GATE_CLOSURE. No run is before 00:00, and every one is before 24:00. */
function readGateClosure(text: string): number {
  const minutes = readTimeBefore(text);
  if (minutes !== undefined && minutes > 0) return minutes;
  throw new Error(`GATE_CLOSURE must be a time of day from 00:01 to 24:00, not "${text}"`);
}

function readMarketZone(name: string): Zone {
  const zone = findZone(name);
  if (!zone) throw new Error(`MARKET_TIME_ZONE: there is no time zone "${name}"`);
  if (hasWholeHours(zone)) return zone;
  throw new Error(
    `MARKET_TIME_ZONE: ${zone.name} has offsets that are not whole hours; market hours would not be UTC hours, which Gridtide needs`,
  );
}
