// Since when, of which quantity, and in which zone.

import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { ApiError } from '#client/api-error';
import type { ChangesAnswer } from '#contract/changes';
import { findCategory } from '#core/market/categories';
import { DRIVER_CATEGORIES } from '#core/market/drivers';
import { ChoiceField } from '#explorer/parts/choices.tsx';
import { ZoneChoice } from '#explorer/parts/zone-choice.tsx';
import { show } from '#explorer/state/navigation.ts';
import { type ChangesView, DEFAULT_SINCE } from '#view/address/changes-address';
import { isSpan, readSince, type SinceClock, SPANS } from '#view/tables/since';

interface ChangesControlsProps {
  readonly view: ChangesView;
  readonly clock: SinceClock;
  readonly answer: ChangesAnswer | undefined;
  /** Why nothing is shown. The server may name a field. */
  readonly error: Error | undefined;
}

export function ChangesControls({ view, clock, answer, error }: ChangesControlsProps) {
  const change = (part: Partial<ChangesView>): void => show({ ...view, ...part });
  const fault =
    error instanceof ApiError
      ? error.fields.find(({ field }) => field === 'since')?.message
      : undefined;
  return (
    <div className="changes-controls">
      <ChoiceField
        label="Since"
        options={SPANS}
        value={SPANS.find(({ value }) => value === view.since)?.value}
        onChoose={(since) => change({ since })}
      />
      <SinceField
        value={isSpan(view.since) ? '' : view.since}
        clock={clock}
        fault={fault}
        onApply={(text) => change({ since: text || DEFAULT_SINCE })}
      />
      <CategorySelect
        categories={answer?.categories ?? []}
        value={answer?.category ?? view.category}
        onChoose={(category) => change({ category })}
      />
      <ZoneChoice zone={view.zone} onChoose={(zone) => change({ zone })} />
    </div>
  );
}

interface SinceFieldProps {
  readonly value: string;
  readonly clock: SinceClock;
  readonly fault: string | undefined;
  readonly onApply: (text: string) => void;
}

/** A time or a keyword, which means its end. Enter, or leaving the field, applies it. */
function SinceField({ value, clock, fault, onApply }: SinceFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const text = draft.trim();
  const { isValid, note } = readSince(draft, clock);
  const shownFault = isValid ? (draft === value ? fault : undefined) : note;
  const apply = (): void => {
    if (isValid && text !== value) onApply(text);
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') apply();
    else if (key === 'Escape') setDraft(value);
  };
  return (
    <div className="field">
      <label htmlFor={id}>or a time</label>
      <input
        id={id}
        className="mono"
        size={20}
        value={draft}
        placeholder="2026-11-16T10:00"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={shownFault !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={apply}
      />
      <p className={shownFault === undefined ? 'note' : 'note bad'} id={`${id}-note`} role="status">
        {shownFault ?? (text === '' ? '' : note)}
      </p>
    </div>
  );
}

interface CategorySelectProps {
  readonly categories: readonly string[];
  readonly value: string;
  readonly onChoose: (category: string) => void;
}

function CategorySelect({ categories, value, onChoose }: CategorySelectProps) {
  const id = useId();
  const offered = categories.includes(value) || value === '' ? categories : [...categories, value];
  return (
    <div className="field">
      <label htmlFor={id}>Quantity</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        {offered.map((name) => (
          <option key={name} value={name}>
            {titleOf(name)}
          </option>
        ))}
      </select>
    </div>
  );
}

const titleOf = (name: string): string =>
  findCategory(name)?.description ??
  DRIVER_CATEGORIES.find((driver) => driver.name === name)?.description ??
  name;
