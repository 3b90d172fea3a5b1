// A field that finds a series, by the ARIA combobox pattern. Matches outside the plan are listed with
// the reason and cannot be chosen.

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { MetadataRecord } from '#contract/forecast';
import { findSeries } from '#explorer/parts/find-series.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import '#explorer/parts/series-picker.css';

interface SeriesPickerProps {
  readonly label: string;
  readonly onPick: (series: MetadataRecord) => void;
}

const ASK_AFTER_MS = 120;

export function SeriesPicker({ label, onPick }: SeriesPickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const asked = useSettled(text.trim(), ASK_AFTER_MS);
  const found = useRequest(asked === '' ? undefined : asked, (signal) => findSeries(asked, signal));
  const options = found.error ? [] : stillFitting(found.data ?? [], text);
  const isShown = isOpen && options.length > 0;
  const activeAt = Math.min(active, options.length - 1);
  const optionId = (at: number): string => `${id}-option-${at}`;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) list.current?.children[activeAt]?.scrollIntoView({ block: 'nearest' });
  }, [isShown, activeAt]);

  const pick = (series: MetadataRecord | undefined): void => {
    if (!series?.subscribed) return;
    onPick(series);
    setText('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (isShown) setActive((activeAt + step + options.length) % options.length);
      else setOpen(true);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isShown) pick(options[activeAt]);
    } else if (event.key === 'Escape') {
      if (!isShown) setText('');
      setOpen(false);
    }
  };
  return (
    <div className="field picker">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown ? optionId(activeAt) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Code or words, such as de wind"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setOpen(true);
        }}
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
        {options.map((series, at) => (
          <PickerOption
            key={series.seriesId}
            id={optionId(at)}
            series={series}
            isActive={at === activeAt}
            onPick={() => pick(series)}
          />
        ))}
      </div>
      <p className={found.error ? 'note bad' : 'note'} role="status">
        {noteOf(text.trim(), options, found)}
      </p>
    </div>
  );
}

interface PickerOptionProps {
  readonly id: string;
  readonly series: MetadataRecord;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

function PickerOption({ id, series, isActive, onPick }: PickerOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text field, which names the active row
    // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus, as the pattern asks
    <div
      id={id}
      className="picker-option"
      role="option"
      aria-selected={isActive}
      aria-disabled={!series.subscribed}
      onClick={onPick}
    >
      <span className="mono">{series.seriesId}</span>{' '}
      <span className="picker-description">{series.description}</span>{' '}
      <span className="picker-measure">
        {series.subscribed ? (
          `${series.unit} · ${series.resolution}`
        ) : (
          <>
            <Lock /> outside your plan: ask the operator
          </>
        )}
      </span>
    </div>
  );
}

const Lock = () => (
  <svg className="picker-lock" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2" fill="none" stroke="currentColor" strokeWidth="1.6" />
    <rect x="3" y="7" width="10" height="7" rx="1.6" fill="currentColor" />
  </svg>
);

function noteOf(
  typed: string,
  options: readonly MetadataRecord[],
  { error, isLoading }: { error: Error | undefined; isLoading: boolean },
): string {
  if (typed === '') return '';
  if (error) return error.message;
  if (options.length > 0) return `${options.length} found: arrow keys choose, Enter adds`;
  return isLoading ? 'Searching…' : 'No series has these words';
}

/** The matches of the last answer that also have the words typed since. */
function stillFitting(found: readonly MetadataRecord[], text: string): MetadataRecord[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return found.filter(({ seriesId, description }) => {
    const searched = `${seriesId} ${description}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** A value after it has stayed the same for `afterMs`. */
function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
