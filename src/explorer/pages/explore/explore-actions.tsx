// Taking a series away: into Compare, as a link, as a file. And what may be laid over it or looked back to.

import type { RefObject } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { DEFAULT_SLICE } from '#explorer/pages/explore/slice/default-slice.ts';
import { Download } from '#explorer/pages/explore/taking/download-button.tsx';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { fixRange } from '#explorer/series/fixed-range.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { linkTo, show } from '#explorer/state/navigation.ts';
import type { ExploreView } from '#view/address/explore-address';
import { spanOfAnswer } from '#view/values/series-facts';
import type { Slice } from '#view/values/slice';
import '#explorer/pages/explore/explore-actions.css';

interface ExploreActionsProps {
  readonly view: ExploreView;
  /** Now, or the earlier time whose knowledge is shown. */
  readonly now: Instant;
  readonly asOf: Instant | undefined;
  readonly extent: SeriesExtent | undefined;
  /** The answer shown; undefined if none is. */
  readonly answer: SeriesColumns | undefined;
  /** The forecasts over the values; undefined if none are wanted or loaded. */
  readonly slice: Slice | undefined;
  /** Whether the series has forecast runs. */
  readonly hasRuns: boolean;
  readonly chart: RefObject<ChartHandle | null>;
  /** The fault of what is typed into From and To. */
  readonly draftFault: string | undefined;
  readonly isAsOfOpen: boolean;
  readonly onAsOf: () => void;
}

export function ExploreActions(props: ExploreActionsProps) {
  const { view, answer, slice, hasRuns, chart, isAsOfOpen, onAsOf } = props;
  const about = useAbout();
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
      {!isAsOfOpen && (
        <button
          type="button"
          className="button"
          title="Show what was known at an earlier time"
          onClick={onAsOf}
        >
          As of…
        </button>
      )}
      <CompareLink view={view} />
      <CopyButton
        className="button explore-link"
        title="Copy link"
        hint="Dates such as today-14 stay as they are and move with time"
        text={() => linkTo(view)}
      />
      <CopyButton
        className="button explore-link-fixed"
        title="fixed"
        label="Copy link, dates fixed"
        hint="Copy a link in which keywords are the dates they stand for now"
        text={() => linkTo(fixedView(props, about))}
      />
      <Download
        view={view}
        answer={answer}
        slice={slice}
        zone={shownZone(about, view.zone)}
        reason={reasonAgainst(props)}
        chart={chart}
      />
    </div>
  );
}

function CompareLink({ view }: { readonly view: ExploreView }) {
  const { seriesId, from, to, resolution, zone, complete } = view;
  const series = [{ seriesId, shiftDays: 0 }];
  return (
    <ViewLink
      className="button"
      to={{ page: 'compare', series, from, to, resolution, zone, complete }}
    >
      + Compare
    </ViewLink>
  );
}

/** The view with its keywords replaced by dates. */
function fixedView(
  { view, now, asOf, extent, answer }: ExploreActionsProps,
  about: ReturnType<typeof useAbout>,
): ExploreView {
  const answered = answer && spanOfAnswer(answer);
  const range = fixRange(view, { now, market: marketZoneOf(about), extent, answered });
  return { ...view, ...range, ...(asOf !== undefined && { asOf: new Date(asOf).toISOString() }) };
}

/** Why nothing can be taken: it would not be of the span that the fields name. */
function reasonAgainst({ answer, draftFault }: ExploreActionsProps): string | undefined {
  if (draftFault !== undefined) return `The span is not valid: ${draftFault}`;
  if (answer === undefined) return 'No values are shown';
  return answer.times.length === 0 ? 'The span has no values' : undefined;
}
