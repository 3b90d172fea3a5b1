// Series that a formula computes take no values from outside: the next change of a part would write over them.

import { Refusal } from '#core/errors';
import type { StoredTarget } from '#store/forecast-target';
import type { SeriesKey } from '#store/series-record';
import type { SeriesWriter } from '#store/series-store';

type ComputedSeries = ReadonlyMap<SeriesKey, StoredTarget>;

/** A transaction has a writer of its own, and many series are written in one. */
const byWriter = new WeakMap<SeriesWriter, Promise<ComputedSeries>>();

/** Refuses to write values into a series that the formula of a definition computes. */
export async function refuseComputed(writer: SeriesWriter, key: SeriesKey): Promise<void> {
  let computed = byWriter.get(writer);
  if (!computed) byWriter.set(writer, (computed = findComputedSeries(writer)));
  const target = (await computed).get(key);
  if (!target) return;
  throw new Refusal(
    'series_computed',
    `${target.series} is computed as ${target.formula}, and takes no other values; write its parts, or remove the forecast ${target.name} first`,
  );
}

async function findComputedSeries(writer: SeriesWriter): Promise<ComputedSeries> {
  const computed = new Map<SeriesKey, StoredTarget>();
  for (const target of await writer.listForecastTargets()) {
    const series = target.formula === null ? undefined : await writer.findSeries(target.series);
    if (series) computed.set(series.key, target);
  }
  return computed;
}
