// The audit: the journals of data and of accounts as one list, newest first.

import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import type { AccountEntry, AccountStore } from '#store/account-store';
import type { JournalEntry } from '#store/journal-entry';
import type { Store } from '#store/store';

/** One line of the audit. */
export interface AuditEntry {
  readonly journal: 'data' | 'accounts';
  /** The number within its journal. */
  readonly id: number;
  readonly recordedAt: Instant;
  readonly actor: string;
  readonly kind: string;
  /** The file, series, user or plan of the entry. */
  readonly name: string;
  /** A sentence. */
  readonly detail: string;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The start of the next page; undefined after the last. */
  readonly next: string | undefined;
}

/** The numbers below which each journal is read next. */
interface Place {
  readonly data: number;
  readonly accounts: number;
}

const START: Place = { data: Number.MAX_SAFE_INTEGER, accounts: Number.MAX_SAFE_INTEGER };
const PLACE_FORM = /^(\d{1,15})\.(\d{1,15})$/;

/** Reads a page; `before` is the `next` of the page before. */
export async function readAudit(
  store: Store,
  accounts: AccountStore,
  limit: number,
  before?: string,
): Promise<AuditPage> {
  const place = before === undefined ? START : readPlace(before);
  // One entry more of each journal tells whether a next page exists.
  const data = (await store.listEntries({ limit: limit + 1, before: place.data })).map(dataEntry);
  const others = (await accounts.listEntries(limit + 1, place.accounts)).map(accountEntry);
  const merged = mergeNewestFirst(data, others);
  const entries = merged.slice(0, limit);
  if (merged.length <= limit) return { entries, next: undefined };
  const lastOf = (journal: AuditEntry['journal']): number | undefined =>
    entries.findLast((entry) => entry.journal === journal)?.id;
  const next = `${lastOf('data') ?? begin(place.data, data)}.${lastOf('accounts') ?? begin(place.accounts, others)}`;
  return { entries, next };
}

/** The next number of a journal without an entry on the page, so that none of its entries is skipped. */
const begin = (before: number, entries: readonly AuditEntry[]): number =>
  Math.min(before, (entries[0]?.id ?? 0) + 1);

function readPlace(given: string): Place {
  const match = PLACE_FORM.exec(given);
  if (match) return { data: Number(match[1]), accounts: Number(match[2]) };
  const message = `${quoteGiven(given)} is not what a page named as next`;
  throw refuseField('field_invalid', 'before', message);
}

/** Merges two lists. Each keeps its own order, even if its clock was set back. */
function mergeNewestFirst(a: readonly AuditEntry[], b: readonly AuditEntry[]): AuditEntry[] {
  const merged: AuditEntry[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const isFromA = j >= b.length || (i < a.length && a[i]!.recordedAt >= b[j]!.recordedAt);
    merged.push(isFromA ? a[i++]! : b[j++]!);
  }
  return merged;
}

function accountEntry({ id, recordedAt, actor, kind, name, detail }: AccountEntry): AuditEntry {
  return { journal: 'accounts', id, recordedAt, actor, kind, name, detail };
}

function dataEntry(entry: JournalEntry): AuditEntry {
  const { id, recordedAt, actor, kind, name } = entry;
  return { journal: 'data', id, recordedAt, actor, kind, name, detail: describeEntry(entry) };
}

/** `1 series changed: points 10 new, 2 changed, 0 same. Taken back by 9.` */
export function describeEntry({
  seriesCount,
  points,
  runs,
  undoes,
  undoneBy,
}: JournalEntry): string {
  const counts: string[] = [];
  const { added, changed, same, held } = points;
  if (added + changed + same + held > 0) {
    const aside = held === 0 ? '' : `, ${held} held`;
    counts.push(`points ${added} new, ${changed} changed, ${same} same${aside}`);
  }
  if (runs.added + runs.changed + runs.same > 0) {
    counts.push(`runs ${runs.added} new, ${runs.changed} changed, ${runs.same} same`);
  }
  const sentences = [
    `${seriesCount} series changed${counts.length === 0 ? '' : `: ${counts.join('; ')}`}.`,
    ...(undoes === null ? [] : [`Takes back ${undoes}.`]),
    ...(undoneBy === null ? [] : [`Taken back by ${undoneBy}.`]),
  ];
  return sentences.join(' ');
}
