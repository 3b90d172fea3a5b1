// Figures of lateness, by source and rule. All series are looked at for them, so they are read at most once in
// half a minute.

import { type Clock, type Instant, SECOND_MS } from '#core/time/instant';
import { type OwnFigures, sampleOf, sharedReading } from '#http/figures/own-figures';
import type { OperatorParts } from '#http/request/server-parts';
import type { LateGroup } from '#service/freshness/count-feeds';

/** 100,000 series take some 100 ms of CPU. */
const KEPT_MS = 30 * SECOND_MS;

const FIGURES = [
  {
    name: 'gridtide_late_series',
    help: 'Series that are late, by source and by the pattern that expects their values.',
    of: ({ late }: LateGroup) => late,
  },
  {
    name: 'gridtide_lateness_seconds',
    help: 'How long the series is late that is late for longest, by source and pattern; 0 if none is.',
    of: ({ longestMs }: LateGroup) => longestMs / SECOND_MS,
  },
];

export function addLatenessFigures(
  own: OwnFigures,
  {
    store,
    context: { zone },
    clock,
  }: Pick<OperatorParts, 'store' | 'context'> & { readonly clock: Clock },
): void {
  let readAt: Instant | undefined;
  let kept: readonly LateGroup[] = [];
  const read = sharedReading(async () => {
    const now = clock();
    if (readAt !== undefined && now >= readAt && now < readAt + KEPT_MS) return kept;
    const { FeedScan } = await import('#service/freshness/scan-feeds');
    const { readFreshness } = await import('#service/freshness/count-feeds');
    const scan = await FeedScan.open(store, now, zone);
    kept = scan.book.isEmpty ? [] : (await readFreshness(scan, 0)).groups;
    readAt = now;
    return kept;
  });
  for (const { name, help, of } of FIGURES) {
    own.addGauge({
      name,
      help,
      isShared: true,
      read: async () =>
        (await read())?.map((group) =>
          sampleOf(of(group), { source: group.source, rule: group.rule }),
        ),
    });
  }
}
