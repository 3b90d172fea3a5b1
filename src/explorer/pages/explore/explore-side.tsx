// Beside the series: its newest forecast run, and other series of its area.

import type { MetadataRecord } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { useIdlePart } from '#explorer/parts/use-idle-part.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { ExploreView } from '#view/address/explore-address';
import '#explorer/pages/explore/explore-side.css';

interface ExploreSideProps {
  readonly view: ExploreView;
  readonly record: MetadataRecord | undefined;
  /** Whether the record is loading. Its place is kept, so that the chart does not change its width. */
  readonly isLoading: boolean;
  readonly now: Instant;
  readonly zone: Zone;
}

const MOST_RELATED = 12;

const loadRun = () => import('#explorer/pages/explore/foot/newest-run.tsx');
const loadNames = () => import('#view/values/area-text');

export function ExploreSide({ view, record, isLoading, now, zone }: ExploreSideProps) {
  const market = marketZoneOf(useAbout());
  const { area = null, category = null } = record ?? {};
  const run = useIdlePart(loadRun);
  const hasRuns = record?.subscribed && record.datasets.includes('short-term');
  return (
    <aside className="explore-side" aria-label="Related">
      {(record ? hasRuns && !run : isLoading) && <div className="card explore-side-pending" />}
      {run && hasRuns && area !== null && category !== null && (
        <run.NewestRun
          area={area}
          category={category}
          now={now}
          market={market}
          zone={zone}
          zoneChoice={view.zone}
          asOf={view.asOf}
        />
      )}
      {area !== null && <Related view={view} area={area} />}
    </aside>
  );
}

function Related({ view, area }: { view: ExploreView; area: string }) {
  const { data, isLoading } = useRequest(area, (signal) =>
    // One more than shown: the series itself may be among them.
    client.metadata({ area, limit: String(MOST_RELATED + 1) }, { signal }),
  );
  const names = useIdlePart(loadNames);
  const related = (data ?? [])
    .filter(({ seriesId }) => seriesId !== view.seriesId)
    .slice(0, MOST_RELATED);
  if (related.length === 0 && !isLoading) return null;
  return (
    <section className="card" aria-labelledby="related-title">
      <h2 id="related-title">More of {names?.areaText(area) ?? area}</h2>
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
