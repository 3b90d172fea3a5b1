// The first series of a plan that has no area's price, production or consumption.

import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { exploreOf } from '#view/address/explore-address';

const MOST_SHOWN = 12;

export function PlanSeries() {
  const { data, error, retry } = useRequest('plan', (signal) =>
    client.metadata({ limit: String(MOST_SHOWN) }, { signal }),
  );
  if (error) return <Problem error={error} onRetry={retry} />;
  return (
    <section className="card" aria-labelledby="plan-title">
      <h2 id="plan-title">Your plan</h2>
      {data?.length === 0 && (
        <p>
          No stored series is in your plan. Ask the operator of this server for one that has some.
        </p>
      )}
      <ul className="start-plan">
        {data?.map(({ seriesId, description }) => (
          <li key={seriesId}>
            <ViewLink to={exploreOf(seriesId)}>
              {description} <code>{seriesId}</code>
            </ViewLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
