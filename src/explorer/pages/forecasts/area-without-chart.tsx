// Instead of the chart: why the chosen area has none, and what a person can do.

import { ApiError } from '#client/api-error';
import { AreaHead } from '#explorer/pages/forecasts/area-head.tsx';
import type { RunIndex } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { SourceChips } from '#explorer/pages/forecasts/runs/source-chips.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import type { ForecastsView } from '#view/address/forecasts-address';

export function LoadingArea({ view }: { view: ForecastsView }) {
  return (
    <section className="card forecasts-chart is-wide" aria-busy="true">
      <AreaHead view={view} />
      <Loading />
    </section>
  );
}

interface FailedAreaProps {
  readonly view: ForecastsView;
  readonly error: Error;
  readonly onRetry: () => void;
}

export function FailedArea({ view, error, onRetry }: FailedAreaProps) {
  return (
    <section className="card forecasts-chart is-wide">
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

export function AreaWithoutRun({ view, index }: { view: ForecastsView; index: RunIndex }) {
  const isSourceUnknown = index.sources.length > 0 && index.issueTimes.length === 0;
  return (
    <section className="card forecasts-chart is-wide">
      <AreaHead view={view} />
      <SourceChips view={view} index={index} beside={[]} />
      <p className="notice">
        {isSourceUnknown
          ? `No run of ${index.source} exists here. Choose one of the sources above.`
          : view.run === ''
            ? 'No model run of this exists yet.'
            : 'No model run exists at or before the one that the address names.'}{' '}
        {!isSourceUnknown && view.run !== '' && (
          <ViewLink to={{ ...view, run: '' }}>Show the newest</ViewLink>
        )}
      </p>
    </section>
  );
}
