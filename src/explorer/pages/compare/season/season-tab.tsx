// This year between the years before: their range as a band, their mean as a line.

import { useMemo } from 'react';
import { Chart } from '#explorer/chart/chart.tsx';
import { endLabels } from '#explorer/chart/drawing/end-labels.ts';
import { seasonUnderlay } from '#explorer/pages/compare/season/season-underlay.ts';
import { type LoadedSeason, useSeason } from '#explorer/pages/compare/season/use-season.ts';
import { LineSelect } from '#explorer/pages/compare/shapes/line-select.tsx';
import type { ShapeProps } from '#explorer/pages/compare/shapes/shape-props.ts';
import type { ChartSeries } from '#view/chart/chart-series';
import '#explorer/pages/compare/shapes/shape-plot.css';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import { meanDecimals } from '#view/values/column-decimals';

const HEIGHT = 420;
/** The mean is drawn in the colour of text. */
const MEAN_STYLE = 2;

export function SeasonTab({ view, lines, now, cursor, chart }: ShapeProps) {
  const { show } = useViewScope();
  // A season is of market days: its axis is too.
  const market = marketZoneOf(useAbout());
  const chosen = lines.find(({ name }) => name === view.of) ?? lines[0]!;
  const { data, error, isLoading, retry } = useSeason(view, chosen, now);
  const drawn = useMemo(() => data && drawingOf(data), [data]);
  return (
    <div aria-busy={isLoading}>
      <div className="shape-choices">
        <LineSelect
          label="Season of"
          lines={lines}
          value={chosen.name}
          onChoose={(of) => show({ ...view, of }, { replace: true })}
        />
      </div>
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : !data ? (
        <Loading />
      ) : !drawn ? (
        <p className="notice">A season needs values of a month or finer.</p>
      ) : (
        <div className={isLoading ? 'is-stale' : undefined}>
          <Chart
            ref={chart}
            title={`Season of ${data.line.label}, ${data.year}`}
            zone={market}
            now={now}
            height={HEIGHT}
            sharedCursor={cursor}
            {...drawn}
          />
          <p className="small dim">{noteOf(data)}</p>
        </div>
      )}
    </div>
  );
}

function drawingOf({ line, season, year }: LoadedSeason) {
  if (!season) return undefined;
  const { unit, decimals, style } = line;
  const common = { unit, times: season.times, endTime: season.endTime };
  const current: ChartSeries = {
    ...common,
    id: 'current',
    label: String(year),
    values: season.current,
    partial: season.partial,
    lastObserved: season.lastObserved ?? Number.NEGATIVE_INFINITY,
    decimals,
    style,
  };
  const mean: ChartSeries = {
    ...common,
    id: 'mean',
    label: `mean ${yearsText(season.years)}`,
    values: season.means,
    decimals: meanDecimals(decimals),
    style: style === MEAN_STYLE ? 0 : MEAN_STYLE,
  };
  const series = season.years.length === 0 ? [current] : [current, mean];
  const labelled = endLabels(
    series.map(({ label }) => label),
    0,
  );
  return { series, underlay: seasonUnderlay(season, style, decimals), labelled };
}

/** Writes `2021–2025`. */
const yearsText = (years: readonly number[]): string =>
  years.length < 2 ? years.join('') : `${years[0]}–${years.at(-1)}`;

function noteOf({ season, line }: LoadedSeason): string {
  const count = season?.years.length ?? 0;
  if (count === 0) return `${line.label} has no values of earlier years.`;
  const years = `${count} ${count === 1 ? 'year' : 'years'}`;
  return `The band is from the least to the greatest value of the same date in ${years} before (${yearsText(season!.years)}); the From and To of the page do not change it.`;
}
