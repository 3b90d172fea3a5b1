// Values in colours: time of day × day for values of an hour or finer, weekday × week for daily ones.

import { type RefObject, useMemo } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import { HOUR_MS } from '#core/time/instant';
import { findResolution, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { Heatmap } from '#explorer/pages/explore/heatmap/heatmap.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { ExploreView } from '#view/address/explore-address';
import { type HeatmapGrid, layOutDays, layOutHours } from '#view/heatmap/heatmap-grid';
import { chooseScale } from '#view/heatmap/heatmap-scale';
import '#explorer/pages/explore/no-values.css';

interface HeatmapTabProps {
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  readonly zone: Zone;
  /** Gets what makes a picture of the heatmap. */
  readonly picture: RefObject<ChartHandle | null>;
}

export function HeatmapTab({ view, answer, zone, picture }: HeatmapTabProps) {
  const market = marketZoneOf(useAbout());
  const grid = useMemo(() => gridOf(answer, zone, market), [answer, zone, market]);
  const scale = useMemo(() => grid && chooseScale(grid.means), [grid]);
  if (!grid || !scale) return <TooCoarse view={view} answer={answer} />;
  return <Heatmap answer={answer} grid={grid} scale={scale} zone={zone} picture={picture} />;
}

/** Undefined for values of weeks and longer. */
function gridOf(
  { resolution, times, values }: SeriesColumns,
  zone: Zone,
  market: Zone,
): HeatmapGrid | undefined {
  const { name, stepMs } = findResolution(resolution) ?? resolutionOf('year');
  if (name === 'day') return layOutDays(times, values, market);
  return stepMs !== undefined && stepMs <= HOUR_MS
    ? layOutHours(times, values, zone, stepMs)
    : undefined;
}

/** What a series can be shown by instead: its hours, or its days. */
function finerOf({ nativeResolution }: SeriesColumns): 'hour' | 'day' | undefined {
  const rank = findResolution(nativeResolution)?.rank ?? Number.POSITIVE_INFINITY;
  if (rank <= resolutionOf('hour').rank) return 'hour';
  return rank <= resolutionOf('day').rank ? 'day' : undefined;
}

function TooCoarse({ view, answer }: { view: ExploreView; answer: SeriesColumns }) {
  const { show } = useViewScope();
  const finer = finerOf(answer);
  return (
    <div className="explore-empty">
      <p>
        <strong>No hours or days to show.</strong> The heatmap lays out hours by day, or days by
        week, and {finer ? 'these values are' : 'this series has'} one per{' '}
        {answer.resolution.toLowerCase()}.
      </p>
      {finer && (
        <p className="explore-ways">
          <button
            type="button"
            className="button primary"
            onClick={() => show({ ...view, resolution: finer })}
          >
            Show by {finer}
          </button>
        </p>
      )}
    </div>
  );
}
