// The server's own model runs: the last, the next, and what went wrong.

import type { Instant } from '#core/time/instant';
import { statusLine } from '#explorer/pages/forecasts/runs/status-text.ts';
import { StatusNotice } from '#explorer/pages/forecasts/status-notice.tsx';
import { useForecastStatus } from '#explorer/pages/forecasts/use-forecast-status.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';

export function RunsCard({ now }: { readonly now: Instant }) {
  const zone = marketZoneOf(useAbout());
  const status = useForecastStatus(now);
  return (
    <section className="card" aria-labelledby="operator-runs">
      <h2 id="operator-runs">Model runs</h2>
      {status ? (
        <>
          <StatusNotice status={status} zone={zone} />
          <p>{statusLine(status, zone) || 'This server makes no runs of its own.'}</p>
          {status.state === 'done' && status.note !== null && (
            <p className="dim small">{status.note}</p>
          )}
        </>
      ) : (
        <Loading />
      )}
    </section>
  );
}
