// The index beside the reference: a filter, and every operation by group. Arrow keys move through it.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Method } from '#explorer/pages/reference/operation-card.tsx';
import type { ReferenceGroup } from '#explorer/pages/reference/read-openapi.ts';
import '#explorer/pages/reference/reference-index.css';

interface ReferenceIndexProps {
  readonly groups: readonly ReferenceGroup[];
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly currentId: string;
}

export function ReferenceIndex({ groups, filter, onFilter, currentId }: ReferenceIndexProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const list = useShownCurrent(currentId);

  const onKeyDown = (event: KeyboardEvent): void => {
    const stops = [...box.current!.querySelectorAll<HTMLElement>('input, a')];
    const at = stops.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    if (event.key === 'Enter' && at === 0) stops[1]?.click();
    else if (event.key === 'Escape' && at === 0) onFilter('');
    else if (event.key === 'ArrowDown') stops[at + 1]?.focus();
    else if (event.key === 'ArrowUp') stops[at - 1]?.focus();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the field and the links within
    <div
      ref={box}
      className="reference-index"
      data-open={isOpen || filter !== ''}
      onKeyDown={onKeyDown}
    >
      <FilterField
        filter={filter}
        count={groups.reduce((sum, { operations }) => sum + operations.length, 0)}
        onFilter={onFilter}
      />
      {filter === '' && (
        <button
          type="button"
          className="button reference-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the index' : 'Show the index'}
        </button>
      )}
      <nav ref={list} aria-label="Operations">
        {groups.map((group) => (
          <IndexGroup
            key={group.id}
            group={group}
            currentId={currentId}
            onChoose={() => setOpen(false)}
          />
        ))}
      </nav>
    </div>
  );
}

interface FilterFieldProps {
  readonly filter: string;
  /** The number of operations found. */
  readonly count: number;
  readonly onFilter: (text: string) => void;
}

function FilterField({ filter, count, onFilter }: FilterFieldProps) {
  return (
    <div className="field">
      <label htmlFor="reference-filter">Filter operations</label>
      <input
        id="reference-filter"
        type="search"
        autoComplete="off"
        placeholder="path, word or field"
        value={filter}
        onChange={(event) => onFilter(event.target.value)}
      />
      <p className="note" role="status">
        {count === 1 ? '1 operation' : `${count} operations`}
      </p>
    </div>
  );
}

interface IndexGroupProps {
  readonly group: ReferenceGroup;
  readonly currentId: string;
  readonly onChoose: () => void;
}

function IndexGroup({ group: { id, name, operations }, currentId, onChoose }: IndexGroupProps) {
  return (
    <div>
      <h2 id={`index-${id}`}>{name}</h2>
      <ul aria-labelledby={`index-${id}`}>
        {operations.map((operation) => (
          <li key={operation.id}>
            <a
              href={`#${operation.id}`}
              title={`${operation.method} ${operation.path}`}
              aria-current={operation.id === currentId ? 'location' : undefined}
              onClick={onChoose}
            >
              <Method method={operation.method} /> <span>{operation.summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Keeps the operation in sight also in sight in the index, without moving the page. */
function useShownCurrent(currentId: string) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = list.current;
    const link = box?.querySelector(`a[href="#${currentId}"]`);
    if (!box || !link) return;
    const [outer, inner] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  }, [currentId]);
  return list;
}
