// The cards of the chosen area: its runs, their differences, one hour across runs, and the accuracy.

import { ApiError } from '#client/api-error';
import type { ForecastStatusAnswer } from '#contract/forecast-status';
import { findArea } from '#core/market/areas';
import { findCategory, seriesIdOf } from '#core/market/categories';
import { formatUtc, HOUR_MS, type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { AccuracyCard } from '#explorer/pages/forecasts/accuracy/accuracy-card.tsx';
import { HourCard } from '#explorer/pages/forecasts/hours/hour-card.tsx';
import { DifferenceCard } from '#explorer/pages/forecasts/runs/difference-card.tsx';
import type { AreaForecast } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { RunCard } from '#explorer/pages/forecasts/runs/run-card.tsx';
import { RunChart } from '#explorer/pages/forecasts/runs/run-chart.tsx';
import { RunMaking } from '#explorer/pages/forecasts/runs/run-making.tsx';
import { useAreaForecast } from '#explorer/pages/forecasts/runs/use-area-forecast.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { DEFAULT_RANGE, type ForecastsView } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';

interface AreaPartProps {
  readonly view: ForecastsView;
  readonly zone: Zone;
  readonly now: Instant;
  /** The status of the server's own runs; undefined while not known. */
  readonly status: ForecastStatusAnswer | undefined;
}

export function AreaPart({ view, zone, now, status }: AreaPartProps) {
  const state = useAreaForecast(view, now);
  const { index, offered, forecast, dayMeans, delivery, error, isStale, retry } = state;
  if (error) return <FailedArea view={view} error={error} onRetry={retry} />;
  if (index && !isStale && !forecast) return <AreaWithoutRun view={view} />;
  if (!forecast || !delivery) {
    return (
      <section className="card forecasts-chart" aria-busy="true">
        <AreaHead view={view} />
        <Loading />
      </section>
    );
  }
  const chooseHour = (next: number | undefined): void =>
    show({ ...view, hour: next === undefined ? '' : formatUtc(next * SECOND_MS) });
  return (
    <>
      <ChartCard {...{ view, forecast, zone, now, isStale }} onPick={chooseHour} />
      <RunCard
        runs={offered ?? forecast.offered}
        dayMeans={dayMeans}
        day={delivery.day}
        status={status}
        zone={zone}
        now={now}
        onChoose={(run, isMoving) => show({ ...view, run }, { replace: isMoving })}
      />
      <DifferenceCard forecast={forecast} zone={zone} now={now / SECOND_MS} />
      <HourCard
        forecast={forecast}
        hour={hourOf(view)}
        delivery={delivery}
        zone={zone}
        now={now / SECOND_MS}
        onChoose={chooseHour}
      />
      <AccuracyCard
        area={view.area}
        category={view.category}
        source={forecast.bands?.making.source}
        newest={forecast.offered.newest}
      />
    </>
  );
}

/** The delivery hour that the address names, in seconds; undefined if it names none. */
function hourOf(view: ForecastsView): number | undefined {
  const instant = Date.parse(view.hour);
  return Number.isNaN(instant) ? undefined : (Math.floor(instant / HOUR_MS) * HOUR_MS) / SECOND_MS;
}

interface FailedAreaProps {
  readonly view: ForecastsView;
  readonly error: Error;
  readonly onRetry: () => void;
}

function FailedArea({ view, error, onRetry }: FailedAreaProps) {
  return (
    <section className="card forecasts-chart">
      <AreaHead view={view} />
      <Problem error={error} onRetry={onRetry} />
      {error instanceof ApiError && error.status === 403 && (
        <p>
          <ViewLink to={{ page: 'account' }}>See what your plan includes</ViewLink>, or choose an
          area without a lock.
        </p>
      )}
    </section>
  );
}

function AreaWithoutRun({ view }: { view: ForecastsView }) {
  return (
    <section className="card forecasts-chart">
      <AreaHead view={view} />
      <p className="notice">
        {view.run === ''
          ? 'No model run of this exists yet.'
          : 'No model run exists at or before the one that the address names.'}{' '}
        {view.run !== '' && <ViewLink to={{ ...view, run: '' }}>Show the newest</ViewLink>}
      </p>
    </section>
  );
}

interface ChartCardProps {
  readonly view: ForecastsView;
  readonly forecast: AreaForecast;
  readonly zone: Zone;
  readonly now: Instant;
  readonly isStale: boolean;
  readonly onPick: (hour: number) => void;
}

function ChartCard({ view, forecast, zone, now, isStale, onPick }: ChartCardProps) {
  return (
    <section
      className={isStale ? 'card forecasts-chart is-stale' : 'card forecasts-chart'}
      aria-busy={isStale}
    >
      <AreaHead view={view} />
      {!forecast.chosen && <p className="notice">This run has no values.</p>}
      <RunChart
        title={`${nameOf(forecast)}, model runs and actual`}
        forecast={forecast}
        zone={zone}
        now={now / SECOND_MS}
        showsBands={view.bands}
        onShowBands={(bands) => show({ ...view, bands })}
        onPick={onPick}
      />
      {forecast.bands && <RunMaking run={forecast.bands} />}
    </section>
  );
}

function AreaHead({ view }: { view: ForecastsView }) {
  const seriesId = seriesIdOf(view.area, view.category);
  const { from, to, resolution } = DEFAULT_RANGE;
  return (
    <header className="forecasts-title">
      <h2>{nameOf(view)}</h2>
      <ViewLink
        className="button"
        to={{ page: 'explore', seriesId, tab: 'chart', from, to, resolution, zone: view.zone }}
      >
        Explore <span className="mono">{seriesId}</span>
      </ViewLink>
    </header>
  );
}

/** Writes `Germany: day-ahead price`. */
function nameOf({ area, category }: { area: string; category: string }): string {
  const areaName = findArea(area)?.description ?? area;
  return `${areaName}: ${findCategory(category)?.description.toLowerCase() ?? category}`;
}
