// Beside the series: its newest forecast run, and other series of its area. They load after the first chart.

import type { MetadataRecord } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { useIdlePart } from '#explorer/parts/use-idle-part.ts';
import type { ExploreView } from '#view/address/explore-address';
import '#explorer/pages/explore/explore-side.css';

interface ExploreSideProps {
  readonly view: ExploreView;
  readonly record: MetadataRecord | undefined;
  /** Whether the record is loading. Its room is kept, so that the chart does not change its width. */
  readonly isLoading: boolean;
  readonly now: Instant;
  readonly zone: Zone;
}

const loadCards = () => import('#explorer/pages/explore/foot/side-cards.tsx');

export function ExploreSide({ view, record, isLoading, now, zone }: ExploreSideProps) {
  const cards = useIdlePart(loadCards);
  const area = record?.area ?? null;
  const isPending = record ? area !== null && !cards : isLoading;
  return (
    <aside className="explore-side" aria-label="Related">
      {isPending && <div className="card explore-side-pending" />}
      {cards && record && area !== null && (
        <cards.SideCards {...{ view, record, area, now, zone }} />
      )}
    </aside>
  );
}
