// Reads fields of a JSON file; a refusal names the path, what is given and what is allowed.

import { quoteGiven } from '#core/nearest';
import { dayOfCivil, isCivil } from '#core/time/civil';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';

const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

export const fault = (path: string, given: unknown, allowed: string): Error =>
  new Error(
    given === undefined
      ? `${path} is missing: it must be ${allowed}`
      : `${path} must be ${allowed}, not ${quoteGiven(typeof given === 'string' ? given : JSON.stringify(given))}`,
  );

/** Reads a list that is not empty and has no item twice. */
export function readList(
  given: unknown,
  path: string,
  allowed: string,
  read: (text: string, place: string) => string,
): string[] {
  if (!Array.isArray(given) || given.length === 0) throw fault(path, given, allowed);
  const items: string[] = [];
  for (const [at, text] of given.entries()) {
    const place = `${path}[${at}]`;
    if (typeof text !== 'string') throw fault(place, text, 'a text');
    const item = read(text, place);
    if (items.includes(item)) throw new Error(`${place}: ${item} is in the list already`);
    items.push(item);
  }
  return items;
}

export function readDuration(
  given: unknown,
  path: string,
  leastMs: number,
  mostMs: number,
  usualMs?: number,
): number {
  if (given === undefined && usualMs !== undefined) return usualMs;
  const [, count, unit] = (typeof given === 'string' && /^(\d{1,4})([mhd])$/.exec(given)) || [];
  const durationMs = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (durationMs >= leastMs && durationMs <= mostMs) return durationMs;
  const least = leastMs === 0 ? '0d' : `${leastMs / MINUTE_MS}m`;
  throw fault(path, given, `a time such as 30m, 6h or 2d, from ${least} to ${mostMs / DAY_MS}d`);
}

export function readDay(given: unknown, path: string): number {
  const [, year, month, day] =
    (typeof given === 'string' && /^(\d{4})-(\d{2})-(\d{2})$/.exec(given)) || [];
  const parts = [Number(year), Number(month), Number(day)] as const;
  if (parts[0] >= 1990 && isCivil(...parts)) return dayOfCivil(...parts);
  throw fault(path, given, 'a date such as 2024-01-31');
}

export function readFlag(given: unknown, path: string, usual: boolean): boolean {
  if (given === undefined || typeof given === 'boolean') return given ?? usual;
  throw fault(path, given, 'true or false');
}

export function readUrl(given: unknown, path: string): string {
  const isUrl = typeof given === 'string' && /^https?:/.test(given) && URL.canParse(given);
  if (isUrl) return given as string;
  throw fault(path, given, 'an address such as http://127.0.0.1:8099/api');
}
