// A span, a resolution and a zone in the address: read and written. Pure.

import { tidyKeyword } from '#core/time/keywords';

export type TimeZoneChoice = 'market' | 'utc';

/** A choice of From and To as typed. */
export interface SpanChoice {
  readonly from: string;
  readonly to: string;
}

/** A span and resolution as typed: keywords stay keywords, so a link moves with time. */
export interface RangeChoice extends SpanChoice {
  readonly resolution: string;
  readonly zone: TimeZoneChoice;
  /** Whether values of periods that are not complete are left out. */
  readonly complete?: boolean | undefined;
  /** The lines of the chart that are switched off, by the names that the page gives them. */
  readonly hidden?: readonly string[];
  /** Whether values are joined by straight strokes; left out, a value is a step. */
  readonly line?: 'straight' | undefined;
}

export const DEFAULT_RANGE: RangeChoice = {
  from: 'today-14',
  to: 'today+7',
  resolution: 'native',
  zone: 'market',
};

export function readRange(query: URLSearchParams): RangeChoice {
  const hidden = query.getAll('hide').filter((name) => name !== '');
  return {
    // The plus of a typed ?to=today+7 arrives as a blank.
    from: tidyKeyword(query.get('from') ?? DEFAULT_RANGE.from),
    to: tidyKeyword(query.get('to') ?? DEFAULT_RANGE.to),
    resolution: query.get('resolution') ?? DEFAULT_RANGE.resolution,
    zone: query.get('zone') === 'utc' ? 'utc' : 'market',
    ...(query.get('complete') === 'true' && { complete: true }),
    ...(hidden.length > 0 && { hidden }),
    ...(query.get('line') === 'straight' && { line: 'straight' }),
  };
}

/** `usual` is the span that need not be written. */
export function rangeQuery(range: RangeChoice, usual: SpanChoice = DEFAULT_RANGE): URLSearchParams {
  const query = new URLSearchParams();
  const { from, to } = range;
  if (from !== usual.from || to !== usual.to) {
    // One end is enough; without any, the address would mean the usual span.
    const isToUsual = to === DEFAULT_RANGE.to;
    if (from !== DEFAULT_RANGE.from || isToUsual) query.set('from', from);
    if (!isToUsual) query.set('to', to);
  }
  if (range.resolution !== DEFAULT_RANGE.resolution) query.set('resolution', range.resolution);
  if (range.zone === 'utc') query.set('zone', 'utc');
  if (range.complete) query.set('complete', 'true');
  for (const name of range.hidden ?? []) query.append('hide', name);
  if (range.line) query.set('line', range.line);
  return query;
}
