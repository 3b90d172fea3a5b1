// All areas at once: the tiles, what they show, and the same as a ranked list.

import { type AreaFigure, AreaTiles } from '#explorer/pages/forecasts/overview/area-tiles.tsx';
import { shortDay } from '#explorer/pages/forecasts/runs/issue-text.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { formatValue } from '#explorer/series/value-text.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import type { ForecastsView } from '#explorer/state/address.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import '#explorer/pages/forecasts/overview/overview.css';

interface OverviewCardProps {
  readonly view: ForecastsView;
  readonly onChoose: (area: string) => void;
}

const NO_FIGURES: readonly AreaFigure[] = [];

export function OverviewCard({ view, onChoose }: OverviewCardProps) {
  const market = marketZoneOf(useAbout());
  const { data, error, isLoading, retry } = useRequest(view.category, (signal) =>
    client.overview(view.category, { signal }),
  );
  const figures = error ? NO_FIGURES : (data?.areas ?? NO_FIGURES);
  const newest = newestOf(figures);
  const day = newest?.startDate ? market.dayOf(Date.parse(newest.startDate)) : undefined;
  return (
    <section className="card forecasts-areas" aria-labelledby="areas-title">
      <header className="forecasts-title">
        <h2 id="areas-title">
          {day === undefined ? 'Areas' : `Newest runs, mean of ${shortDay(day)}`}
        </h2>
        {newest?.unit && <span className="forecasts-unit small">{newest.unit}</span>}
      </header>
      {error && <Problem error={error} onRetry={retry} />}
      <div className={isLoading ? 'is-stale' : ''} aria-busy={isLoading}>
        <AreaTiles figures={figures} chosen={view.area} onChoose={onChoose} />
      </div>
      {figures.some(({ mean }) => mean !== null) && <Ranking view={view} figures={figures} />}
    </section>
  );
}

function newestOf(figures: readonly AreaFigure[]): AreaFigure | undefined {
  let newest: AreaFigure | undefined;
  for (const figure of figures) {
    if ((figure.analyzedTime ?? '') > (newest?.analyzedTime ?? '')) newest = figure;
  }
  return newest;
}

function Ranking({ view, figures }: { view: ForecastsView; figures: readonly AreaFigure[] }) {
  const ranked = figures
    .flatMap(({ area, description, mean, unit }) =>
      mean === null ? [] : [{ area, description, mean, unit }],
    )
    .sort((a, b) => b.mean - a.mean);
  return (
    <details className="forecasts-ranking small">
      <summary>Ranked, highest first</summary>
      <div>
        <table>
          <thead>
            <tr>
              <th scope="col">Area</th>
              <th scope="col">Mean, {ranked[0]!.unit}</th>
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ area, description, mean }) => (
              <tr key={area}>
                <td>
                  <ViewLink to={{ ...view, area, run: '' }}>
                    {area} {description}
                  </ViewLink>
                </td>
                <td>{formatValue(mean)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
