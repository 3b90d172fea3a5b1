// A row of joined buttons, one of them pressed; and the same as tabs.

import { type KeyboardEvent, useRef } from 'react';

export interface Choice<T extends string> {
  readonly value: T;
  readonly title: string;
  /** The meaning, as a tooltip. */
  readonly hint?: string;
}

interface ChoicesProps<T extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly options: readonly Choice<T>[];
  readonly value: T | undefined;
  readonly onChoose: (value: T) => void;
}

/** Joined buttons in a field, under their visible label. */
export function ChoiceField<T extends string>(props: ChoicesProps<T>) {
  const { label, options, value, onChoose } = props;
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box everywhere */}
      <div className="choices" role="group" aria-label={label}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            title={option.hint}
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            {option.title}
          </button>
        ))}
      </div>
    </div>
  );
}

interface TabsProps<T extends string> extends ChoicesProps<T> {
  /** The id of the element that shows the chosen tab: role="tabpanel", labelled by tabIdOf(…). */
  readonly panelId: string;
}

export const tabIdOf = (panelId: string, value: string): string => `${panelId}-tab-${value}`;

/** Tabs by the ARIA pattern: one stop for the Tab key, arrows move and choose. */
export function Tabs<T extends string>({ label, options, value, onChoose, panelId }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextIndex(
      event.key,
      options.findIndex((option) => option.value === value),
      options.length,
    );
    if (next === undefined) return;
    event.preventDefault();
    onChoose(options[next]!.value);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="choices" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          id={tabIdOf(panelId, option.value)}
          title={option.hint}
          aria-selected={option.value === value}
          aria-controls={panelId}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChoose(option.value)}
        >
          {option.title}
        </button>
      ))}
    </div>
  );
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
