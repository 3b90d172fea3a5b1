// Above a long table: a field that finds rows, how many were found, and buttons.

import { type ReactNode, useId } from 'react';
import { formatCount } from '#view/values/value-text';

interface TableToolsProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** The number of rows shown, and of all rows. */
  readonly shown: number;
  readonly all: number;
  readonly children: ReactNode;
}

export function TableTools({ words, onWords, shown, all, children }: TableToolsProps) {
  const id = useId();
  return (
    <div className="table-tools">
      <label htmlFor={id} className="small dim">
        Find rows
      </label>
      <input
        id={id}
        type="search"
        value={words}
        placeholder="Mon 12:00"
        title="The beginnings of words of a row, one after the other: a day, an hour, a value, a kind"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onWords(target.value)}
      />
      <p className="small dim" role="status">
        {words.trim() !== '' && `${formatCount(shown)} of ${formatCount(all)} rows`}
      </p>
      {children}
    </div>
  );
}
