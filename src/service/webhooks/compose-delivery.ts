// What a delivery has: the wanted events behind a webhook's cursor, as many as fit.

import { formatUtc, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { writeEvent } from '#service/events/describe-event';
import { fitsFilter, isInPlan } from '#service/events/event-filter';
import type { EventTail } from '#service/events/event-tail';
import { requireUnbroken } from '#service/events/read-events';
import type { Message } from '#service/webhooks/sign-delivery';
import type { ChangeEvent } from '#store/change-event';
import type { DeliverableWebhook } from '#store/webhook-store';

/** Standard Webhooks asks for less than 20 kB. */
const MOST_BODY_BYTES = 19_000;
/** The events that are looked at in one go, wanted or not. */
const MOST_LOOKED_AT = 5_000;

export interface Batch {
  /** Undefined if no event was wanted. */
  readonly message: Message | undefined;
  readonly events: number;
  /** The last event of the message, or the last one that was looked at if there is none. */
  readonly last: number;
  /** Whether the log may have more behind `last`. */
  readonly hasMore: boolean;
}

/** Looks for wanted events from `cursor` on, which is the webhook's own or one behind it. */
export async function composeBatch(
  tail: EventTail,
  deliverable: DeliverableWebhook,
  cursor: number,
  zone: Zone,
): Promise<Batch> {
  const { webhook } = deliverable;
  const end = webhook.batchEnd ?? Number.POSITIVE_INFINITY;
  const wanted: ChangeEvent[] = [];
  let bytes = 0;
  let next = cursor;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; ) {
    const found = await tail.after(next);
    requireUnbroken(next, found);
    for (const event of found) {
      const isWanted = event.id <= end && isWantedBy(event, deliverable);
      const size = isWanted ? Buffer.byteLength(writeEvent(event, zone)) + 1 : 0;
      if (event.id > end || (wanted.length > 0 && bytes + size > MOST_BODY_BYTES)) {
        return batchOf(webhook.id, wanted, next, true, zone);
      }
      bytes += size;
      next = event.id;
      lookedAt++;
      if (isWanted) wanted.push(event);
    }
    if (found.length === 0) return batchOf(webhook.id, wanted, next, false, zone);
  }
  return batchOf(webhook.id, wanted, next, true, zone);
}

function isWantedBy(event: ChangeEvent, { webhook, planPatterns }: DeliverableWebhook): boolean {
  const { patterns, kinds } = webhook;
  if (!fitsFilter(event, { patterns, kinds, areas: [], categories: [] })) return false;
  if (planPatterns === null) return true;
  const reader = { plan: { patterns: planPatterns }, userName: webhook.ownerName! };
  return isInPlan(event, { ...reader, isOperator: false });
}

function batchOf(
  webhookId: string,
  wanted: readonly ChangeEvent[],
  lookedAt: number,
  hasMore: boolean,
  zone: Zone,
): Batch {
  const last = wanted.at(-1);
  if (!last) return { message: undefined, events: 0, last: lookedAt, hasMore };
  const id = `msg_${webhookId}_${wanted[0]!.id}_${last.id}`;
  const body = `{"type":"changes","timestamp":${JSON.stringify(timeOf(wanted))},"data":{"events":[${wanted
    .map((event) => writeEvent(event, zone))
    .join(',')}],"next":"${last.id}"}}`;
  return { message: { id, body }, events: wanted.length, last: last.id, hasMore };
}

/** When the newest of the changes was recorded: the same in every try. Changes from before the log have no time. */
function timeOf(events: readonly ChangeEvent[]): string {
  const known = events.map(({ recordedAt }) => recordedAt ?? 0);
  return formatUtc(known.reduce((a: Instant, b: Instant) => Math.max(a, b), 0));
}
