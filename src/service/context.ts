// What every service needs: the store as it is or as it was at an instant, the zone and the blocks.

import { refuseField } from '#core/errors';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { quoteGiven } from '#core/nearest';
import type { RefusalCode } from '#core/refusal-table';
import { type Grid, gridOf } from '#core/time/grid';
import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import { MOMENT_FORMS, parseMoment } from '#core/time/moment';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { BlockTable } from '#core/values/blocks';
import type { SeriesDefinition } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';

/** A reader of the present that, if the store keeps history, also opens the past and snapshots. */
export type ServiceStore = SeriesReader & Partial<Pick<Store, 'asOf' | 'historyFrom' | 'snapshot'>>;

export interface ServiceContext {
  readonly store: ServiceStore;
  /** The market's zone. */
  readonly zone: Zone;
  readonly blocks: BlockTable;
  /** Minutes after midnight of market time. Left out: noon. */
  readonly gateClosure?: number;
}

export const nativeOf = (series: SeriesDefinition): Resolution => resolutionOf(series.resolution);

export const gridOfSeries = (series: SeriesDefinition, zone: Zone): Grid =>
  gridOf(nativeOf(series), zone);

/** Moments of a series (`first`, `last`) are left out: they name no instant before its data is read. */
const AS_OF_FORMS = MOMENT_FORMS.filter((form) => !/^(first|last)\b/.test(form));

/** Refusals of `parseAsOf` and `contextAsOf`. */
export const AS_OF_REFUSALS: readonly RefusalCode[] = [
  'date_unknown',
  'date_out_of_range',
  'history_gone',
];

/**
 * Reads the instant of an as-of request: the last one of what is named, so a date means its end.
 * Undefined means the present; instants in the future mean the present too.
 */
export function parseAsOf(
  given: string | undefined,
  field: string,
  now: Instant,
  zone: Zone,
): Instant | undefined {
  if (given === undefined || given.trim() === '') return undefined;
  const moment = parseMoment(given, field, now, zone, 'second');
  if ('keyword' in moment) {
    const message = `${quoteGiven(given)} is a time of a series, not one to look back from`;
    throw refuseField('date_unknown', field, message, AS_OF_FORMS);
  }
  const asOf = moment.end - 1;
  return asOf < now ? asOf : undefined;
}

/** Returns the context of an instant; refuses an instant before the kept history. */
export async function contextAsOf(
  context: ServiceContext,
  asOf: Instant | undefined,
  field: string,
): Promise<ServiceContext> {
  if (asOf === undefined) return context;
  const { store } = context;
  if (!store.asOf || !store.historyFrom) throw new Error('this store keeps no history');
  const pastContext = { ...context, store: store.asOf(asOf) };
  const message = await historyGone({ historyFrom: () => store.historyFrom!() }, asOf);
  if (message === undefined) return pastContext;
  throw refuseField('history_gone', field, message);
}

/** The sentence that refuses an instant before the kept history; undefined if all of it is kept. */
export async function historyGone(
  store: Pick<Store, 'historyFrom'>,
  asOf: Instant,
): Promise<string | undefined> {
  const from = await store.historyFrom();
  if (from === null || asOf >= from) return undefined;
  // Rounded up to a whole second, so that the named time is accepted.
  const first = formatUtc(Math.ceil(from / SECOND_MS) * SECOND_MS);
  return `what was known at ${formatUtc(asOf)} is no longer kept; it is from ${first} on`;
}

/** What was found, and the context in which its values are read. */
export interface Settled<Task> {
  readonly task: Task;
  readonly context: ServiceContext;
}

/** Settles a request in the present, or in the past if an instant is given. */
export const settleAsOf = <Task>(
  present: ServiceContext,
  asOf: Instant | undefined,
  field: string,
  settle: (context: ServiceContext) => MaybePromise<Task>,
): MaybePromise<Settled<Task>> =>
  whenReady(contextAsOf(present, asOf, field), (context) =>
    whenReady(settle(context), (task) => ({ task, context })),
  );
