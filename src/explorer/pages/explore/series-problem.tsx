// A series that cannot be shown: the reason, and what a person can do.

import { ApiError } from '#client/api-error';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { nearestNamed, resolutionNamed } from '#explorer/series/read-refusal.ts';
import { openFind } from '#explorer/state/find-opening.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { ExploreView } from '#view/address/explore-address';
import '#explorer/pages/explore/no-values.css';

interface SeriesProblemProps {
  readonly view: ExploreView;
  readonly error: Error;
  readonly onRetry: () => void;
}

export function SeriesProblem({ view, error, onRetry }: SeriesProblemProps) {
  return (
    <div className="explore-problem">
      <Problem error={error} onRetry={onRetry} />
      {error instanceof ApiError && <WayOn view={view} error={error} />}
    </div>
  );
}

function WayOn({ view, error }: { view: ExploreView; error: ApiError }) {
  switch (error.code) {
    case 'subscription_required':
      return <PlanNote patterns={error.fields.flatMap(({ allowed = [] }) => allowed)} />;
    case 'series_unknown':
      return <UnknownSeries view={view} nearest={nearestNamed(error.message)} />;
    case 'too_many_points':
      return <OtherResolution view={view} resolution={resolutionNamed(error.message)} />;
    case 'resolution_unknown':
    case 'resolution_too_coarse':
      return <OtherResolution view={view} resolution="native" />;
    default:
      return null;
  }
}

function OtherResolution({
  view,
  resolution,
}: {
  view: ExploreView;
  resolution: string | undefined;
}) {
  const { show } = useViewScope();
  if (resolution === undefined) return null;
  return (
    <p className="explore-ways">
      <button
        type="button"
        className="button primary"
        onClick={() => show({ ...view, resolution })}
      >
        {resolution === 'native' ? 'Show the values as stored' : `Show by ${resolution}`}
      </button>
    </p>
  );
}

function PlanNote({ patterns }: { readonly patterns: readonly string[] }) {
  return (
    <p>
      Your plan has{' '}
      {patterns.length === 0
        ? 'no series'
        : patterns.map((pattern, i) => (
            <span key={pattern}>
              {i > 0 && ', '}
              <code>{pattern}</code>
            </span>
          ))}
      {patterns.length > 0 && ' (a * stands for anything)'}. The operator can give you another: see{' '}
      <ViewLink to={{ page: 'account' }}>your account</ViewLink>.
    </p>
  );
}

function UnknownSeries({ view, nearest }: { view: ExploreView; nearest: string | undefined }) {
  return (
    <p className="explore-ways">
      {nearest !== undefined && (
        <ViewLink className="button primary" to={{ ...view, seriesId: nearest }}>
          Open {nearest}
        </ViewLink>
      )}
      <button type="button" className="button" onClick={openFind}>
        Find a series…
      </button>
    </p>
  );
}
