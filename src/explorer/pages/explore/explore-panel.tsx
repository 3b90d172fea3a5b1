// The panel under the tabs: the values with their figures, or why they cannot be shown.

import { type RefObject, Suspense } from 'react';
import { ConnectionError } from '#client/api-error';
import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { ShownValues } from '#explorer/pages/explore/shown-values.tsx';
import { StatsRow } from '#explorer/pages/explore/stats-row.tsx';
import { tabIdOf } from '#explorer/parts/choices.tsx';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import type { Loaded } from '#explorer/state/use-request.ts';
import type { ExploreView } from '#view/address/explore-address';
import type { Slice } from '#view/values/slice';

const SeriesProblem = lazyPart(() =>
  import('#explorer/pages/explore/series-problem.tsx').then((module) => module.SeriesProblem),
);

export const PANEL_ID = 'explore-panel';

interface ExplorePanelProps {
  readonly view: ExploreView;
  readonly loaded: Loaded<SeriesColumns>;
  /** Whether the values loaded are those of the view. */
  readonly isCurrent: boolean;
  /** Whether the values are not of the span that the fields name. */
  readonly isDimmed: boolean;
  /** The forecasts over the values; undefined if none are wanted or loaded. */
  readonly slice: Slice | undefined;
  readonly record: MetadataRecord | undefined;
  readonly now: Instant;
  readonly zone: Zone;
  readonly chart: RefObject<ChartHandle | null>;
}

export function ExplorePanel({ loaded, isDimmed, ...props }: ExplorePanelProps) {
  const { data, error, isLoading, retry } = loaded;
  const { view, zone } = props;
  return (
    <div
      id={PANEL_ID}
      role="tabpanel"
      aria-labelledby={tabIdOf(PANEL_ID, view.tab)}
      aria-busy={isLoading}
      className="explore-panel"
    >
      {error instanceof ConnectionError ? (
        <Problem error={error} onRetry={retry} />
      ) : error ? (
        <Suspense fallback={<Loading />}>
          <SeriesProblem view={view} error={error} onRetry={retry} />
        </Suspense>
      ) : data ? (
        <div className={isLoading || isDimmed ? 'is-stale' : undefined}>
          <ShownValues answer={data} {...props} />
          <StatsRow answer={data} zone={zone} />
        </div>
      ) : (
        <Loading className="explore-loading dim" />
      )}
    </div>
  );
}
