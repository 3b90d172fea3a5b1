// A file of values into a series: dropped or chosen, previewed, compared with what is stored, then written.

import { type DragEvent, useState } from 'react';
import type { WriteAnswer } from '#contract/operator';
import { operator, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { ENDINGS, type RowsFile, readRowsFile } from '#explorer/pages/operator/rows-file.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { formatCount } from '#explorer/series/value-text.ts';

export function ImportForm({ onWritten }: { readonly onWritten: () => void }) {
  const [code, setCode] = useState('');
  const [file, setFile] = useState<RowsFile>();
  const [fault, setFault] = useState('');
  const [written, setWritten] = useState('');
  const take = async (given: File | undefined): Promise<void> => {
    if (!given) return;
    const read = await readRowsFile(given);
    setWritten('');
    setFile(read);
    setFault(read ? '' : `${given.name} is not a ${ENDINGS.join(', ')} file.`);
  };
  return (
    <section className="card operator-import" aria-labelledby="operator-import">
      <h2 id="operator-import">Import values</h2>
      <p className="dim">
        Rows of <code>time</code> and <code>value</code> for one series, as CSV or NDJSON. Nothing
        is written before you have seen what would change.
      </p>
      <div className="field">
        <label htmlFor="import-series">Series</label>
        <input
          id="import-series"
          value={code}
          autoComplete="off"
          spellCheck={false}
          placeholder="dehrprice"
          onChange={({ target }) => setCode(target.value.trim().toLowerCase())}
        />
      </div>
      <DropZone onFile={(given) => void take(given)} />
      {fault !== '' && (
        <p className="notice bad" role="alert">
          {fault}
        </p>
      )}
      {file && (
        <>
          <p>
            <strong>{file.name}</strong> begins with:
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
          <section className="operator-preview" tabIndex={0} aria-label="First rows">
            <pre>{file.lines.join('\n')}</pre>
          </section>
          {code === '' ? (
            <p className="dim">Name the series to see what would change.</p>
          ) : (
            <Difference
              key={`${code} ${file.name}`}
              code={code}
              file={file}
              onWritten={(answer) => {
                setFile(undefined);
                setWritten(`Entry ${answer.entry} of ${code}: ${countsOf(answer)}.`);
                onWritten();
              }}
            />
          )}
        </>
      )}
      <p role="status">{written}</p>
    </section>
  );
}

function DropZone({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <label
      className={isOver ? 'operator-drop is-over' : 'operator-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span>Drop a file here, or choose one</span>
      <input
        type="file"
        accept={ENDINGS.join(',')}
        onChange={({ target }) => onFile(target.files?.[0])}
      />
    </label>
  );
}

interface DifferenceProps {
  readonly code: string;
  readonly file: RowsFile;
  readonly onWritten: (answer: WriteAnswer) => void;
}

/** What the file would change, by a dry run, and the button that writes it. */
function Difference({ code, file, onWritten }: DifferenceProps) {
  const trial = useOperatorRequest(`trial ${code} ${file.name} ${file.content.size}`, (signal) =>
    operator.sendRows(code, file, true, { signal }),
  );
  const action = useAction();
  const { data, error } = trial;
  if (error) return <Problem error={error} onRetry={trial.retry} />;
  if (!data) return <p role="status">Comparing with what is stored…</p>;
  const write = async () => onWritten(await operator.sendRows(code, file, false));
  return (
    <>
      <p className="notice" role="status">
        Would be written to {code}: {countsOf(data)}.
      </p>
      {action.error && <Problem error={action.error} onRetry={trial.retry} />}
      <div className="operator-actions">
        <button
          type="button"
          className="button primary"
          disabled={action.isBusy}
          onClick={() => action.run(write)}
        >
          Write to {code}
        </button>
      </div>
    </>
  );
}

const countsOf = (answer: WriteAnswer): string =>
  [
    `${formatCount(answer.new)} new`,
    `${formatCount(answer.changed)} changed`,
    `${formatCount(answer.same)} the same`,
    `${formatCount(answer.held)} held for review`,
  ].join(', ');
