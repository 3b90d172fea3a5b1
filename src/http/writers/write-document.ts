// The answer of /api/v1/series/{seriesId} as JSON, in bytes: UTC, nothing merged.

import { ByteWriter } from '#bytes/byte-writer';
import { utcTimeWriter } from '#bytes/time-writer';
import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { datesOf, datesOfSpan } from '#service/series/find-series';
import type { SeriesAnswer } from '#service/series/read-series';

const COMMA = 44;
const CLOSING_BRACE = 125;

/** Everything but the values. */
function headOf(answer: SeriesAnswer, market: Zone) {
  const { series } = answer;
  const { first, last } = datesOfSpan(answer.span);
  const time = (instant: Instant | null): string | null =>
    instant === null ? null : formatUtc(instant);
  return {
    seriesId: series.code,
    description: series.description,
    unit: series.unit,
    resolution: answer.resolution.title,
    nativeResolution: answer.grid.resolution.title,
    aggregation: answer.aggregated,
    ...(answer.hours === undefined ? {} : { hours: answer.hours }),
    from: time(first),
    to: time(last),
    lastUpdated: time(series.updatedAt),
    lastObserved: series.lastIndex === null ? null : time(datesOf(series, market).last),
  };
}

export function* writeDocument(answer: SeriesAnswer, market: Zone): Generator<Buffer> {
  const { points } = answer;
  const head = headOf(answer, market);
  const out = new ByteWriter();
  out.text(`${JSON.stringify(head).slice(0, -1)},"data":[`);
  const [opening, middle] = [Buffer.from('{"time":"'), Buffer.from('","value":')];
  const times = utcTimeWriter();
  for (let i = 0; i < points.times.length; i++) {
    if (i > 0) out.byte(COMMA);
    out.fragment(opening);
    times.write(points.times[i]!, out);
    out.fragment(middle);
    out.number(points.values[i]!);
    out.byte(CLOSING_BRACE);
    if (out.isFull) yield out.take();
  }
  out.text(']}');
  yield out.take();
}

/** The same as two arrays, seconds since 1970 and values: a third of the bytes. */
export function* writeColumns(answer: SeriesAnswer, market: Zone): Generator<Buffer> {
  const { times, values } = answer.points;
  const out = new ByteWriter();
  out.text(`${JSON.stringify(headOf(answer, market)).slice(0, -1)},"times":[`);
  for (let i = 0; i < times.length; i++) {
    if (i > 0) out.byte(COMMA);
    out.number(times[i]! / SECOND_MS);
    if (out.isFull) yield out.take();
  }
  out.text('],"values":[');
  for (let i = 0; i < values.length; i++) {
    if (i > 0) out.byte(COMMA);
    out.number(values[i]!);
    if (out.isFull) yield out.take();
  }
  out.text(']}');
  yield out.take();
}
