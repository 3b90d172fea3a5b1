// The forecast runs of a series, newest first, and the form that writes one.

import { useState } from 'react';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { RunForm } from '#explorer/pages/operator/series/run-form.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

const TITLES = ['Issued', 'Source', 'From', 'To', 'Values', 'Recorded'];

interface SeriesRunsProps {
  readonly code: string;
  readonly onWritten: () => void;
}

export function SeriesRuns({ code, onWritten }: SeriesRunsProps) {
  const [before, setBefore] = useState<string>();
  const [writes, setWrites] = useState(0);
  const { mayOperate } = useRights();
  const zone = marketZoneOf(useAbout());
  const runs = useOperatorRequest(`runs ${code} ${before} ${writes}`, (signal) =>
    operator.runs(code, before, { signal }),
  );
  const { data, error } = runs;
  const moment = (text: string): string => formatMoment(Date.parse(text), zone);
  return (
    <section className="card operator-import" aria-labelledby="operator-series-runs">
      <h2 id="operator-series-runs">Runs</h2>
      {error && <Problem error={error} onRetry={runs.retry} />}
      {!data && !error && <Loading />}
      {data?.runs.length === 0 && <p className="dim">The series has no runs.</p>}
      {data && data.runs.length > 0 && (
        <ScrollTable label={`Runs of ${code}`} titles={TITLES}>
          {data.runs.map(({ analyzedTime, source, from, to, points, recordedAt }) => (
            <tr key={`${analyzedTime} ${source}`}>
              <td>{moment(analyzedTime)}</td>
              <td>{source}</td>
              <td>{moment(from)}</td>
              <td>{moment(to)}</td>
              <td className="figure">{formatCount(points)}</td>
              <td>{recordedAt === null ? 'always known' : moment(recordedAt)}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
      <div className="operator-actions">
        {before !== undefined && (
          <button type="button" className="button" onClick={() => setBefore(undefined)}>
            Newest
          </button>
        )}
        {data && data.next !== null && (
          <button type="button" className="button" onClick={() => setBefore(data.next!)}>
            Older
          </button>
        )}
      </div>
      {mayOperate && (
        <RunForm
          code={code}
          onWritten={() => {
            setBefore(undefined);
            setWrites((count) => count + 1);
            onWritten();
          }}
        />
      )}
    </section>
  );
}
