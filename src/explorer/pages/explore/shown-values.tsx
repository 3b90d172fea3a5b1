// The values as chart, table or heatmap, or the reason if there are none.

import { type RefObject, Suspense, useCallback, useMemo, useState } from 'react';
import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import { type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import type { LayBands } from '#explorer/pages/explore/foot/with-bands.ts';
import { useLooks } from '#explorer/pages/explore/use-looks.ts';
import { useSeriesZooming } from '#explorer/pages/explore/use-series-zooming.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { useIdlePart } from '#explorer/parts/use-idle-part.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { ExploreView } from '#view/address/explore-address';
import type { ChartSeries } from '#view/chart/chart-series';
import { columnDecimals } from '#view/values/column-decimals';
import { observedUntilOf, partialIndices, pointNotes } from '#view/values/periods';
import { endTimeOf } from '#view/values/series-facts';
import type { Slice } from '#view/values/slice';

const EmptySpan = lazyPart(() =>
  import('#explorer/pages/explore/empty-span.tsx').then((module) => module.EmptySpan),
);
const TableTab = lazyPart(() =>
  import('#explorer/pages/explore/table/table-tab.tsx').then((module) => module.TableTab),
);
const HeatmapTab = lazyPart(() =>
  import('#explorer/pages/explore/heatmap/heatmap-tab.tsx').then((module) => module.HeatmapTab),
);

const loadFoot = () => import('#explorer/pages/explore/foot/chart-foot.tsx');

const NONE: readonly string[] = [];

export interface ShownValuesProps {
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  /** Whether the answer is that of the view; while another one loads it is not. */
  readonly isCurrent: boolean;
  /** The forecasts over the values; undefined if none are wanted or loaded. */
  readonly slice: Slice | undefined;
  readonly record: MetadataRecord | undefined;
  readonly zone: Zone;
  readonly now: Instant;
  readonly chart: RefObject<ChartHandle | null>;
}

export function ShownValues(props: ShownValuesProps) {
  const { view, answer, slice, record, zone } = props;
  const isEmpty = useMemo(() => answer.values.every((value) => value === null), [answer]);
  if (view.tab === 'chart' && !isEmpty) return <ChartTab {...props} />;
  return (
    <Suspense fallback={<Loading className="explore-loading dim" />}>
      {isEmpty ? (
        <EmptySpan view={view} answer={answer} record={record} zone={zone} />
      ) : view.tab === 'table' ? (
        <TableTab answer={answer} slice={slice} zone={zone} />
      ) : (
        <HeatmapTab view={view} answer={answer} zone={zone} picture={props.chart} />
      )}
    </Suspense>
  );
}

function ChartTab(props: ShownValuesProps) {
  const { view, answer, slice, zone, now, chart } = props;
  const { show } = useViewScope();
  const market = marketZoneOf(useAbout());
  const series = useMemo(() => {
    const line = lineOf(answer, market);
    // The first line is drawn on top.
    return slice?.times.length ? [sliceLineOf(slice, answer, market), line] : [line];
  }, [answer, slice, market]);
  const zooming = useSeriesZooming({ ...props, market });
  const looks = useLooks(view);
  const foot = useIdlePart(loadFoot);
  const [bands, setBands] = useState<{ readonly lay: LayBands | undefined }>();
  const onBands = useCallback((lay: LayBands | undefined) => setBands({ lay }), []);
  const underlay = useMemo(() => {
    const area = view.area && looks?.areaUnder(series.at(-1)!, view.line !== undefined);
    return bands?.lay ? bands.lay(area) : area;
  }, [view.area, view.line, looks, series, bands]);
  return (
    <>
      <Chart
        ref={chart}
        title={titleOf(answer)}
        series={series}
        zone={zone}
        now={now / SECOND_MS}
        nowLabel={view.asOf ? 'as of' : undefined}
        includesZero={view.zero ?? false}
        logScale={view.log && looks?.logScale}
        trace={view.line && looks?.traceStraight}
        underlay={underlay}
        zooming={zooming}
        hiding={{
          hidden: view.hidden ?? NONE,
          onHide: (hidden) => show({ ...view, hidden }, { replace: true }),
        }}
      />
      <div className="chart-foot">
        {foot && <foot.ChartFoot {...props} endTime={series.at(-1)!.endTime} onBands={onBands} />}
      </div>
    </>
  );
}

/** The description with its unit, which many descriptions name already. */
const titleOf = ({ description, unit }: SeriesColumns): string =>
  description.includes(unit) ? description : `${description}, ${unit}`;

function lineOf(answer: SeriesColumns, market: Zone): ChartSeries {
  const partial = partialIndices(answer);
  return {
    id: 'values',
    label: answer.seriesId,
    unit: answer.unit,
    times: answer.times,
    values: answer.values,
    endTime: endTimeOf(answer, market),
    lastObserved: observedUntilOf(answer) ?? Number.NEGATIVE_INFINITY,
    partial,
    notes: pointNotes(answer, partial),
    decimals: columnDecimals(answer),
    style: 0,
  };
}

/** The forecasts as a line over the values, dashed as forecasts are. */
const sliceLineOf = (slice: Slice, answer: SeriesColumns, market: Zone): ChartSeries => ({
  id: 'slice',
  label: slice.label,
  unit: slice.unit,
  times: slice.times,
  values: slice.values,
  partial: slice.partial,
  endTime: endTimeOf({ ...answer, times: [...slice.times] }, market),
  style: 1,
});
