// Which generations of a copied log stay. Each start of a server begins one, so a server that crashes at every start
// makes many that last for seconds: these must neither push out days of history nor fill the disk.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS, type Instant } from '#core/time/instant';
import { readGeneration } from '#store/log/log-files';

/** A generation that was copied to for less time is short-lived. */
export const LASTING_MS = HOUR_MS;
/** The most short-lived generations that stay beyond the number that the operator set. */
export const MOST_SHORT = 2;
/** The file of a generation that tells when it was last copied to. */
export const LAST_COPY = 'last-copy.json';

export interface PastGeneration {
  readonly name: string;
  readonly lastedMs: number;
}

const isLasting = ({ lastedMs }: PastGeneration): boolean => lastedMs >= LASTING_MS;

/**
 * Returns the names of the generations that stay beside the one that has just begun, of those given oldest
 * first. At most `keep - 1 + MOST_SHORT` stay, and none if `keep` is 1. The newest lasting ones stay.
 * Short-lived ones are removed if they are older than those, and then the shortest first.
 */
export function chooseKept(past: readonly PastGeneration[], keep: number): Set<string> {
  const room = keep - 1;
  if (room === 0) return new Set();
  const lasting = past.filter(isLasting).slice(-room);
  const since = lasting.length === room ? lasting[0]!.name : '';
  const short = past
    .filter((one) => !isLasting(one) && one.name > since)
    .reverse()
    .sort((a, b) => b.lastedMs - a.lastedMs)
    .slice(0, room - lasting.length + MOST_SHORT);
  return new Set([...lasting, ...short].map(({ name }) => name));
}

export const encodeLastCopy = (at: Instant): Buffer => Buffer.from(JSON.stringify({ at }));

/** Returns how long a generation was copied to, within a minute; 0 if that was less or cannot be read. */
export async function readLastedMs(folder: string): Promise<number> {
  try {
    const { at } = JSON.parse(await readFile(join(folder, LAST_COPY), 'utf8'));
    const lastedMs = at - (await readGeneration(folder))!.takenAt;
    return lastedMs > 0 ? lastedMs : 0;
  } catch {
    return 0;
  }
}
