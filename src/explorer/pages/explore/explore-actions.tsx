// Taking a series away: into Compare, as a link, as a file.

import type { RefObject } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { ExportButtons } from '#explorer/parts/export-buttons.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { csvText, fileNameOf } from '#explorer/series/csv-text.ts';
import { fixRange } from '#explorer/series/fixed-range.ts';
import { spanOfAnswer } from '#explorer/series/series-facts.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import type { ExploreView } from '#explorer/state/address.ts';

interface ExploreActionsProps {
  readonly view: ExploreView;
  readonly now: Instant;
  readonly extent: SeriesExtent | undefined;
  /** The answer shown; undefined if none is. */
  readonly answer: SeriesColumns | undefined;
  readonly chart: RefObject<ChartHandle | null>;
}

export function ExploreActions({ view, now, extent, answer, chart }: ExploreActionsProps) {
  const about = useAbout();
  const zone = shownZone(about, view.zone);
  const answered = answer && spanOfAnswer(answer);
  const hasValues = answer !== undefined && answer.times.length > 0;
  return (
    <div className="explore-actions">
      <ViewLink
        className="button"
        to={{
          page: 'compare',
          series: [{ seriesId: view.seriesId, shiftDays: 0 }],
          from: view.from,
          to: view.to,
          resolution: view.resolution,
          zone: view.zone,
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
        csvHint="Exactly the values shown, with UTC and local time"
        makeCsv={() => csvText(answer!.times, answer!.values, zone)}
      />
    </div>
  );
}
