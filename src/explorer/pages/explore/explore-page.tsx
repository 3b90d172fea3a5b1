// Explore: one series over a span, to look at and to take away. The address is the page's state.

import { Suspense } from 'react';
import { ExploreSide } from '#explorer/pages/explore/explore-side.tsx';
import { SeriesCard } from '#explorer/pages/explore/series-card.tsx';
import { useExplore } from '#explorer/pages/explore/use-explore.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import type { ExploreView } from '#view/address/explore-address';
import '#explorer/pages/explore/explore.css';
// The request card loads at once: its style is no file of its own.
import '#explorer/parts/snippets/snippet-card.css';

const RequestCard = lazyPart(() =>
  import('#explorer/pages/explore/request-card.tsx').then((module) => module.RequestCard),
);

export function ExplorePage({ view: asked }: { view: ExploreView }) {
  const state = useExplore(asked);
  const { view, record, isRecordLoading, known, zone, own } = state;
  usePageTitle(own?.description ?? record?.description ?? view.seriesId);
  return (
    <div className="explore">
      <SeriesCard state={state} />
      <Suspense fallback={<section className="card snippet-card" aria-label="Request" />}>
        <RequestCard view={view} />
      </Suspense>
      <ExploreSide
        view={view}
        record={record}
        isLoading={isRecordLoading}
        now={known}
        zone={zone}
      />
    </div>
  );
}
