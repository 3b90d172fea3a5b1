// A writer's series: those that may be written, the way to define one and, if the address names one, the forms that
// write its values and runs.

import { useState } from 'react';
import type { MetadataRecord } from '#contract/forecast';
import { shownResolution } from '#explorer/find/search/resolution-names.ts';
import { ImportForm } from '#explorer/pages/operator/imports/import-form.tsx';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { useRested } from '#explorer/pages/operator/parts/use-rested.ts';
import { RunForm } from '#explorer/pages/operator/series/run-form.tsx';
import { SeriesDialog } from '#explorer/pages/operator/series/series-dialog.tsx';
import { SeriesTable, useMoment } from '#explorer/pages/operator/series/series-table.tsx';
import { WritableCard } from '#explorer/pages/operator/writer/writable-card.tsx';
import { findWritable } from '#explorer/pages/operator/writer/writable-series.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { show } from '#explorer/state/navigation.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { exploreOf } from '#view/address/explore-address';

const choose = (code: string | undefined): void => show({ page: 'operator', part: 'series', code });

export function WriterSeries({ code }: { readonly code: string | undefined }) {
  if (code !== undefined) return <WrittenSeries key={code} code={code} />;
  return (
    <>
      <WritableCard />
      <WritableList />
    </>
  );
}

function WritableList() {
  const [text, setText] = useState('');
  const [isDefining, setDefining] = useState(false);
  const words = useRested(text.trim());
  const list = useRequest(`writable ${words}`, (signal) => findWritable(words, signal));
  const { data, error } = list;
  return (
    <section className="card operator-import" aria-labelledby="operator-series">
      <h2 id="operator-series">Your series</h2>
      <TextField label="Find by words" value={text} onChange={setText} />
      {error && <Problem error={error} onRetry={list.retry} />}
      {!data && !error && <Loading />}
      {data?.records.length === 0 && <p className="dim">No stored series fits.</p>}
      {data && data.records.length > 0 && (
        <SeriesTable label="Series that you may write" records={data.records} />
      )}
      {data?.hasMore && (
        <p className="dim small">There are more: find them by words of the code or description.</p>
      )}
      <div className="operator-actions">
        <button type="button" className="button" onClick={() => setDefining(true)}>
          Define a series…
        </button>
      </div>
      {isDefining && (
        <SeriesDialog
          series={undefined}
          onClose={(defined) => {
            setDefining(false);
            if (defined !== undefined) choose(defined);
          }}
        />
      )}
    </section>
  );
}

/** One series: what is known of it, and the forms that write to it. */
function WrittenSeries({ code }: { readonly code: string }) {
  const [changes, setChanges] = useState(0);
  const changed = () => setChanges((count) => count + 1);
  const found = useRequest(`written ${code} ${changes}`, async (signal) => {
    const query = { prefix: code, all: 'true', limit: '1' };
    const [record] = await client.metadata(query, { signal });
    return { record: record?.seriesId === code ? record : undefined };
  });
  const { data, error } = found;
  if (error && !data) return <Problem error={error} onRetry={found.retry} />;
  if (!data) return <Loading />;
  if (!data.record)
    return (
      <section className="card">
        <h2>{code}</h2>
        <p>There is no such series.</p>
        <AllSeries />
      </section>
    );
  return (
    <>
      <Definition record={data.record} onChanged={changed} />
      <ImportForm code={code} onWritten={changed} />
      <section className="card operator-import" aria-label="Runs">
        <RunForm code={code} onWritten={changed} />
      </section>
    </>
  );
}

interface DefinitionProps {
  readonly record: MetadataRecord;
  readonly onChanged: () => void;
}

function Definition({ record, onChanged }: DefinitionProps) {
  const [isEditing, setEditing] = useState(false);
  const moment = useMoment();
  const { seriesId, description, unit, resolution, startDate, endDate, lastUpdated } = record;
  return (
    <section className="card" aria-labelledby="operator-definition">
      <h2 id="operator-definition">{seriesId}</h2>
      <dl className="operator-facts">
        <dt>Description</dt>
        <dd>{description}</dd>
        <dt>Unit</dt>
        <dd>{unit}</dd>
        <dt>Resolution</dt>
        <dd>{shownResolution(resolution)}</dd>
        <dt>Values</dt>
        <dd>{startDate === null ? 'none' : `${moment(startDate)} to ${moment(endDate)}`}</dd>
        <dt>Last change</dt>
        <dd>{moment(lastUpdated)}</dd>
      </dl>
      <div className="operator-actions">
        <button type="button" className="button" onClick={() => setEditing(true)}>
          Edit…
        </button>
        {record.subscribed && (
          <ViewLink className="button" to={exploreOf(seriesId)}>
            Explore
          </ViewLink>
        )}
        <AllSeries />
      </div>
      {isEditing && (
        <SeriesDialog
          series={record}
          onClose={(edited) => {
            setEditing(false);
            if (edited !== undefined) onChanged();
          }}
        />
      )}
    </section>
  );
}

const AllSeries = () => (
  <button type="button" className="button quiet" onClick={() => choose(undefined)}>
    All series
  </button>
);
