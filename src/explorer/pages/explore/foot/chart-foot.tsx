// Under the chart: how its values are drawn, and which runs its forecast part is of. It loads after the first chart,
// and so do the bands of those runs.

import { useEffect, useMemo } from 'react';
import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import type { Zone } from '#core/time/zone';
import { ChartSwitches } from '#explorer/pages/explore/foot/chart-switches.tsx';
import { useFreshSpans } from '#explorer/pages/explore/foot/use-fresh-spans.ts';
import { useRunBands } from '#explorer/pages/explore/foot/use-run-bands.ts';
import { type LayBands, layOver } from '#explorer/pages/explore/foot/with-bands.ts';
import type { ExploreView } from '#view/address/explore-address';
import { bandsLabel } from '#view/runs/run-bands';
import { runText } from '#view/runs/run-text';
import { bandsOver, reachesZero, runStretches } from '#view/runs/shown-bands';

interface ChartFootProps {
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  readonly isCurrent: boolean;
  readonly record: MetadataRecord | undefined;
  readonly zone: Zone;
  /** The end of the last value's interval, seconds. */
  readonly endTime: number;
  /** Is given what lays the bands; undefined if none are shown. Must stay the same function. */
  readonly onBands: (lay: LayBands | undefined) => void;
}

export function ChartFoot(props: ChartFootProps) {
  const { view, answer, zone, endTime, onBands } = props;
  const found = useRunBands(props);
  const stretches = useMemo(() => runStretches(answer), [answer]);
  const bands = useMemo(() => {
    const over = found && bandsOver(answer, stretches, found, endTime);
    return over?.bands.length ? over : undefined;
  }, [answer, stretches, found, endTime]);
  const isOff = view.bands === 'off' || (view.log && bands && reachesZero(bands));
  const fresh = useFreshSpans(answer, endTime);
  useEffect(() => {
    onBands(layOver(isOff ? undefined : bands, fresh));
  }, [bands, isOff, fresh, onBands]);
  const label = bands && bandsLabel(bands);
  return (
    <>
      <ChartSwitches view={view} answer={answer} bands={label} />
      {stretches.length > 0 && (
        <p className="chart-runs small dim">
          Forecast: {runText(answer, stretches, found, zone)}
          {label && !isOff && `; with the ${label}`}
          {label && isOff && view.bands !== 'off' && '; the band reaches zero: not on this axis'}
        </p>
      )}
    </>
  );
}
