// The cards beside a series: its newest forecast run, and other series of its area.

import type { MetadataRecord } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { NewestRun } from '#explorer/pages/explore/foot/newest-run.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { ExploreView } from '#view/address/explore-address';
import { areaText } from '#view/values/area-text';
import '#explorer/pages/explore/foot/side-cards.css';

interface SideCardsProps {
  readonly view: ExploreView;
  readonly record: MetadataRecord;
  readonly area: string;
  readonly now: Instant;
  readonly zone: Zone;
}

const MOST_RELATED = 12;

export function SideCards({ view, record, area, now, zone }: SideCardsProps) {
  const market = marketZoneOf(useAbout());
  const { category, datasets, subscribed } = record;
  return (
    <>
      {subscribed && category !== null && datasets.includes('short-term') && (
        <NewestRun
          {...{ area, category, now, market, zone }}
          zoneChoice={view.zone}
          asOf={view.asOf}
        />
      )}
      <Related view={view} area={area} />
    </>
  );
}

function Related({ view, area }: { view: ExploreView; area: string }) {
  const { data, isLoading } = useRequest(area, (signal) =>
    // One more than shown: the series itself may be among them.
    client.metadata({ area, limit: String(MOST_RELATED + 1) }, { signal }),
  );
  const related = (data ?? [])
    .filter(({ seriesId }) => seriesId !== view.seriesId)
    .slice(0, MOST_RELATED);
  if (related.length === 0 && !isLoading) return null;
  return (
    <section className="card" aria-labelledby="related-title">
      <h2 id="related-title">More of {areaText(area)}</h2>
      <ul className="explore-related">
        {related.map(({ seriesId, description }) => (
          <li key={seriesId}>
            <ViewLink to={{ ...view, seriesId, tab: 'chart', hidden: [], currency: undefined }}>
              <span>{description}</span>
              <code>{seriesId}</code>
            </ViewLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
