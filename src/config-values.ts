// Readers of the values of single settings. Each refuses what makes no sense, in a sentence that names the setting.

import { isIP } from 'node:net';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { readTimeBefore } from '#core/time/time-of-day';
import type { MetricsAccess } from '#http/request/metrics-access';
import { isPostgresUrl } from '#store/store-address';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];
const MINUTES: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1_440 };
const MEGABYTES: Readonly<Record<string, number>> = { mb: 1, gb: 1_000, tb: 1_000_000 };

/** Reads METRICS_ACCESS. No message repeats the token. */
export function readMetricsAccess(text: string, token: string): MetricsAccess {
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
export function readWebhookAllow(text: string): string[] {
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

export function readWhole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
}

/** Minutes: `60`, or with a unit `90m`, `12h`, `7d`. */
export const readMinutes = (name: string, text: string, min: number, max: number): number =>
  readInUnit(name, text, MINUTES, 'minutes, or a duration such as 30m, 12h or 7d', min, max);

/** Megabytes: `64`, or with a unit `64MB`, `2GB`. */
export const readMegabytes = (name: string, text: string, min: number, max: number): number =>
  readInUnit(name, text, MEGABYTES, 'MB, or a size such as 64MB or 2GB', min, max);

function readInUnit(
  name: string,
  text: string,
  units: Readonly<Record<string, number>>,
  forms: string,
  min: number,
  max: number,
): number {
  const [, digits = '', unit = ''] = /^(\d+) ?([a-z]*)$/i.exec(text) ?? [];
  const factor = unit === '' ? 1 : units[unit.toLowerCase()];
  const value = digits === '' || factor === undefined ? Number.NaN : Number(digits) * factor;
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(
    `${name} must be a whole number from ${min} to ${max} of ${forms}, not "${text}"`,
  );
}

export interface BackupSettings {
  readonly everyMs: number;
  readonly folder: string;
  /** How many good backups stay. */
  readonly keep: number;
}

const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const SHORTEST_EVERY_MS = 5 * MINUTE_MS;
const LONGEST_EVERY_MS = 31 * DAY_MS;

/** Reads BACKUP_EVERY, BACKUP_FOLDER and BACKUP_KEEP; undefined if the server makes no backups. */
export function readBackups(
  every: string,
  folder: string,
  keep: string,
  storeUrl: string,
): BackupSettings | undefined {
  if (every === '') {
    if (folder === '') return undefined;
    throw new Error('BACKUP_FOLDER is set, but BACKUP_EVERY is not: say how often, such as 24h');
  }
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(every) ?? [];
  const everyMs = Number(count) * (UNITS_MS[unit ?? ''] ?? Number.NaN);
  if (!(everyMs >= SHORTEST_EVERY_MS && everyMs <= LONGEST_EVERY_MS))
    throw new Error(
      `BACKUP_EVERY must be a time such as 30m, 24h or 7d, from 5m to 31d, not "${every}"`,
    );
  if (isPostgresUrl(storeUrl))
    throw new Error(
      'BACKUP_EVERY is for a store in SQLite: back PostgreSQL up with its own means, such as pg_dump',
    );
  if (storeUrl.endsWith(':memory:'))
    throw new Error('BACKUP_EVERY is set, but a store in memory has nothing to back up');
  if (folder === '') throw new Error('BACKUP_EVERY is set, but BACKUP_FOLDER is not: say where to');
  return { everyMs, folder, keep: readWhole('BACKUP_KEEP', keep, 1, 10_000) };
}

export interface LogCopySettings {
  readonly folder: string;
  /** How many generations stay. */
  readonly keep: number;
}

/** Reads LOG_COPY and LOG_COPY_KEEP; undefined if the log is not copied. */
export function readLogCopy(
  folder: string,
  keep: string,
  storeUrl: string,
): LogCopySettings | undefined {
  if (folder === '') return undefined;
  if (isPostgresUrl(storeUrl))
    throw new Error(
      'LOG_COPY is for a store in SQLite: PostgreSQL has an archive of its log, and replicas',
    );
  if (storeUrl.endsWith(':memory:'))
    throw new Error('LOG_COPY is set, but a store in memory has no log');
  return { folder, keep: readWhole('LOG_COPY_KEEP', keep, 1, 1_000) };
}

export interface TelemetrySettings {
  /** The address without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of requests whose spans are sent, unless their callers decide. */
  readonly ratio: number;
}

/** Reads the OTEL_ settings; undefined if nothing is sent. No message repeats the address or a header. */
export function readTelemetry(
  endpoint: string,
  headers: string,
  serviceName: string,
  ratio: string,
): TelemetrySettings | undefined {
  if (endpoint === '') return undefined;
  const url = /^https?:\/\//i.test(endpoint) ? URL.parse(endpoint) : null;
  if (url?.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318, without user, ? or #; secrets belong into OTEL_EXPORTER_OTLP_HEADERS',
    );
  if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(ratio))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${ratio}"`);
  return {
    endpoint: url.href.replace(/\/+$/, ''),
    headers: readHeaders(headers),
    serviceName,
    ratio: Number(ratio),
  };
}

/** `name=value` pairs with commas between; values may have %-escapes, as the standard says. */
function readHeaders(text: string): Record<string, string> {
  const pairs =
    text === ''
      ? []
      : text.split(',').map((pair) => /^\s*([\w!#$&'*+.^`|~-]+)\s*=(.*)$/.exec(pair));
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const value = decodeURIComponent(pair![2]!.trim());
        if (!/^[\t\x20-\x7e]*$/.test(value)) throw new Error('odd');
        return [pair![1]!.toLowerCase(), value];
      }),
    );
  } catch {
    throw new Error('OTEL_EXPORTER_OTLP_HEADERS must be name=value with commas between');
  }
}

/** The hours in ascending order, each once. */
export function readHours(name: string, text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  const hours = parts.map((part) => readWhole(name, part, 0, 23));
  return [...new Set(hours)].sort((a, b) => a - b);
}

export function readFlag(name: string, text: string): boolean {
  const folded = text.toLowerCase();
  if (folded === 'true' || folded === 'false') return folded === 'true';
  throw new Error(`${name} must be true or false, not "${text}"`);
}

export function readOnOff(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new Error(`${name} must be on or off, not "${text}"`);
}

export function readLogLevel(text: string): string | undefined {
  if (text === '' || LOG_LEVELS.includes(text)) return text || undefined;
  throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
}

export function readUserNames(text: string): boolean {
  if (text === 'hashed' || text === 'plain') return text === 'plain';
  throw new Error(`LOG_USER_NAMES must be hashed or plain, not "${text}"`);
}

/** Reads GATE_CLOSURE. No run is before 00:00, and every one is before 24:00. */
export function readGateClosure(text: string): number {
  const minutes = readTimeBefore(text);
  if (minutes !== undefined && minutes > 0) return minutes;
  throw new Error(`GATE_CLOSURE must be a time of day from 00:01 to 24:00, not "${text}"`);
}
