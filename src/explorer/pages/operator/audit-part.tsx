// The audit: who changed what and when, filtered by words, and as a CSV file.

import { useState } from 'react';
import type { AuditShape } from '#contract/operator-journal';
import { auditCsv, filterAudit } from '#explorer/pages/operator/audit-csv.ts';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { saveFile } from '#explorer/parts/save-file.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

const TITLES = ['When', 'Who', 'What', 'About', 'Detail'];

export function AuditPart() {
  const [before, setBefore] = useState<string>();
  const [filter, setFilter] = useState('');
  const audit = useOperatorRequest(`audit ${before}`, (signal) =>
    operator.audit(before, { signal }),
  );
  const { data, error } = audit;
  if (error && !data) return <Problem error={error} onRetry={audit.retry} />;
  if (!data) return <Loading />;
  const shown = filterAudit(data.entries, filter);
  const save = () => saveFile(new Blob([auditCsv(shown)], { type: 'text/csv' }), 'audit.csv');
  return (
    <section className="card operator-import" aria-labelledby="operator-audit">
      <h2 id="operator-audit">Audit</h2>
      <TextField label="Filter by words" value={filter} onChange={setFilter} />
      <p className="dim small" role="status">
        {formatCount(shown.length)} of the {formatCount(data.entries.length)} entries of this page
      </p>
      <AuditRows entries={shown} />
      <div className="operator-actions">
        <button type="button" className="button" onClick={save}>
          Save as CSV
        </button>
        {before !== undefined && (
          <button type="button" className="button" onClick={() => setBefore(undefined)}>
            Newest
          </button>
        )}
        {data.next !== undefined && (
          <button type="button" className="button" onClick={() => setBefore(data.next)}>
            Older
          </button>
        )}
      </div>
    </section>
  );
}

function AuditRows({ entries }: { readonly entries: readonly AuditShape[] }) {
  const zone = marketZoneOf(useAbout());
  return (
    <ScrollTable label="Entries of the audit" titles={TITLES}>
      {entries.map(({ journal, id, recordedAt, actor, kind, name, detail }) => (
        <tr key={`${journal} ${id}`}>
          <td>{formatMoment(Date.parse(recordedAt), zone)}</td>
          <td>{actor}</td>
          <td>{kind}</td>
          <td>{name}</td>
          <td>{detail}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
