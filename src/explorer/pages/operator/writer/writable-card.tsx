// What a writer may write: the patterns of codes, as the server has them now.

import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';

export function WritableCard() {
  const account = useRequest('writable', (signal) => client.account({ signal }));
  const { data, error } = account;
  return (
    <section className="card" aria-labelledby="operator-writable">
      <h2 id="operator-writable">What you may write</h2>
      {error && <Problem error={error} onRetry={account.retry} />}
      {!data && !error && <Loading />}
      {data && <Patterns patterns={data.writePatterns} />}
    </section>
  );
}

function Patterns({ patterns }: { readonly patterns: readonly string[] }) {
  if (patterns.length === 0)
    return <p>No series at the moment. An operator gives you patterns of codes.</p>;
  return (
    <p>
      Values, runs and definitions of the series{' '}
      {patterns.map((pattern, at) => (
        <span key={pattern}>
          {at > 0 && ', '}
          <code>{pattern}</code>
        </span>
      ))}
      {patterns.some((pattern) => pattern.includes('*')) && ' (a * stands for anything)'}. Other
      series are refused.
    </p>
  );
}
