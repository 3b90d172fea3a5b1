// Hour × day in colours: which hours of which days were high. It needs values of an hour or finer.

import { useMemo } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import { findResolution, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { Heatmap } from '#explorer/pages/explore/heatmap/heatmap.tsx';
import { layOutHours } from '#explorer/pages/explore/heatmap/heatmap-grid.ts';
import { chooseScale } from '#explorer/pages/explore/heatmap/heatmap-scale.ts';
import type { ExploreView } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';

interface HeatmapTabProps {
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  readonly zone: Zone;
}

const isWithinHour = (title: string): boolean =>
  (findResolution(title)?.rank ?? 99) <= resolutionOf('hour').rank;

export function HeatmapTab({ view, answer, zone }: HeatmapTabProps) {
  const hasHours = isWithinHour(answer.resolution);
  const grid = useMemo(
    () => (hasHours ? layOutHours(answer.times, answer.values, zone) : undefined),
    [hasHours, answer, zone],
  );
  const scale = useMemo(() => grid && chooseScale(grid.means), [grid]);
  if (!hasHours) return <NeedsHours view={view} answer={answer} />;
  if (!grid || !scale) return null;
  return <Heatmap answer={answer} grid={grid} scale={scale} zone={zone} />;
}

function NeedsHours({ view, answer }: { view: ExploreView; answer: SeriesColumns }) {
  const one = `one per ${answer.resolution.toLowerCase()}`;
  if (!isWithinHour(answer.nativeResolution)) {
    return (
      <div className="explore-empty">
        <p>
          <strong>No hours to show.</strong> The heatmap lays out hours by day, and this series has{' '}
          {one}.
        </p>
      </div>
    );
  }
  return (
    <div className="explore-empty">
      <p>
        <strong>The heatmap lays out hours by day,</strong> and these values are {one}.
      </p>
      <p className="explore-ways">
        <button
          type="button"
          className="button primary"
          onClick={() => show({ ...view, resolution: 'hour' })}
        >
          Show by hour
        </button>
      </p>
    </div>
  );
}
