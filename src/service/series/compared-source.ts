// The sources of runs that two times can be compared within.

import { DAY_MS, type Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import { compareSources, isMeant } from '#core/values/source-order';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** No run that is older says anything of tomorrow. */
const OLDEST_MS = 60 * DAY_MS;

export interface ComparedSources {
  /** Every source with a run over the intervals, then or now, the preferred one first. */
  readonly sources: readonly string[];
  /** The first source with a run at both times, else one with a run now, else one with a run then. */
  readonly first: string | undefined;
}

/** Finds the sources of a series' runs over some of its intervals, as known at `since` and at `now`. */
export async function findComparedSources(
  store: SeriesReader,
  { key }: SeriesRecord,
  intervals: IndexSpan,
  since: Instant,
  now: Instant,
): Promise<ComparedSources> {
  const issued = { from: now - OLDEST_MS, to: Number.MAX_SAFE_INTEGER };
  const all = await store.readRunForms(key, { ...issued, intervals });
  const forms = all.filter(({ source }) => isMeant(source, undefined));
  const before = forms.filter(
    ({ recordedAt, replacedAt }) =>
      (recordedAt ?? since) <= since && (replacedAt ?? Number.POSITIVE_INFINITY) > since,
  );
  const present = forms.filter(({ replacedAt }) => replacedAt === null);
  const [earlier, current] = [before, present].map(
    (known) => new Set(known.map(({ source }) => source)),
  );
  const compare = compareSources(await store.readSourceOrder(key));
  const sources = [...earlier!.union(current!)].sort(compare);
  const first =
    sources.find((source) => earlier!.has(source) && current!.has(source)) ??
    sources.find((source) => current!.has(source)) ??
    sources[0];
  return { sources, first };
}
