// All areas at once: the tiles, what they show, and the same as a ranked list.

import { useMemo } from 'react';
import type { Instant } from '#core/time/instant';
import { AreaTiles } from '#explorer/pages/forecasts/overview/area-tiles.tsx';
import {
  type AreaFigure,
  type DatedFigures,
  dateFigures,
  isComparable,
  sourcesText,
  type TodaysMeans,
  todaysMeansOf,
} from '#explorer/pages/forecasts/overview/dated-figures.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { forecasts } from '#explorer/state/forecasts.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { ForecastsView } from '#view/address/forecasts-address';
import { dayText } from '#view/runs/issue-text';
import { signedText } from '#view/values/signed-text';
import { decimalsFor, formatValue } from '#view/values/value-text';
import '#explorer/pages/forecasts/overview/overview.css';

interface OverviewCardProps {
  readonly view: ForecastsView;
  readonly now: Instant;
  readonly onChoose: (area: string) => void;
}

const NO_FIGURES: readonly AreaFigure[] = [];

export function OverviewCard({ view, now, onChoose }: OverviewCardProps) {
  const market = marketZoneOf(useAbout());
  const { category, source } = view;
  const { data, error, isLoading, retry } = useRequest(`${category} ${source}`, (signal) =>
    loadOverview(category, source, signal),
  );
  const areas = error ? NO_FIGURES : (data?.areas ?? NO_FIGURES);
  const dated = dateFigures(areas, market, now, useTodaysMeans(category, source));
  const { figures, day, today } = dated;
  const unit = figures.find((figure) => figure.day === day)?.unit;
  return (
    <section className="card forecasts-areas" aria-labelledby="areas-title">
      <header className="forecasts-title">
        <h2 id="areas-title">
          {day === undefined
            ? 'Areas'
            : `Newest runs of ${sourcesText(figures)}, mean of ${dayText(day, today)}`}
        </h2>
        {unit && <span className="forecasts-unit small">{unit}</span>}
      </header>
      <OldNotice dated={dated} />
      {error && <Problem error={error} onRetry={retry} />}
      <div className={isLoading ? 'is-stale' : ''} aria-busy={isLoading}>
        <AreaTiles {...{ dated, onChoose }} chosen={view.area} subject={data?.subject ?? ''} />
      </div>
      {figures.some(({ mean }) => mean !== null) && <Ranking view={view} dated={dated} />}
    </section>
  );
}

/** Today's means, which changes are against; undefined until they are loaded, or if they cannot be. */
function useTodaysMeans(category: string, source: string): TodaysMeans | undefined {
  const { data, isLoading } = useRequest(`${category} ${source}`, (signal) =>
    forecasts.days({ balanceCategory: category, ...(source && { source }) }, { signal }),
  );
  return useMemo(() => (data && !isLoading ? todaysMeansOf(data) : undefined), [data, isLoading]);
}

/** Loads the newest run of every area, of one source if one is named. */
async function loadOverview(balanceCategory: string, source: string, signal: AbortSignal) {
  const query = { balanceCategory, counts: 'true', ...(source && { source }) };
  const overview = await forecasts.overview(query, { signal });
  return { ...overview, subject: `${balanceCategory} ${source}` };
}

/** Says that some or all figures are of days that are over. */
function OldNotice({ dated: { figures, day, today } }: { dated: DatedFigures }) {
  const old = figures.filter(({ mean, isOld }) => isOld && mean !== null).length;
  if (old === 0 || day === undefined) return null;
  const text =
    day < today
      ? 'Every run is old: these days are over.'
      : `${old} ${old === 1 ? 'area has an old run' : 'areas have old runs'}: dashed, with the day of the mean.`;
  return <p className="notice warn small">{text}</p>;
}

function Ranking({ view, dated }: { view: ForecastsView; dated: DatedFigures }) {
  const ranked = dated.figures
    .flatMap(({ mean, ...figure }) => (mean === null ? [] : [{ ...figure, mean }]))
    // A figure of a day that is over, or not complete, does not compare with the others.
    .sort((a, b) => Number(!isComparable(a)) - Number(!isComparable(b)) || b.mean - a.mean);
  return (
    <details className="forecasts-ranking small">
      <summary>Ranked, highest first</summary>
      <div>
        <table>
          <thead>
            <tr>
              <th scope="col">Area</th>
              <th scope="col">Source</th>
              <th scope="col">Day</th>
              <th scope="col">Mean, {ranked[0]!.unit}</th>
              <th scope="col">On today</th>
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ area, description, source, mean, day, isOld, hours, change }) => (
              <tr key={area}>
                <td>
                  <ViewLink to={{ ...view, area, run: '' }}>
                    {area} {description}
                  </ViewLink>
                </td>
                <td>{source}</td>
                <td>
                  {day === undefined ? '' : dayText(day, dated.today)}
                  {isOld && ', old'}
                  {hours !== undefined && `, ${hours}`}
                </td>
                <td>{formatValue(mean)}</td>
                <td>{signedText(change, decimalsFor(Math.max(1, mean)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
