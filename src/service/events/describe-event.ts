// An event as readers get it: thin, with links to what changed, now and as of the event.

import { gridOf } from '#core/time/grid';
import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { ChangeEvent, EventType } from '#store/change-event';

export interface DescribedEvent {
  /** The cursor behind this event. */
  readonly id: string;
  readonly type: EventType;
  readonly time: string | null;
  readonly series: string;
  readonly area: string | null;
  readonly category: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly points: number | null;
  readonly analyzedTime: string | null;
  readonly source: string | null;
  /** Only of an alert: the name of its rule. */
  readonly rule?: string;
  readonly links: { readonly data: string; readonly asOf: string | null };
}

/** Writes an instant with its milliseconds, if it has any: an answer as of it then has the change. */
const formatExactly = (instant: Instant): string =>
  instant % SECOND_MS === 0 ? formatUtc(instant) : new Date(instant).toISOString();

const timeOrNull = (instant: Instant | null): string | null =>
  instant === null ? null : formatExactly(instant);

export function describeEvent(event: ChangeEvent, zone: Zone): DescribedEvent {
  const { id, type, code, area, category, firstIndex, lastIndex, points, source } = event;
  const grid = gridOf(resolutionOf(event.resolution), zone);
  const from = firstIndex === null ? null : formatUtc(grid.startOf(firstIndex));
  const to = lastIndex === null ? null : formatUtc(grid.startOf(lastIndex));
  const time = timeOrNull(event.recordedAt);
  const described = { id: String(id), type, time, series: code, area, category, from, to, points };
  const data = linkOf(event, from, to);
  const asOf = time === null ? null : `${data}${data.includes('?') ? '&' : '?'}asOf=${time}`;
  return {
    ...described,
    analyzedTime: timeOrNull(event.analyzedAt),
    source,
    ...(event.alert ? { rule: event.alert.rule } : {}),
    links: { data, asOf },
  };
}

/** Every reader in a process is told the same events, each of which is written once. */
const texts = new WeakMap<ChangeEvent, string>();

/** An event as JSON. */
export function writeEvent(event: ChangeEvent, zone: Zone): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(describeEvent(event, zone));
  texts.set(event, text);
  return text;
}

/** The address of what changed: a span of the series, of one source if a run changed. */
function linkOf({ code, source }: ChangeEvent, from: string | null, to: string | null): string {
  const query = new URLSearchParams();
  if (from !== null && to !== null) {
    query.set('from', from);
    query.set('to', to);
  }
  if (source !== null) query.set('source', source);
  const text = query.toString().replaceAll('%3A', ':');
  return `/api/v1/series/${encodeURIComponent(code)}${text && `?${text}`}`;
}
