// Which series a run of a target would use now, and why others are not used.

import { targets } from '#explorer/pages/operator/parts/operator-client.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';

interface DriversCardProps {
  readonly name: string;
  /** Counts changes of definitions: each looks for the drivers again. */
  readonly changes: number;
}

export function DriversCard({ name, changes }: DriversCardProps) {
  const found = useOperatorRequest(`drivers ${name} ${changes}`, async (signal) => {
    const query = { name, drivers: 'true' };
    const [target] = await targets.list(query, { signal });
    return target;
  });
  const { data, error } = found;
  const drivers = data?.driversUsed ?? [];
  return (
    <section className="card" aria-labelledby="operator-drivers">
      <h2 id="operator-drivers">Drivers of {name}</h2>
      {error && <Problem error={error} onRetry={found.retry} />}
      {!data && !error && <Loading />}
      {data && (
        <p role="status">
          {data.problem
            ? `No run can be made now: ${data.problem}.`
            : `A run made now uses ${drivers.filter(({ used }) => used).length} of these series.`}
        </p>
      )}
      {data?.note && <p className="dim small">Its last due time ended with: {data.note}.</p>}
      {drivers.length > 0 && (
        <ScrollTable label={`Series that may drive ${name}`} titles={['Series', 'Used', 'Reason']}>
          {drivers.map(({ seriesId, used, reason }) => (
            <tr key={seriesId}>
              <th scope="row">{seriesId}</th>
              <td>{used ? 'yes' : 'no'}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}
