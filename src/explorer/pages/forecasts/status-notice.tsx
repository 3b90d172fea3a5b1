// A warning across the page if the server's own model runs are late or failed.

import type { ForecastStatusAnswer } from '#contract/forecast-status';
import type { Zone } from '#core/time/zone';
import { statusWarning } from '#explorer/pages/forecasts/runs/status-text.ts';

interface StatusNoticeProps {
  readonly status: ForecastStatusAnswer | undefined;
  readonly zone: Zone;
}

export function StatusNotice({ status, zone }: StatusNoticeProps) {
  const warning = status && statusWarning(status, zone);
  if (!warning) return null;
  const { title, text, why } = warning;
  return (
    <div className="notice warn" role="alert">
      <p>
        <strong>{title}</strong> {text}
      </p>
      {why !== '' && <p className="small">The server said: {why}</p>}
    </div>
  );
}
