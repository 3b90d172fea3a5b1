// The head of Find: the text field and a button that closes. The field keeps the focus throughout and
// names the active row (the combobox pattern).

import type { KeyboardEvent, RefObject } from 'react';
import { LIST_ID, rowId } from '#explorer/find/find-list.tsx';

interface FindHeadProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  /** The active row; undefined without rows. */
  readonly active: number | undefined;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

export function FindHead(props: FindHeadProps) {
  const { field, typed, active, onType, onKeyDown, onClose } = props;
  const hasRows = active !== undefined;
  return (
    <div className="find-head">
      <SearchIcon />
      <input
        ref={field}
        className="find-field"
        type="text"
        role="combobox"
        aria-label="Code or words"
        aria-expanded={hasRows}
        aria-controls={hasRows ? LIST_ID : undefined}
        aria-autocomplete="list"
        aria-activedescendant={hasRows ? rowId(active) : undefined}
        aria-describedby="find-hint"
        placeholder="Code or words, such as: de price"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className="button quiet" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

const SearchIcon = () => (
  <svg className="find-sign" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="7" cy="7" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.6" />
    <path d="M10.5 10.5 14 14" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
  </svg>
);
