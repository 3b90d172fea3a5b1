// The newest values of each series while a store is filled: the histories of two runs differ in half a day only,
// so that the rest need not be made again.

import type { IndexSpan } from '#core/time/span';
import type { DemoSeries } from '#demo/world/demo-series';
import type { Europe } from '#demo/world/europe';

export class RecentValues {
  readonly #europe: Europe;
  readonly #kept = new Map<
    DemoSeries,
    { readonly span: IndexSpan; readonly values: Float64Array }
  >();

  constructor(europe: Europe) {
    this.#europe = europe;
  }

  /** The values of a span. The caller must not change them. */
  read(series: DemoSeries, span: IndexSpan): Float64Array {
    const values = this.#extend(series, span) ?? series.generate(this.#europe, span);
    this.#kept.set(series, { span, values });
    return values;
  }

  /** Makes only what comes after the kept values; undefined if they do not reach into the span from its start. */
  #extend(series: DemoSeries, span: IndexSpan): Float64Array | undefined {
    const kept = this.#kept.get(series);
    if (!kept || kept.span.start > span.start) return undefined;
    const { start, end } = kept.span;
    if (end <= span.start || end > span.end) return undefined;
    const values = new Float64Array(span.end - span.start);
    values.set(kept.values.subarray(span.start - start));
    if (end < span.end) {
      const added = series.generate(this.#europe, { start: end, end: span.end });
      values.set(added, end - span.start);
    }
    return values;
  }
}
