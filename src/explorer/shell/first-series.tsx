// Explore without a code: the first series of the plan, or the start page if the plan has none.

import { useEffect } from 'react';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { show } from '#explorer/state/navigation.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { START } from '#view/address/address';
import type { ExploreView } from '#view/address/explore-address';

export function FirstSeries({ view }: { readonly view: ExploreView }) {
  const { data, error, retry } = useRequest('first series', (signal) =>
    client.metadata({ limit: '1' }, { signal }),
  );
  useEffect(() => {
    if (!data) return;
    const [first] = data;
    show(first ? { ...view, seriesId: first.seriesId } : START, { replace: true });
  }, [data, view]);
  return error ? <Problem error={error} onRetry={retry} /> : <Loading />;
}
