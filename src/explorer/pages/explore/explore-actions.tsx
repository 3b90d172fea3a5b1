// Taking it away: into Compare, as a link, as a file.

import type { RefObject } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { CopyButton } from '#explorer/parts/copy-button.tsx';
import { DownloadButton } from '#explorer/parts/download.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { csvText, fileNameOf } from '#explorer/series/csv-text.ts';
import { fixRange } from '#explorer/series/fixed-range.ts';
import { spanOfAnswer } from '#explorer/series/series-facts.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import type { ExploreView } from '#explorer/state/address.ts';
import { linkTo } from '#explorer/state/navigation.ts';

interface ExploreActionsProps {
  readonly view: ExploreView;
  readonly now: Instant;
  readonly extent: SeriesExtent | undefined;
  /** What is shown; undefined where nothing is. */
  readonly answer: SeriesColumns | undefined;
  readonly chart: RefObject<ChartHandle | null>;
}

export function ExploreActions({ view, now, extent, answer, chart }: ExploreActionsProps) {
  const about = useAbout();
  const zone = shownZone(about, view.zone);
  const answered = answer && spanOfAnswer(answer);
  const isEmpty = !answer || answer.times.length === 0;
  const fixed = (): ExploreView => ({
    ...view,
    ...fixRange(view, { now, market: marketZoneOf(about), extent, answered }),
  });
  const fileName = (ending: string) => () => fileNameOf(view.seriesId, answered, zone, ending);
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
      <CopyButton
        title="Copy link"
        hint="Dates such as today-14 stay as they are and move with time"
        text={() => linkTo(view)}
      />
      <CopyButton
        title="Copy link, dates fixed"
        hint="Keywords become the dates they stand for now"
        text={() => linkTo(fixed())}
      />
      <DownloadButton
        title="Download PNG"
        hint="The chart as a picture"
        isDisabled={isEmpty || view.tab !== 'chart'}
        fileName={fileName('png')}
        make={() => chart.current!.toPng()}
      />
      <DownloadButton
        title="Download CSV"
        className="button primary"
        hint="Exactly the values shown, with UTC and local time"
        isDisabled={isEmpty}
        fileName={fileName('csv')}
        make={() =>
          new Blob([csvText(answer!.times, answer!.values, zone)], {
            type: 'text/csv;charset=utf-8',
          })
        }
      />
    </div>
  );
}
