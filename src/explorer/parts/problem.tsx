// A failed request, and what a person can do next.

import { ApiError, ConnectionError } from '#client/api-error';
import { canRetry } from '#explorer/state/retry-delay.ts';

interface ProblemProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

export function Problem({ error, onRetry }: ProblemProps) {
  // The header says that there is no connection, once for all parts.
  if (error instanceof ConnectionError)
    return (
      <p className="notice" role="status">
        This comes when the server can be reached again.{' '}
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  return (
    <div className="notice bad" role="alert">
      <p>
        <strong>{titleOf(error)}</strong> {error.message}
      </p>
      {error instanceof ApiError && error.requestId && error.status >= 500 && (
        <p className="small">
          Request id <code>{error.requestId}</code>: tell it to the operator. The page tries again a
          few times.
        </p>
      )}
      {canRetry(error) && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

function titleOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'Something went wrong.';
  if (error.status === 403) return 'Outside your plan.';
  if (error.status === 404) return 'Not found.';
  if (error.status === 429) return 'Too many requests.';
  return error.status >= 500 ? 'The server could not answer.' : 'Not accepted.';
}
