// Taking a series away: into Compare, as a link, as a file.

import type { RefObject } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { columnAt, DEFAULT_SLICE, type Slice } from '#explorer/pages/explore/slice/slice.ts';
import { ExportButtons } from '#explorer/parts/export-buttons.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { roundedValues } from '#explorer/series/column-decimals.ts';
import { type CsvColumns, csvText, fileNameOf } from '#explorer/series/csv-text.ts';
import { fixRange } from '#explorer/series/fixed-range.ts';
import { isReduced, originAt } from '#explorer/series/periods.ts';
import { spanOfAnswer } from '#explorer/series/series-facts.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import type { ExploreView } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';

interface ExploreActionsProps {
  readonly view: ExploreView;
  readonly now: Instant;
  readonly extent: SeriesExtent | undefined;
  /** The answer shown; undefined if none is. */
  readonly answer: SeriesColumns | undefined;
  /** The forecasts over the values; undefined if none are wanted or loaded. */
  readonly slice: Slice | undefined;
  /** Whether the series has forecast runs. */
  readonly hasRuns: boolean;
  readonly chart: RefObject<ChartHandle | null>;
}

export function ExploreActions(props: ExploreActionsProps) {
  const { view, now, extent, answer, slice, hasRuns, chart } = props;
  const about = useAbout();
  const zone = shownZone(about, view.zone);
  const answered = answer && spanOfAnswer(answer);
  const hasValues = answer !== undefined && answer.times.length > 0;
  return (
    <div className="explore-actions">
      {hasRuns && !view.slice && (
        <button
          type="button"
          className="button"
          title="Lay over the values what was forecast of them"
          onClick={() => show({ ...view, slice: DEFAULT_SLICE })}
        >
          As forecast…
        </button>
      )}
      <ViewLink
        className="button"
        to={{
          page: 'compare',
          series: [{ seriesId: view.seriesId, shiftDays: 0 }],
          from: view.from,
          to: view.to,
          resolution: view.resolution,
          zone: view.zone,
          complete: view.complete,
        }}
      >
        + Compare
      </ViewLink>
      <ExportButtons
        view={view}
        fixed={() => ({
          ...view,
          ...fixRange(view, { now, market: marketZoneOf(about), extent, answered }),
        })}
        chart={chart}
        hasChart={hasValues && view.tab === 'chart'}
        hasValues={hasValues}
        fileName={(ending) => fileNameOf(view.seriesId, answered, zone, ending)}
        csvHint="Exactly the values shown, with UTC and local time, kind and run"
        makeCsv={() =>
          csvText(answer!.times, roundedValues(answer!), zone, columnsOf(slice, answer!))
        }
      />
    </div>
  );
}

/** The columns beside the values: what they are, of how many they are made, and a slice. */
function columnsOf(slice: Slice | undefined, answer: SeriesColumns): CsvColumns {
  const { times, values, counts, expected } = answer;
  const origins = values.map((value, i) => (value === null ? undefined : originAt(answer, i)));
  return {
    kind: origins.map((origin) => origin?.kind ?? null),
    run: origins.map((origin) => origin?.run ?? null),
    ...(isReduced(answer) && counts && expected && { count: counts, expected }),
    ...(slice && {
      forecast: columnAt(slice, slice.values, times),
      error: columnAt(slice, slice.errors, times),
    }),
  };
}
