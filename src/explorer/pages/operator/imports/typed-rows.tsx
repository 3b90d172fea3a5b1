// Rows of time and value that are typed or pasted, for a correction that needs no file.

import { type FormEvent, useId, useState } from 'react';
import { type RowsFile, rowsOfText } from '#explorer/pages/operator/imports/rows-file.ts';

export function TypedRows({ onRows }: { readonly onRows: (rows: RowsFile) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onRows(rowsOfText(text));
  };
  return (
    <details>
      <summary>Or type rows</summary>
      <form className="operator-form" aria-label="Rows" onSubmit={onSubmit}>
        <div className="field">
          <label htmlFor={id}>A time and a value on each line</label>
          <textarea
            id={id}
            rows={4}
            spellCheck={false}
            placeholder="2026-11-11T00:00Z,42.5"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <div className="operator-actions">
          <button type="submit" className="button" disabled={text.trim() === ''}>
            Compare
          </button>
        </div>
      </form>
    </details>
  );
}
