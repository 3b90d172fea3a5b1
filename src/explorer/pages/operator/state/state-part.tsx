// How the server stands: its store, its sources, its model runs, and which series are late.

import { useState } from 'react';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { CollectCard } from '#explorer/pages/operator/state/collect-card.tsx';
import { LateCard } from '#explorer/pages/operator/state/late-card.tsx';
import { RunsCard } from '#explorer/pages/operator/state/runs-card.tsx';
import { StoreCard } from '#explorer/pages/operator/state/store-card.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';

export function StatePart() {
  const [looks, setLooks] = useState(0);
  const state = useOperatorRequest(`state ${looks}`, async (signal) => {
    const [server, collect, freshness] = await Promise.all([
      operator.state({ signal }),
      operator.collect({ signal }),
      operator.freshness({ signal }),
    ]);
    return { server, collect, freshness };
  });
  const { data, error } = state;
  if (error && !data) return <Problem error={error} onRetry={state.retry} />;
  if (!data) return <Loading />;
  const { server, collect, freshness } = data;
  const now = Date.parse(server.now);
  return (
    <>
      {error && <Problem error={error} onRetry={state.retry} />}
      <div className="operator-pair">
        <StoreCard state={server} onLookAgain={() => setLooks(looks + 1)} />
        <RunsCard now={now} />
      </div>
      <CollectCard entries={collect.entries} now={now} />
      <LateCard freshness={freshness} now={now} />
    </>
  );
}
