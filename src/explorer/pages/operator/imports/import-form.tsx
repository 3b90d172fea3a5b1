// A file of values into a series: dropped or chosen, previewed, compared with what is stored, then written.

import { type DragEvent, useState } from 'react';
import type { WriteAnswer } from '#contract/operator';
import { countsOf, Difference } from '#explorer/pages/operator/imports/import-difference.tsx';
import {
  ENDINGS,
  type RowsFile,
  readRowsFile,
} from '#explorer/pages/operator/imports/rows-file.ts';
import { TypedRows } from '#explorer/pages/operator/imports/typed-rows.tsx';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { useRested } from '#explorer/pages/operator/parts/use-rested.ts';

interface ImportFormProps {
  /** The series; left out if the form asks for it. */
  readonly code?: string;
  readonly onWritten: () => void;
}

export function ImportForm({ code: given, onWritten }: ImportFormProps) {
  const [code, setCode] = useState(given ?? '');
  const [file, setFile] = useState<RowsFile>();
  const [fault, setFault] = useState('');
  const [written, setWritten] = useState('');
  const [sheet, setSheet] = useState('');
  // Each comparison sends the whole file.
  const [target, wantedSheet] = [useRested(code), useRested(sheet.trim())];
  const takeRows = (read: RowsFile | undefined): void => {
    setWritten('');
    setFault('');
    setFile(read);
  };
  const take = async (dropped: File | undefined): Promise<void> => {
    if (!dropped) return;
    const read = await readRowsFile(dropped);
    takeRows(read);
    if (!read) setFault(`${dropped.name} is not a ${ENDINGS.join(', ')} file.`);
  };
  return (
    <section className="card operator-import" aria-labelledby="operator-import">
      <h2 id="operator-import">Import values</h2>
      <p className="dim">
        Rows of <code>time</code> and <code>value</code> for one series, as CSV, NDJSON or an Excel
        workbook. Nothing is written before you have seen what would change.
      </p>
      {given === undefined && <SeriesField code={code} onChange={setCode} />}
      <DropZone onFile={(dropped) => void take(dropped)} />
      <TypedRows onRows={takeRows} />
      {fault !== '' && (
        <p className="notice bad" role="alert">
          {fault}
        </p>
      )}
      {file && (
        <>
          {file.isWorkbook ? (
            <SheetChoice file={file} sheet={sheet} onChange={setSheet} />
          ) : (
            <FirstLines file={file} />
          )}
          <FileDifference
            file={file}
            code={target}
            sheet={file.isWorkbook ? wantedSheet : ''}
            onWritten={(answer) => {
              setFile(undefined);
              setWritten(`Entry ${answer.entry} of ${target}: ${countsOf(answer)}.`);
              onWritten();
            }}
          />
        </>
      )}
      <p role="status">{written}</p>
    </section>
  );
}

interface FileDifferenceProps {
  /** The series; empty if it is not named yet. */
  readonly code: string;
  readonly file: RowsFile;
  readonly sheet: string;
  readonly onWritten: (answer: WriteAnswer) => void;
}

/** What the file would change, compared again if the file, the sheet or the series is another one. */
function FileDifference(props: FileDifferenceProps) {
  const { code, file, sheet } = props;
  if (code === '') return <p className="dim">Name the series to see what would change.</p>;
  return <Difference key={`${code} ${file.stamp} ${sheet}`} {...props} />;
}

interface SeriesFieldProps {
  readonly code: string;
  readonly onChange: (code: string) => void;
}

function SeriesField({ code, onChange }: SeriesFieldProps) {
  return (
    <div className="field">
      <label htmlFor="import-series">Series</label>
      <input
        id="import-series"
        value={code}
        autoComplete="off"
        spellCheck={false}
        placeholder="dehrprice"
        onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
      />
    </div>
  );
}

interface SheetChoiceProps {
  readonly file: RowsFile;
  readonly sheet: string;
  readonly onChange: (sheet: string) => void;
}

function SheetChoice({ file, sheet, onChange }: SheetChoiceProps) {
  return (
    <>
      <p>
        <strong>{file.name}</strong> is a workbook.
      </p>
      <TextField label="Sheet, or nothing for the first" value={sheet} onChange={onChange} />
    </>
  );
}

function FirstLines({ file }: { readonly file: RowsFile }) {
  return (
    <>
      <p>
        <strong>{file.name}</strong> begins with:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
      <section className="operator-preview" tabIndex={0} aria-label="First rows">
        <pre>{file.lines.join('\n')}</pre>
      </section>
    </>
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
