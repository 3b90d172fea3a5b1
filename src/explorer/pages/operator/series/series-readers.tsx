// Who may read a series: the plans that include it, with their users.

import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';

export function SeriesReaders({ code }: { readonly code: string }) {
  const readers = useOperatorRequest(`readers ${code}`, (signal) =>
    operator.readers(code, { signal }),
  );
  const { data, error } = readers;
  return (
    <section className="card" aria-labelledby="operator-readers">
      <h2 id="operator-readers">Who may read it</h2>
      {error && <Problem error={error} onRetry={readers.retry} />}
      {!data && !error && <Loading />}
      {data?.plans.length === 0 && <p className="dim">No plan includes this series.</p>}
      {data && data.plans.length > 0 && (
        <ScrollTable label="Plans that include the series" titles={['Plan', 'Patterns', 'Users']}>
          {data.plans.map(({ name, patterns, users }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <code>{patterns.join(', ')}</code>
              </td>
              <td>{users.map(nameOf).join(', ') || 'none'}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}

const nameOf = ({
  name,
  disabled,
}: {
  readonly name: string;
  readonly disabled: boolean;
}): string => (disabled ? `${name} (disabled)` : name);
