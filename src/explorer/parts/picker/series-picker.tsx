// A field that finds a series as Find does, by the ARIA combobox pattern. Matches outside the plan are
// listed with the reason and cannot be chosen.

import { useEffect, useId, useRef } from 'react';
import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { PickerOption } from '#explorer/parts/picker/picker-option.tsx';
import { usePicker } from '#explorer/parts/picker/use-picker.ts';
import '#explorer/parts/picker/series-picker.css';

interface SeriesPickerProps {
  readonly label: string;
  readonly onPick: (entry: SeriesEntry) => void;
}

export function SeriesPicker({ label, onPick }: SeriesPickerProps) {
  const id = useId();
  const { text, type, matches, note, isShown, active, setOpen, pick, onKeyDown } =
    usePicker(onPick);
  const optionId = (at: number): string => `${id}-option-${at}`;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [isShown, active]);
  return (
    <div className="field picker">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown ? optionId(active) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Code or words, such as de wind"
        value={text}
        onChange={(event) => type(event.target.value)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        className="picker-list"
        id={`${id}-list`}
        role="listbox"
        aria-label="Series found"
        hidden={!isShown}
        ref={list}
        // The field keeps the focus, because it names the active row.
        onMouseDown={(event) => event.preventDefault()}
      >
        {matches.map((entry, at) => (
          <PickerOption
            key={entry.code}
            id={optionId(at)}
            entry={entry}
            isActive={at === active}
            onPick={() => pick(entry)}
          />
        ))}
      </div>
      <p className="note" role="status">
        {note}
      </p>
    </div>
  );
}
