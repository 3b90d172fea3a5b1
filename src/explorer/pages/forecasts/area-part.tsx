// The cards of the chosen area: its chart and runs, then their differences, one hour across runs, and
// the accuracy.

import type { ForecastStatusAnswer } from '#contract/forecast-status';
import { formatUtc, HOUR_MS, type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { AccuracyCard } from '#explorer/pages/forecasts/accuracy/accuracy-card.tsx';
import { AreaHead, nameOf } from '#explorer/pages/forecasts/area-head.tsx';
import {
  AreaWithoutRun,
  FailedArea,
  LoadingArea,
} from '#explorer/pages/forecasts/area-without-chart.tsx';
import { HourCard } from '#explorer/pages/forecasts/hours/hour-card.tsx';
import { DifferenceCard } from '#explorer/pages/forecasts/runs/difference-card.tsx';
import { RunCard } from '#explorer/pages/forecasts/runs/run-card.tsx';
import { RunChart } from '#explorer/pages/forecasts/runs/run-chart.tsx';
import { RunMaking } from '#explorer/pages/forecasts/runs/run-making.tsx';
import { SourceChips } from '#explorer/pages/forecasts/runs/source-chips.tsx';
import type { AreaForecastState } from '#explorer/pages/forecasts/runs/use-area-forecast.ts';
import { show } from '#explorer/state/navigation.ts';
import type { ForecastsView } from '#view/address/forecasts-address';
import { formatMoment, zoneLabelAt } from '#view/values/time-text';

interface AreaPartProps {
  readonly view: ForecastsView;
  readonly state: AreaForecastState;
  readonly zone: Zone;
  readonly now: Instant;
}

interface RunsPartProps extends AreaPartProps {
  /** The status of the server's own runs; undefined while not known. */
  readonly status: ForecastStatusAnswer | undefined;
}

const chooseHour = (view: ForecastsView, hour: number | undefined): void =>
  show({ ...view, hour: hour === undefined ? '' : formatUtc(hour * SECOND_MS) });

/** The chart, and beside it the runs that it draws. */
export function RunsPart({ view, state, zone, now, status }: RunsPartProps) {
  const { index, offered, forecast, dayMeans, delivery, error, isStale, retry } = state;
  if (error) return <FailedArea view={view} error={error} onRetry={retry} />;
  if (index && !isStale && !forecast) return <AreaWithoutRun view={view} index={index} />;
  if (!forecast || !delivery) return <LoadingArea view={view} />;
  const { source } = index ?? forecast;
  return (
    <>
      <ChartCard {...{ view, state, zone, now }} />
      <RunCard
        source={source}
        runs={offered ?? forecast.offered}
        isFixed={view.run !== ''}
        dayMeans={dayMeans}
        day={delivery.day}
        status={status}
        zone={zone}
        now={now}
        // A fixed run names its source, so that the link shows the same if the order changes.
        fixed={(run) => ({ ...view, source, run })}
        onChoose={(run, isMoving) =>
          show(run === '' ? { ...view, run } : { ...view, source, run }, { replace: isMoving })
        }
      />
    </>
  );
}

/** What follows from the runs: their change, one hour across them, how good they were. */
export function ComparisonPart({ view, state, zone, now }: AreaPartProps) {
  const { forecast, delivery, error, beside } = state;
  if (error || !forecast || !delivery) return null;
  return (
    <>
      <DifferenceCard forecast={forecast} zone={zone} now={now / SECOND_MS} />
      <HourCard
        forecast={forecast}
        beside={(beside ?? []).map(({ source }) => source)}
        hour={hourOf(view)}
        delivery={delivery}
        zone={zone}
        now={now / SECOND_MS}
        onChoose={(hour) => chooseHour(view, hour)}
      />
      <AccuracyCard
        area={view.area}
        category={view.category}
        source={forecast.source}
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

function ChartCard({ view, state, zone, now }: AreaPartProps) {
  const { index, beside = [], isStale } = state;
  const forecast = state.forecast!;
  return (
    <section
      className={isStale ? 'card forecasts-chart is-stale' : 'card forecasts-chart'}
      aria-busy={isStale}
    >
      <AreaHead view={view} />
      <SourceChips view={view} index={index ?? forecast} beside={beside} />
      {!forecast.chosen && <p className="notice">This run has no values.</p>}
      <RunChart
        title={`${nameOf(forecast)}, model runs and actual`}
        forecast={forecast}
        beside={beside}
        zone={zone}
        now={now / SECOND_MS}
        showsBands={view.bands}
        onShowBands={(bands) => show({ ...view, bands })}
        onPick={(hour) => chooseHour(view, hour)}
      />
      {forecast.bands && <RunMaking run={forecast.bands} />}
      {forecast.recordedAt !== null && (
        <p className="small dim">
          This run of {forecast.source} is known here since{' '}
          {formatMoment(Date.parse(forecast.recordedAt), zone)}{' '}
          {zoneLabelAt(Date.parse(forecast.recordedAt), zone)}.
        </p>
      )}
    </section>
  );
}
