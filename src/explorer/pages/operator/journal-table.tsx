// The journal of writes to series, newest first, each with its counts and the way to take it back.

import { useState } from 'react';
import type { EntryShape } from '#contract/operator-journal';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { UndoDialog } from '#explorer/pages/operator/undo-dialog.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

const TITLES = ['Entry', 'When', 'What', 'About', 'By', 'New', 'Changed', 'Held'];

interface JournalTableProps {
  /** Counts writes of this page: each loads the journal again. */
  readonly writes: number;
  readonly onUndone: () => void;
}

export function JournalTable({ writes, onUndone }: JournalTableProps) {
  const [before, setBefore] = useState<number>();
  const [undoing, setUndoing] = useState<EntryShape>();
  const journal = useOperatorRequest(`journal ${before} ${writes}`, (signal) =>
    operator.entries(before, { signal }),
  );
  const { data, error } = journal;
  return (
    <section className="card" aria-labelledby="operator-journal">
      <h2 id="operator-journal">Journal of writes</h2>
      {error && <Problem error={error} onRetry={journal.retry} />}
      {data ? <Rows entries={data} onUndo={setUndoing} /> : !error && <Loading />}
      <div className="operator-actions">
        {before !== undefined && (
          <button type="button" className="button" onClick={() => setBefore(undefined)}>
            Newest
          </button>
        )}
        {data && data.length > 0 && data.at(-1)!.id > 1 && (
          <button type="button" className="button" onClick={() => setBefore(data.at(-1)!.id)}>
            Older
          </button>
        )}
      </div>
      {undoing && (
        <UndoDialog
          entry={undoing}
          onClose={(isUndone) => {
            setUndoing(undefined);
            if (isUndone) onUndone();
          }}
        />
      )}
    </section>
  );
}

interface RowsProps {
  readonly entries: readonly EntryShape[];
  readonly onUndo: (entry: EntryShape) => void;
}

function Rows({ entries, onUndo }: RowsProps) {
  const zone = marketZoneOf(useAbout());
  const { mayOperate } = useRights();
  if (entries.length === 0) return <p className="dim">Nothing was written yet.</p>;
  return (
    <ScrollTable label="Entries" titles={TITLES} actions={mayOperate ? 'Undo' : 'Undone'}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td className="figure">{entry.id}</td>
          <td>{formatMoment(Date.parse(entry.recordedAt), zone)}</td>
          <td>{entry.kind}</td>
          <td>{entry.name}</td>
          <td>{entry.actor}</td>
          <td className="figure">{formatCount(entry.points.new + entry.runs.new)}</td>
          <td className="figure">{formatCount(entry.points.changed + entry.runs.changed)}</td>
          <td className="figure">{formatCount(entry.points.held)}</td>
          <td>
            {mayOperate && entry.undoneBy === null && (
              <button
                type="button"
                className="button"
                aria-label={`Undo entry ${entry.id}`}
                onClick={() => onUndo(entry)}
              >
                Undo…
              </button>
            )}
            {entry.undoneBy !== null && <span className="dim">undone by {entry.undoneBy}</span>}
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
